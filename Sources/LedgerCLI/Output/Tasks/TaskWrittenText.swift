internal import Application
internal import Ledger

/// A task in one line.
enum TaskWrittenText {
    static func line(_ row: TaskRow, _ clock: DueText, _ style: Style) -> String {
        var parts = [Screen.plain(row.title)]
        switch row.status {
        case .completed: parts.append(row.late ? style.red(clock.relative(row)) : "")
        case .dropped: break
        case .open:
            let due = clock.due(row)
            parts.append(due.isEmpty ? "" : "due \(due)")
        }
        parts.append(row.type == .basic ? "" : row.type.name)
        parts.append(row.priority.map { "P\($0)" } ?? "")
        parts.append(row.project.isEmpty ? "" : "[\(Screen.plain(row.project))]")
        parts += row.tags.map { "#" + Screen.plain($0) }
        parts.append(row.assignee.isEmpty ? "" : "@\(Screen.plain(row.assignee))")
        parts.append(row.colour == .green ? "" : row.colour.name)
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

/// What was done to tasks, and how to take it back.
enum TaskDeed {
    case added
    case edited
    case rescheduled
    case completed
    case reopened
    case dropped

    fileprivate func word(isDryRun: Bool) -> String {
        isDryRun ? "Would have \(word.lowercased())" : word
    }

    private var word: String {
        switch self {
        case .added: "Recorded"
        case .edited: "Edited"
        case .rescheduled: "Rescheduled"
        case .completed: "Completed"
        case .reopened: "Reopened"
        case .dropped: "Dropped"
        }
    }

    /// The command that undoes it, behind the program's name; the ids follow.
    fileprivate var inverse: (label: String, command: String) {
        switch self {
        case .added: ("take it back", "task drop")
        case .edited, .rescheduled, .reopened: ("what it was", "history")
        case .completed, .dropped: ("take it back", "task reopen")
        }
    }
}

extension CommandContext {
    /// Puts out what a writer of one task answers.
    func put(_ written: WriteReceipt, did deed: TaskDeed) throws(CommandFailure) {
        let csv: KeyValuePairs = [
            "id": "\(written.id)", "position": "\(written.position)", "root": written.root,
        ]
        guard output.format == .text else {
            return try put(written, text: "", csv: ReportCSV.text(csv))
        }
        let notes = NoteText.lines(written.notes, columns: output.columns)
        try put(try lines([written.id], did: deed, notes: notes, at: written.position))
    }

    /// Puts out what a writer of several tasks answers.
    func put(_ written: TasksWritten, did deed: TaskDeed) throws(CommandFailure) {
        let csv: KeyValuePairs = [
            "id": "\(written.id)", "ids": written.ids.map(String.init).joined(separator: " "),
            "position": "\(written.position)", "root": written.root,
        ]
        guard output.format == .text else {
            return try put(written, text: "", csv: ReportCSV.text(csv))
        }
        try put(try lines(written.ids, did: deed, notes: "", at: written.position))
    }

    /// The task that was recorded, for who may not read the others.
    private func own(
        _ ids: [UInt64], at position: UInt64
    ) throws(CommandFailure) -> (then: TaskList, now: TaskList)? {
        guard ids.count == 1 else { return nil }
        return try ifReadable { () throws(CommandFailure) in
            try answers(
                ShowTask.self, EntryInput(id: "\(ids[0])"), at: position, end: \.position)
        }
    }

    private func lines(
        _ ids: [UInt64], did deed: TaskDeed, notes: String, at position: UInt64
    ) throws(CommandFailure) -> String {
        var shown = try ifReadable { () throws(CommandFailure) in
            try answers(ListTasks.self, ListTasks.Input(all: true), at: position, end: \.position)
        }
        if shown == nil { shown = try own(ids, at: position) }
        guard let (list, now) = shown else {
            let text = plainReceipt(deed.word(isDryRun: isDryRun), ids, at: position)
            return notes + text
        }
        var text = ""
        for id in ids {
            guard let row = list.rows.first(where: { $0.id == id }) else { continue }
            let words = TaskWrittenText.line(row, DueText(list), output.style)
            text += "\(deed.word(isDryRun: isDryRun)) \(id): \(words)\n"
        }
        text += notes
        let changed = ids.first { id in
            list.rows.first { $0.id == id }?.version != now.rows.first { $0.id == id }?.version
        }
        if let changed { text += NoteText.changedSince("history \(changed)", output) }
        if isDryRun { return text + output.style.dim("A dry run: nothing was written.") + "\n" }
        let inverse = deed.inverse
        // `history` takes one id.
        let given = inverse.command.hasSuffix("history") ? ids.prefix(1) : ids[...]
        let words = [output.program, inverse.command] + given.map(String.init)
        return text + output.style.dim("  \(inverse.label): \(words.joined(separator: " "))") + "\n"
    }
}
