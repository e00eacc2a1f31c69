package import Ledger

/// Tasks as JSON that `task import` of Taskwarrior takes.
package struct TaskwarriorText: TaskWriter {
    private let zone: Zone
    private let keys: TaskAttributeKeys

    /// - Parameters:
    ///   - zone: That in which days are.
    ///   - attributes: Those that the ledger declares.
    package init(_ zone: Zone, _ attributes: [TaskAttributeDeclared] = []) {
        self.zone = zone
        keys = TaskAttributeKeys(.taskwarrior, attributes, zone)
    }

    package func text(_ tasks: [KnownTask], _ person: (Reference?) -> String?) -> String {
        let notes = tasks.map { TaskNote($0.state.facts.note) }
        let ids = KnownTask.ids(of: tasks, notes) { $0["uuid"] }
        var text = "[\n"
        text.reserveCapacity(tasks.count * 256)
        for index in tasks.indices {
            if index > 0 { text += ",\n" }
            JSONValue.object(members(tasks[index], notes[index], ids, person)).write(to: &text)
        }
        return text + (tasks.isEmpty ? "]\n" : "\n]\n")
    }

    /// What a task says itself, or the ledger of it.
    private static let managed: Set<String> = [
        "id", "urgency", "modified", "description", "entry", "end", "start", "status", "uuid",
        "due", "wait", "scheduled", "until", "depends", "priority", "tags", "annotations",
        "project",
    ]

    package func said(of note: TaskNote) -> String? { note["uuid"] }

    package func piece(
        _ task: KnownTask, _ ids: [UInt64: String], _ person: (Reference?) -> String?,
        over old: [UInt8]
    ) -> [UInt8] {
        let note = TaskNote(task.state.facts.note)
        var members = members(task, note, ids, person)
        var reader = JSONReader(old)
        let isOwn = note.format == .taskwarrior
        if !isOwn, !old.isEmpty, case .object(let known) = try? reader.value() {
            // What the ledger has no room for stays as it is.
            members += known.filter { member in
                !TaskwarriorText.managed.contains(member.key)
                    && !member.key.hasPrefix("ledger_") && keys.name(of: member.key) == nil
                    && !members.contains { $0.key == member.key }
            }
        }
        return Array(JSONValue.object(members).json.utf8)
    }

    private func members(
        _ task: KnownTask, _ note: TaskNote, _ ids: [UInt64: String],
        _ person: (Reference?) -> String?
    ) -> [JSONValue.Member] {
        let facts = task.state.facts
        let isOwn = note.format == .taskwarrior
        var members: [JSONValue.Member] = []
        members.reserveCapacity(16)
        func add(_ key: String, _ value: JSONValue) {
            members.append(.init(key: key, value: value))
        }
        func add(_ key: String, _ text: String) { add(key, .text(text)) }
        let added = TodoText.moment(note["entry"], in: zone) ?? task.addedAt
        add("description", task.title)
        add("entry", TaskMoment.text(added))
        if let closed = task.closed(note, in: zone) { add("end", TaskMoment.text(closed)) }
        if let started = task.startedAt { add("start", TaskMoment.text(started)) }
        add("status", status(task, note))
        add("uuid", ids[task.state.id] ?? task.uuid(note))
        switch facts.deadline {
        case .day(let day): add("due", TaskMoment.text(zone.start(of: day)))
        case .instant(let instant): add("due", TaskMoment.text(instant))
        case nil: break
        }
        members += plan(task, ids)
        if let priority = facts.priority {
            add("priority", priority <= 3 ? "H" : priority <= 6 ? "M" : "L")
            if ![1, 5, 9].contains(priority) { add("ledger_priority", "\(priority)") }
        }
        let words = facts.tags.map(TaskwarriorText.word)
        if !words.isEmpty { add("tags", .list(words.map { .text($0) })) }
        if words != facts.tags { add("ledger_tags", facts.tags.joined(separator: "\n")) }
        var annotations: [JSONValue] = []
        func annotate(_ entry: String, _ text: String) {
            annotations.append(
                .object([
                    .init(key: "entry", value: .text(entry)),
                    .init(key: "description", value: .text(text)),
                ]))
        }
        for attribute in note.attributes where isOwn {
            let key = attribute.key
            if key == "annotation" {
                let parts = attribute.value.split(separator: " ", maxSplits: 1)
                annotate(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
            } else if key == "depends" {
                if members.contains(where: { $0.key == key }) { continue }
                let ids = attribute.value.split(separator: ",").map { JSONValue.text(String($0)) }
                add(key, .list(ids))
            } else if !["uuid", "ledger-id", "entry", "end", "status"].contains(key),
                !members.contains(where: { $0.key == key })
            {
                add(key, attribute.isRaw ? .word(attribute.value) : .text(attribute.value))
            }
        }
        for (number, line) in note.text.split(separator: "\n").enumerated() {
            // Two annotations of one second would be one.
            let moment = added.adding(milliseconds: Int64(number) * 1_000)
            annotate(TaskMoment.text(moment), String(line))
        }
        if !annotations.isEmpty { add("annotations", .list(annotations)) }
        if !note.text.isEmpty { add("ledger_note", note.text) }
        if facts.urgency != .basic { add("ledger_type", facts.urgency.name) }
        if facts.colour != .green { add("ledger_colour", facts.colour.name) }
        if let name = person(facts.assignee) { add("ledger_assignee", name) }
        return members
    }

    /// When the task is hidden, to be taken up and of use, for what it waits, and its project.
    private func plan(_ task: KnownTask, _ ids: [UInt64: String]) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ text: String) {
            members.append(.init(key: key, value: .text(text)))
        }
        let moments: [(String, TodoMoment)] = [
            ("wait", .wait), ("scheduled", .scheduled), ("until", .until),
        ]
        for (key, moment) in moments {
            guard let time = task.state.moments[moment] else { continue }
            add(key, TaskMoment.text(time.firstInstant(in: zone)))
        }
        let depends = task.state.prerequisites.compactMap { ids[$0] }
        if !depends.isEmpty {
            let list = JSONValue.list(depends.map { .text($0) })
            members.append(.init(key: "depends", value: list))
        }
        for (key, text, isNumber) in keys.texts(task) {
            members.append(.init(key: key, value: isNumber ? .word(text) : .text(text)))
        }
        if let path = task.state.facts.project {
            let project = TaskwarriorText.project(path)
            add("project", project)
            if path.text.contains(".") { add("ledger_project", path.text) }
        }
        return members
    }

    private func status(_ task: KnownTask, _ note: TaskNote) -> String {
        switch task.state.status {
        case .open: note.format == .taskwarrior ? note["status"] ?? "pending" : "pending"
        case .completed: "completed"
        case .dropped: "deleted"
        }
    }

    /// A tag as Taskwarrior has it: a word.
    private static func word(_ tag: String) -> String {
        tag.split { $0.isWhitespace || $0 == "," }.joined(separator: "-")
    }

    /// A project as Taskwarrior has it: with dots.
    static func project(_ path: CategoryPath) -> String {
        String(path.text.map { $0 == ":" ? "." : $0 })
    }
}

