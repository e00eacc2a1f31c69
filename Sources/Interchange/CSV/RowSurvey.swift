package import Ledger

/// What the rows of a file consist of, found by going through it once.
package struct RowSurvey: Sendable {
    /// Good rows.
    package private(set) var rows = 0
    /// Refused rows, the first of them.
    package private(set) var refused: [RefusedRow] = []
    /// Records behind the last row that are none, the first of them.
    package private(set) var footers: [CellSample] = []
    /// How many records were what.
    package private(set) var tally = CSVTally()
    /// From the first day of the rows to the last; `nil` without any.
    package private(set) var days: DayRange?
    /// The accounts that rows name, in the order of the file.
    package private(set) var accounts: [ImportStart.Account] = []
    /// The places of accounts, by their names.
    package private(set) var indexes: [String: Int] = [:]
    /// Whether some rows name no account.
    package private(set) var hasRowsWithoutAccount = false
    /// Whether a row is of a later day than the one before it.
    package private(set) var rises = false
    /// Whether a row is of an earlier day than the one before it.
    package private(set) var falls = false

    /// Refused rows and footers that are kept to be shown, at most.
    private var shownMax: Int
    private var last: Day?
    /// The account of the last row that names one: most rows name that of the one before.
    private var lastAccount: (name: String, index: Int)?

    /// Goes through a file.
    ///
    /// - Parameters:
    ///   - source: The file that was examined.
    ///   - plan: What was understood of it.
    ///   - shownMax: Refused rows and footers that are kept to be shown, at most.
    ///   - kept: Takes the rows.
    /// - Throws: What the source throws.
    /// - Complexity: O(bytes)
    package init(
        _ source: any ByteSource, _ plan: CSVPlan, shownMax: Int, keepingIn kept: inout KeptRows
    ) throws(ImportError) {
        self.shownMax = shownMax
        if let ready = plan.rows {
            for index in ready.indices { add(ready[index]) }
            tally.rows = ready.count
            kept = KeptRows(ready)
            if plan.columns.own != nil { kept.sort() }
            return
        }
        var (survey, rows) = (self, KeptRows())
        let tally = try CSVImport.rows(source, plan) { row in
            survey.add(row)
            if case .row(let row) = row { rows.append(row) }
            return true
        }
        // Of this program's own list the sides of a transfer come in the order of the ledger.
        if plan.columns.own != nil { rows.sort() }
        self = survey
        self.tally = tally
        kept = rows
    }

    private mutating func add(_ row: CSVRow) {
        switch row {
        case .row(let row): add(row)
        case .refused(let row):
            if refused.count < shownMax { refused.append(row) }
        case .skipped(let line, .footer(let text)):
            if footers.count < shownMax { footers.append(CellSample(line: line, text: text)) }
        case .skipped: break
        }
    }

    private mutating func add(_ row: ImportRow) {
        rows += 1
        let day = row.facts.day
        if let last {
            if day > last { rises = true }
            if day < last { falls = true }
        }
        last = day
        if let known = days {
            if day < known.start { days = DayRange(start: day, end: known.end) }
            if day >= known.end { days = DayRange(start: known.start, end: day.adding(days: 1)) }
        } else {
            days = DayRange(start: day, end: day.adding(days: 1))
        }
        guard let name = row.accountName else {
            hasRowsWithoutAccount = true
            return
        }
        let known = lastAccount?.name == name ? lastAccount?.index : indexes[name]
        if let index = known {
            if day < accounts[index].day { accounts[index].day = day }
            lastAccount = (name, index)
        } else {
            lastAccount = (name, accounts.count)
            indexes[name] = accounts.count
            accounts.append(
                ImportStart.Account(name: name, currency: row.facts.amount.currency, day: day))
        }
    }
}

/// The rows of a file, in memory as long as they are few: to read them again takes longer than all
/// else.
package struct KeptRows: Sendable {
    /// Rows that are kept, at most.
    private static let rowsMax = 1 << 18
    /// Bytes of their texts, at most.
    private static let bytesMax = 48 << 20

    private var rows: [ImportRow] = []
    private var bytes = 0
    /// Whether all rows are there.
    package private(set) var isWhole = true
    /// The least id of a row of this program's own list; `nil` where there is none.
    package private(set) var leastID: UInt64?

    /// None yet.
    package init() {}

    /// Those that are there, no more than are kept.
    fileprivate init(_ rows: [ImportRow]) {
        self.rows = rows
        for index in rows.indices {
            guard let id = rows[index].own?.id else { continue }
            leastID = min(leastID ?? id, id)
        }
    }

    /// Whether so many rows are kept, with so many bytes of texts.
    static func holds(_ count: Int, bytes: Int) -> Bool { count <= rowsMax && bytes <= bytesMax }

    /// How many there are.
    package var count: Int { rows.count }

    fileprivate mutating func append(_ row: ImportRow) {
        if !isWhole { return }
        bytes += row.textBytes
        if KeptRows.holds(rows.count + 1, bytes: bytes) {
            rows.append(row)
            if let id = row.own?.id { leastID = min(leastID ?? id, id) }
        } else {
            (isWhole, rows) = (false, [])
        }
    }

    /// Puts them in the order of their ids.
    fileprivate mutating func sort() {
        var last: UInt64 = 0
        let isSorted = rows.allSatisfy { row in
            defer { last = row.own?.id ?? 0 }
            return (row.own?.id ?? 0) >= last
        }
        if !isSorted { rows.sort { ($0.own?.id ?? 0) < ($1.own?.id ?? 0) } }
    }

    /// Goes through the rows, each with its index, until `body` returns `false`.
    package func visit(_ body: (Int, ImportRow) -> Bool) {
        for index in rows.indices {
            if !body(index, rows[index]) { return }
        }
    }
}

extension ImportRow {
    /// Bytes of its texts.
    var textBytes: Int {
        details.title.utf8.count + details.note.utf8.count + (accountName?.utf8.count ?? 0)
            + (details.externalID?.utf8.count ?? 0)
    }
}
