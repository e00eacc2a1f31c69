internal import Ledger

/// Reads the list of a group of Splitwise: what each person paid beyond what he or she bears.
struct SplitwiseReader {
    private let table: AppTable
    private let cells: AppCells
    /// The persons with their columns.
    private let people: [(name: String, column: Int)]

    init(_ table: AppTable, _ cells: AppCells) {
        (self.table, self.cells) = (table, cells)
        let first = AppFormat.shared.count
        // Of two persons of a name the second is another one, and nobody else.
        let named = table.header.enumerated().dropFirst(first).filter { !$0.element.isEmpty }
        let all = Set(named.map { $0.element.lowercased() })
        var used: Set<String> = []
        people = named.map { column, name in
            var (unused, number) = (name, 2)
            while used.contains(unused.lowercased())
                || number > 2 && all.contains(unused.lowercased())
            {
                unused = "\(name) \(number)"
                number += 1
            }
            used.insert(unused.lowercased())
            return (unused, column)
        }
    }

    /// Whether a row sums the others up.
    static func isTotal(_ record: CSVRecord) -> Bool {
        record.fault == nil && record[1].trimmed.lowercased() == "total balance"
            && record[3].trimmed.isEmpty
    }

    func read(into reading: inout AppReading) {
        for record in table.records {
            let count = reading.entries.count
            reading.add(record) { () throws(AppRefusal) in try entry(record) }
            guard reading.entries.count > count, let rows = reading.entries.last?.rows else {
                continue
            }
            if rows.count > 1 { reading.splits += 1 }
        }
        // All of them have a share in something, or paid for it.
        reading.people = people.map(\.name)
    }

    private func entry(_ record: CSVRecord) throws(AppRefusal) -> AppEntry? {
        let (day, _) = try cells.day(record)
        let code = table.text(record, "currency")
        guard let cost = try cells.amount(record, "cost", code) else {
            throw AppRefusal("cost", .noAmount)
        }
        var (paid, owed) = ([Part](), [Part]())
        var sum: Int128 = 0
        for (name, column) in people {
            guard let net = try cells.amount(record, column, code)?.minor else { continue }
            sum += Int128(net)
            if net > 0 { paid.append(Part(name: name, minor: net)) }
            if net < 0 { owed.append(Part(name: name, minor: -net)) }
        }
        let lent = paid.reduce(Int128(0)) { $0 + Int128($1.minor) }
        let isPayment = table.text(record, "category").lowercased() == "payment"
        guard sum == 0, lent <= Int128(cost.minor), !isPayment || lent == Int128(cost.minor) else {
            let text = MoneyTotal(minor: lent, currency: cost.currency).text
            throw AppRefusal("cost", .badSum(cost.description, found: text))
        }
        return AppEntry(
            line: record.line, day: day,
            rows: try rows(record, cost, paid, owed, isPayment: isPayment))
    }

    /// What a person has paid beyond the own share, or owes; in minor units, above zero.
    private struct Part {
        let name: String
        var minor: Int64
    }

    private func rows(
        _ record: CSVRecord, _ cost: Money, _ paid: [Part], _ owed: [Part], isPayment: Bool
    ) throws(AppRefusal) -> [JournalRow] {
        let title = table.text(record, "description")
        let category = AppRows.path(table.text(record, "category"))
        func row(
            _ minor: Int64, payer: String, _ shares: [Part]
        ) throws(AppRefusal) -> JournalRow {
            let amount = Money(minor: minor, currency: cost.currency)
            let moved = Money(minor: -minor, currency: cost.currency)
            let own = [JournalKey.payer: payer]
            var row =
                isPayment
                ? try AppRows.side(moved: moved, account: "", title: title, own: own)
                : try AppRows.line(
                    .expense, spent: amount, category: category, account: "", title: title,
                    own: own)
            row.shares = shares.filter { $0.minor != 0 }.map { share in
                let part = Money(minor: share.minor, currency: cost.currency)
                return (share.name, part.description)
            }
            return row
        }
        let lent = paid.reduce(0) { $0 + $1.minor }
        if paid.isEmpty { return [try row(cost.minor, payer: "", [])] }
        if paid.count == 1 {
            let own = Part(name: paid[0].name, minor: cost.minor - lent)
            return [try row(cost.minor, payer: paid[0].name, [own] + owed)]
        }
        // Several have paid: who bears what of which part is not told, and no balance needs it.
        var (rows, left) = ([JournalRow](), owed)
        for payer in paid {
            var (rest, shares) = (payer.minor, [Part]())
            for index in left.indices where rest > 0 && left[index].minor > 0 {
                let part = min(rest, left[index].minor)
                shares.append(Part(name: left[index].name, minor: part))
                left[index].minor -= part
                rest -= part
            }
            rows.append(try row(payer.minor, payer: payer.name, shares))
        }
        if cost.minor > lent { rows.append(try row(cost.minor - lent, payer: "", [])) }
        if isPayment { for index in rows.indices { rows[index].group = index + 1 } }
        return rows
    }
}
