internal import Ledger

/// Makes the rows of this program's own list of lines without the list: to write it and to read it
/// again takes longer than all else.
///
/// A row that says more than most do is read of its cells, as all rows of a list are. What its
/// texts came to then holds for the rows that have the same, and no more than most.
struct ListRows: Sendable {
    /// The days of years of four digits, which are read as they are written.
    private static let plainDays = Day("1000-01-01").flatMap { first in
        Day("9999-12-31").map { first...$0 }
    }
    private static let scanner = CSVScanner(separator: CSVSeparator.comma.byte)

    /// How the list is read; without any row, and with some.
    private let plans: (empty: CSVPlan, some: CSVPlan)
    private var builder: RowBuilder
    private var record = CSVRecord()
    private(set) var rows: [ImportRow] = []
    /// Whether all rows could be made, and are no more than are kept.
    private(set) var isWhole = true
    /// Bytes of their texts.
    private var bytes = 0
    /// Lines of the list that they would take.
    private var lines = 0
    /// Amounts above and below zero.
    private var (positive, negative) = (0, 0)
    // What texts came to that were read of cells; two that look alike may have other bytes.
    private var categories: [String: (text: String, path: CategoryPath?)] = [:]
    private var accounts: [String: (text: String, name: String?)] = [:]
    private var currency: Currency?

    /// None yet; `nil` where no list could be read.
    ///
    /// - Parameters:
    ///   - base: The currency of the ledger.
    ///   - currency: The currency that a code stands for in the ledger; `nil` for none.
    init?(base: Currency, currency: @escaping @Sendable (String) -> Currency?) {
        var list = JournalList()
        func plan() throws(ImportError) -> CSVPlan {
            try CSVImport.examine(
                MemoryBytes(list.bytes), CSVImportOptions(), baseCurrency: base, currency: currency)
        }
        guard let day = ListRows.plainDays?.upperBound, let empty = try? plan() else { return nil }
        // How days and amounts are written does not depend on which they are.
        let row = JournalRow(
            kind: .expense, amount: Money(minor: 1, currency: base), title: "")
        try? list.add([row], of: JournalRecord(day: day))
        guard let some = try? plan() else { return nil }
        plans = (empty, some)
        builder = some.builder
    }

    /// How the list is read, with all rows.
    var plan: CSVPlan {
        (rows.isEmpty ? plans.empty : plans.some).with(
            rows, positive: positive, negative: negative)
    }

    /// Adds a row that says no more than most do.
    ///
    /// - Returns: `false` for any other row, which is to be read of its cells.
    mutating func add(_ row: JournalRow, id: UInt64, entry: [UInt64], day: Day) -> Bool {
        guard row.remarks.isEmpty, row.shares.isEmpty, row.notes.isEmpty,
            ListRows.plainDays?.contains(day) == true, row.amount.currency == currency,
            let (category, path) = categories[row.category],
            let (account, name) = accounts[row.account ?? ""],
            category.utf8.elementsEqual(row.category.utf8),
            account.utf8.elementsEqual((row.account ?? "").utf8),
            row.title.utf8.count + category.utf8.count + account.utf8.count
                < RowBuilder.rowTextBytesMax,
            !row.title.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
        else { return false }
        let facts = LineFacts(
            kind: row.kind, amount: row.amount, day: day, category: path,
            flags: row.kind == .transfer && row.isIncoming ? .incoming : [])
        let own = OwnRow(
            id: id, entry: entry, isCounterpart: row.isCounterpart, payer: "", shares: [],
            status: row.status)
        put(
            ImportRow(
                line: lines + 2, facts: facts, details: LineDetails(title: row.title),
                accountName: name, own: own),
            lines: 1)
        return true
    }

    /// Adds the row of some cells, which are taken away.
    mutating func take(_ cells: inout [UInt8], of row: JournalRow) {
        defer { cells.removeAll(keepingCapacity: true) }
        // It begins behind the header.
        record.start(line: lines + 2)
        let found = try? ListRows.scanner.read(cells.span, from: 0, isLast: true, into: &record)
        guard let found, found.next == cells.count else {
            isWhole = false
            return
        }
        record.take(cells[...])
        guard case .success(let made) = builder.row(of: record) else {
            isWhole = false
            return
        }
        categories[row.category] = (row.category, made.facts.category)
        accounts[row.account ?? ""] = (row.account ?? "", made.accountName)
        if made.facts.amount == row.amount { currency = row.amount.currency }
        put(made, lines: found.lines)
    }

    private mutating func put(_ row: ImportRow, lines: Int) {
        self.lines += lines
        bytes += row.textBytes
        if row.facts.amount.minor > 0 { positive += 1 }
        if row.facts.amount.minor < 0 { negative += 1 }
        rows.append(row)
        if !KeptRows.holds(rows.count, bytes: bytes) { (isWhole, rows) = (false, []) }
    }

    /// Adds those that follow.
    mutating func add(_ others: ListRows) {
        let first = rows.count
        rows += others.rows
        for index in first..<rows.count where lines > 0 { rows[index].line += lines }
        (lines, bytes) = (lines + others.lines, bytes + others.bytes)
        (positive, negative) = (positive + others.positive, negative + others.negative)
        isWhole = isWhole && others.isWhole && KeptRows.holds(rows.count, bytes: bytes)
    }
}
