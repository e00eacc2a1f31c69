/// What cannot be taken over of a journal, and where.
package struct JournalFault: Hashable, Sendable {
    /// The file that it is in, as `include` names it; empty for the one that was given.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// Why.
    package let reason: Reason

    /// Why something of a journal cannot be taken over.
    package enum Reason: Hashable, Sendable {
        /// A line that no journal has there.
        case unknownLine(String)
        /// A directive that changes what entries mean and is not read.
        case unknownDirective(String)
        /// No day of the calendar.
        case badDate(String)
        /// Days of postings that are not that of their transaction.
        case postingDate
        /// No amount.
        case badAmount(String)
        /// A number with one mark and three digits behind it: thousands, or decimals.
        case ambiguousAmount(String)
        /// A number that is too large.
        case tooLarge(String)
        /// No currency of the ledger.
        case unknownCurrency(String)
        /// A symbol that several currencies have.
        case severalCurrencies(String, [String])
        /// More decimals than the currency has.
        case tooPrecise(String)
        /// A posting that is outside of what adds up to nothing.
        case virtualPosting(String)
        /// Fewer than two postings.
        case tooFewPostings
        /// More than one posting without an amount.
        case severalMissing
        /// What remains in a commodity, though it should be nothing.
        case unbalanced(String)
        /// An account of which nothing says whether it has money, or is for what.
        case unknownType(String)
        /// A time of a line that is none.
        case badTime(String)
        /// Shares that are not names with amounts.
        case badShares(String)
        /// A category that is none.
        case badCategory(String)
        /// An account whose money has a price, in anything but an exchange of two.
        case priced(String)
        /// A balance that is not what the postings of the file come to.
        case badBalance(account: String, stated: String, found: String)
        /// A file that cannot be included.
        case badInclude(String, Include)
        /// Texts that are too long for an event.
        case textTooLong
        /// A price below nothing.
        case badPrice(String)
        /// Options that only mean something for CSV.
        case options
    }

    /// Why a file is not included.
    package enum Include: Error, Hashable, Sendable {
        /// It is not below the folder of the first file.
        case outside
        /// It includes itself, or too many files include others.
        case ring
        /// It is a pattern that no file matches.
        case pattern
        /// There is no folder to look in.
        case noFolder
        /// It can be read only once, as a pipe can.
        case pipe
        /// The system cannot read it, or it is no text.
        case unreadable
    }

    /// Options that only mean something for CSV.
    package static let options = JournalFault(line: 0, .options)

    /// A fault.
    init(file: String = "", line: Int, _ reason: Reason) {
        (self.file, self.line, self.reason) = (file, line, reason)
    }
}

/// Why a file that is included cannot be read.
package struct JournalInclude: Error, Hashable, Sendable {
    package let why: JournalFault.Include

    /// A reason.
    package init(_ why: JournalFault.Include) { self.why = why }
}
