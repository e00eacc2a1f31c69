internal import Application
internal import Ledger

/// What came of keeping tasks and a file together, as text.
struct SyncText {
    private let done: SyncTasks.Output
    private let isRehearsal: Bool
    private let output: OutputShape

    /// Tasks that are shown of each side, at most.
    private static let shownMax = 40

    init(_ done: SyncTasks.Output, isRehearsal: Bool, output: OutputShape) {
        (self.done, self.isRehearsal, self.output) = (done, isRehearsal, output)
    }

    var text: String {
        let path = Screen.plain(done.path)
        var text = ""
        if done.incoming.isEmpty, done.outgoing.isEmpty, done.conflicts.isEmpty {
            text += "\(path): both sides say the same.\n"
        } else {
            text += output.style.bold("\(path): \(counts)") + "\n"
        }
        text += list("In", done.incoming) + list("Out", done.outgoing)
        if !done.conflicts.isEmpty { text += conflicts }
        if let held = done.held {
            text += "\(counted(held, "task")) may be of those whose text was erased: left alone.\n"
        }
        if isRehearsal {
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        if let id = done.id { text += "  take back what came in: \(output.program) undo \(id)\n" }
        return text + output.footer(done.position, done.root)
    }

    private var counts: String {
        let (into, out) = (done.incoming.count, done.outgoing.count)
        let both = done.conflicts.count
        return "\(grouped(into)) in, \(grouped(out)) out"
            + (both > 0 ? ", \(grouped(both)) changed on both sides" : "")
    }

    private func list(_ title: String, _ tasks: [SyncTasks.Task]) -> String {
        if tasks.isEmpty { return "" }
        var table = TextTable(
            columns: [
                .init(title: title), .init(title: "", alignment: .right),
                .init(title: "", widthMin: 12), .init(title: "", widthMin: 12),
            ], style: output.style)
        for task in tasks.prefix(SyncText.shownMax) {
            table.add(
                "  \(task.action.rawValue)", task.id.map { "\($0)" } ?? "",
                Screen.plain(task.title), SyncText.words(task))
        }
        let rest = tasks.count - SyncText.shownMax
        return table.rendered(columns: output.columns)
            + (rest > 0 ? "  … and \(grouped(rest)) more\n" : "")
    }

    private static func words(_ task: SyncTasks.Task) -> String {
        task.changes.filter { $0.field != "status" }.map { change in
            "\(change.field): \(shown(change.was)) → \(shown(change.now))"
        }.joined(separator: ", ")
    }

    private static func shown(_ text: String?) -> String {
        text.map { Screen.plain($0) } ?? "none"
    }

    private var conflicts: String {
        var text = "Changed on both sides, and left alone:\n"
        for conflict in done.conflicts.prefix(SyncText.shownMax) {
            text += "  \(conflict.id)  \(Screen.plain(conflict.title))\n"
            for field in conflict.fields {
                text += "    \(field.field): here \(SyncText.shown(field.ours)), "
                text += "there \(SyncText.shown(field.theirs))\n"
            }
        }
        let rest = done.conflicts.count - SyncText.shownMax
        if rest > 0 { text += "  … and \(grouped(rest)) more\n" }
        return text + "  let one side count: --prefer ours, or --prefer theirs\n"
    }

    static func csv(_ done: SyncTasks.Output) -> String {
        let header = ["side", "id", "title", "action", "field", "ours", "theirs"]
        func rows(_ side: String, _ tasks: [SyncTasks.Task]) -> [[String]] {
            tasks.flatMap { task -> [[String]] in
                let head = [
                    side, task.id.map { "\($0)" } ?? "", task.title, task.action.rawValue,
                ]
                if task.changes.isEmpty { return [head + ["", "", ""]] }
                return task.changes.map { change in
                    let (was, now) = (change.was ?? "", change.now ?? "")
                    return head + [change.field] + (side == "in" ? [was, now] : [now, was])
                }
            }
        }
        let both = done.conflicts.flatMap { conflict in
            conflict.fields.map { field in
                [
                    "both", "\(conflict.id)", conflict.title, "", field.field, field.ours ?? "",
                    field.theirs ?? "",
                ]
            }
        }
        return CSVOutput.text(
            header: header, rows: rows("in", done.incoming) + rows("out", done.outgoing) + both)
    }
}
