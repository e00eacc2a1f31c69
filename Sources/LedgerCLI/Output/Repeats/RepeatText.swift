internal import Application
internal import Ledger

/// What comes again as text.
enum RepeatText {
    /// A line for each rule.
    static func list(_ list: RepeatList, _ output: OutputShape) -> String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty {
            return "Nothing comes again yet: \(output.program) repeat add 980 Rent --every "
                + "\"month on the 1st\"\n\n" + footer
        }
        var table = TextTable(
            columns: [
                .init(title: "Row"), .init(title: "Id", alignment: .right), .init(title: "Next"),
                .init(title: "Amount", alignment: .right), .init(title: "Title", widthMin: 12),
                .init(title: "Every", widthMin: 12), .init(title: ""),
            ], style: output.style)
        for (index, row) in list.rows.enumerated() {
            table.add(
                ".\(index + 1)", "\(row.id)", row.next.map { "\($0)" } ?? "over",
                amount(row.amount, row.currency), Screen.plain(row.title), every(row),
                how(row.kind, post: row.post))
        }
        return table.rendered(columns: output.columns) + "\n" + footer
    }

    /// All that a rule says.
    static func rule(
        _ row: RepeatList.Row, _ list: RepeatList, _ output: OutputShape
    ) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { table.add("  \(name)", Screen.plain(value)) }
        }
        add("kind", row.kind)
        add("amount", amount(row.amount, row.currency))
        add("category", row.category)
        add("account", row.account)
        add("project", row.project)
        add("tags", row.tags.joined(separator: " "))
        add("note", row.note)
        add("every", row.every)
        add("from", "\(row.from)")
        add("until", row.until.map { "\($0)" } ?? "")
        add("next", row.next.map { "\($0)" } ?? "over")
        add("skipped", row.skipped.map { "\($0)" }.joined(separator: ", "))
        add("recorded", row.post ? "with all that is due" : "one by one")
        let title = row.title.isEmpty ? "(no title)" : Screen.plain(row.title)
        return output.style.bold("\(row.id)  \(title)") + "\n"
            + table.rendered(columns: output.columns) + "\n"
            + output.footer(list.position, list.root)
    }

    /// `980.00 EUR`; empty for a task.
    static func amount(_ amount: String, _ currency: String) -> String {
        amount.isEmpty ? "" : "\(Figure(amount).text) \(currency)"
    }

    /// What it is, and whether it is recorded with all that is due.
    static func how(_ kind: String, post: Bool) -> String {
        [kind == "expense" ? "" : kind, post ? "post" : ""].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    private static func every(_ row: RepeatList.Row) -> String {
        row.every + (row.until.map { " to \($0)" } ?? "")
            + (row.skipped.isEmpty ? "" : ", \(row.skipped.count) skipped")
    }

    /// What was recorded, and how to take it back.
    ///
    /// - Parameter ofOne: Whether one rule was asked for, whatever it says of posting.
    static func posted(
        _ posted: PostRepeats.Output, ofOne: Bool, _ output: OutputShape
    ) -> String {
        if posted.rows.isEmpty, posted.closed == nil {
            return ofOne
                ? "Nothing is due.\n"
                : "Nothing is due of rules with --post.\n"
                    + output.style.dim("  what else is due: \(output.program) due") + "\n"
        }
        let isDryRun = posted.dryRun == true
        var text = ""
        for row in posted.rows {
            let deed =
                row.known == true ? "Known before" : isDryRun ? "Would have recorded" : "Recorded"
            let parts = ["\(row.day)", amount(row.amount, row.currency), Screen.plain(row.title)]
            text +=
                "\(deed) \(row.id): "
                + parts.filter { !$0.isEmpty }.joined(separator: "  ") + "\n"
            if row.gone == true {
                let isTask = row.kind == "task" || row.amount.isEmpty
                let command = isTask ? "task reopen" : "restore"
                text +=
                    "  it is \(isTask ? "dropped" : "voided"); bring it back: "
                    + "\(output.program) \(command) \(row.id)\n"
            }
        }
        text += left(posted.closed ?? [], output)
        if isDryRun { return text + output.style.dim("A dry run: nothing was written.") + "\n" }
        let new = posted.rows.filter { $0.known == nil }
        for (command, rows) in [
            ("void", new.filter { $0.kind != "task" }),
            ("task drop", new.filter { $0.kind == "task" }),
        ] where !rows.isEmpty {
            let ids = rows.map { "\($0.id)" }.joined(separator: " ")
            text += output.style.dim("  take it back: \(output.program) \(command) \(ids)") + "\n"
        }
        return text
    }

    /// What is due in closed books, and what can be done about it.
    private static func left(
        _ closed: [PostRepeats.Output.Closed], _ output: OutputShape
    ) -> String {
        closed.map { row in
            "Left out \(row.day)  \(Screen.plain(row.title)): closing \(row.closing) has the day\n"
        }.joined()
            + (closed.first.map { row in
                output.style.dim(
                    "  record it: \(output.program) repeat post \(row.rule) \(row.day) "
                        + "--correct REASON\n  or never: \(output.program) repeat skip "
                        + "\(row.rule) \(row.day)") + "\n"
            } ?? "")
    }

    /// What was recorded as CSV.
    static func csv(_ rows: [PostRepeats.Output.Row]) -> String {
        CSVOutput.text(
            header: ["id", "rule", "day", "kind", "title", "amount", "currency", "known"],
            rows: rows.map { row in
                [
                    "\(row.id)", "\(row.rule)", "\(row.day)", row.kind, row.title, row.amount,
                    row.currency, "\(row.known ?? false)",
                ]
            })
    }

    /// Rules as CSV.
    static func csv(_ rows: [RepeatList.Row]) -> String {
        CSVOutput.text(
            header: [
                "id", "kind", "title", "amount", "currency", "category", "account", "project",
                "tags", "every", "from", "until", "post", "next", "skipped", "note",
            ],
            rows: rows.map { row in
                [
                    "\(row.id)", row.kind, row.title, row.amount, row.currency, row.category,
                    row.account, row.project, CSVOutput.cell(of: row.tags), row.every,
                    "\(row.from)", row.until.map { "\($0)" } ?? "", "\(row.post)",
                    row.next.map { "\($0)" } ?? "",
                    CSVOutput.cell(of: row.skipped.map { "\($0)" }), row.note,
                ]
            })
    }
}
