package import Ledger

/// A task as a file of another program has it.
package struct TaskRecord: Hashable, Sendable {
    /// Bytes of title, note and tags together, at most.
    private static let textBytesMax = 60_000

    /// The line on which it starts, from 1.
    package let line: Int
    /// Which of the pieces of the file that may be tasks it is, from 0.
    package internal(set) var ordinal = 0
    /// What recognises it: its id in the other program, or what it says.
    package var identity: String
    /// What it is; the note with what there is no room for.
    package var facts: TodoFacts
    /// What became of it.
    package var status: TodoStatus
    /// The person who is to do it; `nil` where the file does not say.
    package var assignee: String?
    /// When it was completed or dropped, where the file says it: of a day its last moment.
    package var finishedAt: Timestamp?
    /// Whether the file says no more of it than the day.
    package var endsOnDay = false
    /// When it is hidden, to be taken up and of use; `nil` where a format cannot say it.
    package var moments: [TodoMoment: Deadline]?
    /// What it has of attributes that the ledger declares, as the file says it, by their names.
    package var said: [String: String] = [:]
    /// The same, as it was understood.
    package var values: [String: TodoValue] = [:]
    /// What recognises the tasks that have to be done before.
    package var depends: [String] = []
    /// The line as it is, where this program wrote it.
    package var ownLine: String?

    /// Keeps what was not understood of an attribute in the note, as what the program of the file
    /// says besides.
    package mutating func keep(_ format: TaskFormat, _ name: String, _ text: String) {
        let note = TaskNote(facts.note)
        facts.note = TaskNote(note.text, format, note.attributes + [.init(name, text)]).note
    }

    init(line: Int, identity: String, facts: TodoFacts, status: TodoStatus = .open) {
        (self.line, self.identity, self.facts) = (line, identity, facts)
        self.status = status
    }

    /// What recognises a task by an id.
    package static func identity(id: String) -> String { "id:" + lowercased(id) }

    /// An id in small letters, as most are.
    static func lowercased(_ id: String) -> String {
        let isOther = id.utf8.contains { $0 >= 0x80 || (0x41...0x5A).contains($0) }
        return isOther ? id.lowercased() : id
    }

    /// What recognises a task that has no id, as it was when it was added.
    package static func identity(of facts: TodoFacts) -> String {
        "says:" + facts.saying
    }

    /// What recognises a task by the id that a note says; `nil` for none.
    package static func identity(in note: TaskNote) -> String? {
        (note["uuid"] ?? note["UID"] ?? note["ledger-id"]).map { identity(id: $0) }
    }

    /// The same as a task of its own, which is not known by the id of the first.
    package var asAnother: TaskRecord {
        var (other, note) = (self, TaskNote(facts.note))
        note.attributes.removeAll { ["uuid", "UID", "ledger-id"].contains($0.key) }
        other.facts.note = note.note
        return other
    }

    /// Checks what an event can hold, and leaves each tag once.
    ///
    /// - Throws: ``TaskFault``.
    mutating func check() throws(TaskFault) {
        if facts.title.trimmed.isEmpty { throw TaskFault(line: line, .noTitle) }
        var bytes = facts.title.utf8.count + facts.note.utf8.count + 8
        for tag in facts.tags {
            if tag.trimmed.isEmpty || tag.utf8.contains(UInt8(ascii: "\n")) {
                throw TaskFault(line: line, .badValue(tag, of: "tags"))
            }
            bytes += tag.utf8.count + 4
        }
        if bytes > TaskRecord.textBytesMax { throw TaskFault(line: line, .textTooLong) }
        let tags = facts.tags
        if tags.count < 2 || tags.count == 2 && tags[0] != tags[1] { return }
        var known: Set<String> = []
        facts.tags = tags.filter { known.insert($0).inserted }
    }
}
