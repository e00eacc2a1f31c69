internal import Ledger

/// Reads the transactions of Actual Budget: a row for each account that a payment touches; the
/// parts of a split stand behind a row with their sum.
struct ActualReader {
    private let table: AppTable
    private let cells: AppCells
    /// How many rows there are of each side of what may be transfers.
    private var sides: [Side: Int] = [:]
    private var taken: [Side: Int] = [:]

    init(_ table: AppTable, _ cells: AppCells) {
        (self.table, self.cells) = (table, cells)
        for record in table.records where record.fault == nil {
            if let side = side(of: record) { sides[side, default: 0] += 1 }
        }
    }

    /// What a row moves between its account and its payee.
    private struct Side: Hashable {
        let day: Day
        let account: String
        let payee: String
        let minor: Int64
    }

    private func side(of record: CSVRecord) -> Side? {
        guard let day = try? cells.day(record).day,
            let amount = try? cells.amount(record, "amount")
        else { return nil }
        return Side(
            day: day, account: table.text(record, "account"),
            payee: table.text(record, "payee"), minor: amount.minor)
    }

    /// Whether a row is one side of a transfer: the other account tells it, too. A shop may be
    /// called like an account.
    private mutating func isTransfer(_ record: CSVRecord) -> Bool {
        guard let side = side(of: record), side.payee != side.account, side.minor != .min else {
            return false
        }
        let other = Side(
            day: side.day, account: side.payee, payee: side.account, minor: -side.minor)
        let count = min(sides[side] ?? 0, sides[other] ?? 0)
        guard taken[side, default: 0] < count else { return false }
        taken[side, default: 0] += 1
        return true
    }

    /// The notes of a part or sum: `(SPLIT 1 OF 2) Bread`, `(SPLIT INTO 2)`.
    private struct Mark {
        var isSum = false
        var isPart = false
        var count = 0
        var notes: String

        init(_ text: String) {
            notes = text
            guard text.hasPrefix("(SPLIT "), let end = text.firstIndex(of: ")") else { return }
            let words = text[..<end].dropFirst().split(separator: " ")
            guard words.count >= 3, let count = words.last.flatMap({ Int($0) }) else { return }
            isSum = words[1] == "INTO"
            isPart = words.count == 4 && words[2] == "OF" && Int(words[1]) != nil
            guard isSum || isPart else { return }
            self.count = count
            notes = String(text[text.index(after: end)...]).trimmed
        }
    }

    mutating func read(into reading: inout AppReading) {
        var index = 0
        let records = table.records
        while index < records.count {
            let record = records[index]
            let mark = Mark(record.fault == nil ? table.text(record, "notes") : "")
            index += 1
            if !mark.isSum {
                reading.add(record) { () throws(AppRefusal) in
                    if mark.isPart { throw AppRefusal("notes", .partWithoutSum) }
                    return try entry(record, mark).marked(cells.status(record, "cleared"))
                }
                continue
            }
            var parts: [CSVRecord] = []
            while parts.count < mark.count, index < records.count, records[index].fault == nil,
                Mark(table.text(records[index], "notes")).isPart
            {
                parts.append(records[index])
                index += 1
            }
            reading.add(record) { () throws(AppRefusal) in
                try split(record, mark, parts)?.marked(cells.status(record, "cleared"))
            }
            reading.splits += 1
        }
    }

    /// The parts of a split, which are its sum together.
    private mutating func split(
        _ record: CSVRecord, _ mark: Mark, _ parts: [CSVRecord]
    ) throws(AppRefusal) -> AppEntry? {
        guard parts.count == mark.count else {
            throw AppRefusal("notes", .partsMissing(found: parts.count, expected: mark.count))
        }
        let column = table.column("split_amount") == nil ? "amount" : "split_amount"
        let sum = try cells.amount(record, column)
        var entry = AppEntry(line: record.line, day: try cells.day(record).day, rows: [])
        var total: Int128 = 0
        for part in parts {
            var mark = Mark(table.text(part, "notes"))
            if mark.notes.isEmpty { mark.notes = Mark(table.text(record, "notes")).notes }
            total += Int128(try cells.amount(part, "amount")?.minor ?? 0)
            entry.append(try self.entry(part, mark, payee: table.text(record, "payee")))
        }
        if let sum, Int128(sum.minor) != total {
            let found = MoneyTotal(minor: total, currency: sum.currency).text
            throw AppRefusal("split_amount", .badSum(sum.description, found: found))
        }
        return entry
    }

    private mutating func entry(
        _ record: CSVRecord, _ mark: Mark, payee parent: String = ""
    ) throws(AppRefusal) -> AppEntry {
        let day = try cells.day(record).day
        guard let amount = try cells.amount(record, "amount") else {
            throw AppRefusal("amount", .noAmount)
        }
        let account = table.text(record, "account")
        let payee = table.text(record, "payee")
        let category = AppRows.path(
            table.text(record, "category_group"), table.text(record, "category"))
        var entry = AppEntry(line: record.line, day: day, rows: [])
        let isOpening =
            payee == "Starting Balance" || table.text(record, "category") == "Starting Balances"
        if isOpening || isTransfer(record) {
            let isIncoming = amount.minor > 0
            let half = AppEntry.Half(
                from: isIncoming ? payee : account, into: isIncoming ? account : payee,
                isIncoming: isIncoming)
            entry.rows = [
                try AppRows.side(
                    moved: amount, account: account,
                    title: isOpening ? payee : "Transfer : \(half.into)",
                    category: isOpening ? "" : category, note: mark.notes)
            ]
            if !isOpening { entry.halves = [0: half] }
            return entry
        }
        let group = table.text(record, "category_group").lowercased()
        let isIncome =
            group == "income" || category.lowercased() == "income"
            || category.isEmpty && amount.minor > 0
        entry.rows = [
            try AppRows.line(
                isIncome ? .income : .expense,
                spent: Money(minor: -amount.minor, currency: amount.currency), category: category,
                account: account, title: payee.isEmpty ? parent : payee, note: mark.notes)
        ]
        return entry
    }
}
