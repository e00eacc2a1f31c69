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
    /// Where earlier merges keep what they set aside of the branch.
    private var asides: [UInt64: UInt64] = [:]
    private var used: [MergeSlot: Int] = [:]

    /// - Parameters:
    ///   - store: The log that stays as it is.
    ///   - index: What it says behind the shared events.
    init(
        over store: any EventStore, _ index: BranchIndex, shared: UInt64
    ) throws(StoreError) {
        draft = try OverlayEventStore(over: store)
        self.index = index
        positions = MovedPositions(shared: shared)
    }

    /// Takes in a commit, or sets it aside.
    ///
    /// - Parameter refused: Why it is not to be taken in; `nil` for nothing.
    mutating func take(
        _ commit: BranchCommit, refused: MergeObstacle? = nil
    ) throws(StoreError) {
        let id = commit.header.id
        if let there = index.commits[id] {
            pair(commit, with: there)
            return note(commit, .here)
        }
        if commit.isMergeAlone { return note(commit, .here) }
        for (position, kept) in zip(commit.positions, index.asides[id] ?? []) {
            asides[position] = kept
        }
        if let refused, !index.settled.contains(id) { return note(commit, .aside(refused)) }
        do throws(MergeObstacle) {
            var used = used
            let fitted = try FittedCommit(
                commit, behind: index, at: draft.head().count, positions,
                asides: asides, used: &used)
            if fitted.isKnown {
                positions = fitted.positions
                self.used = used
                settleBatch(of: commit, fitted)
                return note(commit, .known)
            }
            if index.settled.contains(id) { return note(commit, .known) }
            let new = try made(of: commit, fitted)
            note(commit, try append(new, commit, fitted, used))
        } catch {
            join(commit)
            note(commit, index.settled.contains(id) ? .known : .aside(error))
        }
    }

    /// Accounts that a commit opens are those of their names, even where the commit is set aside:
    /// only what was in them is in doubt.
    private mutating func join(_ commit: BranchCommit) {
        for (place, row) in commit.rows.enumerated()
        where row.type == EventType.accountOpened.rawValue {
            let there = MergeSlot.all(of: row, isImported: false).compactMap { index[$0].last }
            positions[commit.header.firstPosition + UInt64(place)] = there.first?.position
        }
    }

    private mutating func note(_ commit: BranchCommit, _ outcome: MergedCommit.Outcome) {
        outcomes.append(
            MergedCommit(id: commit.header.id, origin: commit.positions, outcome: outcome))
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
        return NewCommit(
            id: header.id,
            recordedAt: Timestamp(millisecondsSince1970: header.recordedAt),
            actor: actor.map(Reference.position),
            batch: header.batch.flatMap { fitted.positions[$0] }.map(Reference.position),
            key: header.key.map { String(decoding: $0, as: UTF8.self) }, events: events,
            origin: .otherProgram)
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
            for (place, position) in zip(commit.positions, appended.positions) {
                positions[place] = position
            }
            return .known
        }
        commits.append(new)
        positions = fitted.positions
        self.used = used
        return .taken(appended.positions)
    }

    /// The events of a commit that both branches have: here some of them may have been left out,
    /// because what they say stood there.
    private mutating func pair(_ commit: BranchCommit, with there: BranchCommit) {
        var rest = there.rows.enumerated().map { (place: $0, row: $1) }[...]
        for (place, row) in commit.rows.enumerated() {
            let origin = commit.header.firstPosition + UInt64(place)
            let missing = commit.rows.count - place - rest.count
            let moved = positions.moved(row)
            if let next = rest.first,
                missing <= 0 || moved.map({ $0.says(next.row) }) ?? (row.type == next.row.type)
            {
                positions[origin] = there.header.firstPosition + UInt64(next.place)
                rest = rest.dropFirst()
                continue
            }
            let slots = moved.map { MergeSlot.all(of: $0, isImported: false) } ?? []
            if let known = slots.compactMap({ index[$0].last }).first {
                positions[origin] = known.position
            }
        }
    }
}
