internal import EventLog
internal import Interchange
internal import Ledger

/// What the tasks of a file are to a ledger: new, known, or tasks that are otherwise there.
struct TaskMatching: TaskNames {
    /// A task of the ledger of which the file says something else.
    struct Changed {
        let record: TaskRecord
        /// What it is to be, where the change is taken over.
        let target: TasksToImport.Change
        let fields: [FieldChange]
    }

    /// Tasks that the ledger does not have.
    private(set) var new: [TaskRecord] = []
    private(set) var changed: [Changed] = []
    /// Tasks that may be ones whose text was erased.
    private(set) var held: [TaskRecord] = []
    private(set) var known = 0
    /// The titles of tasks that would wait for themselves over others, if what the file says were
    /// taken over.
    private(set) var leftOut: [String] = []
    /// Tasks of the file that are in the ledger, by their places in ``records`` and ``tasks``.
    private(set) var matched: [(place: Int, index: Int)] = []

    let records: [TaskRecord]
    let tasks: [KnownTask]
    private let data: ReferenceData
    private let zone: Zone
    /// Tasks by what recognises them.
    private var indexes: [String: Int] = [:]
    /// Tasks that are new, by what recognises them.
    private var newIndexes: [String: Int] = [:]
    /// How many tasks without a text there are, by what is left of them.
    private var erased: [Left: Int] = [:]
    /// Which tasks wait for which, with what the file says so far.
    private var links = TodoLinks()

    /// What stays of a task whose text is erased.
    private struct Left: Hashable {
        let deadline: Deadline?
        let priority: UInt8?
        let project: CategoryPath?

        init(_ facts: TodoFacts) {
            (deadline, priority, project) = (facts.deadline, facts.priority, facts.project)
        }
    }

    /// As a file said a task when both sides were the same; `nil` where imports say it.
    private let said: ((KnownTask) -> TaskRecord?)?

    /// - Parameters:
    ///   - takesAll: Whether what is otherwise there comes as a task of its own.
    ///   - said: As a file said a task when both sides were the same; `nil` where imports say it.
    init(
        _ records: [TaskRecord], _ snapshot: LedgerSnapshot, _ zone: Zone, takesAll: Bool,
        tasks all: [KnownTask]? = nil, said: ((KnownTask) -> TaskRecord?)? = nil
    ) throws(ApplicationError) {
        if let all {
            tasks = all
        } else {
            tasks = try mappingError(ApplicationError.store, snapshot.knownTasks())
        }
        (data, self.zone, self.said) = (snapshot.referenceData, zone, said)
        self.records = records
        index()
        let hasLinks = records.haveLinks
        if !hasLinks, indexes.isEmpty, erased.isEmpty {
            // Nothing to know them by: all are new.
            new = records
            return
        }
        for (place, record) in records.enumerated() {
            guard let index = indexes[record.identity] else {
                let left = Left(record.facts)
                if let count = erased[left], count > 0, !takesAll {
                    erased[left] = count - 1
                    held.append(record)
                } else {
                    // Only what waits for others asks for them.
                    if hasLinks { newIndexes[record.identity] = new.count }
                    new.append(record)
                }
                continue
            }
            matched.append((place, index))
        }
        takeLinks()
        if said != nil { return }
        // Who keeps two sides together asks for each change.
        for (place, index) in matched {
            let record = records[place]
            if let change = change(record, tasks[index]) {
                if takesAll { new.append(record.asAnother) } else { changed.append(change) }
            } else {
                known += 1
            }
        }
    }

    private mutating func index() {
        var counts: [String: Int] = [:]
        indexes.reserveCapacity(2 * tasks.count)
        for (index, task) in tasks.enumerated() {
            if task.isTakenBack {
                // What was erased does not come back because its import is taken back.
                let isErased = task.imported != nil && task.hasLostOrigin
                if isErased { erased[Left(task.added), default: 0] += 1 }
                // What was typed here and is taken back is gone, wherever it went.
                if said != nil, task.imported == nil {
                    indexes[TaskRecord.identity(id: task.ownID)] = index
                }
                continue
            }
            indexes[TaskRecord.identity(id: task.ownID)] = index
            guard task.imported != nil else { continue }
            if task.hasLostOrigin {
                erased[Left(task.added), default: 0] += 1
            } else if let identity = TaskRecord.identity(in: TaskNote(task.added.note)) {
                indexes[identity] = index
            } else {
                let identity = TaskRecord.identity(of: task.added)
                counts[identity, default: 0] += 1
                indexes["\(identity)#\(counts[identity] ?? 1)"] = index
            }
        }
    }

    /// A person of a file; `nil` for one who is not known.
    func person(_ name: String) -> Reference? {
        let folded = name.lowercased()
        let person = data.persons.first { $0.name.lowercased() == folded }
        return person.map { .position($0.position) }
    }

