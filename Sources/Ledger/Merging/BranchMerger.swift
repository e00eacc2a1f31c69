internal import EventLog

/// Takes the commits of one branch of a log in behind those of another one, in a draft.
struct BranchMerger {
    /// The draft over the log that stays as it is.
    let draft: OverlayEventStore
    /// What is appended to it.
    private(set) var commits: [NewCommit] = []
    /// What became of the commits.
    private(set) var outcomes: [MergedCommit] = []
    /// Where their events stand now.
    private(set) var positions: MovedPositions

    let index: BranchIndex
    /// What the tasks of the branch are known by.
    private let tasks: BranchTasks
    /// Where earlier merges keep what they set aside of the branch.
    private(set) var asides: [UInt64: UInt64] = [:]
    private var used: [MergeSlot: Int] = [:]
    /// The batches of the branch that have several commits.
    private var longBatches: Set<UInt64> = []
    /// Of commits of which not all was appended the indexes of the events that were.
    private(set) var places: [CommitID: [Int]] = [:]

    /// - Parameters:
    ///   - store: The log that stays as it is.
    ///   - index: What it says behind the shared events.
    ///   - branch: The commits of the branch that is taken in.
    init(
        over store: any EventStore, _ index: BranchIndex, _ branch: [BranchCommit], shared: UInt64
    ) throws(StoreError) {
        draft = try OverlayEventStore(over: store)
        self.index = index
        tasks = BranchTasks(branch, isOfOtherLedger: index.isOfOtherLedger)
        for commit in branch {
            guard let batch = commit.header.batch, !commit.positions.contains(batch) else {
                continue
            }
            longBatches.insert(batch)
        }
        positions = MovedPositions(shared: shared)
    }

    /// Takes in a commit, or sets it aside: of a batch only the events that contradict.
    ///
    /// - Parameter refused: The events that are not to be taken in, by their index, and why.
    mutating func take(
        _ commit: BranchCommit, without refused: [Int: MergeObstacle] = [:]
    ) throws(StoreError) {
        let id = commit.header.id
        if let there = index.commits[id] {
            pair(commit, with: there)
            return note(commit, .here)
        }
        if commit.isMergeAlone { return note(commit, .here) }
        if let twins = index.twins(of: commit) {
            for (place, twin) in zip(commit.positions, twins) { positions[place] = twin }
            return note(commit, .known)
        }
        let isSettled = index.settled.contains(id)
        do throws(MergeObstacle) {
            let kept = index.asides[id] ?? []
            if kept.count == commit.rows.count { keep(commit, commit.rows.indices, at: kept) }
            if !isSettled, commit.header.batch == nil,
                let why = refused.min(by: { $0.key < $1.key })
            {
                throw why.value
            }
            var used = used
            let fitted = try FittedCommit(
                commit, behind: index, at: draft.head().count, positions, tasks,
                asides: asides, used: &used, without: isSettled ? [:] : refused)
            if isSettled { keep(commit, fitted.aside.keys.sorted(), at: kept) }
            let saysNothing = fitted.isIdle && !(isHead(commit) && fitted.knownCount == 0)
            if fitted.isKnown || saysNothing && !fitted.aside.isEmpty {
                positions = fitted.positions
                for place in fitted.places { positions[commit.origin(place)] = nil }
                self.used = used
                settleBatch(of: commit, fitted)
                guard !isSettled, let why = fitted.aside.min(by: { $0.key < $1.key })?.value
                else { return note(commit, .known) }
                let isWhole = fitted.knownCount == 0
                return note(
                    commit, .aside(why), isWhole ? commit.aside(why) : fitted.aside)
            }
            if isSettled { return note(commit, .known) }
            let new = try made(of: commit, fitted)
            let outcome = try append(new, commit, fitted, used)
            note(commit, outcome, fitted.aside, dropped: fitted.dropped)
        } catch {
            for (place, row) in commit.rows.enumerated() {
                positions[commit.origin(place)] =
                    index.namesake(of: row) ?? index.namesake(among: tasks[commit.origin(place)])
            }
            note(
                commit, isSettled ? .known : .aside(error),
                isSettled ? [:] : commit.aside(error))
        }
    }

    /// Whether a batch begins in a commit and goes on in others.
    private func isHead(_ commit: BranchCommit) -> Bool {
        guard let batch = commit.header.batch, commit.positions.contains(batch) else {
            return false
        }
        return longBatches.contains(batch)
    }

    /// Remembers where earlier merges keep some events of a commit.
    private mutating func keep(
        _ commit: BranchCommit, _ places: some Collection<Int>, at kept: [UInt64]
    ) {
        guard places.count == kept.count else { return }
        for (place, position) in zip(places, kept) { asides[commit.origin(place)] = position }
    }

    private mutating func note(
        _ commit: BranchCommit, _ outcome: MergedCommit.Outcome,
        _ aside: [Int: MergeObstacle] = [:], dropped: [Int: UInt64] = [:]
    ) {
        outcomes.append(
            MergedCommit(
                id: commit.header.id, origin: commit.positions, outcome: outcome, aside: aside,
                dropped: dropped))
    }

    /// The batch that began in a commit of which nothing is appended is that of what stands there.
    private mutating func settleBatch(of commit: BranchCommit, _ fitted: FittedCommit) {
        for (place, row) in commit.rows.enumerated()
        where row.type == EventType.batchStarted.rawValue {
            positions[commit.header.firstPosition + UInt64(place)] = fitted.batch
        }
    }

