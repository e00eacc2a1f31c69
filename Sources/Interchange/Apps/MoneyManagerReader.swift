internal import Ledger

/// Reads the list of Money Manager: a row for each payment; of a transfer the category is the other
/// account.
struct MoneyManagerReader {
    private let table: AppTable
    private let cells: AppCells
    private let column: Int?

    init(_ table: AppTable, _ cells: AppCells) {
        (self.table, self.cells) = (table, cells)
        column = MoneyManagerReader.amount(table)
    }

    /// The column of the amounts: that of its name, else the one that is called like a currency.
    static func amount(_ table: AppTable) -> Int? {
        table.column("amount") ?? table.header.firstIndex { Currency.iso($0) != nil }
    }

    /// What the words of a row say.
    private enum Kind {
        case income
        case expense
        case out
        case into

        init?(_ text: String) {
            switch text.lowercased().filter({ $0.isLetter }) {
            case "income", "inc": self = .income
            case "expense", "expenses", "exp": self = .expense
            case "transferout", "transfer": self = .out
            case "transferin": self = .into
            default: return nil
            }
        }
    }

    func read(into reading: inout AppReading) {
        var out: [Moved: Int] = [:]
        for record in table.records where record.fault == nil {
            if case .out = Kind(table.text(record, "income/expense")) {
                if let moved = try? moved(record) { out[moved, default: 0] += 1 }
            }
        }
        for record in table.records {
            reading.add(record) { () throws(AppRefusal) in
                try entry(record, &out)
            }
        }
    }

    /// A transfer, by all that tells it from others.
    private struct Moved: Hashable {
        let day: Day
        let from: String
        let into: String
        let amount: Money
    }

    private func moved(_ record: CSVRecord, isOut: Bool = true) throws(AppRefusal) -> Moved {
        let (account, other) = (table.text(record, "account"), table.text(record, "category"))
        return Moved(
            day: try cells.day(record).day, from: isOut ? account : other,
            into: isOut ? other : account, amount: try amount(record))
    }

    private func amount(_ record: CSVRecord) throws(AppRefusal) -> Money {
        let code = table.text(record, "currency")
        let name = column.map { table.header[$0] }.flatMap { Currency.iso($0) == nil ? nil : $0 }
        guard let column,
            let amount = try cells.amount(
                record, column, code.isEmpty ? name : code)
        else { throw AppRefusal("amount", .noAmount) }
        return amount
    }

    private func entry(
        _ record: CSVRecord, _ out: inout [Moved: Int]
    ) throws(AppRefusal) -> AppEntry? {
        let word = table.text(record, "income/expense")
        guard let kind = Kind(word) else { throw AppRefusal("income/expense", .unknownKind(word)) }
        let (day, time) = try cells.day(record)
        let amount = try amount(record)
        let own = [JournalKey.time: time?.description ?? ""]
        let (title, description) = (table.text(record, "note"), table.text(record, "description"))
        var entry = AppEntry(line: record.line, day: day, rows: [])
        switch kind {
        case .out, .into:
            let moved = try moved(record, isOut: kind == .out)
            if kind == .into, let count = out[moved], count > 0 {
                // The row of the other account tells it.
                out[moved] = count - 1
                return nil
            }
            entry.rows = try AppRows.transfer(
                from: moved.from, amount, into: moved.into, amount,
                title: title.isEmpty ? "Transfer : \(moved.into)" : title, note: description,
                own: own)
        case .income, .expense:
            let category = AppRows.path(
                table.text(record, "category"), table.text(record, "subcategory"))
            let spent =
                kind == .income ? Money(minor: -amount.minor, currency: amount.currency) : amount
            entry.rows = [
                try AppRows.line(
                    kind == .income ? .income : .expense, spent: spent, category: category,
                    account: table.text(record, "account"),
                    title: title.isEmpty ? category : title, note: description, own: own)
            ]
        }
        return entry
    }
}
