internal import EventLog

/// What some commits that are to be taken back speak of.
struct UndoScope: Sendable {
    /// Their events.
    let undone: PositionRanges
    /// The lines and tasks, ascending.
    private(set) var entities: [UInt64] = []
    /// The other events that speak of those, in the order of entities, then of positions.
    private(set) var versions: [Version] = []
    /// The accounts, ascending.
    private(set) var accounts: [UInt64] = []
    /// The statements that were noted or withdrawn, newest first.
    private(set) var statements: [UInt64] = []
    /// The categories that were renamed, newest first.
    private(set) var renames: [UInt64] = []
    /// What was said of budgets, of what comes again and of prices, taken back, or restored.
    private(set) var plans: [UInt64] = []
    /// What was said of goals.
    private(set) var goals: [UInt64] = []
    /// The changes of settings.
    private(set) var settings: [UInt64] = []
    /// The closings that were made or ended, newest first.
    private(set) var closings: [UInt64] = []
    /// What of persons and the organisation they speak of.
    private(set) var people: Set<PeopleEntity> = []
    /// The events that nothing undoes.
    private(set) var finals: [UInt64] = []
    /// Whether undos are taken back.
    private(set) var redoes = false
    /// The events whose text was erased, as far as they matter.
    private(set) var erased: Set<UInt64> = []

    /// Whether it is about nothing at all.
    var isEmpty: Bool {
        entities.isEmpty && accounts.isEmpty && statements.isEmpty && renames.isEmpty
            && settings.isEmpty && closings.isEmpty && people.isEmpty && plans.isEmpty
            && goals.isEmpty
    }

    /// Whether there is nothing to do, not even for an undo that is taken back.
    var isIdle: Bool { isEmpty && !redoes }

    /// An event that speaks of an entity.
    struct Version: Sendable {
        let entity: UInt64
        let position: UInt64
    }

    /// - Complexity: O(*n*) in the links behind the oldest entity.
    init(_ commits: [RecordedCommit], in snapshot: LedgerSnapshot) throws(StoreError) {
        undone = PositionRanges(commits.map(\.positions))
        for range in undone.ranges {
            try snapshot.store.read(range, [.links, .hot]) { batch throws(StoreError) in
                try add(batch)
                return .next
            }
        }
        accounts = Array(Set(accounts)).sorted()
        statements.sort(by: >)
        renames.sort(by: >)
        closings.sort(by: >)
        try findVersions(in: snapshot)
        if !entities.isEmpty || !people.isEmpty {
            erased = Set(try snapshot.events(of: snapshot.erasures()))
        }
    }

    /// What one commit speaks of, without the other versions.
    init(only commit: RecordedCommit, in snapshot: LedgerSnapshot) throws(StoreError) {
        undone = PositionRanges([commit.positions])
        try snapshot.store.read(commit.positions, [.links, .hot]) { batch throws(StoreError) in
            try add(batch)
            return .next
        }
    }

    private mutating func add(_ batch: ColumnBatch) throws(StoreError) {
        let types = try batch.knownTypes()
        let targets = batch.links[.target]
        for index in 0..<batch.count {
            let position = batch.firstPosition + UInt64(index)
            let target = targets?.value(at: index).flatMap { UInt64(exactly: $0) }
            switch types[Int(batch.keyCodes[index])] {
            case .lineAdded, .taskAdded: entities.append(position)
            case .lineAmended, .lineVoided, .lineRestored, .taskEdited, .taskCompleted,
                .taskReopened, .taskRescheduled, .taskDropped, .taskTimed, .taskLinked,
                .taskStarted, .taskStopped, .taskFinished, .taskValued, .lineMarked:
                if let target { entities.append(target) }
            case .accountOpened: accounts.append(position)
            case .accountChanged, .accountTyped: if let target { accounts.append(target) }
            case .statementAsserted, .assertionWithdrawn: statements.append(position)
            case .categoryRenamed: renames.append(position)
            case .settingsChanged: settings.append(position)
            case .commitUndone: redoes = true
            case .booksClosed, .booksReopened: closings.append(position)
            case .budgetSet, .budgetEnded, .budgetWithdrawn, .budgetRestored, .repeatAdded,
                .repeatSkipped, .repeatWithdrawn, .repeatRestored, .priceSet, .priceWithdrawn,
                .priceRestored, .fileAttached:
                plans.append(position)
            case .goalSet: goals.append(position)
            case .personChanged, .unitAdded, .unitChanged, .membershipSet, .membershipEnded,
                .rightsGranted, .rightsRevoked:
                let unit = batch.links[.unit]?.value(at: index).flatMap { UInt64(exactly: $0) }
                let type = types[Int(batch.keyCodes[index])]
                let entity = type.flatMap {
                    PeopleEntity($0, at: position, target: target, unit: unit)
                }
                if let entity { people.insert(entity) }
            case let type:
                if type?.declaration.reversal != .notNeeded { finals.append(position) }
            }
        }
    }