    /// The commit as it is appended.
    private func made(
        of commit: BranchCommit, _ fitted: FittedCommit
    ) throws(MergeObstacle) -> NewCommit {
        let header = commit.header
        var actor: UInt64?
        if let theirs = header.actor {
            guard let mine = fitted.positions[theirs] else { throw .baseless }
            actor = mine
        }
        var events: [Event] = []
        let first = draft.head().count
        for (place, row) in fitted.rows.enumerated() {
            guard let event = try? Event(row: row, at: first + UInt64(place)) else {
                throw .rule(.readable)
            }
            events.append(event)
        }
        let last = first + UInt64(events.count)
        // The devices of another ledger are none of this one.
        let isSigned = !index.isOfOtherLedger
        let signature =
            isSigned ? commit.signature.flatMap { try? Event(row: $0, at: last) } : nil
        var new = NewCommit(
            id: header.id,
            recordedAt: Timestamp(millisecondsSince1970: header.recordedAt),
            actor: actor.map(Reference.position),
            batch: header.batch.flatMap { fitted.positions[$0] }.map(Reference.position),
            key: key(of: header),
            events: events + [signature].compactMap(\.self),
            origin: .otherProgram)
        if isSigned { new.salts = commit.salts(of: fitted.places, as: fitted.rows) }
        return new
    }

    /// The key of a commit here: those of another ledger are none, but for what was recorded of its
    /// rules, which would be recorded once more. They name the rule by the id of its commit.
    private func key(of header: CommitHeader) -> String? {
        guard let bytes = header.key else { return nil }
        let key = String(decoding: bytes, as: UTF8.self)
        return !index.isOfOtherLedger || OwnKey(of: key) == .repeated ? key : nil
    }

    private mutating func append(
        _ new: NewCommit, _ commit: BranchCommit, _ fitted: FittedCommit, _ used: [MergeSlot: Int]
    ) throws(MergeObstacle) -> MergedCommit.Outcome {
        let appended: Appended
        do throws(StoreError) { appended = try draft.append(new, expecting: nil) } catch {
            switch error {
            case .keyConflict(_, let position): throw .keyTaken(position)
            default: throw .rule(.readable)
            }
        }
        if appended.isRepeat {
            for (place, position) in zip(
                fitted.places.map(commit.origin), appended.positions)
            {
                positions[place] = position
            }
            return .known
        }
        commits.append(new)
        places[new.id] = fitted.places
        positions = fitted.positions
        self.used = used
        return .taken(appended.positions.prefix(fitted.rows.count))
    }

    /// The events of a commit that both branches have: in either some of them may have been left
    /// out, because what they say stood there, or were set aside.
    private mutating func pair(_ commit: BranchCommit, with there: BranchCommit) {
        var rest = there.rows.enumerated().map { (place: $0, row: $1) }[...]
        var left: [Int] = []
        for (place, row) in commit.rows.enumerated() {
            let moved = positions.moved(row)
            // Of what stands here and not there the nearest that says the same is this one.
            let spare = rest.count - (commit.rows.count - place)
            if spare > 0 {
                let near = rest.prefix(spare + 1)
                let same =
                    near.firstIndex { moved?.says($0.row) == true }
                    ?? near.firstIndex { $0.row.type == row.type }
                if let same { rest = rest[same...] }
            }
            let missing = commit.rows.count - place - rest.count
            if let next = rest.first,
                missing <= 0 || moved.map({ $0.says(next.row) }) ?? (row.type == next.row.type)
            {
                positions[commit.origin(place)] = there.header.firstPosition + UInt64(next.place)
                rest = rest.dropFirst()
                continue
            }
            var same: (position: UInt64, isSame: Bool)?
            if let moved { same = known(moved, of: commit, at: place) }
            positions[commit.origin(place)] = same?.position
            if same?.isSame != true { left.append(place) }
        }
        keep(commit, left, at: index.asides[commit.header.id] ?? [])
    }

    /// Where something else says what an event says that was not appended with its commit, or adds
    /// the same task in other words.
    private mutating func known(
        _ row: Row, of commit: BranchCommit, at place: Int
    ) -> (position: UInt64, isSame: Bool)? {
        let slots = MergeSlot.all(of: row, isImported: commit.header.batch != nil)
        for slot in slots + tasks[commit.origin(place)] {
            let there = index[slot].filter { $0.header.id != commit.header.id }
            if slot.isShared {
                guard let same = there.dropFirst(used[slot] ?? 0).first else { continue }
                used[slot, default: 0] += 1
                let isSame = !slot.isTask || row.says(same.row) || slot.joins(row, same.row)
                return (same.position, isSame)
            }
            let same = there.last { slot.isName || row.says($0.row) || slot.joins(row, $0.row) }
            if let same { return (same.position, true) }
            if slot.isTask, let last = there.last { return (last.position, false) }
        }
        return nil
    }
}

extension BranchCommit {
    /// The position of one of its events in its branch.
    func origin(_ place: Int) -> UInt64 { header.firstPosition + UInt64(place) }

    /// All of its events, set aside for one reason.
    func aside(_ why: MergeObstacle) -> [Int: MergeObstacle] {
        Dictionary(uniqueKeysWithValues: rows.indices.map { ($0, why) })
    }
}
