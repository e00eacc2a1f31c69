package import EventLog

extension FileEventStore {
    /// What has to be done so that this copy of a ledger has all that another one has.
    ///
    /// Each branch keeps its order. Of two that both have something, the longer one stays as it is,
    /// of two equally long ones that with the smaller root, so that all devices come to the same
    /// log, whoever merges first. Where one renames a category to a name that only the other one
    /// uses, the other one stays, and the rename is set aside. Nothing is written.
    ///
    /// - Parameter keepingTheirs: Whether the other one stays as it is, however long it is.
    /// - Returns: `nil` where they are not of one ledger.
    /// - Complexity: O(*n*) in the events that only one of them has, all of which are held.
    package func mergePlan(
        with other: FileEventStore, keepingTheirs: Bool = false, at time: Timestamp,
        id: () -> CommitID
    ) throws(StoreError) -> MergePlan? {
        guard let shared = try shared(with: other) else { return nil }
        let (mine, theirs) = (try commits(from: shared), try other.commits(from: shared))
        let (own, foreign) = (BranchIndex(mine), BranchIndex(theirs))
        let (head, otherHead) = (try head(), try other.head())
        let isBefore = head.root.bytes.lexicographicallyPrecedes(otherHead.root.bytes)
        let new = theirs.filter { own.commits[$0.header.id] == nil && !$0.isMergeAlone }
        switch (own.covers(theirs), foreign.covers(mine)) {
        case (true, true) where head.root == otherHead.root: return .nothing(shared: shared)
        case (true, true) where isBefore && !keepingTheirs: return .nothing(shared: shared)
        case (true, false) where !keepingTheirs: return .nothing(shared: shared)
        case (_, true):
            let positions = try BranchMerger.merged(mine, over: other, foreign, shared: shared)
                .positions
            // What stands there is read here by where it stands there.
            let back = Dictionary(
                mine.flatMap(\.positions).compactMap { was in positions[was].map { ($0, was) } },
                uniquingKeysWith: { first, _ in first })
            return MergePlan(
                shared: shared, step: .adopt, came: new.map(\.positions),
                eventsCame: new.reduce(0) { $0 + $1.rows.count }, isMoved: !mine.isEmpty,
                positions: positions,
                lost: LostText.all(
                    in: mine, by: foreign, { $0 < shared ? $0 : back[$0] }, isMine: true,
                    erasure: { $0 }),
                entries: MovedEntry.all(in: mine, positions))
        case (_, false): break
        }
        let fused = (
            mine: try FusedCategories(mine, into: foreign, over: self, shared: shared).found,
            theirs: try FusedCategories(theirs, into: own, over: self, shared: shared).found
        )
        let isLonger = head.count == otherHead.count ? isBefore : head.count > otherHead.count
        let stays = fused.mine.isEmpty == fused.theirs.isEmpty ? isLonger : fused.mine.isEmpty
        if stays, !keepingTheirs {
            let merger = try BranchMerger.merged(
                theirs, over: self, own, shared: shared, without: fused.theirs)
            let names = try LedgerSnapshot(store: other).referenceData
            var plan = MergePlan(
                behindMine: merger, merger.asides(of: theirs, names, at: time, id: id), new,
                end: otherHead, shared: shared)
            plan.lost = LostText.all(
                in: mine, by: foreign, { merger.positions[$0] }, isMine: true,
                erasure: { merger.positions[$0] })
            return plan
        }
        let merger = try BranchMerger.merged(
            mine, over: other, foreign, shared: shared, without: fused.mine)
        let names = try LedgerSnapshot(store: self).referenceData
        let others = theirs.filter { own.commits[$0.header.id] == nil }
        var plan = MergePlan(
            behindTheirs: merger, merger.asides(of: mine, names, at: time, id: id), others,
            end: head, shared: shared)
        plan.lost = LostText.all(
            in: theirs, by: own, { merger.positions[$0] }, isMine: false,
            erasure: { merger.positions[$0] })
        plan.entries = MovedEntry.all(in: mine, merger.positions)
        return plan
    }
}

extension MergePlan {
    /// What was set aside, and what of it speaks of what.
    fileprivate typealias Asides = (commits: [NewCommit], links: [Int: [AsideLink]])

    /// What has to be done where the own branch stays as it is.
    ///
    /// - Parameters:
    ///   - new: The commits of the other one that the own one does not have.
    ///   - end: Where the other one ends.
    fileprivate init(
        behindMine merger: BranchMerger, _ asides: Asides, _ new: [BranchCommit], end: LogHead,
        shared: UInt64
    ) {
        let taken = merger.outcomes.filter(\.isTaken)
        let ids = Set(taken.map(\.id))
        let merge = BranchMerge(
            base: .mine, commits: merger.commits, outcomes: merger.outcomes,
            asides: asides.commits, links: asides.links, positions: merger.positions,
            root: end.root, size: end.count, cameCount: nil)
        self.init(
            shared: shared, step: .merge(merge),
            came: new.filter { ids.contains($0.header.id) }.map(\.positions),
            eventsCame: taken.reduce(0) { $0 + $1.takenCount }, isMoved: false,
            positions: MovedPositions(shared: .max))
    }

    /// What has to be done where the other branch stays as it is.
    ///
    /// - Parameters:
    ///   - others: The commits of the other one that the own one does not have.
    ///   - end: Where the own one ends.
    fileprivate init(
        behindTheirs merger: BranchMerger, _ asides: Asides, _ others: [BranchCommit],
        end: LogHead, shared: UInt64
    ) {
        let twins = merger.twins(of: others)
        let merge = BranchMerge(
            base: .theirs, commits: merger.commits, outcomes: merger.outcomes,
            asides: asides.commits, links: asides.links, positions: merger.positions,
            root: end.root, size: end.count, cameCount: others.count - twins.count,
            twins: others.map(\.header.id).filter { twins[$0] != nil })
        let came = others.filter { commit in
            !commit.isMergeAlone && twins[commit.header.id] != .whole
        }
        self.init(
            shared: shared, step: .merge(merge), came: came.map(\.positions),
            eventsCame: came.reduce(0) { $0 + $1.rows.count }, isMoved: true,
            positions: merger.positions, isUndoable: twins.count < others.count)
    }
}

extension BranchMerger {
    /// The commits of a branch behind a log: those that break a rule there are set aside, and
    /// whatever goes on from them, until nothing is broken.
    ///
    /// - Parameter left: The events that are not to be taken in, by their commit and their index.
    static func merged(
        _ branch: [BranchCommit], over store: any EventStore, _ index: BranchIndex, shared: UInt64,
        without left: [CommitID: [Int: MergeObstacle]] = [:]
    ) throws(StoreError) -> BranchMerger {
        var refused = left
        while true {
            var merger = try BranchMerger(over: store, index, branch, shared: shared)
            for commit in branch {
                try merger.take(commit, without: refused[commit.header.id] ?? [:])
            }
            let broken = try merger.broken()
            if broken.isEmpty { return merger }
            for (id, places) in broken {
                refused[id, default: [:]].merge(places) { known, _ in known }
            }
        }
    }
}
