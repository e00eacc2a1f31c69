internal import EventLog

/// What someone wants to take back.
package enum UndoTarget: Hashable, Sendable {
    /// The newest commit or batch of the person that is neither taken back nor an undo.
    case newest
    /// The newest undo of the person that is not taken back.
    case newestUndo
    /// The commits that hold some events, with the batches to which they belong.
    case events([UInt64])
    /// The undos that took back the commits that hold some events, or that hold the events
    /// themselves.
    case undosOf([UInt64])
    /// Every commit of the batch that began at a position.
    case batch(UInt64)
    /// Whatever the person recorded at a moment or later.
    case since(Timestamp)
}

/// Why nothing can be taken back.
package enum UndoError: Error, Hashable, Sendable {
    /// Reading failed.
    case store(StoreError)
    /// It makes no sense for the ledger as it is.
    case decision(DecisionError)
}

/// Why a commit is passed over where somebody takes back what was recorded last.
package enum UndoObstacle: Hashable, Sendable {
    /// It erased text, or taking it back would need text that was erased.
    case erased
    /// What it changed was taken back since.
    case gone
}

/// A commit that is passed over.
package struct PassedCommit: Hashable, Sendable {
    /// The position of its first event.
    package let id: UInt64
    /// Why.
    package let obstacle: UndoObstacle
}

extension LedgerSnapshot {
    /// The commits that someone means, each in force.
    ///
    /// - Parameters:
    ///   - target: What is meant.
    ///   - actor: The person, by position.
    /// - Throws: ``UndoError``, of ``DecisionError`` the cases about undo, and
    ///   ``DecisionError/unknownTarget(_:)`` for a position behind the end.
    package func commits(
        toUndo target: UndoTarget, by actor: UInt64?
    ) throws(UndoError) -> [RecordedCommit] {
        let marks = try mappingError(UndoError.store, undoMarks())
        switch target {
        case .newest: return try newest(by: actor).commits
        case .newestUndo: return [try newestUndo(of: actor, marks)]
        case .events(let positions): return try commits(holding: positions, marks)
        case .undosOf(let positions): return try undos(of: positions, marks)
        case .batch(let id): return try batch(id, marks)
        case .since(let moment): return try commits(since: moment, by: actor, marks)
        }
    }

    /// The newest commit or batch that a person could undo, and newer ones that are passed over.
    ///
    /// What only declares something is not passed over, although nothing undoes it: who takes back
    /// what was recorded last does not mean what came before.
    package func newest(
        by actor: UInt64?
    ) throws(UndoError) -> (commits: [RecordedCommit], passed: [PassedCommit]) {
        var passed: [PassedCommit] = []
        var newest: [RecordedCommit]?
        try mappingError(
            UndoError.store,
            forEachUndoable(of: actor, withDeclarations: true) { group, obstacle in
                guard let obstacle else {
                    newest = group
                    return .stop
                }
                passed.append(PassedCommit(id: group.map(\.id).min() ?? 0, obstacle: obstacle))
                return .next
            })
        guard let newest else { throw .decision(.nothingToUndo) }
        return (newest, passed)
    }

    /// The commits and batches that a person could undo, newest first.
    package func undoableCommits(
        of actor: UInt64?, limit: Int
    ) throws(StoreError) -> [[RecordedCommit]] {
        try undoableCommits(of: actor, limit: limit, withPassed: false).map(\.commits)
    }

    /// The rows of ``undoableCommits(of:limit:)``, and among them, marked, those that are passed
    /// over.
    package func undoableRows(
        of actor: UInt64?, limit: Int
    ) throws(StoreError) -> [CommitRow] {
        let groups = try undoableCommits(of: actor, limit: limit, withPassed: true)
        var rows = try rows(of: groups.map(\.commits))
        for (index, group) in groups.enumerated() {
            rows[index].erased = group.obstacle == .erased ? true : nil
            rows[index].gone = group.obstacle == .gone ? true : nil
        }
        return rows
    }

    private func undoableCommits(
        of actor: UInt64?, limit: Int, withPassed: Bool
    ) throws(StoreError) -> [(commits: [RecordedCommit], obstacle: UndoObstacle?)] {
        var groups: [(commits: [RecordedCommit], obstacle: UndoObstacle?)] = []
        if limit <= 0 { return [] }
        try forEachUndoable(of: actor) { group, obstacle in
            if withPassed || obstacle == nil { groups.append((group, obstacle)) }
            return groups.count < limit ? .next : .stop
        }
        return groups
    }

