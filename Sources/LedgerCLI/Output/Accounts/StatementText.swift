internal import Application
internal import Ledger

/// Statements as text.
struct StatementText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    func noted(_ done: AssertStatement.Output) -> String {
        let row = done.statement
        let deed =
            done.dryRun == true
            ? "Would have noted" : done.known ? "Noted before as \(done.id)" : "Noted \(done.id)"
        var text =
            "\(deed): \(Screen.plain(row.account)) has \(Figure(row.stated).text) \(row.currency) "
            + "at the end of \(row.day)\n"
        text += NoteText.lines(done.notes, columns: output.columns)
        if row.agrees { text += "The ledger agrees.\n" }
        if done.dryRun == true {
            text += output.style.dim("A dry run: nothing was written.") + "\n"
        } else if row.agrees {
            text +=
                output.style.dim("  take it back: \(output.program) assert --withdraw \(done.id)")
                + "\n"
        }
        return text
    }

    func withdrawn(_ written: WriteReceipt) -> String {
        let isDryRun = written.dryRun == true
        let text = "\(isDryRun ? "Would have withdrawn" : "Withdrew") statement \(written.id)\n"
        if isDryRun { return text + output.style.dim("A dry run: nothing was written.") + "\n" }
        return text
    }

    func list(_ list: StatementList) -> String {
        if list.rows.isEmpty {
            return "No statements are noted: \(output.program) assert ACCOUNT AMOUNT --on DAY\n\n"
                + output.footer(list.position, list.root)
        }
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Account", widthMin: 8), .init(title: "Day"),
                .init(title: "Statement", alignment: .right),
                .init(title: "Ledger", alignment: .right), .init(title: ""), .init(title: ""),
            ], style: output.style)
        for (index, row) in list.rows.enumerated() {
            table.add(
                ".\(index + 1)", row.id.map(String.init) ?? "", Screen.plain(row.account),
                "\(row.day)", Figure(row.stated).text,
                row.computed.map { Figure($0).text } ?? "not known", row.currency,
                StatementText.verdict(row))
        }
        return table.rendered(columns: output.columns) + "\n"
            + output.style.dim(counted(list.rows.count, "statement")) + "\n"
            + output.footer(list.position, list.root)
    }

    private static func verdict(_ row: StatementRow) -> String {
        if row.agrees { return "agrees" }
        return row.difference.map { "differs by \(Figure($0).text)" } ?? ""
    }
}
