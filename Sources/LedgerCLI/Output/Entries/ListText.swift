internal import Ledger

/// A list of lines as text.
struct ListText {
    let list: LineList
    /// What was looked for in text.
    var words: [String] = []
    /// The command that finds tasks, where no line was found.
    var tasks: String?
    let output: OutputShape

    var text: String {
        let footer = output.footer(list.position, list.root)
        if list.count == 0 {
            let found = tasks.map { "Tasks do: \($0)\n" } ?? ""
            return "No lines match.\n\(HintText.lines(list.hints))\(found)\n\(footer)"
        }
        let page = PageText(
            noun: "line", shown: list.rows.count, count: Int(clamping: list.count),
            skipped: list.skipped ?? 0, more: list.more, all: "--all")
        let shown = fittingTable
        let rows = list.rows.isEmpty ? "" : shown.table.rendered(columns: output.columns) + "\n"
        let legend = shown.isMarked ? output.style.dim(ListText.legend) + "\n" : ""
        return rows + legend + sums + output.style.dim(page.text) + "\n"
            + (rows.isEmpty ? "\n" : "")
            + footer
    }

    /// `sum: expense 33.65 EUR · income 1,900.00 EUR`, of all lines that were found.
    private var sums: String {
        if list.sums.isEmpty { return "" }
        let parts = list.sums.map { sum in
            let kind =
                sum.kind == .transfer ? "transfer \(sum.incoming ? "in" : "out")" : sum.kind.name
            return "\(kind) \(Figure(sum.sum).text) \(sum.currency)"
        }
        let all = list.more || list.skipped != nil ? "sum of all: " : "sum: "
        let text = all + parts.joined(separator: " · ")
        let lines = output.columns.map { Screen.wrapped(text, to: $0) } ?? [text]
        let notes = list.exchange?.lines(Set(list.sums.map(\.currency))) ?? []
        return (lines + notes.map { output.style.dim($0) }).map { $0 + "\n" }.joined()
    }

    /// A column that is shown only where it says something, or where there is room.
    private enum Extra: CaseIterable {
        case voided
        case status
        case note
        case account
        case kind
        case payer
        case split
        case tags
    }

    /// Where the screen is too narrow tags are left out first, then who bears what, then who paid.
    /// Where the kinds are left out, marks before the amounts tell them.
    private var fittingTable: (table: TextTable, isMarked: Bool) {
        var extras = Extra.allCases.filter { extra in
            switch extra {
            case .voided: list.rows.contains(where: \.voided)
            case .status: list.rows.contains { $0.status != nil }
            case .note: list.rows.contains { excerpt($0) != nil }
            case .account: list.rows.contains { !$0.account.isEmpty }
            case .kind: list.rows.contains { $0.kind != .expense }
            case .payer: Set(list.rows.map(\.payer)).subtracting([""]).count > 1
            case .split: list.rows.contains { $0.shares != nil }
            case .tags: list.rows.contains { !$0.tags.isEmpty }
            }
        }
        var table = table(with: extras)
        while let columns = output.columns, table.narrowestWidth > columns, !extras.isEmpty {
            extras.removeLast()
            table = self.table(with: extras)
        }
        return (table, list.rows.contains { $0.kind != .expense } && !extras.contains(.kind))
    }

    private static let legend = "+ income   > transfer out   < transfer in"

    /// What precedes the amount of a line whose kind is not shown.
    private static func mark(_ row: LineRow) -> String {
        switch row.kind {
        case .expense: ""
        case .income: "+"
        case .transfer: row.incoming ? "< " : "> "
        }
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
        if extras.contains(.note) {
            table.columns.insert(.init(title: "Note", widthMin: 12), at: 4)
        }
        if extras.contains(.status) { table.columns.insert(.init(title: ""), at: 3) }
        if extras.contains(.account) { table.columns.append(.init(title: "Account", widthMin: 8)) }
        if extras.contains(.payer) { table.columns.append(.init(title: "Payer", widthMin: 6)) }
        if extras.contains(.split) { table.columns.append(.init(title: "Split", widthMin: 8)) }
        if extras.contains(.tags) { table.columns.append(.init(title: "Tags", widthMin: 6)) }
        if extras.contains(.kind) { table.columns.append(.init(title: "Kind")) }
        if extras.contains(.voided) { table.columns.append(.init(title: "State")) }
        table.columns.append(
            .init(title: "Amount" + (oneCurrency.map { " \($0)" } ?? ""), alignment: .right))
        let hasBalance = list.rows.contains { $0.balance != nil }
        let target = list.exchange?.currency
        if let target { table.columns.append(.init(title: "in \(target)", alignment: .right)) }
        if hasBalance { table.columns.append(.init(title: "Balance", alignment: .right)) }
        for (index, row) in list.rows.enumerated() {
            var cells = [".\(index + 1)", "\(row.id)", "\(row.day)"]
            let title = ListText.title(row)
            let titleColumn = cells.count
            cells.append(title.text)
            if extras.contains(.status) { cells.insert(row.status?.mark ?? "", at: 3) }
            if extras.contains(.note) { cells.append(excerpt(row) ?? "") }
            cells.append(Screen.plain(row.category))
            if extras.contains(.account) { cells.append(Screen.plain(row.account)) }
            if extras.contains(.payer) { cells.append(Screen.plain(row.payer)) }
            if extras.contains(.split) { cells.append(ListText.bearers(row)) }
            if extras.contains(.tags) { cells.append(ListText.tags(row)) }
            if extras.contains(.kind) { cells.append(ListText.kind(row)) }
            if extras.contains(.voided) { cells.append(row.voided ? "voided" : "") }
            let mark = extras.contains(.kind) ? "" : ListText.mark(row)
            let amount = mark + Figure(row.amount).text
            cells.append(oneCurrency == nil ? "\(amount) \(row.currency)" : amount)
            if target != nil { cells.append(row.value.map { Figure($0).text } ?? "–") }
            if hasBalance { cells.append(row.balance.map { Figure($0).text } ?? "") }
            let column = titleColumn + (extras.contains(.status) ? 1 : 0)
            table.add(cells, dimmed: title.isNote ? column : nil)
        }
        return table
    }

    /// The part of a note in which a word was found, where the note is not shown as the title.
    private func excerpt(_ row: LineRow) -> String? {
        guard !ListText.title(row).isNote else { return nil }
        let note = Screen.plain(row.note)
        for word in words {
            guard let found = note.lowercased().firstRange(of: word.lowercased()) else { continue }
            let before = note.lowercased()[..<found.lowerBound].count
            return before > 12 ? "…" + note.dropFirst(before - 8) : note
        }
        return nil
    }

    /// What a line is called: its title, else the first line of its note.
    static func title(_ row: LineRow) -> (text: String, isNote: Bool) {
        let isNote = row.title.allSatisfy(\.isWhitespace)
        guard isNote else { return (Screen.plain(row.title), false) }
        let note = row.note.split { $0.isNewline }.first ?? ""
        return (Screen.plain(String(note)), true)
    }

    /// `Ann, Bob`: who bears a line that is split.
    static func bearers(_ row: LineRow) -> String {
        (row.shares ?? []).map { Screen.plain($0.called) }.joined(separator: ", ")
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