/// Writes tasks in a format of other programs.
package protocol TaskWriter {
    /// All of some tasks.
    ///
    /// - Parameter person: The name of a person.
    func text(_ tasks: [KnownTask], _ person: (Reference?) -> String?) -> String

    /// The id of the format that a note says; `nil` for none.
    func said(of note: TaskNote) -> String?

    /// A task alone, as it stands in a file.
    ///
    /// - Parameters:
    ///   - ids: The ids of tasks in the file, by position.
    ///   - person: The name of a person.
    ///   - old: As it stood there; empty for one that did not. What the format has no word for in
    ///     the ledger stays.
    func piece(
        _ task: KnownTask, _ ids: [UInt64: String], _ person: (Reference?) -> String?,
        over old: [UInt8]
    ) -> [UInt8]
}

extension KnownTask {
    /// Its id in other programs: the one it came with, else one of its own.
    func uuid(_ note: TaskNote) -> String { note["uuid"] ?? ownID }

    /// When it was completed or dropped, as files say it: what was told, else what its note keeps
    /// of the file that closed it, else when that was recorded.
    package func closed(_ note: TaskNote, in zone: Zone) -> Timestamp? {
        if state.status == .open { return nil }
        if let told = state.finishedAt { return told }
        let kept = note.attributes.first { attribute in
            ["end", "COMPLETED"].contains(attribute.key.prefix { $0 != ";" })
        }
        return TodoText.moment(isClosedByHand ? nil : kept?.value, in: zone) ?? closedAt
    }

    /// The ids of tasks in a file, by position: of several that came with one id, as an undo that
    /// is undone leaves them, the newest has it.
    ///
    /// - Parameters:
    ///   - notes: Their notes, in the same order; `nil` where nobody has read them.
    ///   - said: The id with which a task came, as its note says it.
    package static func ids(
        of tasks: [KnownTask], _ notes: [TaskNote]? = nil, _ said: (TaskNote) -> String?
    ) -> [UInt64: String] {
        var (ids, used) = ([UInt64: String](minimumCapacity: tasks.count), Set<TaskKey>())
        used.reserveCapacity(tasks.count)
        for index in tasks.indices.reversed() {
            let task = tasks[index]
            let note = notes?[index] ?? TaskNote(task.state.facts.note)
            var (id, number) = (said(note) ?? task.uuid(note), 1)
            // No file has two tasks of one id.
            while !used.insert(TaskKey(id)).inserted {
                id = number == 1 ? task.ownID : KnownTask.ownID(of: "id:" + task.ownID, number)
                number += 1
            }
            ids[task.state.id] = id
        }
        return ids
    }

    /// What it is called in files: no program reads a task that is called nothing.
    var title: String { isErased ? "(erased)" : state.facts.title }
}
