internal import EventLog

/// What some commits that are to be taken back speak of.
struct UndoScope: Sendable {
    /// Their events.
    let undone: PositionRanges
    /// The lines and tasks, ascending.
    private(set) var things: [UInt64] = []
    /// The other events that speak of those, in the order of things, then of positions.
    private(set) var versions: [Version] = []
    /// The accounts, ascending.
    private(set) var accounts: [UInt64] = []
    /// The statements that were noted or withdrawn, newest first.
    private(set) var statements: [UInt64] = []
    /// The categories that were renamed, newest first.
    private(set) var renames: [UInt64] = []
    /// The changes of settings.
    private(set) var settings: [UInt64] = []
    /// The closings that were made or ended, newest first.
    private(set) var closings: [UInt64] = []
    /// What of persons and the organisation they speak of.
    private(set) var people: Set<PeopleThing> = []
    /// The events that nothing undoes.
    private(set) var finals: [UInt64] = []
    /// Whether undos are taken back.
    private(set) var redoes = false
    /// The events whose text was erased, as far as they matter.
    private(set) var erased: Set<UInt64> = []

    /// Whether it speaks of nothing at all.
    var isEmpty: Bool {
        things.isEmpty && accounts.isEmpty && statements.isEmpty && renames.isEmpty
            && settings.isEmpty && closings.isEmpty && people.isEmpty
    }

    /// Whether there is nothing to do, not even for an undo that is taken back.
    var isIdle: Bool { isEmpty && !redoes }

    /// An event that speaks of a thing.
    struct Version: Sendable {
        let thing: UInt64
        let position: UInt64
    }

    /// - Complexity: O(*n*) in the links behind the oldest thing.
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
        if !things.isEmpty || !people.isEmpty {
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
        for index in 0..<batch.count {
            let position = batch.firstPosition + UInt64(index)
            let target = batch.links[.target]?.value(at: index).flatMap { UInt64(exactly: $0) }
            switch types[Int(batch.keyCodes[index])] {
            case .lineAdded, .taskAdded: things.append(position)
            case .lineAmended, .lineVoided, .lineRestored, .taskEdited, .taskCompleted,
                .taskReopened, .taskRescheduled, .taskDropped:
                if let target { things.append(target) }
            case .accountOpened: accounts.append(position)
            case .accountChanged: if let target { accounts.append(target) }
            case .statementAsserted, .assertionWithdrawn: statements.append(position)
            case .categoryRenamed: renames.append(position)
            case .settingsChanged: settings.append(position)
            case .commitUndone: redoes = true
            case .booksClosed, .booksReopened: closings.append(position)
            case .personChanged, .unitAdded, .unitChanged, .membershipSet, .membershipEnded,
                .rightsGranted, .rightsRevoked:
                let unit = batch.links[.unit]?.value(at: index).flatMap { UInt64(exactly: $0) }
                let type = types[Int(batch.keyCodes[index])]
                if let thing = type.flatMap({
                    PeopleThing($0, at: position, target: target, unit: unit)
                }) {
                    people.insert(thing)
                }
            case let type:
                if type?.declaration.reversal != .notNeeded { finals.append(position) }
            }
        }
    }

    private mutating func findVersions(in snapshot: LedgerSnapshot) throws(StoreError) {
        var isSorted = true
        for index in things.indices.dropFirst() where things[index - 1] >= things[index] {
            isSorted = false
            break
        }
        if !isSorted { things = Array(Set(things)).sorted() }
        guard let first = things.first else { return }
        var known = PositionSet(snapshot.count)
        for thing in things { known.insert(thing) }
        var versions: [Version] = []
        try snapshot.store.read(first..<snapshot.count, .links) { batch in
            batch.forEachLink(in: .target) { position, target in
                if known.contains(target) {
                    versions.append(Version(thing: target, position: position))
                }
            }
            return .next
        }
        versions.sort { ($0.thing, $0.position) < ($1.thing, $1.position) }
        self.versions = versions
    }
}

/// A line or a task of which versions are taken back.
enum UndoneThing: Sendable {
    /// A line, and the first line of its entry.
    case line(Reversion<LineState>, leader: UInt64)
    /// A task.
    case todo(Reversion<TodoState>)

    /// The position of its creation.
    var id: UInt64 {
        switch self {
        case .line(let line, _): line.now.id
        case .todo(let todo): todo.now.id
        }
    }

