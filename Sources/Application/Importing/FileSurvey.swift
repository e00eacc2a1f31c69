internal import Interchange
internal import Ledger

/// What a file consists of, found by going through it once.
struct FileSurvey {
    /// How many refused rows and footers are kept to be shown.
    static let shownMax = 1_000

    /// What its rows are.
    private let found: RowSurvey
    /// Refused rows, the first of them.
    let refused: [RefusedRow]
    /// Rows that were refused before the list of lines was made.
    private let refusedBefore: Int
    /// The accounts that rows name, in the order of the file.
    private(set) var accounts: [ImportStart.Account]

    /// Good rows.
    var rows: Int { found.rows }
    var refusedCount: Int { tally.refused + refusedBefore }
    /// Records behind the last row that are none, the first of them.
    var footers: [CellSample] { found.footers }
    /// How many records were what.
    var tally: CSVTally { found.tally }
    /// From the first day of the rows to the last; `nil` without any.
    var days: DayRange? { found.days }
    /// Whether some rows name no account.
    var hasRowsWithoutAccount: Bool { found.hasRowsWithoutAccount }

    /// The days of which a file in the order of its days has every row: all but the first and the
    /// last, which it may cut.
    var wholeDays: DayRange? {
        guard let days, !(found.rises && found.falls) else { return nil }
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
        found = try rows.all()
        let before = refused.prefix(FileSurvey.shownMax)
        self.refused =
            Array(before) + found.refused.prefix(FileSurvey.shownMax - before.count)
        refusedBefore = refused.count
        accounts = found.accounts
        var indexes = found.indexes
        for opening in openings { add(opening, &indexes) }
        for index in accounts.indices where liabilities.contains(accounts[index].name) {
            accounts[index].type = .liability
        }
    }

    /// Takes an account that begins with something, which no row need name.
    private mutating func add(
        _ opening: JournalImport.Opening, _ indexes: inout [String: Int]
    ) {
        let index = indexes[opening.account] ?? accounts.count
        if index == accounts.count {
            indexes[opening.account] = index
            accounts.append(
                ImportStart.Account(
                    name: opening.account, currency: opening.amount.currency, day: opening.day))
        }
        (accounts[index].opening, accounts[index].day) = (opening.amount, opening.day)
    }
}
