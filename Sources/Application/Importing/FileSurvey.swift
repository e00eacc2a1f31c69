internal import Interchange
internal import Ledger

/// What a file consists of, found by going through it once.
struct FileSurvey {
    /// How many refused rows and footers are kept to be shown.
    static let shownMax = 1_000

    /// Good rows.
    private(set) var rows = 0
    /// Refused rows, the first of them.
    private(set) var refused: [RefusedRow] = []
    var refusedCount: Int { tally.refused + refusedBefore }
    /// Rows that were refused before the list of lines was made.
    private var refusedBefore = 0
    /// Records behind the last row that are none, the first of them.
    private(set) var footers: [CellSample] = []
    /// How many records were what.
    private(set) var tally = CSVTally()
    /// From the first day of the rows to the last; `nil` without any.
    private(set) var days: DayRange?
    /// The accounts that rows name, in the order of the file.
    private(set) var accounts: [ImportStart.Account] = []
    /// Whether some rows name no account.
    private(set) var hasRowsWithoutAccount = false

    private var indexes: [String: Int] = [:]
    private var last: Day?
    private var rises = false
    private var falls = false

    /// The days of which a file in the order of its days has every row: all but the first and the
    /// last, which it may cut.
    var wholeDays: DayRange? {
        guard let days, !(rises && falls) else { return nil }
        let (start, end) = (days.start.adding(days: 1), days.end.adding(days: -1))
        return start < end ? DayRange(start: start, end: end) : nil
    }

    /// - Parameters:
    ///   - refused: Rows that were refused before.
    ///   - liabilities: The names of the accounts in which one owes.
    ///   - openings: What new accounts begin with.
    init(
        _ rows: inout RowReading, refused: [RefusedRow] = [], liabilities: Set<String> = [],
        openings: [JournalImport.Opening] = []
    ) throws(ApplicationError) {
        self.refused = Array(refused.prefix(FileSurvey.shownMax))
        refusedBefore = refused.count
        tally = try rows.all { add($0) }
        for opening in openings { add(opening) }
        for index in accounts.indices where liabilities.contains(accounts[index].name) {
            accounts[index].type = .liability
        }
    }

    /// Takes an account that begins with something, which no row need name.
    private mutating func add(_ opening: JournalImport.Opening) {
        let index = indexes[opening.account] ?? accounts.count
        if index == accounts.count {
            indexes[opening.account] = index
            accounts.append(
                ImportStart.Account(
                    name: opening.account, currency: opening.amount.currency, day: opening.day))
        }
        (accounts[index].opening, accounts[index].day) = (opening.amount, opening.day)
    }

    private mutating func add(_ row: CSVRow) {
        switch row {
        case .row(let row): add(row)
        case .refused(let row):
            if refused.count < FileSurvey.shownMax { refused.append(row) }
        case .skipped(let line, .footer(let text)):
            if footers.count < FileSurvey.shownMax {
                footers.append(CellSample(line: line, text: text))
            }
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
        if let index = indexes[name] {
            if day < accounts[index].day { accounts[index].day = day }
        } else {
            indexes[name] = accounts.count
            accounts.append(
                ImportStart.Account(name: name, currency: row.facts.amount.currency, day: day))
        }
    }
}
