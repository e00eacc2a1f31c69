internal import Ledger

/// What is not on a statement yet, as text.
struct ReconcileText {
    let found: Reconciliation
    /// The account that was asked for.
    let account: String?
    /// Whether lines of all days are listed.
    let isAll: Bool
    let output: OutputShape

    var text: String {
        let footer = output.footer(found.position, found.root)
        if found.accounts.isEmpty {
            let what =
                account == nil
                ? "No account has a statement or imported lines yet."
                : "Nothing was typed for this account, and it has no statement yet."
            let command = "\(output.program) assert ACCOUNT AMOUNT --on DAY"
            return "\(what)\n  begin with: \(command)\n\n\(footer)"
        }
        return found.accounts.map(block).joined(separator: "\n") + twins + more + "\n" + footer
    }

    private func block(_ standing: Reconciliation.Standing) -> String {
        var text =
            output.style.bold(Screen.plain(standing.account) + ", \(standing.currency)") + "\n"
        text += ReconcileText.verdict(standing).map { "  \($0)\n" }.joined()
        let rows = found.rows.enumerated().filter {
            $0.element.accountId == standing.accountId && $0.element.currency == standing.currency
        }
        let when = isAll ? "" : " of these days"
        if standing.count == 0 { return text + "  nothing typed by hand\(when) is open\n" }
        if !rows.isEmpty {
            text += "\n" + table(rows.map { ($0.offset, $0.element) }) + "\n"
        }
        let verb = standing.count == 1 ? "is" : "are"
        let lines = counted(standing.count, "line") + when
        text += "  \(lines) of \(Figure(standing.sum).text) "
        return text + "\(standing.currency) \(verb) on no statement yet\n"
    }

    private static func verdict(_ standing: Reconciliation.Standing) -> [String] {
        guard let last = standing.statement else { return ["no statement is noted yet"] }
        let stated = "\(Figure(last.stated).text) on \(last.day)"
        if last.agrees { return ["agrees with the statement of \(stated)"] }
        let agreed =
            standing.agreedOn.map { "the last one that agrees is of \($0)" }
            ?? "no statement agrees"
        guard let computed = last.computed, let difference = last.difference else {
            return ["the statement says \(stated); what the ledger had then is not known", agreed]
        }
        let figure = Figure(difference)
        let isMore = figure.minor > 0
        let distance = (isMore ? figure : figure.zeroed - figure).text
        return [
            "the statement says \(stated); the ledger has \(Figure(computed).text):",
            "\(distance) too \(isMore ? "little" : "much"); \(agreed)",
        ]
    }

    private func table(_ rows: [(Int, Reconciliation.Row)]) -> String {
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Day"), .init(title: "Title", widthMin: 10),
                .init(title: "Category", widthMin: 8), .init(title: "Effect", alignment: .right),
                .init(title: ""),
            ], style: output.style)
        let isMarked = rows.contains { $0.1.status != nil }
        if isMarked { table.columns.insert(.init(title: ""), at: 3) }
        for (index, row) in rows {
            let mark = row.explains ? "← the difference" : row.twin == nil ? "" : "← twice?"
            let status = isMarked ? [row.status?.mark ?? ""] : []
            table.add(
                [".\(index + 1)", "\(row.id)", "\(row.day)"] + status + [
                    Screen.plain(row.title), Screen.plain(row.category), Figure(row.effect).text,
                    mark,
                ])
        }
        return table.rendered(columns: output.columns)
    }

    /// Pairs that look like one payment, with the command that takes one of them back.
    private var twins: String {
        let pairs = found.rows.filter { $0.twin != nil }
        if pairs.isEmpty { return "" }
        var text = "\n" + output.style.bold("Perhaps recorded twice") + "\n"
        for row in pairs {
            guard let twin = row.twin, let day = row.twinDay else { continue }
            let title = ReconcileText.title(row.title)
            let other = ReconcileText.title(row.twinTitle ?? "")
            text += "  \(row.id) \(row.day) \(title), typed, and\n"
            text +=
                "  \(twin) \(day) \(other), imported: \(Figure(row.effect).text) \(row.currency)\n"
            let command = "\(output.program) void \(row.void ?? row.id)"
            text += output.style.dim("    if so: \(command)") + "\n"
        }
        return text
    }

    private static func title(_ text: String) -> String {
        text.isEmpty ? "(no title)" : Screen.cut(Screen.plain(text), to: 20)
    }

    private var more: String {
        guard found.more else { return "" }
        let shown = counted(found.rows.count, "line")
        return "\n"
            + output.style.dim("\(shown) shown; more: --limit \(found.rows.count * 10), or --all")
            + "\n"
    }
}
