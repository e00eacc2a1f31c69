internal import EventLog
internal import Interchange
internal import Ledger

/// What a file of tasks and the ledger say, and what they both said before: what comes in, what
/// goes out, and where both have changed the same.
struct TaskSync {
    /// Which side counts where both have changed the same.
    package enum Preference: String, CaseIterable, Codable, Sendable {
        case ours
        case theirs
    }

    /// A task that comes in, or goes out.
    struct Moved {
        /// `nil` for a task that is new here.
        let id: UInt64?
        let title: String
        let action: SyncTasks.Action
        let fields: [FieldChange]
    }

    /// A task that both sides changed.
    struct Conflict {
        let id: UInt64
        let title: String
        let fields: [SyncTasks.Difference]
    }

    private let theirs: TaskSide
    private let before: TaskSide?
    private let format: TaskFormat
    private let reader: TaskValueReader
    private let preference: Preference?
    private let writer: any TaskWriter
    private let person: (Reference?) -> String?
    private var matching: TaskMatching
    /// The ids of tasks in the file, by position.
    private let ids: [UInt64: String]
    /// Tasks as the file would say them, by position.
    private let ours: Records<UInt64>
    /// Tasks as both sides said them, by what recognises them.
    private let known: Records<String>

    /// Tasks that come in.
    private(set) var incoming: [Moved] = []
    /// Tasks that are new here.
    var new: [TaskRecord] { matching.new }
    /// What becomes of tasks that are here.
    private(set) var changes: [TasksToImport.Change] = []
    private(set) var conflicts: [Conflict] = []
    /// Tasks that go out.
    private(set) var outgoing: [Moved] = []
    /// Tasks of the file that may be ones whose text was erased.
    var heldCount: Int { matching.held.count }
    /// Pieces of the file that change; empty ones go.
    private var pieces: [Int: [UInt8]] = [:]
    private var added: [[UInt8]] = []
    /// The tasks of which both sides say the same from now on.
    private(set) var agreed: [[UInt8]] = []
    /// What goes out, as the file had it.
    private(set) var sent: [SyncState.Sent] = []
    /// Open tasks that both sides had.
    private(set) var knownOpenCount = 0
    /// Those of them that are dropped, for the file has them no more.
    private(set) var goneCount = 0

    /// - Parameters:
    ///   - theirs: The file.
    ///   - before: What both sides said; `nil` where nobody knows.
    init(
        _ theirs: TaskSide, _ before: TaskSide?, _ format: TaskFormat, _ reader: TaskValueReader,
        _ preference: Preference?, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        (self.theirs, self.before, self.format) = (theirs, before, format)
        (self.reader, self.preference) = (reader, preference)
        let writer = format.writer(reader.zone, reader.attributes)
        let data = snapshot.referenceData
        (self.writer, person) = (writer, { data.personName($0) })
        let tasks = try mappingError(ApplicationError.store, snapshot.knownTasks())
        let living = tasks.filter { !$0.isTakenBack || $0.imported == nil }
        let ids = KnownTask.ids(of: living) { writer.said(of: $0) }
        self.ids = ids
        let known = Records(before?.records ?? [], by: \.identity)
        self.known = known
        let ours = try TaskSync.ours(living, ids, format, reader, writer, person)
        self.ours = ours
        matching = try TaskMatching(
            theirs.records, snapshot, reader.zone, takesAll: false, tasks: tasks
        ) { task in
            let id = ids[task.state.id] ?? task.ownID
            return known[TaskRecord.identity(id: id)] ?? ours[task.state.id]
        }
        merge()
    }

    /// Tasks that become a file and are read again, at once: those of a large ledger, one part
    /// after the other, are never all in memory as text.
    private static let tasksAtOnce = 4_096

    /// Tasks as a file says them.
    private static func ours(
        _ tasks: [KnownTask], _ ids: [UInt64: String], _ format: TaskFormat,
        _ reader: TaskValueReader, _ writer: any TaskWriter,
        _ person: (Reference?) -> String?
    ) throws(ApplicationError) -> Records<UInt64> {
        var (ours, places) = ([TaskRecord](), [Int]())
        ours.reserveCapacity(tasks.count)
        places.reserveCapacity(tasks.count)
        // Which template is left out is told by all that is beside it.
        let isWhole = tasks.contains { TaskNote.isTemplate($0.state.facts.note) }
        let count = isWhole ? max(tasks.count, 1) : tasksAtOnce
        for start in stride(from: 0, to: tasks.count, by: count) {
            let part = tasks[start..<min(start + count, tasks.count)]
            let pieces = part.map { writer.piece($0, ids, person, over: []) }
            let text = TaskFile([], format).changed([:], adding: pieces)
            for var record in try TaskSide(text, format, reader).records {
                let place = start + record.ordinal
                // A line of todo.txt has no word for what was dropped.
                if tasks[place].state.status == .dropped { record.status = .dropped }
                ours.append(record)
                places.append(place)
            }
        }
        var next = 0
        return Records(ours) { _ in
            defer { next += 1 }
            return tasks[places[next]].state.id
        }
    }

