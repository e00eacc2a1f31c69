internal import EventLog

/// What a branch of a log says, found by what it speaks of.
struct BranchIndex: Sendable {
    /// An event of the branch.
    struct Entry: Sendable {
        let row: Row
        let position: UInt64
        let header: CommitHeader
    }

    /// The commits of the branch.
    private(set) var commits: [CommitID: BranchCommit] = [:]
    /// Commits of which a merge said that nothing has to be taken in.
    private(set) var settled: Set<CommitID> = []
    /// The events that keep what a commit said that was set aside, in its order.
    private(set) var asides: [CommitID: [UInt64]] = [:]
    /// The same with what goes on from the piece before.
    private var asidePieces: [CommitID: [UInt64]] = [:]
    /// The things whose text was erased.
    private(set) var erased: Set<UInt64> = []
    /// The persons the text of whose commits was erased.
    private(set) var erasedRecorders: Set<UInt64> = []
    /// Where it is said last that text of a thing or a person was erased.
    private(set) var erasures: [UInt64: UInt64] = [:]
    private var slots: [MergeSlot: [Entry]] = [:]

    /// Whether what comes in is of another ledger.
    let isOfOtherLedger: Bool

    /// - Complexity: O(*n*) in the events.
    init(_ branch: [BranchCommit], isOfOtherLedger: Bool = false) {
        self.isOfOtherLedger = isOfOtherLedger
        let tasks = BranchTasks(branch, isOfOtherLedger: isOfOtherLedger)
        for commit in branch {
            commits[commit.header.id] = commit
            for (index, row) in commit.rows.enumerated() {
                let entry = Entry(
                    row: row, position: commit.origin(index), header: commit.header)
                for slot in tasks[entry.position] { slots[slot, default: []].append(entry) }
                take(entry)
            }
        }
    }

    /// Whether nothing stands there: a log takes its own events again.
    var isEmpty: Bool { commits.isEmpty }

    /// The events that have a slot.
    subscript(slot: MergeSlot) -> [Entry] { slots[slot] ?? [] }

    /// Whether the commit of an event says nothing else.
    func isAlone(_ entry: Entry) -> Bool { commits[entry.header.id]?.rows.count == 1 }

    /// Where the events of a commit that keeps what was set aside stand here: another device may
    /// have set the same aside, or taken it in; `nil` for other commits.
    func twins(of commit: BranchCommit) -> [UInt64]? {
        var id: CommitID?
        for row in commit.rows {
            guard row.type == EventType.commitSetAside.rawValue,
                let kept = CommitID(bytes: row[.digest]?.bytes ?? []), id ?? kept == kept
            else { return nil }
            id = kept
        }
        guard let id else { return nil }
        if let pieces = asidePieces[id], pieces.count == commit.rows.count { return pieces }
        // Of a batch some events may be here while others are set aside.
        guard let taken = commits[id], taken.header.batch == nil else { return nil }
        var places: [Int] = []
        for row in commit.rows {
            places.append((places.last ?? -1) + (row[.mode] == nil ? 1 : 0))
        }
        guard places.last == taken.rows.count - 1, places.first == 0 else { return nil }
        return places.map(taken.origin)
    }

    /// Where the account stands that has the name of one that an event opens: it is that one, even
    /// where the event is set aside, for only what was in it is in doubt.
    func namesake(of row: Row) -> UInt64? {
        guard row.type == EventType.accountOpened.rawValue else { return nil }
        return MergeSlot.all(of: row, isImported: false).compactMap { self[$0].last }
            .first?.position
    }

    /// Where a task stands that has one of the slots by itself: it is that one, even where the
    /// event that adds it is set aside.
    func namesake(among slots: [MergeSlot]) -> UInt64? {
        slots.lazy.filter { !$0.isShared }.compactMap { self[$0].last }.first?.position
    }

    /// Whether nothing has to be taken in of a branch: its commits are here, or a merge dealt with
    /// them.
    func covers(_ branch: [BranchCommit]) -> Bool {
        branch.allSatisfy { commit in
            commits[commit.header.id] != nil || settled.contains(commit.header.id)
                || commit.isMergeAlone
        }
    }

    private mutating func take(_ entry: Entry) {
        for slot in MergeSlot.all(of: entry.row, isImported: entry.header.batch != nil) {
            slots[slot, default: []].append(entry)
        }
        switch EventType(rawValue: entry.row.type) {
        case .commitSetAside, .branchMerged:
            let bytes = entry.row[.digest]?.bytes ?? []
            for start in stride(from: 0, to: bytes.count, by: CommitID.byteCount) {
                guard let id = CommitID(bytes: bytes[start...].prefix(CommitID.byteCount)) else {
                    continue
                }
                settled.insert(id)
                guard entry.row.type == EventType.commitSetAside.rawValue else { continue }
                asidePieces[id, default: []].append(entry.position)
                // What goes on from the piece before says so.
                if entry.row[.mode] == nil { asides[id, default: []].append(entry.position) }
            }
        case .accountChanged, .personChanged, .unitChanged:
            guard let slot = MergeSlot.name(of: entry.row), let target = entry.row[.target]?.integer
            else { return }
            slots[slot, default: []].append(
                Entry(row: entry.row, position: UInt64(clamping: target), header: entry.header))
        case .textErased:
            guard let target = entry.row[.erased]?.integer.map({ UInt64(clamping: $0) }) else {
                return
            }
            erased.insert(target)
            erasures[target] = entry.position
            if entry.row[.isRecorder] != nil { erasedRecorders.insert(target) }
        default: break
        }
    }
}

extension BranchCommit {
    /// Whether it says nothing but that a branch was merged, of which all was taken in.
    var isMergeAlone: Bool {
        rows.allSatisfy { $0.type == EventType.branchMerged.rawValue && $0[.digest] == nil }
    }
}

extension CommitID {
    /// How many bytes an id has.
    static let byteCount = 16

    /// An id of its 16 bytes; `nil` for another number of them.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == CommitID.byteCount else { return nil }
        func half(_ bytes: some Collection<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: half(bytes.prefix(8)), low: half(bytes.dropFirst(8)))
    }
}
