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
        var said: [String] = []
        if let project = facts.project { said.append("+" + word(project.text)) }
        said += facts.tags.map { "@" + word($0) }
        switch facts.deadline {
        case .day(let day): said.append("due:\(day)")
        case .instant(let instant):
            said.append("due:\(zone.day(at: instant))")
            said.append("at:\(zone.timeOfDay(at: instant))")
        case nil: break
        }
        // A line that begins with x has no priority of its own.
        if isDone, let priority { said.append("pri:\(priority)") }
        for (key, text, _) in keys.texts(task) {
            said.append("\(key):\(TaskAttributeKeys.word(text))")
        }
        said.append("ledger-id:\(id ?? note["ledger-id"] ?? task.uuid(note))")
        words += placed(task.title, among: said, priority: isDone ? nil : priority)
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The words of a title and what else a line says. Of words that a line can say once the first
    /// one counts: what the task says stands before a title with such words.
    private func placed(
        _ title: String, among said: [String], priority: String?
    ) -> [String] {
        let title = word(title, between: " ")
        var line = TodoTask("", 0, zone, keys)
        let words = TodoTask.words(title)
        guard words.contains(where: line.mayBeTaken) else { return [title] + said }
        // Each context counts.
        let kinds = Set(words.map(TodoText.kind)).subtracting(["@"])
        let ahead = said.filter { word in
            let kind = TodoText.kind(word[...])
            return kinds.contains(kind) || kind == "due" && kinds.contains("at")
        }
        line.take((priority.map { ["(\($0))"] } ?? []) + ahead)
        return ahead + words.map(line.marked) + said.filter { !ahead.contains($0) }
    }

    /// What a word of a line says: what stands before its colon, `@` or `+`.
    private static func kind(_ word: Substring) -> Substring {
        if let first = word.first, "@+".contains(first) { return word.prefix(1) }
        return word.prefix { $0 != ":" }
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
        TodoTask.words(JournalText.plain(name)).joined(separator: between)
    }
}
