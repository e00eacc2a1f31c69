internal import EventLog

/// A ledger as if some of what was recorded had never been: its events, and what would not have
/// been possible without the others.
///
/// ```swift
/// let other = try AlternateHistory(of: store, without: [1042])
/// let snapshot = try LedgerSnapshot(store: other.store)
/// for event in other.impossible { print(event.position, event.words) }
/// ```
///
/// Commits are taken again in their order, each whole or not at all, unless it is part of a batch:
/// of that the other events stay. One goes on only from what is left, and breaks no rule of the
/// ledger: a change of an entry that is not there is impossible, and whatever goes on from it.
/// Closings of books behind the first event that is left out pin figures that would be others, and
/// are impossible, too.
public struct AlternateHistory: Sendable {
    /// An event that is not there.
    public struct Missing: Hashable, Sendable {
        /// Its position in the ledger as it is.
        public let position: UInt64
        /// What it says, such as `line-amended 6.00 EUR`.
        public let words: String
        /// Why, for programs: `leftOut` where that was asked for, `baseless` where it goes on from
        /// what is not there, `closing` where it pins figures, `ring` where tasks would wait for
        /// each other, `rule.` and a name where it would break a rule of the ledger.
        public let reason: String
    }

    /// The ledger without them. What is appended is kept nowhere; the positions and the root are
    /// its own.
    public let store: any EventStore
    /// The events that were left out, and what was recorded in one commit with them, in order.
    public let leftOut: [Missing]
    /// The events that would not have been possible, in order.
    public let impossible: [Missing]

    private let positions: MovedPositions

    /// Leaves events out of a ledger.
    ///
    /// - Parameters:
    ///   - store: The ledger, which stays as it is.
    ///   - events: The positions of the events: of what added an entry or a task for all of it, of
    ///     what began a batch for the whole batch. Those behind the end count for nothing.
    ///   - end: How many events there are to be before; `nil` for all.
    ///   - makeSeed: Where the salts of blocks come from.
    /// - Throws: ``AlternateHistoryError/opening(position:)`` for what the ledger begins with,
    ///   ``AlternateHistoryError/store(_:)`` where it cannot be read.
    /// - Complexity: O(*n*) in the events behind the first that is left out, all of which are held.
    public init(
        of store: any EventStore, without events: Set<UInt64>, upTo end: UInt64? = nil,
        makeSeed: @escaping SeedSource = Seeds.random
    ) throws(AlternateHistoryError) {
        try self.init(store, events, end, makeSeed)
    }

    /// Where an event of the ledger stands in this one; `nil` where it does not.
    public func position(of position: UInt64) -> UInt64? { positions[position] }

    private init(
        _ store: any EventStore, _ events: Set<UInt64>, _ end: UInt64?,
        _ makeSeed: @escaping SeedSource
    ) throws(AlternateHistoryError) {
        let snapshot = try mappingError(AlternateHistoryError.store) { () throws(StoreError) in
            try LedgerSnapshot(store: store, upTo: end)
        }
        let count = snapshot.count
        var start = count
        if let first = events.filter({ $0 < count }).min() {
            start = try mappingError(AlternateHistoryError.store) { () throws(StoreError) in
                try snapshot.commit(at: first)?.positions.lowerBound ?? first
            }
            if start == 0 { throw .opening(position: first) }
        }
        let made = try mappingError(AlternateHistoryError.store) { () throws(StoreError) in
            let branch = try store.commits(from: start, upTo: count)
            let wanted = AlternateHistory.wanted(events, in: branch)
            let base = try OverlayEventStore(over: store, upTo: start, makeSeed: makeSeed)
            let merger = try BranchMerger.merged(
                branch, over: base, BranchIndex([]), shared: start,
                without: wanted.mapValues { $0.mapValues { _ in .baseless } })
            return (branch: branch, wanted: wanted, merger: merger)
        }
        var (leftOut, impossible) = ([Missing](), [Missing]())
        let words = AsideWords(snapshot.referenceData)
        for (commit, outcome) in zip(made.branch, made.merger.outcomes) {
            let asked = made.wanted[commit.header.id] ?? [:]
            for (place, row) in commit.rows.enumerated() {
                guard let why = outcome.aside[place] else { continue }
                let isPart =
                    commit.header.batch != nil
                    && row.type != EventType.batchStarted.rawValue
                let isAsked = isPart ? asked[place] != nil : !asked.isEmpty
                let missing = Missing(
                    position: commit.origin(place), words: words.text(of: row),
                    reason: isAsked ? "leftOut" : why.code)
                if isAsked { leftOut.append(missing) } else { impossible.append(missing) }
            }
        }
        (self.store, self.leftOut, self.impossible) = (made.merger.draft, leftOut, impossible)
        positions = made.merger.positions
    }

    /// The events that are left out, by their commit and their index: of a batch those that were
    /// named, and all of it where what began it was.
    private static func wanted(
        _ events: Set<UInt64>, in branch: [BranchCommit]
    ) -> [CommitID: [Int: Bool]] {
        var batches: Set<UInt64> = []
        for commit in branch {
            for (place, row) in commit.rows.enumerated()
            where row.type == EventType.batchStarted.rawValue
                && events.contains(commit.origin(place))
            {
                batches.insert(commit.origin(place))
            }
        }
        var wanted: [CommitID: [Int: Bool]] = [:]
        for commit in branch {
            let isSignature =
                commit.signature != nil && events.contains(commit.positions.upperBound)
            let isWhole = isSignature || commit.header.batch.map(batches.contains) ?? false
            for place in commit.rows.indices
            where isWhole || events.contains(commit.origin(place)) {
                wanted[commit.header.id, default: [:]][place] = true
            }
        }
        return wanted
    }
}

/// Why there is no ledger without some events.
public enum AlternateHistoryError: Error, Hashable, Sendable {
    /// The ledger begins with the event, and nothing would be left.
    case opening(position: UInt64)
    /// The ledger cannot be read.
    case store(StoreError)
}