    /// Calls `body` with the commits and batches in force that a person recorded and that have an
    /// inverse, newest first, and why one is passed over.
    ///
    /// - Parameter withDeclarations: Whether commits come, too, that declare something for good.
    private func forEachUndoable(
        of actor: UInt64?, withDeclarations: Bool = false,
        _ body: ([RecordedCommit], UndoObstacle?) -> ReadStep
    ) throws(StoreError) {
        let marks = try undoMarks()
        let hasErasures = try !erasures().isEmpty
        var batches: Set<UInt64> = []
        try forEachCommit(recordedLastFirst: mergeHistory()) { commit throws(StoreError) in
            guard commit.id > 0, commit.header.actor == actor, !marks.isUndo(commit.id),
                marks.undoer(of: commit.id) == nil
            else { return .next }
            if let batch = commit.header.batch, !batches.insert(batch).inserted { return .next }
            let group = try inForce(commit, marks)
            var isOffered = false
            for member in group where !isOffered { isOffered = try isUndoable(member) }
            if isOffered {
                return body(group, hasErasures ? try obstacle(to: group, marks) : nil)
            }
            if withDeclarations, try has(commit, LedgerSnapshot.declarations) {
                return body(group, nil)
            }
            if !hasErasures { return .next }
            return try has(commit, [.textErased]) ? body(group, .erased) : .next
        }
    }

    /// Why nothing of some commits can be taken back where text was erased: an entity whose
    /// creation was undone although it was changed since keeps those changes, for ever void.
    private func obstacle(
        to commits: [RecordedCommit], _ marks: UndoIndex
    ) throws(StoreError) -> UndoObstacle? {
        let plan = try UndoPlan(of: commits, in: self, reason: "", limit: 0)
        if plan.needsErasedText { return .erased }
        if plan.conflicts.isEmpty || plan.changesCount > 0 { return nil }
        for conflict in plan.conflicts where conflict.field != UndoConflict.erasedField {
            let isGone =
                conflict.type == "line" && conflict.field == LineState.goneField
                || conflict.type == "task" && conflict.field == TodoState.goneField
            guard isGone, let commit = try commit(at: conflict.by), marks.isUndo(commit.id) else {
                return nil
            }
        }
        return .gone
    }

    /// What people declare and nothing undoes.
    private static let declarations: Set<EventType> = [
        .personAdded, .currencyDeclared, .taskAttributeDeclared,
    ]

    /// Whether a commit has an event of some types.
    private func has(
        _ commit: RecordedCommit, _ types: Set<EventType>
    ) throws(StoreError) -> Bool {
        var isFound = false
        try store.readReferenceEvents(in: commit.positions, of: types) { _, _ in
            isFound = true
        }
        return isFound
    }

    /// A commit, or all commits of its batch that are not taken back.
    private func inForce(
        _ commit: RecordedCommit, _ marks: UndoIndex, without left: Set<UInt64> = []
    ) throws(StoreError) -> [RecordedCommit] {
        guard let batch = commit.header.batch else { return [commit] }
        return try commits(ofBatch: batch).filter { marks.undoer(of: $0.id, without: left) == nil }
    }

    private func newestUndo(
        of actor: UInt64?, _ marks: UndoIndex
    ) throws(UndoError) -> RecordedCommit {
        let history = try mappingError(UndoError.store, mergeHistory())
        var newest: RecordedCommit?
        for id in marks.all.reversed() where !marks.isRedo(id) && marks.undoer(of: id) == nil {
            // Only among branches that were merged may one before it be newer.
            if let newest, history.mixedStart(of: newest.id) == nil { break }
            let commit = try mappingError(UndoError.store, self.commit(at: id))
            guard let commit, commit.header.actor == actor else { continue }
            if newest.map({ history.isNewer(commit, than: $0) }) ?? true { newest = commit }
        }
        guard let newest else { throw .decision(.nothingToRedo) }
        if let since = try recorded(since: newest, by: actor, marks, history) {
            throw .decision(.recordedSince(undo: newest.id, since))
        }
        return newest
    }

    /// The first event of the newest commit of a person behind another one, undos apart.
    private func recorded(
        since undo: RecordedCommit, by actor: UInt64?, _ marks: UndoIndex, _ history: MergeHistory
    ) throws(UndoError) -> UInt64? {
        var found: UInt64?
        try mappingError(
            UndoError.store,
            forEachCommit(recordedLastFirst: history) { commit throws(StoreError) in
                if commit.id == undo.id { return .stop }
                guard commit.header.actor == actor, !marks.isUndo(commit.id),
                    try !isOfMerge(commit, history)
                else { return .next }
                found = commit.id
                return .stop
            })
        return found
    }

