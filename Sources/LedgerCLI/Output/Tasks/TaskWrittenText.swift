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
        let waits = row.waitsFor ?? row.depends
        parts.append(row.wait.isEmpty ? "" : "waits until \(clock.local(row.wait))")
        parts.append(
            waits.isEmpty
                ? "" : "waits for \(waits.map { "\($0)" }.joined(separator: ", "))")
        parts.append(row.type == .basic ? "" : row.type.name)
        parts.append(row.priority.map { "P\($0)" } ?? "")
        parts.append(row.project.isEmpty ? "" : "[\(Screen.plain(row.project))]")
        parts += row.tags.map { "#" + Screen.plain($0) }
        parts.append(row.assignee.isEmpty ? "" : "@\(Screen.plain(row.assignee))")
        parts.append(row.colour == .green ? "" : row.colour.name)
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

/// What a writer did with tasks.
enum TaskDeed: String {
    case added = "Recorded"
    case edited = "Edited"
    case rescheduled = "Rescheduled"
    case completed = "Completed"
    case reopened = "Reopened"
    case dropped = "Dropped"
    case annotated = "Annotated"
    case started = "Started"
    case stopped = "Stopped"
    case logged = "Recorded as done"
}

extension CommandContext {
    /// Puts out what a writer of tasks answers.
    func put(_ written: some WriteAnswer, did deed: TaskDeed) throws(CommandFailure) {
        try put(written, done: deed.rawValue) { () throws(CommandFailure) in
            let shown = try self.written { commit throws(ApplicationError) in
                try commit.tasks(written.ids)
            }
            guard let shown else { return nil }
            var told = ReceiptLines(lines: [])
            for (then, now) in zip(shown.then, shown.now) {
                guard let row = then.rows.first else { continue }
                let words = TaskWrittenText.line(row, DueText(then), output.style)
                told.lines.append("\(row.id): \(words)")
                if told.changedSince == nil, row.version != now.rows.first?.version {
                    told.changedSince = "history \(row.id)"
                }
            }
            let ids = written.ids.map(String.init)
            switch deed {
            case .added: told.takeBack = "task drop \(ids.joined(separator: " "))"
            case .started: told.takeBack = "task stop \(ids.joined(separator: " "))"
            case .logged: told.takeBack = "undo \(ids[0])"
            case .completed, .dropped:
                told.takeBack = "task reopen \(ids.joined(separator: " "))"
            // It takes one id.
            case .edited, .rescheduled, .reopened, .annotated, .stopped:
                told.history = "history \(ids[0])"
            }
            return told
        }
    }
}
