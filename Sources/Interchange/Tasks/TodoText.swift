package import Ledger

/// Tasks as lines of todo.txt (github.com/todotxt/todo.txt).
package struct TodoText: TaskWriter {
    private let zone: Zone
    private let keys: TaskAttributeKeys

    /// - Parameters:
    ///   - zone: That in which days are.
    ///   - attributes: Those that the ledger declares.
    package init(_ zone: Zone, _ attributes: [TaskAttributeDeclared] = []) {
        self.zone = zone
        keys = TaskAttributeKeys(.todo, attributes, zone)
    }

    package func said(of note: TaskNote) -> String? { note["ledger-id"] }

    package func piece(
        _ task: KnownTask, _ ids: [UInt64: String], _ person: (Reference?) -> String?,
        over old: [UInt8]
    ) -> [UInt8] {
        Array(line(task, id: ids[task.state.id]).utf8)
    }

    package func text(_ tasks: [KnownTask], _ person: (Reference?) -> String?) -> String {
        let kept = tasks.filter { $0.state.status != .dropped }
        let ids = KnownTask.ids(of: kept) { $0["ledger-id"] }
        return kept.map { line($0, id: ids[$0.state.id]) + "\n" }.joined()
    }

    /// A task as a line.
    ///
    /// - Parameter id: Its id there; without one that with which it came.
    package func line(_ task: KnownTask, id: String? = nil) -> String {
        let facts = task.state.facts
        let note = TaskNote(facts.note)
        let isDone = task.state.status == .completed
        let priority = facts.priority.map { letter($0, note) }
        var words: [String] = []
        if isDone {
            words = ["x"] + (task.closed(note, in: zone).map { ["\(zone.day(at: $0))"] } ?? [])
        } else if let priority {
            words = ["(\(priority))"]
        }
        let entry = TodoText.moment(note["entry"], in: zone) ?? task.addedAt
        words.append("\(zone.day(at: entry))")
        words.append(word(task.title, between: " "))
        if let project = facts.project { words.append("+" + word(project.text)) }
        words += facts.tags.map { "@" + word($0) }
        switch facts.deadline {
        case .day(let day): words.append("due:\(day)")
        case .instant(let instant):
            words.append("due:\(zone.day(at: instant))")
            words.append("at:\(zone.timeOfDay(at: instant))")
        case nil: break
        }
        // A line that begins with x has no priority of its own.
        if isDone, let priority { words.append("pri:\(priority)") }
        for (key, text, _) in keys.texts(task) {
            words.append("\(key):\(TaskAttributeKeys.word(text))")
        }
        words.append("ledger-id:\(id ?? note["ledger-id"] ?? task.uuid(note))")
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A moment that a note keeps: a day, or an instant; `nil` for anything else.
    static func moment(_ text: String?, in zone: Zone) -> Timestamp? {
        text.flatMap { text in Day(text).map { zone.start(of: $0) } ?? TaskMoment.instant(text) }
    }

    /// `A` for 1 … `I` for 9, or the one that it came with.
    private func letter(_ priority: UInt8, _ note: TaskNote) -> String {
        if priority == 9, note.format == .todo, let letter = note["priority"] { return letter }
        return String(Unicode.Scalar(0x40 + min(max(priority, 1), 26)))
    }

    /// A name without blanks, or with single ones.
    private func word(_ name: String, between: String = "-") -> String {
        JournalText.plain(name).split(whereSeparator: \.isWhitespace).joined(separator: between)
    }
}
