internal import Ledger

/// Reads the register of YNAB: a row for each account that a payment touches, and for each part of
/// a split.
struct YNABReader {
    private let table: AppTable
    private let cells: AppCells

    init(_ table: AppTable, _ cells: AppCells) { (self.table, self.cells) = (table, cells) }

    /// A part of a split, as the memo tells it: `Split (1/2) Bread`.
    private struct Part {
        let number: Int
        let count: Int
        let memo: String

        init?(_ memo: String) {
            guard memo.lowercased().hasPrefix("split (") else { return nil }
            let rest = memo.dropFirst("split (".count)
            guard let end = rest.firstIndex(of: ")") else { return nil }
            let numbers = rest[..<end].split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            (number, count) = (numbers[0], numbers[1])
            self.memo = String(rest[rest.index(after: end)...]).trimmed
        }
    }

    func read(into reading: inout AppReading) {
        var last: (part: Part, account: String, index: Int)?
        for record in table.records {
            let part = record.fault == nil ? Part(table.text(record, "memo")) : nil
            let account = table.text(record, "account")
            let count = reading.entries.count
            reading.add(record) { () throws(AppRefusal) in
                try entry(record, part)?.marked(cells.status(record, "cleared"))
            }
            guard reading.entries.count > count else {
                last = nil
                continue
            }
            tell(record, into: &reading)
            // Parts that follow each other are one payment.
            if let part, let last, part.number == last.part.number + 1,
                part.count == last.part.count,
                account == last.account,
                reading.entries[last.index].day == reading.entries[count].day
            {
                let entry = reading.entries.removeLast()
                reading.entries[last.index].append(entry)
                if part.number == 2 { reading.splits += 1 }
            }
            last = part.map { ($0, account, reading.entries.count - 1) }
        }
    }

    private func tell(_ record: CSVRecord, into reading: inout AppReading) {
        for name in ["flag", "check number"] { reading.keep(name, table.text(record, name)) }
        if !table.text(record, "running balance").isEmpty { reading.leaveOut("running balance") }
    }

    private func entry(_ record: CSVRecord, _ part: Part?) throws(AppRefusal) -> AppEntry? {
        let day = try cells.day(record).day
        let out = try cells.amount(record, "outflow")
        let into = try cells.amount(record, "inflow")
        guard let currency = (out ?? into)?.currency else { throw AppRefusal(nil, .noAmount) }
        if let out, let into, out.minor != 0, into.minor != 0 {
            throw AppRefusal(
                nil, .bothSides(debit: out.description, credit: into.description))
        }
        let spent = Money(minor: (out?.minor ?? 0) - (into?.minor ?? 0), currency: currency)
        let (account, payee) = (table.text(record, "account"), table.text(record, "payee"))
        var notes = [part?.memo ?? table.text(record, "memo")]
        let check = table.text(record, "check number")
        if !check.isEmpty { notes.append("check \(check)") }
        let note = notes.filter { !$0.isEmpty }.joined(separator: "\n")
        let flag = table.text(record, "flag")
        let tags = flag.isEmpty ? [] : ["flag:\(flag.lowercased())"]
        var entry = AppEntry(line: record.line, day: day, rows: [])
        if let other = YNABReader.other(payee) {
            let isIncoming = spent.minor < 0
            let half = AppEntry.Half(
                from: isIncoming ? other : account, into: isIncoming ? account : other,
                isIncoming: isIncoming)
            entry.rows = [
                try AppRows.side(
                    moved: Money(minor: -spent.minor, currency: currency), account: account,
                    title: "Transfer : \(half.into)", category: category(record).path,
                    note: note, tags: tags)
            ]
            entry.halves = [0: half]
            return entry
        }
        let category = category(record)
        if payee == "Starting Balance" {
            entry.rows = [
                try AppRows.side(
                    moved: Money(minor: -spent.minor, currency: currency), account: account,
                    title: payee, note: note, tags: tags)
            ]
            return entry
        }
        let isIncome = category.isIncome || category.path.isEmpty && spent.minor < 0
        entry.rows = [
            try AppRows.line(
                isIncome ? .income : .expense, spent: spent,
                category: category.isIncome ? "" : category.path, account: account, title: payee,
                note: note, tags: tags)
        ]
        return entry
    }

    /// The account on the other side of `Transfer : Savings`; `nil` for a payee.
    private static func other(_ payee: String) -> String? {
        guard payee.lowercased().hasPrefix("transfer"), let colon = payee.firstIndex(of: ":"),
            payee[..<colon].dropFirst("transfer".count).allSatisfy({ $0 == " " })
        else { return nil }
        let name = String(payee[payee.index(after: colon)...]).trimmed
        return name.isEmpty ? nil : name
    }

    /// The category of a row, and whether it is that of income.
    private func category(_ record: CSVRecord) -> (path: String, isIncome: Bool) {
        func first(_ names: String...) -> String {
            names.map { table.text(record, $0) }.first { !$0.isEmpty } ?? ""
        }
        var group = first("category group", "master category")
        var name = first("sub category", "category")
        let whole = first("category group/category")
        if group.isEmpty, let mark = whole.firstRange(of: ": ") {
            (group, name) = (String(whole[..<mark.lowerBound]), String(whole[mark.upperBound...]))
        }
        let pot = group.lowercased()
        let isIncome = pot == "inflow" || pot == "income"
        return (AppRows.path(group, name), isIncome)
    }
}

extension AppEntry {
    /// Takes the rows of another one in, behind its own.
    mutating func append(_ other: AppEntry) {
        for (index, half) in other.halves { halves[rows.count + index] = half }
        rows += other.rows
    }
}
