package import Ledger

/// What the user says about a CSV file; everything left out is found out from the file.
///
/// A text names a column of the header (exactly, else ignoring case; `Name#2` the second of that
/// name; a number the column in that place, from 1), or else is a constant for all rows; with `=`
/// in front it is always a constant, and an empty one leaves the role out.
package struct CSVImportOptions: Codable, Hashable, Sendable {
    /// The column of the dates.
    package var date: String?
    /// The column of the times, if not that of the dates.
    package var time: String?
    /// The column of the amounts.
    package var amount: String?
    /// The column of the amounts that went out.
    package var debit: String?
    /// The column of the amounts that came in.
    package var credit: String?
    /// What the signs of amounts mean; `nil` for the rule of ``AmountSign``.
    package var sign: AmountSign?
    /// Whether amounts are in the smallest units of their currency, such as cents; `nil` for no.
    package var minorUnits: Bool?
    /// Titles; notes where there are payees.
    package var title: String?
    /// Payees, which become the titles.
    package var payee: String?
    /// Notes.
    package var note: String?
    /// Categories, the upper level first; empty for the usual names.
    package var category: [String]
    /// Words for expense, income and transfer.
    package var kind: String?
    /// The column that says of each row whether it came in, and the values that say so, as in
    /// `Direction=IN`; all other rows went out.
    package var incoming: String?
    /// Columns with the values of rows that are left out, as in `Status=Denied,Pending`; without a
    /// value none is.
    package var leftOut: [String] = []
    /// What rows are given that have something in some columns, as in `Type=Fee then
    /// category=bank:fees`; what is said first goes first.
    package var when: [String] = []
    /// Currency codes.
    package var currency: String?
    /// Names of accounts or payment methods.
    package var account: String?
    /// Tags, one in each column or constant.
    package var tag: [String]
    /// The ids that the bank or program gave.
    package var externalID: String?
    /// The column of balances, which prove that no row is missing.
    package var balance: String?
    /// The form of all dates; `nil` to decide from the column.
    package var dateForm: DateForm?
    /// The decimal mark of all amounts; `nil` to decide from the column.
    package var decimalMark: MoneyFormat.DecimalMark?
    /// What separates fields; `nil` to decide from the first records.
    package var separator: CSVSeparator?
    /// How the bytes are text; `nil` for a byte order mark, else UTF-8.
    package var encoding: TextEncoding?
    /// How many lines stand before the header, or before the first row if there is no header;
    /// `nil` to look for the header.
    package var skippedLines: Int?
    /// Whether there is a header; without one (`false`) columns are called `1`, `2` and so on.
    package var hasHeader: Bool?

    /// Options; without any, all is found out from the file.
    package init(
        date: String? = nil, time: String? = nil, amount: String? = nil, debit: String? = nil,
        credit: String? = nil, sign: AmountSign? = nil, minorUnits: Bool? = nil,
        title: String? = nil, payee: String? = nil, note: String? = nil,
        category: [String] = [], kind: String? = nil, incoming: String? = nil,
        leftOut: [String] = [], when: [String] = [], currency: String? = nil,
        account: String? = nil, tag: [String] = [], externalID: String? = nil,
        balance: String? = nil, dateForm: DateForm? = nil,
        decimalMark: MoneyFormat.DecimalMark? = nil, separator: CSVSeparator? = nil,
        encoding: TextEncoding? = nil, skippedLines: Int? = nil, hasHeader: Bool? = nil
    ) {
        self.date = date
        self.time = time
        self.amount = amount
        self.debit = debit
        self.credit = credit
        self.sign = sign
        self.minorUnits = minorUnits
        self.title = title
        self.payee = payee
        self.note = note
        self.category = category
        self.kind = kind
        self.incoming = incoming
        self.leftOut = leftOut
        self.when = when
        self.currency = currency
        self.account = account
        self.tag = tag
        self.externalID = externalID
        self.balance = balance
        self.dateForm = dateForm
        self.decimalMark = decimalMark
        self.separator = separator
        self.encoding = encoding
        self.skippedLines = skippedLines
        self.hasHeader = hasHeader
    }
}

/// What a column can mean.
package enum ImportRole: String, CaseIterable, Codable, Hashable, Sendable {
    case date
    case time
    case amount
    case debit
    case credit
    case payee
    case title
    case note
    case category
    case kind
    case currency
    case account
    case tag
    case externalID
    case balance
}
