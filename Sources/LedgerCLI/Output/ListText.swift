internal import Ledger

/// A list of lines as text.
struct ListText {
    let list: LineList
    let output: OutputShape

    var text: String {
        if list.rows.isEmpty {
            return "No lines match.\n\n" + output.footer(list.position, list.root)
        }
        var text = table.rendered(columns: output.columns)
        text += "\n" + output.style.dim(counted(list.rows.count, "line"))
        if list.more {
            let limit = max(1, list.rows.count) * 10
            text += output.style.dim(" of more; all of them: --limit \(limit) or --all")
        }
        return text + "\n" + output.footer(list.position, list.root)
    }

    private var table: TextTable {
        let kinds = Set(list.rows.map(\.kind))
        let currencies = Set(list.rows.map(\.currency))
        let oneCurrency = currencies.count == 1 ? currencies.first : nil
        let hasAccounts = list.rows.contains { !$0.account.isEmpty }
        let hasTags = list.rows.contains { !$0.tags.isEmpty }
        let showsKinds = kinds != [.expense]
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Day"), .init(title: "Title", widthMin: 16),
                .init(title: "Category", widthMin: 12),
            ], style: output.style)
        if hasAccounts { table.columns.append(.init(title: "Account", widthMin: 8)) }
        if hasTags { table.columns.append(.init(title: "Tags", widthMin: 6)) }
        if showsKinds { table.columns.append(.init(title: "Kind")) }
        table.columns.append(
            .init(title: "Amount" + (oneCurrency.map { " \($0)" } ?? ""), alignment: .right))
        for (index, row) in list.rows.enumerated() {
            var cells = [
                ".\(index + 1)", "\(row.id)", "\(row.day)", Screen.plain(row.title),
                Screen.plain(row.category),
            ]
            if hasAccounts { cells.append(Screen.plain(row.account)) }
            if hasTags { cells.append(row.tags.map { "#" + Screen.plain($0) }.joined(separator: " ")) }
            if showsKinds { cells.append(ListText.kind(row)) }
            let amount = Figure(row.amount).text
            cells.append(oneCurrency == nil ? "\(amount) \(row.currency)" : amount)
            table.add(cells)
        }
        return table
    }

    static func kind(_ row: LineRow) -> String {
        switch row.kind {
        case .expense: "expense"
        case .income: "income"
        case .transfer: row.incoming ? "transfer in" : "transfer out"
        }
    }
}