    /// The first line of a line's entry; a task itself.
    var leader: UInt64 {
        switch self {
        case .line(_, let leader): leader
        case .todo(let todo): todo.now.id
        }
    }

    /// Whether it cannot be taken back.
    var isInConflict: Bool {
        switch self {
        case .line(let line, _): line.conflict != nil
        case .todo(let todo): todo.conflict != nil
        }
    }

    /// Whether something that is taken back followed a version whose text was erased.
    var followsErased: Bool {
        switch self {
        case .line(let line, _): line.followsErased
        case .todo(let todo): todo.followsErased
        }
    }

    /// The events that take it back; see ``Reversion``.
    func events(from index: Int, reason: String) -> [Event] {
        switch self {
        case .line(let line, _): line.events(from: index, reason: reason)
        case .todo(let todo): todo.events(from: index, reason: reason)
        }
    }
}

extension UndoScope {
    /// So many things are held in memory at once.
    static let piece = 1 << 16

    /// Hands over the things with what becomes of them, in order, some at a time.
    func forEachPiece(
        in snapshot: LedgerSnapshot, _ body: ([UndoneThing]) throws(StoreError) -> Void
    ) throws(StoreError) {
        var next = versions.startIndex
        var start = things.startIndex
        while start < things.endIndex {
            let end = min(start + UndoScope.piece, things.endIndex)
            let first = next
            while next < versions.endIndex, versions[next].thing <= things[end - 1] { next += 1 }
            try body(unwound(things[start..<end], versions[first..<next], in: snapshot))
            start = end
        }
    }

    private func unwound(
        _ things: ArraySlice<UInt64>, _ versions: ArraySlice<Version>, in snapshot: LedgerSnapshot
    ) throws(StoreError) -> [UndoneThing] {
        var makers: [Maker] = things.map { Maker(thing: $0) }
        let places = Dictionary(
            uniqueKeysWithValues: versions.map { ($0.position, $0.thing) })
        let positions = (things + versions.map(\.position)).sorted()
        try snapshot.store.readEvents(at: positions, [.links, .hot, .facts, .text]) {
            position, event, _ in
            let thing = places[position] ?? position
            guard let index = things.place(of: thing) else { return }
            makers[index - things.startIndex].take(
                event, at: position, isUndone: undone.contains(position),
                isErased: erased.contains(position))
        }
        return makers.compactMap(\.made)
    }

    /// A thing that is read event by event.
    private struct Maker {
        let thing: UInt64
        private var leader: UInt64
        private var lines: [Reversion<LineState>.Version] = []
        private var todos: [Reversion<TodoState>.Version] = []
        private var lostOfLine: FieldMask = []
        private var lostOfTodo: TodoFields = []

        init(thing: UInt64) {
            self.thing = thing
            leader = thing
        }

        mutating func take(
            _ event: Event, at position: UInt64, isUndone: Bool, isErased: Bool
        ) {
            noteLost(event, isErased)
            if case .lineAdded(let line) = event {
                leader = line.entry?.position ?? thing
                let state = LineState(
                    id: thing, version: position, facts: line.facts, details: line.details,
                    entry: [])
                add(state, at: position, isUndone)
            } else if case .taskAdded(let task) = event {
                add(TodoState(id: thing, version: position, facts: task.facts), position, isUndone)
            } else if var line = lines.last?.thing {
                line.apply(event, at: position)
                add(line, at: position, isUndone)
            } else if var todo = todos.last?.thing {
                todo.apply(event, at: position)
                add(todo, position, isUndone)
            }
        }

        private mutating func add(_ line: LineState, at position: UInt64, _ isUndone: Bool) {
            lines.append(
                .init(position: position, thing: line, isUndone: isUndone, lost: lostOfLine))
        }

        private mutating func add(_ todo: TodoState, _ position: UInt64, _ isUndone: Bool) {
            todos.append(
                .init(position: position, thing: todo, isUndone: isUndone, lost: lostOfTodo))
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

        var made: UndoneThing? {
            if let line = Reversion(lines) { return .line(line, leader: leader) }
            return Reversion(todos).map { .todo($0) }
        }
    }
}

extension ArraySlice<UInt64> {
    /// Where a value stands in an ascending slice; `nil` when it does not.
    fileprivate func place(of value: UInt64) -> Int? {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == value ? low : nil
    }
}