    /// The file as it is to be.
    var bytes: [UInt8] {
        pieces.isEmpty && added.isEmpty
            ? theirs.bytes : theirs.file.changed(pieces, adding: added)
    }

    /// Refuses to write a file of more than can be read the next time.
    func check() throws(ApplicationError) {
        // A line that comes in has the id of its task behind it.
        let lines = format == .todo ? new.count { !$0.identity.hasPrefix("id:") } : 0
        let ids = lines * (" ledger-id:".utf8.count + KnownTask.ownIDBytes)
        let tasks = theirs.records.count + added.count - pieces.values.count { $0.isEmpty }
        let written = (added + pieces.values).reduce(0) { $0 + $1.count + 2 }
        // The whole is put together only where it may be too long.
        let most = theirs.bytes.count + written + ids + 1_000
        let count = most > TaskImport.bytesMax ? bytes.count + ids : most
        if let fault = TaskImport.excess(bytes: count, tasks: tasks) {
            throw .csv(.badTasks(format, fault))
        }
    }

    private mutating func merge() {
        for record in matching.new { comeIn(record) }
        var there: Set<UInt64> = []
        for (place, index) in matching.matched {
            let task = matching.tasks[index]
            there.insert(task.state.id)
            meet(matching.records[place], task)
        }
        for task in matching.tasks {
            if task.state.status == .open, known[identity(task)]?.status == .open {
                knownOpenCount += 1
            }
            if !there.contains(task.state.id) { miss(task) }
        }
    }

    private mutating func comeIn(_ record: TaskRecord) {
        incoming.append(
            Moved(id: nil, title: record.facts.title, action: .new, fields: []))
    }

    private func identity(_ task: KnownTask) -> String {
        TaskRecord.identity(id: ids[task.state.id] ?? task.ownID)
    }

    /// Whether what the note of a task keeps is of the format.
    private func keeps(_ task: KnownTask) -> Bool {
        TaskNote(task.state.facts.note).format == format
    }

    /// What a task of both sides comes to.
    private mutating func meet(_ record: TaskRecord, _ task: KnownTask) {
        guard let own = ours[task.state.id] else { return }
        let names = own.differences(from: record, ofNote: keeps(task))
        if names.isEmpty { return settle(record, own, task, names) }
        let base = known[identity(task)]
        let came = matching.change(record, task)
        let both =
            (base.map { clashes(record, own, $0, task, came?.fields ?? []) }
            ?? (came?.fields.map(\.field) ?? []))
            // What is done on both sides was done when the file says so.
            .filter { $0 != TaskRecord.end }
        if preference == nil, !both.isEmpty {
            conflicts.append(
                Conflict(
                    id: task.state.id, title: record.facts.title,
                    fields: both.map { name in
                        SyncTasks.Difference(
                            field: name, ours: own.text(of: name), theirs: record.text(of: name))
                    }))
            if let base { agreed.append(before?.file.piece(base.ordinal) ?? []) }
            return
        }
        if preference == .ours, !both.isEmpty {
            let isGone = own.status == .dropped && record.status != .dropped
            let all = Set(came?.fields.map(\.field) ?? [])
            take(matching.change(record, task, passing: isGone ? all : Set(both)), task)
        } else {
            var came = came
            // What one dropped and the other changed is there again.
            if preference == .theirs, both.contains("status") {
                came = matching.change(record, task, status: record.status)
            }
            take(came, task)
        }
        settle(record, own, task, names)
    }

    /// What both sides changed, each in its own way.
    private func clashes(
        _ record: TaskRecord, _ own: TaskRecord, _ base: TaskRecord, _ task: KnownTask,
        _ came: [FieldChange]
    ) -> [String] {
        let went = own.differences(from: base, ofNote: keeps(task))
        let names = came.map(\.field)
        if own.status == .dropped, base.status != .dropped, record.status != .dropped,
            !names.isEmpty
        {
            return ["status"] + names.filter { $0 != "status" }
        }
        if record.status == .dropped, base.status != .dropped, own.status != .dropped,
            !went.isEmpty
        {
            return ["status"] + went.filter { $0 != "status" }
        }
        return names.filter(went.contains)
    }

