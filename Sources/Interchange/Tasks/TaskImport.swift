package import Ledger

/// Reads a file of tasks that another program wrote.
package struct TaskImport: Sendable {
    /// What a file came to.
    package struct Note: Codable, Hashable, Sendable {
        /// The format of the file.
        package let format: TaskFormat
        /// Tasks that are to be done.
        package var open = 0
        /// Tasks that were done.
        package var completed = 0
        /// Tasks that will not be done.
        package var dropped = 0
        /// What tasks of this program have no room for and their notes keep, by its name there.
        package var kept: [String: Int] = [:]
        /// What is not taken over, by its name.
        package var leftOut: [String: Int] = [:]
    }

    /// Faults that are told, at most.
    static let faultsMax = 1_000
    /// Bytes of a file, at most.
    ///
    /// Any task may wait for any other, and each is held against those of the ledger: all of them
    /// are in memory at once.
    package static let bytesMax = 30 << 20
    /// Tasks of a file, at most.
    package static let tasksMax = 110_000

    /// The tasks, in the order of the file.
    package private(set) var records: [TaskRecord] = []
    /// Tasks that cannot be taken over, the first of them.
    package private(set) var refused: [TaskFault] = []
    /// How many there are.
    package private(set) var refusedCount = 0
    /// What the file came to.
    package private(set) var note: Note
    /// Of each identity that is made of what a task says, how many had it.
    private var counts: [String: Int] = [:]
    private var ids: Set<String> = []
    /// Pieces of the file that may be tasks.
    package private(set) var pieces = 0
    private let tasksMax: Int
    /// The line of the first task that is one too many.
    private var overfullLine: Int?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - encoding: How its bytes are text, where that was said.
    ///   - format: What it is.
    ///   - zone: That in which days are.
    ///   - attributes: Those that the ledger declares.
    ///   - tasksMax: Tasks of a file, at most.
    /// - Throws: ``ImportError/badTasks(_:_:)`` where the file is none of its format, or has more
    ///   than is held at once.
    /// - Complexity: O(bytes); the whole is in memory.
    package init(
        _ source: any ByteSource, encoding: TextEncoding?, _ format: TaskFormat, zone: Zone,
        attributes: [TaskAttributeDeclared] = [], tasksMax: Int = TaskImport.tasksMax
    ) throws(ImportError) {
        guard source.byteCount <= UInt64(TaskImport.bytesMax) else {
            throw .badTasks(format, TaskFault(line: 1, .tooLong(bytesMax: TaskImport.bytesMax)))
        }
        let text = try TaskImport.text(of: source, encoding, format)
        note = Note(format: format)
        self.tasksMax = tasksMax
        let keys = TaskAttributeKeys(format, attributes, zone)
        do throws(TaskFault) {
            switch format {
            case .taskwarrior:
                var reader = TaskwarriorReader(zone, keys)
                try reader.read(text, into: &self)
            case .todo: TodoReader(zone, keys).read(text, into: &self)
            case .calendar:
                try CalendarReader(zone, keys).read(text, into: &self)
            }
        } catch { throw .badTasks(format, error) }
        if let line = overfullLine {
            throw .badTasks(format, TaskFault(line: line, .tooMany(tasksMax: tasksMax)))
        }
        for index in records.indices {
            switch records[index].status {
            case .open: note.open += 1
            case .completed: note.completed += 1
            case .dropped: note.dropped += 1
            }
        }
    }

    /// What makes a file more than can be read again; `nil` where it is not.
    package static func excess(bytes: Int, tasks: Int) -> TaskFault? {
        if tasks > tasksMax { return TaskFault(line: 0, .tooMany(tasksMax: tasksMax)) }
        return bytes > bytesMax ? TaskFault(line: 0, .tooLong(bytesMax: bytesMax)) : nil
    }

    /// Takes a task, or why there is none.
    mutating func add(_ record: () throws(TaskFault) -> TaskRecord?) { add(TaskPiece(record)) }

    /// The same, of what was made of a piece of the file.
    mutating func add(_ piece: TaskPiece) {
        pieces += 1
        for name in piece.kept { keep(name) }
        switch piece.result {
        case .none: return
        case .failure(let fault): refuse(fault)
        case .success(var record):
            guard records.count < tasksMax else {
                overfullLine = overfullLine ?? record.line
                return
            }
            record.ordinal = pieces - 1
            if piece.isSaying {
                let count = (counts[record.identity] ?? 0) + 1
                counts[record.identity] = count
                record.identity += "#\(count)"
            } else if !ids.insert(record.identity).inserted {
                let id = String(record.identity.dropFirst(3))
                return refuse(TaskFault(line: record.line, .repeatedID(id)))
            }
            records.append(record)
        }
    }

    private mutating func refuse(_ fault: TaskFault) {
        refusedCount += 1
        if refused.count < TaskImport.faultsMax { refused.append(fault) }
    }

    /// Makes room for so many tasks: to make it again and again costs more than to read them.
    mutating func expect(_ count: Int) {
        records.reserveCapacity(min(count, tasksMax))
        ids.reserveCapacity(min(count, tasksMax))
    }

    /// The tasks, of which none are left: a copy of them all would take as long again.
    ///
    /// - Parameters:
    ///   - clock: Of today only what is over has been.
    ///   - zone: That in which days are.
    ///   - change: Changes a task that says something of attributes.
    package mutating func takeRecords(
        at clock: TaskClock, in zone: Zone, _ change: (inout TaskRecord) -> Void
    ) -> [TaskRecord] {
        var taken = records
        records = []
        for index in taken.indices {
            if let time = taken[index].finishedAt, time > clock.now,
                zone.day(at: time) == clock.today
            {
                taken[index].finishedAt = clock.now
            }
            if !taken[index].said.isEmpty { change(&taken[index]) }
        }
        return taken
    }

    /// Counts what notes keep.
    package mutating func keep(_ name: String) { note.kept[name, default: 0] += 1 }

    /// Counts what is not taken over.
    mutating func leaveOut(_ name: String, _ count: Int = 1) {
        if count > 0 { note.leftOut[name, default: 0] += count }
    }

    /// Leaves some tasks out.
    mutating func remove(_ name: String, where isLeft: (TaskRecord) -> Bool) {
        let before = records.count
        records.removeAll(where: isLeft)
        leaveOut(name, before - records.count)
    }
}
