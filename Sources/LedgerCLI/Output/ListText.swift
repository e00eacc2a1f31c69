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
            text += output.style.dim(" shown; more: --limit \(list.rows.count * 10), or --all")
        }
        return text + "\n" + output.footer(list.position, list.root)
    }

    /// A column that is shown only where it says something, or where there is room.
    private enum Extra: CaseIterable {
        case account
        case kind
        case tags
    }

    /// Where the screen is too narrow tags are left out first, then kinds, then accounts.
    private var table: TextTable {
        var extras = Extra.allCases.filter { extra in
            switch extra {
            case .account: list.rows.contains { !$0.account.isEmpty }
            case .kind: list.rows.contains { $0.kind != .expense }
            case .tags: list.rows.contains { !$0.tags.isEmpty }
            }
        }
        var table = table(with: extras)
        while let columns = output.columns, table.narrowestWidth > columns, !extras.isEmpty {
            extras.removeLast()
            table = self.table(with: extras)
        }
        return table
    }

    private func table(with extras: [Extra]) -> TextTable {
        let currencies = Set(list.rows.map(\.currency))
        let oneCurrency = currencies.count == 1 ? currencies.first : nil
        var table = TextTable(
            columns: [
                .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
                .init(title: "Day"), .init(title: "Title", widthMin: 14),
                .init(title: "Category", widthMin: 10),
            ], style: output.style)
        if extras.contains(.account) { table.columns.append(.init(title: "Account", widthMin: 8)) }
        if extras.contains(.tags) { table.columns.append(.init(title: "Tags", widthMin: 6)) }
        if extras.contains(.kind) { table.columns.append(.init(title: "Kind")) }
        table.columns.append(
            .init(title: "Amount" + (oneCurrency.map { " \($0)" } ?? ""), alignment: .right))
        for (index, row) in list.rows.enumerated() {
            var cells = [".\(index + 1)", "\(row.id)", "\(row.day)"]
            let title = ListText.title(row)
            let titleColumn = cells.count
            cells += [title.text, Screen.plain(row.category)]
            if extras.contains(.account) { cells.append(Screen.plain(row.account)) }
            if extras.contains(.tags) { cells.append(ListText.tags(row)) }
            if extras.contains(.kind) { cells.append(ListText.kind(row)) }
            let amount = Figure(row.amount).text
            cells.append(oneCurrency == nil ? "\(amount) \(row.currency)" : amount)
            table.add(cells, dimmed: title.isNote ? titleColumn : nil)
        }
        return table
    }

    /// What a line is called: its title, else the first line of its note.
    static func title(_ row: LineRow) -> (text: String, isNote: Bool) {
        let isNote = row.title.allSatisfy(\.isWhitespace)
        guard isNote else { return (Screen.plain(row.title), false) }
        let note = row.note.split { $0.isNewline }.first ?? ""
        return (Screen.plain(String(note)), true)
    }

    /// `#work #trip`
    static func tags(_ row: LineRow) -> String {
        row.tags.map { "#" + Screen.plain($0) }.joined(separator: " ")
    }

    static func kind(_ row: LineRow) -> String {
        switch row.kind {
        case .expense: "expense"
        case .income: "income"
        case .transfer: row.incoming ? "transfer in" : "transfer out"
        }
    }
}
