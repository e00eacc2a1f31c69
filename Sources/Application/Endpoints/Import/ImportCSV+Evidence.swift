internal import Interchange

extension ImportCSV {
    /// A line of a file, to show.
    package struct Sample: Codable, Hashable, Sendable {
        /// Its number, from 1.
        package let line: Int
        /// What is there.
        package let text: String
    }

    /// The saved profiles that have to do with a file.
    package struct ProfileNote: Codable, Hashable, Sendable {
        /// The one that was named; `nil` for none.
        package let used: String?
        /// Whether that one was saved for a file with other columns.
        package let isForOtherColumns: Bool
        /// The one that was saved; `nil` for none.
        package let saved: String?
        /// Those for the same columns that say more than was said; empty where one was named or
        /// saved.
        package let proposed: [String]
    }

    /// What the signs of amounts were taken for.
    package struct SignNote: Codable, Hashable, Sendable {
        /// `spend`: positive is spent; `account`: positive came in.
        package let sign: String
        /// Whether the user gave it.
        package let isGiven: Bool
        /// Whether the amounts decided it: most of them are negative.
        package let isFound: Bool
        /// Rows above zero as written; a credit counts as positive, a debit as negative.
        package let positive: Int
        /// Rows below zero as written.
        package let negative: Int

        /// Of a file without amounts.
        init() {
            (sign, isGiven, isFound, positive, negative) = ("account", false, false, 0, 0)
        }

        init(_ signs: SignEvidence) {
            sign = signs.sign.rawValue
            isGiven = signs.given != nil
            isFound = signs.isFound
            positive = signs.positive
            negative = signs.negative
        }
    }

    /// What a statement says of itself.
    package struct Statement: Codable, Hashable, Sendable {
        /// The account, as the file calls it; empty for none.
        package let account: String
        /// The code of its currency; empty for none.
        package let currency: String
        /// Its entries.
        package let entries: Int
        /// The balance before the first entry; `nil` where it is not told.
        package let opening: String?
        /// The balance behind the last entry; `nil` where it is not told.
        package let closing: String?
        /// The day of that balance; `nil` where it is not told.
        package let day: String?
        /// Whether the entries lead from the one to the other, so that none is missing.
        package let isProven: Bool

        init(_ note: StatementNote) {
            (account, currency, entries) = (note.account, note.currency, note.entries)
            (opening, closing, day) = (note.opening, note.closing, note.day)
            isProven = note.isProven
        }
    }

    /// What the balances of a file prove.
    package struct BalanceNote: Codable, Hashable, Sendable {
        /// `oldestFirst` or `newestFirst`.
        package let order: String
        /// Balances that were compared with the one before.
        package let compared: Int
        /// How many of them are the one before and the amounts since.
        package let agreeing: Int
        /// The line of the first that is not; `nil` if all are.
        package let firstBreak: Int?

        init(_ balance: BalanceEvidence) {
            order = balance.order.rawValue
            compared = balance.compared
            agreeing = balance.agreeing
            firstBreak = balance.firstBreak
        }
    }
}
