internal import Ledger

/// Tasks as lines of todo.txt (github.com/todotxt/todo.txt).
struct TodoText {
    /// Where days begin.
    let zone: Zone

    /// All tasks, by id.
    func text(_ tasks: TaskList) -> String {
        tasks.rows.sorted { $0.id < $1.id }.filter { $0.status != .dropped }.map {
            line($0) + "\n"
        }.joined()
    }

    private func line(_ task: TaskRow) -> String {
        let isDone = task.status == .completed
        let priority = task.priority.map { letter($0) }
        var words: [String] = []
        if isDone {
            words = ["x", day(task.completedLocal)]
        } else if let priority {
            words = ["(\(priority))"]
        }
        words.append(zone.day(at: task.addedAt).description)
        words.append(Screen.plain(task.title).split(separator: " ").joined(separator: " "))
        if !task.project.isEmpty { words.append("+" + word(task.project)) }
        words += task.tags.map { "@" + word($0) }
        if !task.dueLocal.isEmpty {
            words.append("due:" + day(task.dueLocal))
            let time = task.dueLocal.dropFirst(10).drop { $0 == " " }
            if !time.isEmpty { words.append("at:\(time)") }
        }
        // A line that begins with x has no priority of its own.
        if isDone, let priority { words.append("pri:\(priority)") }
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func day(_ moment: String) -> String { String(moment.prefix(10)) }

    /// `A` for 1 … `I` for 9.
    private func letter(_ priority: UInt8) -> String {
        String(Unicode.Scalar(0x40 + min(max(priority, 1), 26)))
    }

    /// A name without blanks.
    private func word(_ name: String) -> String {
        Screen.plain(name).split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }
}
