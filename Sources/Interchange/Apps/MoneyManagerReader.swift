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
        /// Out where the amount is below zero, or where no row of this kind is.
        case moved

        init?(_ text: String) {
            switch text.lowercased().filter({ $0.isLetter }) {
            case "income", "inc": self = .income
            case "expense", "expenses", "exp": self = .expense
            case "transferout": self = .out
            case "transferin": self = .into
            case "transfer": self = .moved
            default: return nil
            }
        }
    }

    func read(into reading: inout AppReading) {
        var sides = Sides()
        let isSigned = table.records.contains { record in
            guard record.fault == nil, case .moved = kind(of: record) else { return false }
            return (try? amount(record)).map { $0.minor < 0 } ?? false
        }
        for (index, record) in table.records.enumerated() where record.fault == nil {
            guard let kind = kind(of: record), let amount = try? amount(record),
                amount.minor != .min, let day = try? cells.day(record).day
            else { continue }
            let isOut: Bool
            switch kind {
            case .income, .expense: continue
            case .out: isOut = true
            case .into: isOut = false
            case .moved: isOut = !isSigned || amount.minor < 0
            }
            let (account, other) = (table.text(record, "account"), table.text(record, "category"))
            let between = Between(
                day: day, from: isOut ? account : other, into: isOut ? other : account)
            let moved = Money(minor: abs(amount.minor), currency: amount.currency)
            sides.add(Moved(index: index, between: between, amount: moved), isOut: isOut)
        }
        let transfers = sides.transfers()
        for (index, record) in table.records.enumerated() {
            reading.add(record) { () throws(AppRefusal) in
                try entry(record, transfers[index])
            }
        }
    }

    private func kind(of record: CSVRecord) -> Kind? {
        Kind(table.text(record, "income/expense"))
    }

    /// Two accounts, and a day.
    private struct Between: Hashable {
        let day: Day
        let from: String
        let into: String
    }

    /// A transfer as the row of one of its accounts tells it.
    private struct Moved: Hashable {
        let index: Int
        let between: Between
        let amount: Money
    }

    /// A transfer as both of its rows tell it, or the one that there is.
    private enum Transfer {
        case whole(Between, out: Money, came: Money)
        /// The row of the other account tells it.
        case told
    }

    /// The rows of transfers.
    private struct Sides {
        private var out: [Between: [Moved]] = [:]
        private var into: [Between: [Moved]] = [:]

        mutating func add(_ moved: Moved, isOut: Bool) {
            if isOut {
                out[moved.between, default: []].append(moved)
            } else {
                into[moved.between, default: []].append(moved)
            }
        }

        /// What each row comes to, by its index. First those of one amount belong together, then
        /// those of two currencies.
        func transfers() -> [Int: Transfer] {
            var found: [Int: Transfer] = [:]
            for (between, rows) in out {
                var left = into[between] ?? []
                var alone: [Moved] = []
                func join(_ row: Moved, where fits: (Money) -> Bool) -> Bool {
                    guard let place = left.firstIndex(where: { fits($0.amount) }) else {
                        return false
                    }
                    let other = left.remove(at: place)
                    found[row.index] = .whole(between, out: row.amount, came: other.amount)
                    found[other.index] = .told
                    return true
                }
                for row in rows where !join(row, where: { $0 == row.amount }) { alone.append(row) }
                for row in alone
                where !join(row, where: { $0.currency != row.amount.currency }) {
                    found[row.index] = .whole(between, out: row.amount, came: row.amount)
                }
            }
            for row in into.values.joined() where found[row.index] == nil {
                found[row.index] = .whole(row.between, out: row.amount, came: row.amount)
            }
            return found
        }
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
        _ record: CSVRecord, _ transfer: Transfer?
    ) throws(AppRefusal) -> AppEntry? {
        let word = table.text(record, "income/expense")
        guard let kind = Kind(word) else { throw AppRefusal("income/expense", .unknownKind(word)) }
        let (day, time) = try cells.day(record)
        let amount = try amount(record)
        let own = [JournalKey.time: time?.description ?? ""]
        let (title, description) = (table.text(record, "note"), table.text(record, "description"))
        var entry = AppEntry(line: record.line, day: day, rows: [])
        switch kind {
        case .out, .into, .moved:
            guard case .whole(let between, let out, let came) = transfer else {
                if case .told = transfer { return nil }
                throw AppRefusal("amount", .amountOverflow(amount.description))
            }
            entry.rows = try AppRows.transfer(
                from: between.from, out, into: between.into, came,
                title: title.isEmpty ? "Transfer : \(between.into)" : title, note: description,
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