    private mutating func take(_ change: TaskMatching.Changed?, _ task: KnownTask) {
        guard let change else { return }
        changes.append(change.target)
        incoming.append(
            Moved(
                id: task.state.id, title: task.state.facts.title,
                action: .of(change.fields), fields: change.fields))
    }

    /// Writes what the file says otherwise.
    private mutating func settle(
        _ record: TaskRecord, _ own: TaskRecord, _ task: KnownTask, _ names: [String]
    ) {
        let hasID = record.identity.hasPrefix("id:")
        let old = theirs.file.piece(record.ordinal)
        if names.isEmpty, hasID || own.status == .dropped {
            return agreed.append(old)
        }
        let isGone = own.status == .dropped && format == .todo
        let piece: [UInt8]
        if isGone {
            piece = []
        } else if names.isEmpty, format == .todo, old != Array("x".utf8) {
            // A line stays as it is, with what it is known by behind it; behind an x alone that
            // would be what is done.
            piece = old + Array(" ledger-id:\(ids[task.state.id] ?? task.ownID)".utf8)
        } else {
            // What is done on both sides was done when the file says so; what was told here
            // since goes out.
            let base = known[identity(task)]
            let isSaid = base?.status == .completed && base?.isDone(when: record) == true
            let isTold = isSaid && names.contains(TaskRecord.end)
            let time = record.status == own.status && !isTold ? record.finishedAt : nil
            piece = writer.piece(task.closed(at: time), ids, person, over: old)
        }
        pieces[record.ordinal] = piece
        if !isGone { agreed.append(piece) }
        if names.isEmpty { return }
        if hasID { sent.append(SyncState.Sent(record.identity, old)) }
        let fields = names.map {
            FieldChange(field: $0, was: record.text(of: $0), now: own.text(of: $0))
        }
        outgoing.append(
            Moved(
                id: task.state.id, title: own.facts.title, action: .of(fields), fields: fields))
    }

    /// What a task comes to that the file has not.
    private mutating func miss(_ task: KnownTask) {
        guard let own = ours[task.state.id] else { return }
        guard let base = known[identity(task)] else {
            if own.status == .open, !task.isErased { goOut(task) }
            return
        }
        let piece = before?.file.piece(base.ordinal) ?? []
        // What is done may have been put away there.
        guard own.status == .open else {
            if own.status == .completed { agreed.append(piece) }
            return
        }
        if base.status != .open { return goOut(task) }
        let went = own.differences(from: base, ofNote: keeps(task))
        switch (went.isEmpty, preference) {
        case (false, nil):
            agreed.append(piece)
            let gone = SyncTasks.Difference(field: "status", ours: "open", theirs: nil)
            conflicts.append(
                Conflict(
                    id: task.state.id, title: own.facts.title,
                    fields: [gone]
                        + went.map { name in
                            SyncTasks.Difference(
                                field: name, ours: own.text(of: name), theirs: base.text(of: name))
                        }))
        case (false, .ours?): goOut(task)
        default:
            let now = task.state
            goneCount += 1
            var target = TasksToImport.Task(now.facts, .dropped)
            (target.moments, target.values) = (now.moments, now.values)
            target.prerequisites = now.prerequisites.map { .known($0) }
            changes.append(TasksToImport.Change(now.id, target))
            incoming.append(
                Moved(
                    id: now.id, title: now.facts.title, action: .dropped,
                    fields: [FieldChange(field: "status", was: "open", now: "dropped")]))
        }
    }

    private mutating func goOut(_ task: KnownTask) {
        let piece = writer.piece(task, ids, person, over: [])
        added.append(piece)
        agreed.append(piece)
        sent.append(SyncState.Sent(identity(task), nil))
        outgoing.append(
            Moved(id: task.state.id, title: task.state.facts.title, action: .new, fields: []))
    }

    /// What becomes of the ledger; `nil` for nothing.
    func command(_ fileName: String) -> Command? {
        if new.isEmpty, changes.isEmpty { return nil }
        let counts = [
            ImportBatches.readCount: theirs.records.count, "new": new.count,
            ImportBatches.changedCount: changes.count,
        ].filter { $0.value > 0 }.mapValues { Int64($0) }
        return .importTasks(
            TasksToImport(
                fileName: fileName, counts: counts,
                new: new.map { $0.task(matching) }, changes: changes))
    }
}
