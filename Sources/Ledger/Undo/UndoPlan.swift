internal import EventLog

/// What taking back some commits comes to: decided on the books as they are, and written as one
/// commit.
package struct UndoPlan: Sendable {
    /// The commits that are taken back, newest first; those without an inverse, and those of which
    /// nothing can be taken back, are not among them.
    package private(set) var commits: [RecordedCommit]
    /// What cannot be taken back and is left as it is, in the order of entities.
    package private(set) var conflicts: [UndoConflict] = []
    /// What the person should know.
    package private(set) var notes: [DecisionNote] = []
    /// What changes, in the order of entities; no more than were asked for.
    package private(set) var changes: [UndoChange] = []
    /// How many there are in all.
    package private(set) var changesCount = 0
    /// How many events the undo has.
    package private(set) var eventsCount = 0

    /// Holds the events against closed books.
    private var rule: ClosingRule
    private let snapshot: LedgerSnapshot
    private let reason: String
    private let limit: Int
    private let scope: UndoScope
    private var others: ReferenceDataUndo
    /// A task that would wait for itself, and over which others.
    private var ring: (task: UInt64, path: [UInt64])?
    /// Whether something that is taken back followed text that was erased.
    private var followsErased = false
    /// The entries and tasks that are left as they are, by their first lines.
    private var left: Set<UInt64> = []
    /// What there is to do where it is not too much to be held.
    private var held: [UndoneEntity]?

    /// Decides; nothing is written.
    ///
    /// - Parameters:
    ///   - commits: In any order, each once.
    ///   - limit: How many ``changes`` to keep, at most.
    /// - Complexity: O(*n*) in the events behind the oldest entity; in memory are one bit an
    ///   event and some 100 bytes an entity, beside 65,536 entities at a time.
    package init(
        of commits: [RecordedCommit], in snapshot: LedgerSnapshot, reason: String, limit: Int
    ) throws(StoreError) {
        var invertible: [RecordedCommit] = []
        for commit in commits where try snapshot.isUndoable(commit) { invertible.append(commit) }
        self.commits = invertible.sorted { $0.id > $1.id }
        self.snapshot = snapshot
        self.reason = reason
        self.limit = limit
        scope = try UndoScope(commits, in: snapshot)
        rule = ClosingRule(
            snapshot.referenceData, correction: snapshot.correction,
            known: try snapshot.closedFacts(
                accounts: scope.accounts, statements: !scope.statements.isEmpty,
                categories: !scope.renames.isEmpty))
        others = try ReferenceDataUndo(scope, snapshot)
        conflicts = others.conflicts
        followsErased = others.followsErased
        let lines = try others.opensAccounts ? snapshot.liveLines() : nil
        var summary = Summary(lines: lines, rule: rule, limit: limit)
        var leaders: [UInt64: UInt64] = [:]
        let names = UndoNames(snapshot.referenceData)
        try scope.forEachPiece(in: snapshot) { entities throws(StoreError) in
            for entity in entities {
                if entity.leader != entity.id { leaders[entity.id] = entity.leader }
                followsErased = followsErased || entity.followsErased
                guard entity.isInConflict else {
                    summary.add(entity, names)
                    continue
                }
                left.insert(entity.leader)
                conflicts += entity.conflicts(names)
            }
            held = scope.entities.count <= UndoScope.piece ? entities : nil
        }
        if !left.isEmpty {
            // Other lines of an entry in conflict were added up.
            summary = Summary(lines: lines, rule: rule, limit: limit)
            try forEachEntity { summary.add($0, names) }
        }
        let moved = try movedClosings()
        others.leaveOpen(moved)
        conflicts += moved.map(\.conflict)
        if !conflicts.isEmpty { try leaveOut(leaders) }
        notes = try finals()
        ring = try UndoPlan.ring(summary.links, in: snapshot)
        take(summary)
    }

    /// Calls `emit` with the events of the undo, the same each time: first a mark for each commit,
    /// then what takes it back.
    package func events(
        _ emit: (Event) throws(StoreError) -> Void
    ) throws(StoreError) {
        for commit in commits {
            try emit(.commitUndone(CommitUndone(commit: .position(commit.id), reason: reason)))
        }
        let before = others.eventsBefore
        for event in before { try emit(event) }
        var index = commits.count + before.count
        try forEachEntity { entity throws(StoreError) in
            for event in entity.events(from: index, reason: reason) {
                try emit(event)
                index += 1
            }
        }
        for event in others.eventsAfter(reason: reason) { try emit(event) }
        for event in corrections { try emit(event) }
    }

    /// Throws where lines of closed periods would change without being corrected, and where tasks
    /// would wait for each other.
    ///
    /// - Throws: ``DecisionError/closedPeriod(_:closing:day:)``,
    ///   ``DecisionError/taskRing(_:_:)``.
    package func checkClosings() throws(DecisionError) {
        if let ring { throw .taskRing(ring.task, ring.path) }
        _ = try rule.corrections()
    }

    /// The closings that would be made again of other figures than they were ended with.
    private func movedClosings() throws(StoreError) -> [(closing: UInt64, conflict: UndoConflict)] {
        let remade = others.remadeClosings
        if remade.isEmpty { return [] }
        let draft = try OverlayEventStore(
            over: snapshot.store, upTo: snapshot.count, makeSeed: Seeds.random)
        var events: [Event] = []
        try self.events { events.append($0) }
        let commit = NewCommit(
            id: CommitID(high: .max, low: snapshot.count),
            recordedAt: Timestamp(millisecondsSince1970: 0), actor: nil, events: events)
        _ = try draft.append(commit)
        let after = try LedgerSnapshot(store: draft)
        return try snapshot.moved(remade, after: after, undoing: scope.undone)
    }

    /// The first task that would wait for itself.
    private static func ring(
        _ links: [TaskLinked], in snapshot: LedgerSnapshot
    ) throws(StoreError) -> (task: UInt64, path: [UInt64])? {
        if links.allSatisfy(\.ends) { return nil }
        var known = try snapshot.todoLinks()
        for link in links where link.ends { known.take(link) }
        for link in links where !link.ends {
            guard let task = link.target.position, let before = link.prerequisite.position else {
                continue
            }
            if let path = known.path(from: before, to: task) { return (task, path) }
            known.take(link)
        }
        return nil
    }

    /// None where there may be none.
    private var corrections: [Event] { (try? rule.corrections()) ?? [] }

    /// The first closing that it ends.
    package var endedClosing: ReferenceData.Closing? { others.endedClosing }

    /// The commits, those of one batch together, newest first.
    package var groups: [[RecordedCommit]] {
        var groups: [[RecordedCommit]] = []
        var batches: [UInt64: Int] = [:]
        for commit in commits {
            if let batch = commit.header.batch {
                if let index = batches[batch] {
                    groups[index].append(commit)
                    continue
                }
                batches[batch] = groups.count
            }
            groups.append([commit])
        }
        return groups
    }

    /// Whether all that there would be to take back is text that was erased.
    var needsErasedText: Bool {
        changesCount == 0 && (followsErased || !conflicts.isEmpty)
            && conflicts.allSatisfy { $0.field == UndoConflict.erasedField }
    }

    /// Says of some commits that they were passed over.
    package mutating func tell(passed: [PassedCommit]) {
        notes += passed.map { commit in
            DecisionNote(
                commit.obstacle == .erased ? .erasurePassed : .gonePassed, given: "\(commit.id)",
                used: "")
        }
    }

    /// Why nothing at all can be taken back; `nil` when something can.
    package var hindrance: NotUndoable? {
        if scope.undone.contains(0) { return .opening }
        // What was said of a file whose name and hash were erased.
        if others.followsErased, needsErasedText, !scope.redoes { return .erasure }
        guard scope.isIdle else { return nil }
        switch notes.first?.kind {
        case .personStays: return .person
        case .currencyStays: return .currency
        case .attributeStays: return .attribute
        case .erasureStays: return .erasure
        default: return .nothing
        }
    }

    /// A note for each event that nothing undoes.
    private func finals() throws(StoreError) -> [DecisionNote] {
        var notes: [DecisionNote] = []
        try snapshot.store.readEvents(at: scope.finals, ReferenceData.sections) {
            position, event, _ in
            switch event {
            case .personAdded(let person):
                notes.append(DecisionNote(.personStays, given: "\(position)", used: person.name))
            case .currencyDeclared(let currency):
                notes.append(
                    DecisionNote(.currencyStays, given: "\(position)", used: currency.code))
            case .taskAttributeDeclared(let attribute):
                notes.append(
                    DecisionNote(.attributeStays, given: "\(position)", used: attribute.name))
            case .textErased(let erased):
                let target = erased.target.position.map { "\($0)" } ?? ""
                notes.append(DecisionNote(.erasureStays, given: "\(position)", used: target))
            default: notes.append(DecisionNote(.unknownStays, given: "\(position)", used: ""))
            }
        }
        return notes
    }

    /// Drops the commits of which nothing is taken back.
    private mutating func leaveOut(_ leaders: [UInt64: UInt64]) throws(StoreError) {
        let others = Set(conflicts.filter { $0.type != "line" && $0.type != "task" }.map(\.id))
        var kept: [RecordedCommit] = []
        for commit in commits {
            let own = try UndoScope(only: commit, in: snapshot)
            let isLeft =
                own.entities.allSatisfy { left.contains(leaders[$0] ?? $0) }
                && (own.accounts + own.statements + own.renames + own.settings + own.closings
                    + own.goals)
                    .allSatisfy(others.contains)
                && own.people.isSubset(of: self.others.people.left) && own.plans.isEmpty
            if !isLeft || own.isEmpty { kept.append(commit) }
        }
        commits = kept
    }

    /// The lines and tasks that are taken back.
    private func forEachEntity(
        _ body: (UndoneEntity) throws(StoreError) -> Void
    ) throws(StoreError) {
        if let held {
            for entity in held where !left.contains(entity.leader) { try body(entity) }
            return
        }
        try scope.forEachPiece(in: snapshot) { entities throws(StoreError) in
            for entity in entities where !left.contains(entity.leader) { try body(entity) }
        }
    }

    private mutating func take(_ summary: Summary) {
        others.keepOpen(summary.lines ?? [:])
        rule = summary.rule
        for event in others.eventsBefore + others.eventsAfter(reason: "") { rule.take(event) }
        notes += others.notes
        changes = Array((others.changes + summary.changes).prefix(limit))
        changesCount = others.changes.count + summary.changesCount
        eventsCount =
            commits.count + others.eventsBefore.count + summary.eventsCount
            + others.eventsAfter(reason: "").count + rule.eventsCount
    }
}

/// What lines and tasks come to that are taken back.
private struct Summary {
    /// How many live lines name each account afterwards; `nil` when it does not matter.
    var lines: [UInt64: Int]?
    /// Holds the events against closed books.
    var rule: ClosingRule
    /// How many changes to keep, at most.
    let limit: Int
    var changes: [UndoChange] = []
    var changesCount = 0
    var eventsCount = 0
    /// What becomes of tasks that wait for others.
    var links: [TaskLinked] = []

    init(lines: [UInt64: Int]?, rule: ClosingRule, limit: Int) {
        self.lines = lines
        self.rule = rule
        self.limit = limit
    }

    mutating func add(_ entity: UndoneEntity, _ names: UndoNames) {
        if changesCount < limit {
            let own = entity.changes(names)
            changes += own
            changesCount += own.count
        } else {
            changesCount += entity.changesCount(names)
        }
        let events = entity.events(from: 0, reason: "")
        eventsCount += events.count
        for event in events {
            rule.take(event)
            if case .taskLinked(let link) = event { links.append(link) }
        }
        guard var lines else { return }
        self.lines = nil
        for event in events { event.count(in: &lines) }
        self.lines = lines
    }
}
