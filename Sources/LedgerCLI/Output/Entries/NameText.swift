internal import Application
internal import Ledger

/// Names that lines have, as text.
struct NameText {
    let output: OutputShape

    func list(_ list: NameList, title: String) -> String {
        if list.rows.isEmpty {
            return "No lines have one.\n" + HintText.lines(list.hints) + "\n"
                + output.footer(list.position, list.root)
        }
        var table = TextTable(
            columns: [
                .init(title: title, widthMin: 12), .init(title: "Kind"),
                .init(title: "Lines", alignment: .right), .init(title: "Last used"),
                .init(title: "Sum", alignment: .right),
                .init(title: ""),
            ], style: output.style)
        for row in list.rows {
            table.add(
                row.name.isEmpty ? "(none)" : Screen.plain(row.name), row.kind.name,
                grouped(row.count), "\(row.last)", Figure(row.sum).text, row.currency)
        }
        let names = Set(list.rows.map(\.name).filter { !$0.isEmpty }).count
        return table.rendered(columns: output.columns) + "\n"
            + output.style.dim(counted(names, "name")) + "\n"
            + output.footer(list.position, list.root)
    }

    func text(of done: RenameCategory.Output) -> String {
        let (from, to) = (Screen.plain(done.from), Screen.plain(done.to))
        let lines = counted(done.lines, "line")
        let verb = done.dryRun == true ? "Would rename" : "Renamed"
        var text = "\(verb) \(from) to \(to): \(lines) and all that is recorded as \(from) later.\n"
        if done.merged {
            text += "There are lines of \(to) already: both are one then, and cannot be parted.\n"
        }
        text += NoteText.lines(done.notes, columns: output.columns)
        if done.dryRun == true {
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        if done.merged { return text }
        return text + output.style.dim("  take it back: \(output.program) undo \(done.id)") + "\n"
    }
}
