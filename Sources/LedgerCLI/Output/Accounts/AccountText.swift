internal import Ledger

/// Accounts as text.
struct AccountText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    func list(_ list: AccountList) -> String {
        if list.rows.isEmpty {
            return "No accounts yet: \(output.program) account open NAME, "
                + "or \(output.program) add … -a NAME\n\n" + output.footer(list.position, list.root)
        }
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Account", widthMin: 12),
                .init(title: "Opening balance", alignment: .right), .init(title: "At the start of"),
                .init(title: ""),
            ], style: output.style)
        let hasTypes = list.rows.contains { $0.type != nil }
        if hasTypes { table.columns.insert(.init(title: "Type"), at: 3) }
        for (index, row) in list.rows.enumerated() {
            let holds = AccountText.holds(row)
            var cells = [
                ".\(index + 1)", "\(row.id)", Screen.plain(row.name),
                holds ? "\(Figure(row.opening).text) \(row.currency)" : "–",
                holds ? "\(row.day)" : "", row.closed ? "closed" : "",
            ]
            if hasTypes { cells.insert((row.type ?? .asset).rawValue, at: 3) }
            table.add(cells)
        }
        return table.rendered(columns: output.columns) + "\n"
            + output.style.dim(counted(list.rows.count, "account")) + "\n"
            + output.footer(list.position, list.root)
    }

    /// `bank  1,500.00 EUR at the start of 2026-01-01`
    static func line(_ row: AccountRow) -> String {
        let name = Screen.plain(row.name)
        let opening =
            holds(row)
            ? "\(Figure(row.opening).text) \(row.currency) at the start of \(row.day)"
            : "no opening balance, \(row.currency)"
        let type = row.type.map { "  \($0.rawValue)" } ?? ""
        return "\(name)  \(opening)" + type + (row.closed ? "  closed" : "")
    }

    /// An opening balance of zero says nothing.
    private static func holds(_ row: AccountRow) -> Bool { Figure(row.opening).minor != 0 }
}
