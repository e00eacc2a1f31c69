internal import EventLog

/// A task with what imports made of it.
package struct KnownTask: Hashable, Sendable {
    /// What it was when it was added.
    package let added: TodoFacts
    /// Its id outside of this ledger, where nobody gave it one, in the form of a UUID (RFC 9562,
    /// version 8): made of what a file says of it where an import brought it, else of the id of its
    /// commit and its place there.
    ///
    /// - Complexity: A hash; most tasks are known by the id that a file gave them.
    package var ownID: String {
        switch origin {
        case .commit(let id, let index): KnownTask.ownID(id, index)
        case .imported(let number): ImportedTaskIDs.id(added, number)
        }
    }

    /// Bytes of such an id.
    package static let ownIDBytes = 36

    private enum Origin: Hashable {
        /// The index of the event in its commit.
        case commit(CommitID?, UInt64)
        /// Which one it is of those that are known by the same.
        case imported(Int)
    }
    private var origin: Origin
    /// The wall clock when it was added.
    package let addedAt: Timestamp
    /// The wall clock when it was completed or dropped; `nil` while it is open.
    package fileprivate(set) var closedAt: Timestamp?
    /// Whether neither an import nor an undo completed or dropped it last.
    package fileprivate(set) var isClosedByHand = false
    /// What it is.
    package fileprivate(set) var state: TodoState
    /// As imports left it, what people did left out; `nil` where no import brought it.
    package fileprivate(set) var imported: TodoState?
    /// The same before each commit of an import that is taken back, and before what took one back
    /// and is taken back itself, by the first position of the commit.
    private var earlier: [UInt64: TodoState] = [:]
    /// Whether the commit that added it is taken back.
    private let isUndone: Bool
    /// Whether the newest change is one by an import.
    fileprivate var isImports = false

    /// Whether it is gone because what added it is taken back.
    package var isTakenBack: Bool { isUndone && state.status == .dropped }

    /// When work on it began; `nil` while nobody works on it.
    package fileprivate(set) var startedAt: Timestamp?

    /// Whether it is called nothing, because its text was erased.
    package var isErased: Bool { state.facts.title.isEmpty }

    /// Whether the text with which it was added was erased: no task is added without a title.
    package var hasLostOrigin: Bool { added.title.isEmpty }

    fileprivate init(
        _ added: TodoFacts, at position: UInt64, _ commit: CommitHeader?, number: Int?,
        isUndone: Bool
    ) {
        (self.added, self.isUndone) = (added, isUndone)
        state = TodoState(id: position, version: position, facts: added)
        addedAt = Timestamp(millisecondsSince1970: commit?.recordedAt ?? 0)
        origin =
            number.map { .imported($0) }
            ?? .commit(commit?.id, position - (commit?.firstPosition ?? position))
    }

    fileprivate mutating func setImported(_ number: Int) { origin = .imported(number) }

    /// The same as closed at another moment; where it is open, or for `nil`, as it is.
    package func closed(at time: Timestamp?) -> KnownTask {
        guard let time, state.status != .open else { return self }
        var task = self
        (task.state.finishedAt, task.closedAt) = (time, time)
        return task
    }

    /// The id of an event outside of its ledger.
    static func ownID(_ commit: CommitID?, _ index: UInt64) -> String {
        var bytes = Array("ledger task".utf8)
        for number in [commit?.high ?? 0, commit?.low ?? 0, index] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return ownID(bytes)
    }

    /// What a task that has no id is known by where imports bring it.
    static func identity(of facts: TodoFacts) -> String { "says:" + facts.saying }

    /// The id of a task that is known by something, the first, second … of those.
    package static func ownID(of identity: String, _ number: Int) -> String {
        ownID(Array("ledger task\n\(identity)#\(number)".utf8))
    }

    private static func ownID(_ bytes: [UInt8]) -> String {
        var id = Array(SHA256.hash(bytes).bytes.prefix(16))
        id[6] = id[6] & 0x0F | 0x80
        id[8] = id[8] & 0x3F | 0x80
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (place, byte) in id.enumerated() {
            if place == 4 || place == 6 || place == 8 || place == 10 {
                text.append(UInt8(ascii: "-"))
            }
            for digit in [byte >> 4, byte & 0x0F] {
                text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension LedgerSnapshot {
    /// All tasks, by id, with what imports made of them.
    ///
    /// - Complexity: As ``todos()``.
    package func knownTasks() throws(StoreError) -> [KnownTask] {
        let imports = try importBatches()
        let marks = try undoMarks()
        let takenBack = Set(marks.undone.values.joined())
        var tasks: [KnownTask] = []
        var indexes: [UInt64: Int] = [:]
        var ids = ImportedTaskIDs()
        /// Tasks of batches that earlier programs wrote, with the ids that later ones give.
        var older: [UInt64: [(index: Int, number: Int?)]] = [:]
        try store.read(0..<count, .all, holding: TodoTable.typeSet) { batch throws(StoreError) in
            try batch.forEachEvent(of: TodoTable.types) { position, event in
                let commit = batch.commit(at: Int(position - batch.firstPosition))
                let start = commit?.batch.flatMap { imports.starts.contains($0) ? $0 : nil }
                let isImport = start != nil
                if case .taskAdded(let task) = event {
                    let undoer = commit.flatMap { marks.undoer(of: $0.firstPosition) }
                    let number = isImport ? ids.number(task.facts) : nil
                    let isOlder = start.map { imports.newTasks[$0] != nil } ?? false
                    var known = KnownTask(
                        task.facts, at: position, commit, number: isOlder ? nil : number,
                        isUndone: undoer != nil)
                    if isImport { known.imported = known.state }
                    if let start, isOlder {
                        older[start, default: []].append((tasks.count, number))
                    }
                    known.isImports = isImport
                    indexes[position] = tasks.count
                    tasks.append(known)
                } else if let index = event.todoTarget.flatMap({ indexes[$0] }) {
                    let first = commit?.firstPosition
                    tasks[index].apply(
                        event, at: position, commit?.recordedAt ?? 0, isImport: isImport,
                        takesBack: first.flatMap { marks.undone[$0] },
                        takenBack: first.flatMap { takenBack.contains($0) ? $0 : nil })
                }
            }
            return .next
        }
        // Of a batch of which a merge left something out, places are others than they were.
        for (start, known) in older where imports.newTasks[start] ?? 0 > known.count {
            for case (let index, let number?) in known {
                tasks[index].setImported(number)
            }
        }
        if tasks.indices.contains(where: { tasks[$0].state.isStarted }) {
            let table = try todos()
            for index in tasks.indices where tasks[index].state.isStarted {
                tasks[index].startedAt = table.entry(tasks[index].state.id)?.startedAt
            }
        }
        return tasks
    }
}

extension KnownTask {
    /// - Parameters:
    ///   - isImport: Whether an import made the event.
    ///   - undone: The first positions of what its commit takes back; `nil` for others.
    ///   - commit: The first position of its commit, where that is taken back.
    fileprivate mutating func apply(
        _ event: Event, at position: UInt64, _ time: Int64, isImport: Bool,
        takesBack undone: [UInt64]?, takenBack commit: UInt64?
    ) {
        let before = state.status
        // What takes imports back leaves what the file said before the first of them.
        let first = undone?.filter { earlier[$0] != nil }.min()
        let isUndo = undone != nil
        let isOfImports = isImport || isUndo && (isImports || first != nil)
        if isOfImports, let commit, earlier[commit] == nil { earlier[commit] = imported }
        if isOfImports, case .taskEdited = event {
            // An edit says all of a task, what people made of it, too: only what it changes is of
            // the file.
            var edited = state
            edited.apply(event, at: position)
            let fields = state.fields(unlike: edited)
            let said: TodoState? = isImport ? edited : first.flatMap { earlier[$0] }
            if let said { imported?.take(fields, from: said) }
        } else if isOfImports {
            imported?.apply(event, at: position)
        }
        state.apply(event, at: position)
        isImports = isOfImports
        if state.status == .open {
            closedAt = nil
        } else if state.status != before {
            closedAt = state.finishedAt ?? Timestamp(millisecondsSince1970: time)
            isClosedByHand = !isImport && !isUndo
        }
    }
}