    /// The tasks that have to be done before a task of the file; those that are nowhere are left
    /// out.
    func prerequisites(of record: TaskRecord) -> [TasksToImport.Task.Prerequisite] {
        record.depends.compactMap { identity in
            indexes[identity].map { .known(tasks[$0].state.id) }
                ?? newIndexes[identity].map { .new($0) }
        }
    }

    /// A note as a file says it; of what another format said besides, it says nothing.
    private func note(_ said: String, _ known: String, _ now: String) -> String {
        if self.said != nil { return synced(said, known, TaskNote(now)) }
        if said.utf8.elementsEqual(known.utf8) { return known }
        let (new, old) = (TaskNote(said), TaskNote(known))
        if new.format != old.format { return TaskNote(new.text, old.format, old.attributes).note }
        return new.isSame(as: old) ? known : said
    }

    /// The same, beside what the file itself said.
    private func synced(_ said: String, _ known: String, _ now: TaskNote) -> String {
        let (new, old) = (TaskNote(said), TaskNote(known))
        if now.format == new.format { return new.isAlike(old) ? known : said }
        if new.text.utf8.elementsEqual(old.text.utf8) { return known }
        return TaskNote(new.text, now.format, now.attributes).note
    }

    /// Whether two moments are the same to the second, as far as files tell them.
    private func isSame(_ one: Deadline?, _ other: Deadline?) -> Bool {
        guard let one, let other else { return one == other }
        func seconds(_ deadline: Deadline) -> Int64 {
            deadline.firstInstant(in: zone).millisecondsSince1970 / 1_000
        }
        return seconds(one) == seconds(other)
    }

    /// What a task was when both sides were the same.
    private func base(of task: KnownTask) -> TodoState {
        guard let record = said?(task) else { return task.imported ?? task.state }
        var base = task.state
        (base.facts, base.status) = (record.facts, record.status)
        (base.moments, base.values) = (record.moments ?? [:], record.values)
        base.prerequisites = prerequisites(of: record).compactMap {
            if case .known(let id) = $0 { id } else { nil }
        }
        return base
    }

    /// What a record says otherwise than the task was when both sides were the same, and than it
    /// is; `nil` for nothing.
    ///
    /// - Parameters:
    ///   - passed: The names of what is not taken over.
    ///   - wanted: The status that it gets whatever it was before; `nil` for none.
    mutating func change(
        _ record: TaskRecord, _ task: KnownTask, passing passed: Set<String> = [],
        status wanted: TodoStatus? = nil
    ) -> Changed? {
        let now = task.state
        if let line = record.ownLine, line == TodoText(zone).line(task) { return nil }
        let base = base(of: task)
        var (facts, status) = (now.facts, now.status)
        var said = record.facts
        said.note = note(said.note, base.facts.note, now.facts.note)
        if isSame(said.deadline, base.facts.deadline) { said.deadline = base.facts.deadline }
        var fields: [FieldChange] = []
        // Some programs write tags in another order.
        if Set(said.tags) == Set(base.facts.tags) { said.tags = base.facts.tags }
        func take<Value: Equatable>(
            _ name: String, _ field: WritableKeyPath<TodoFacts, Value>,
            _ text: (Value) -> String?
        ) {
            let value = said[keyPath: field]
            if passed.contains(name) { return }
            guard value != base.facts[keyPath: field], value != facts[keyPath: field] else {
                return
            }
            fields.append(
                FieldChange(field: name, was: text(facts[keyPath: field]), now: text(value)))
            facts[keyPath: field] = value
        }
        // A file does not bring back what was erased.
        if !task.isErased {
            take("title", \.title) { $0 }
            take("tags", \.tags) { $0.isEmpty ? nil : $0.joined(separator: ", ") }
        }
        // A line of todo.txt has no note.
        if !task.isErased, record.ownLine == nil {
            take("note", \.note) { $0.isEmpty ? nil : $0 }
        }
        take("deadline", \.deadline) { $0?.description }
        take("priority", \.priority) { $0.map { "\($0)" } }
        take("project", \.project) { $0?.text }
        let isWanted = wanted != nil || record.status != base.status
        if isWanted, record.status != status, !passed.contains("status") {
            fields.append(
                FieldChange(
                    field: "status", was: status.rawValue, now: record.status.rawValue))
            status = record.status
        }
        var target = TasksToImport.Task(facts, status)
        target.finishedAt = now.finishedAt
        if status != now.status {
            target.finishedAt = record.finishedAt
        } else if let change = end(record, task, base, passing: passed) {
            fields.append(change)
            target.finishedAt = record.finishedAt
        }
        fields += plan(record, base, now, &target, passing: passed)
        fields += values(record, task, base, &target, passing: passed)
        if fields.isEmpty { return nil }
        return Changed(
            record: record, target: TasksToImport.Change(now.id, target), fields: fields)
    }