    private func commits(
        holding positions: [UInt64], _ marks: UndoIndex
    ) throws(UndoError) -> [RecordedCommit] {
        var asked: [RecordedCommit] = []
        // What a merge took in, as far as it is in force.
        var merged: Set<UInt64> = []
        for position in positions {
            let commit = try known(position)
            let came = try commits(mergedBy: commit)
            merged.formUnion(came?.map(\.id) ?? [])
            for commit in came ?? [commit] where !asked.contains(commit) { asked.append(commit) }
        }
        // Of an undo and what it took back, the undo goes first.
        asked.sort { $0.id > $1.id }
        var chosen: [RecordedCommit] = []
        var ids: Set<UInt64> = []
        for commit in asked where !ids.contains(commit.id) {
            if let by = marks.undoer(of: commit.id, without: ids) {
                if merged.contains(commit.id) { continue }
                let isUndo = marks.isUndo(commit.id)
                throw .decision(
                    isUndo
                        ? .alreadyRedone(commit.id, by: by) : .alreadyUndone(commit.id, by: by))
            }
            let group = try mappingError(UndoError.store, inForce(commit, marks, without: ids))
            for member in group where ids.insert(member.id).inserted { chosen.append(member) }
        }
        if chosen.isEmpty { throw .decision(.nothingGiven) }
        return chosen
    }

    private func undos(
        of positions: [UInt64], _ marks: UndoIndex
    ) throws(UndoError) -> [RecordedCommit] {
        var chosen: [RecordedCommit] = []
        for position in positions {
            let commit = try known(position)
            if marks.isUndo(commit.id), !marks.isRedo(commit.id) {
                if let by = marks.undoer(of: commit.id) {
                    throw .decision(.alreadyRedone(commit.id, by: by))
                }
                if !chosen.contains(commit) { chosen.append(commit) }
                continue
            }
            guard let id = marks.undoer(of: commit.id) else {
                throw .decision(.notUndone(position))
            }
            let undo = try known(id)
            if !chosen.contains(undo) { chosen.append(undo) }
        }
        if chosen.isEmpty { throw .decision(.nothingGiven) }
        return chosen
    }

    private func batch(_ id: UInt64, _ marks: UndoIndex) throws(UndoError) -> [RecordedCommit] {
        let all = try mappingError(UndoError.store, commits(ofBatch: id))
        guard let first = all.first else { throw .decision(.notABatch(id)) }
        let left = all.filter { marks.undoer(of: $0.id) == nil }
        if left.isEmpty, let by = marks.undoer(of: first.id) {
            throw .decision(.alreadyUndone(first.id, by: by))
        }
        return left
    }

    private func commits(
        since moment: Timestamp, by actor: UInt64?, _ marks: UndoIndex
    ) throws(UndoError) -> [RecordedCommit] {
        var chosen: [RecordedCommit] = []
        var ids: Set<UInt64> = []
        try mappingError(
            UndoError.store,
            forEachCommit { commit in
                if commit.header.logClock < moment.millisecondsSince1970 { return .stop }
                let isMine =
                    commit.id > 0 && commit.header.actor == actor
                    && commit.header.recordedAt >= moment.millisecondsSince1970
                if isMine, marks.undoer(of: commit.id, without: ids) == nil {
                    ids.insert(commit.id)
                    chosen.append(commit)
                }
                return .next
            })
        if chosen.isEmpty { throw .decision(.nothingToUndo) }
        return chosen
    }

    private func known(_ position: UInt64) throws(UndoError) -> RecordedCommit {
        let found = try mappingError(UndoError.store, commit(at: position))
        guard let found else { throw .decision(.unknownTarget(position)) }
        return found
    }

    /// Whether a commit has an event that something undoes.
    ///
    /// - Complexity: O(1) in most cases: the first events decide.
    func isUndoable(_ commit: RecordedCommit) throws(StoreError) -> Bool {
        if commit.id == 0 { return false }
        var isUndoable = false
        try store.read(commit.positions, .hot) { batch throws(StoreError) in
            let types = try batch.knownTypes().map { $0?.declaration.isUndoable == true }
            isUndoable = batch.keyCodes.contains { types[Int($0)] }
            return isUndoable ? .stop : .next
        }
        return isUndoable
    }
}
