internal import Application
internal import Ledger

/// An entry with all its lines as text.
struct EntryText {
    let entry: ShowEntry.Output
    let output: OutputShape

    var text: String {
        entry.rows.map(block).joined(separator: "\n") + "\n"
            + output.footer(entry.position, entry.root)
    }

    private func block(_ row: LineRow) -> String {
        let title = row.title.isEmpty ? "(no title)" : Screen.plain(row.title)
        let mark = row.voided ? output.style.red("  voided") : ""
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { table.add("  \(name)", Screen.plain(value)) }
        }
        add("kind", ListText.kind(row))
        add("amount", "\(Figure(row.amount).text) \(row.currency)")
        add("day", "\(row.day)")
        add("time", row.time)
        add("category", row.category)
        add("account", row.account)
        add("payee", row.payee ?? "")
        add("tags", row.tags.joined(separator: " "))
        add("note", row.note)
        add("status", row.status?.rawValue ?? "")
        add("payer", row.payer)
        add("split", (row.shares ?? []).map(\.words).joined(separator: ", "))
        add("external id", row.externalId)
        // They belong to the entry.
        if row.id == entry.rows.first?.id {
            add("files", (entry.files ?? []).joined(separator: ", "))
            if let rule = entry.rule, let day = entry.ruleDay {
                add("comes again", "rule \(rule), for \(day)")
            }
        }
        if row.counterpart { add("counted", "no: the other side of a transfer") }
        if row.version != row.id { add("changed", "by event \(row.version)") }
        return output.style.bold("\(row.id)  \(title)") + mark + "\n"
            + table.rendered(columns: output.columns)
    }
}