    /// What a record says otherwise of when a task was done that is done on both sides.
    private func end(
        _ record: TaskRecord, _ task: KnownTask, _ base: TodoState, passing passed: Set<String>
    ) -> FieldChange? {
        guard record.status == .completed, task.state.status == .completed,
            let end = record.finishedAt, !passed.contains(TaskRecord.end)
        else { return nil }
        func isSame(_ other: Timestamp?) -> Bool {
            guard let other else { return false }
            if record.endsOnDay { return zone.day(at: other) == zone.day(at: end) }
            return other.millisecondsSince1970 / 1_000 == end.millisecondsSince1970 / 1_000
        }
        let was = task.closed(TaskNote(task.state.facts.note), in: zone)
        // Nobody knows what an import made of what was done here.
        if said == nil, base.status != .completed { return nil }
        let known =
            said != nil || task.imported == nil ? said?(task)?.finishedAt : base.finishedAt
        if isSame(was) || base.status == .completed && isSame(known) { return nil }
        func text(_ time: Timestamp?) -> String? {
            time.map { record.endsOnDay ? "\(zone.day(at: $0))" : "\($0)" }
        }
        return FieldChange(field: TaskRecord.end, was: text(was), now: text(end))
    }

    /// What a record says otherwise of when the task is hidden, to be taken up and of use, and for
    /// what it waits.
    private mutating func plan(
        _ record: TaskRecord, _ base: TodoState, _ now: TodoState,
        _ task: inout TasksToImport.Task, passing passed: Set<String>
    ) -> [FieldChange] {
        var fields: [FieldChange] = []
        task.moments = now.moments
        task.prerequisites = now.prerequisites.map { .known($0) }
        guard let said = record.moments else { return [] }
        for moment in TodoMoment.allCases {
            let value = said[moment]
            if isSame(value, base.moments[moment]) || isSame(value, now.moments[moment]) {
                continue
            }
            if passed.contains("\(moment)") { continue }
            fields.append(
                FieldChange(
                    field: "\(moment)", was: now.moments[moment]?.description,
                    now: value?.description))
            task.moments[moment] = value
        }
        let wanted = withoutRings(prerequisites(of: record), of: now, record.facts.title)
        let known: [UInt64] = wanted.compactMap { if case .known(let id) = $0 { id } else { nil } }
        if passed.contains("depends") { return fields }
        let isSame = known.count == wanted.count && Set(known) == Set(base.prerequisites)
        if isSame || Set(known) == Set(now.prerequisites) && known.count == wanted.count {
            return fields
        }
        func text(_ ids: [UInt64]) -> String? {
            ids.isEmpty ? nil : ids.sorted().map { "\($0)" }.joined(separator: ", ")
        }
        task.prerequisites = wanted
        let new = wanted.count > known.count ? ["new"] : []
        fields.append(
            FieldChange(
                field: "depends", was: text(now.prerequisites),
                now: ([text(known)].compactMap(\.self) + new).joined(separator: ", ")))
        return fields
    }

    /// What a record says otherwise of attributes. Of a task that no file brought, what a file does
    /// not say is not taken away.
    private func values(
        _ record: TaskRecord, _ task: KnownTask, _ base: TodoState,
        _ target: inout TasksToImport.Task, passing passed: Set<String>
    ) -> [FieldChange] {
        var fields: [FieldChange] = []
        let now = task.state
        target.values = now.values
        let isKnown = said != nil || task.imported != nil
        for name in Set(base.values.keys).union(record.values.keys).sorted() {
            let said = record.values[name]
            if said == nil, !isKnown || task.isErased { continue }
            if said == base.values[name] || said == now.values[name] { continue }
            if passed.contains(name) { continue }
            fields.append(
                FieldChange(
                    field: name, was: now.values[name]?.description, now: said?.description))
            target.values[name] = said
        }
        return fields
    }

    /// Takes in which tasks wait for which once the file's own removals are made.
    private mutating func takeLinks() {
        for task in tasks {
            for known in task.state.prerequisites {
                links.take(task.state.id, known, ends: false)
            }
        }
        for (place, index) in matched where records[place].moments != nil {
            let known = tasks[index].state.prerequisites
            if known.isEmpty { continue }
            let (id, wanted) = (tasks[index].state.id, Set(prerequisites(of: records[place])))
            for known in known where !wanted.contains(.known(known)) {
                links.take(id, known, ends: true)
            }
        }
    }

    /// What a task is to wait for without what would make it wait for itself.
    private mutating func withoutRings(
        _ wanted: [TasksToImport.Task.Prerequisite], of task: TodoState, _ title: String
    ) -> [TasksToImport.Task.Prerequisite] {
        var kept: [TasksToImport.Task.Prerequisite] = []
        for prerequisite in wanted {
            if case .known(let known) = prerequisite, !links.has(task.id, known) {
                if links.path(from: known, to: task.id) != nil {
                    leftOut.append(title)
                    continue
                }
                links.take(task.id, known, ends: false)
            }
            kept.append(prerequisite)
        }
        return kept
    }
}
