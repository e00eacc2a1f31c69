package import EventLog

/// What a log says of the branches that were merged into it.
struct MergeHistory {
    /// A merge.
    struct Merge {
        /// The position of the event that tells of it.
        let position: UInt64
        let record: BranchMerged
    }

    /// The merges, oldest first.
    let merges: [Merge]
    /// Positions between which commits of two branches stand one behind the other, and not in the
    /// order in which they were recorded; ascending, none touches another.
    private let mixed: [Range<UInt64>]

    init(_ merges: [Merge]) {
        self.merges = merges
        let ranges = merges.map { $0.record.shared + 1..<$0.position + 1 }
            .sorted { $0.lowerBound < $1.lowerBound }
        var mixed: [Range<UInt64>] = []
        for range in ranges {
            guard let last = mixed.last, range.lowerBound < last.upperBound else {
                mixed.append(range)
                continue
            }
            mixed[mixed.count - 1] =
                last.lowerBound..<max(last.upperBound, range.upperBound)
        }
        self.mixed = mixed
    }

    /// Where the branches begin among which an event stands; `nil` outside of any.
    func mixedStart(of position: UInt64) -> UInt64? {
        mixed.last { $0.contains(position) }?.lowerBound
    }

    /// Whether a commit was recorded after another one: by the clock of recording where they may
    /// come from two branches, by their order else.
    func isNewer(_ commit: RecordedCommit, than other: RecordedCommit) -> Bool {
        let start = mixedStart(of: commit.id)
        if start == nil || start != mixedStart(of: other.id) { return commit.id > other.id }
        return (commit.header.recordedAt, commit.id) > (other.header.recordedAt, other.id)
    }
}

extension LedgerSnapshot {
    /// The merges that the log tells of.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    func mergeHistory() throws(StoreError) -> MergeHistory {
        var merges: [MergeHistory.Merge] = []
        try store.readReferenceEvents(in: 0..<count, of: [.branchMerged]) { position, event in
            guard case .branchMerged(let record) = event else { return }
            merges.append(MergeHistory.Merge(position: position, record: record))
        }
        return MergeHistory(merges)
    }

    /// The position of the newest event that names a branch by its root and its size; `nil` where
    /// none does.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    package func merge(of root: Digest, size: UInt64) throws(StoreError) -> UInt64? {
        try mergeHistory().merges.last { $0.record.names(root, of: size) }?.position
    }

    /// Calls `body` with the commits, the one that was recorded last first, for as long as `body`
    /// asks for more.
    ///
    /// - Complexity: As ``forEachCommit(newestFirst:)``; the headers of branches that were merged
    ///   are held.
    func forEachCommit(
        recordedLastFirst history: MergeHistory,
        _ body: (RecordedCommit) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        var held: [RecordedCommit] = []
        var isStopped = false
        func hand() throws(StoreError) {
            held.sort { history.isNewer($0, than: $1) }
            for commit in held where !isStopped { isStopped = try body(commit) == .stop }
            held = []
        }
        try forEachCommit { commit throws(StoreError) in
            let start = history.mixedStart(of: commit.id)
            if let last = held.last, history.mixedStart(of: last.id) != start { try hand() }
            held.append(commit)
            if start == nil, !isStopped { try hand() }
            return isStopped ? .stop : .next
        }
        try hand()
    }

    /// Whether a commit says nothing but what came of a merge.
    func isOfMerge(
        _ commit: RecordedCommit, _ history: MergeHistory
    ) throws(StoreError) -> Bool {
        if history.mixedStart(of: commit.id) == nil { return false }
        let own: [EventType] = [
            .branchMerged, .commitSetAside, .schemasDeclared, .commitsVouched, .commitSigned,
        ]
        var isOther = false
        try store.read(commit.positions, .hot) { batch in
            isOther =
                isOther
                || batch.keyCodes.contains { code in
                    !own.contains { $0.rawValue == batch.keys[Int(code)].type }
                }
            return isOther ? .stop : .next
        }
        return !isOther
    }

    /// The commits that a merge took in for who merged, newest first; `nil` for a commit that tells
    /// of no merge.
    ///
    /// - Throws: ``DecisionError/cannotUndo(_:_:)`` where the log does not tell any more.
    func commits(
        mergedBy commit: RecordedCommit
    ) throws(UndoError) -> [RecordedCommit]? {
        let history = try mappingError(UndoError.store, mergeHistory())
        guard let merge = history.merges.first(where: { commit.positions.contains($0.position) })
        else { return nil }
        let unknown = UndoError.decision(.cannotUndo(merge.position, .merge))
        for later in history.merges
        where later.position > merge.position && later.record.shared < merge.position {
            // What a later merge moved does not stand behind its branch any more.
            guard let moved = try parts(of: later)?.moved.last, moved.id > merge.position
            else { throw unknown }
        }
        guard let parts = try parts(of: merge) else { throw unknown }
        guard let came = merge.record.counts[BranchMerge.cameCount] else { return parts.moved }
        // What both branches had does not come, nor what both said.
        let both = Set(merge.record.known)
        let base = parts.base.filter { !both.contains($0.header.id.bytes) }
        guard !base.isEmpty, base.count == Int(clamping: came) else { throw unknown }
        return base
    }

    /// The commits of the two branches of a merge, newest first; `nil` where a record of an earlier
    /// program does not tell.
    private func parts(
        of merge: MergeHistory.Merge
    ) throws(UndoError) -> (base: [RecordedCommit], moved: [RecordedCommit])? {
        let counts = merge.record.counts
        guard counts["aside"] == nil || counts[BranchMerge.keptCount] != nil else { return nil }
        var kept = counts[BranchMerge.keptCount] ?? 0
        var left = counts["commits"] ?? 0
        var parts: (base: [RecordedCommit], moved: [RecordedCommit]) = ([], [])
        try mappingError(
            UndoError.store,
            forEachCommit { commit in
                if commit.positions.lowerBound > merge.position { return .next }
                if commit.id <= merge.record.shared { return .stop }
                if commit.positions.contains(merge.position) { return .next }
                if kept > 0 {
                    kept -= 1
                } else if left > 0 {
                    left -= 1
                    parts.moved.append(commit)
                } else {
                    parts.base.append(commit)
                }
                return .next
            })
        return kept == 0 && left == 0 ? parts : nil
    }
}
