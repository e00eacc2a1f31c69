package import Ledger

/// What a record of a file turned out to be.
package enum CSVRow: Hashable, Sendable {
    /// A row of the ledger.
    case row(ImportRow)
    /// A row that cannot be imported.
    case refused(RefusedRow)
    /// No row at all.
    case skipped(line: Int, SkipReason)
}

/// Why a record is no row.
package enum SkipReason: Hashable, Sendable {
    /// All its fields are empty.
    case empty
    /// It is a line that was voided, in this program's own list.
    case voided
    /// It says the same as the header.
    case repeatedHeader
    /// It has a value whose rows are left out.
    case leftOut
    /// It is behind the last row, and no date is where the dates are; the text of it.
    case footer(String)
}

/// How many records of a file were what.
package struct CSVTally: Hashable, Sendable {
    /// Rows.
    package internal(set) var rows = 0
    /// Rows that cannot be imported.
    package internal(set) var refused = 0
    /// Records that say nothing.
    package internal(set) var empty = 0
    /// Headers that occur again.
    package internal(set) var repeatedHeaders = 0
    /// Records behind the last row that are none.
    package internal(set) var footers = 0
    /// Rows that were left out because of one of their values.
    package internal(set) var leftOut = 0
    /// Rows that end before the last column; what is missing was taken for empty.
    package internal(set) var shortRows = 0
    /// Rows in which a `:` inside a category's cell made a sub-level.
    package internal(set) var splitCategoryRows = 0

    /// No records.
    package init() {}

    mutating func add(_ row: CSVRow) {
        switch row {
        case .row: rows += 1
        case .refused: refused += 1
        case .skipped(_, .empty): empty += 1
        case .skipped(_, .voided): break
        case .skipped(_, .repeatedHeader): repeatedHeaders += 1
        case .skipped(_, .leftOut): leftOut += 1
        case .skipped(_, .footer): footers += 1
        }
    }
}

/// One row of a file, as a line of the ledger.
package struct ImportRow: Hashable, Sendable {
    /// The line of the file on which it starts, from 1.
    package internal(set) var line: Int
    /// What reports need; the account is left open, ``accountName`` says which.
    package let facts: LineFacts
    /// Time, title, note and tags, title and note byte for byte.
    package let details: LineDetails
    /// The account or payment method; `nil` for none.
    package let accountName: String?
    /// What this program's own list says besides; `nil` in other files.
    package let own: OwnRow?
}