    private mutating func findVersions(in snapshot: LedgerSnapshot) throws(StoreError) {
        var isSorted = true
        for index in entities.indices.dropFirst() where entities[index - 1] >= entities[index] {
            isSorted = false
            break
        }
        if !isSorted { entities = Array(Set(entities)).sorted() }
        guard let first = entities.first else { return }
        var known = PositionSet(snapshot.count)
        for entity in entities { known.insert(entity) }
        var versions: [Version] = []
        try snapshot.store.read(first..<snapshot.count, .links) { batch in
            batch.forEachLink(in: .target) { position, target in
                if known.contains(target) {
                    versions.append(Version(entity: target, position: position))
                }
            }
            return .next
        }
        versions.sort { ($0.entity, $0.position) < ($1.entity, $1.position) }
        self.versions = versions
    }
}

extension UndoScope {
    /// How many entities are held in memory at once.
    static let piece = 1 << 16

    /// Calls `body` with the entities with what becomes of them, in order, some at a time.
    func forEachPiece(
        in snapshot: LedgerSnapshot, _ body: ([UndoneEntity]) throws(StoreError) -> Void
    ) throws(StoreError) {
        var next = versions.startIndex
        var start = entities.startIndex
        while start < entities.endIndex {
            let end = min(start + UndoScope.piece, entities.endIndex)
            let first = next
            while next < versions.endIndex, versions[next].entity <= entities[end - 1] { next += 1 }
            try body(reverted(entities[start..<end], versions[first..<next], in: snapshot))
            start = end
        }
    }

    private func reverted(
        _ entities: ArraySlice<UInt64>, _ versions: ArraySlice<Version>, in snapshot: LedgerSnapshot
    ) throws(StoreError) -> [UndoneEntity] {
        var makers: [Maker] = entities.map { Maker(id: $0) }
        let entityOf = Dictionary(
            uniqueKeysWithValues: versions.map { ($0.position, $0.entity) })
        let positions = (entities + versions.map(\.position)).sorted()
        try snapshot.store.readEvents(at: positions, [.links, .hot, .facts, .text]) {
            position, event, _ in
            let entity = entityOf[position] ?? position
            let index = entities.partitioningIndex { $0 >= entity }
            guard index < entities.endIndex, entities[index] == entity else { return }
            makers[index - entities.startIndex].take(
                event, at: position, isUndone: undone.contains(position),
                isErased: erased.contains(position))
        }
        return makers.compactMap(\.made)
    }

    /// An entity that is read event by event.
    private struct Maker {
        let id: UInt64
        private var leader: UInt64
        private var lines: [Reversion<LineState>.Version] = []
        private var todos: [Reversion<TodoState>.Version] = []
        private var lostOfLine: FieldMask = []
        private var lostOfTodo: FieldSet = []

        init(id: UInt64) {
            self.id = id
            leader = id
        }

        mutating func take(
            _ event: Event, at position: UInt64, isUndone: Bool, isErased: Bool
        ) {
            noteLost(event, isErased)
            if case .lineAdded(let line) = event {
                leader = line.entry?.position ?? id
                let state = LineState(
                    id: id, version: position, facts: line.facts, details: line.details,
                    entry: [])
                add(state, at: position, isUndone)
            } else if case .taskAdded(let task) = event {
                add(TodoState(id: id, version: position, facts: task.facts), position, isUndone)
            } else if var line = lines.last?.entity {
                line.apply(event, at: position)
                add(line, at: position, isUndone)
            } else if var todo = todos.last?.entity {
                todo.apply(event, at: position)
                add(todo, position, isUndone)
            }
        }

        private mutating func add(_ line: LineState, at position: UInt64, _ isUndone: Bool) {
            lines.append(
                .init(position: position, entity: line, isUndone: isUndone, lost: lostOfLine))
        }

        private mutating func add(_ todo: TodoState, _ position: UInt64, _ isUndone: Bool) {
            todos.append(
                .init(position: position, entity: todo, isUndone: isUndone, lost: lostOfTodo))
        }

        /// Which fields have no text any more, after an event that may have said some.
        private mutating func noteLost(_ event: Event, _ isErased: Bool) {
            switch event {
            case .lineAdded: lostOfLine = isErased ? LineState.texts : []
            case .lineAmended(let event):
                let said = event.changes.intersection(LineState.texts)
                lostOfLine = isErased ? lostOfLine.union(said) : lostOfLine.subtracting(said)
            case .taskAdded, .taskEdited: lostOfTodo = isErased ? TodoState.texts : []
            default: break
            }
        }

        var made: UndoneEntity? {
            if let line = Reversion(lines) {
                return UndoneEntity(line, id: id, leader: leader)
            }
            return Reversion(todos).map { UndoneEntity($0, id: id, leader: id) }
        }
    }
}
