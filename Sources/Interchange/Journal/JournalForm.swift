internal import Ledger

/// A language of journals in plain text.
package enum JournalForm: String, CaseIterable, Codable, Hashable, Sendable {
    /// The journal of hledger and ledger.
    case hledger
    /// The ledger of beancount.
    case beancount

    /// The language that the ending of a file's name says; `nil` for other names.
    init?(fileName: String) {
        // What has no full stop is a name alone: a file of columns may be called `ledger`.
        let parts = fileName.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        switch parts.dropFirst().last {
        case "journal", "hledger", "ledger", "j": self = .hledger
        case "beancount", "bean": self = .beancount
        default: return nil
        }
    }

    /// The root of the accounts that hold money.
    var assets: String { self == .hledger ? "assets" : "Assets" }
    /// The root of the accounts in which one owes.
    var liabilities: String { self == .hledger ? "liabilities" : "Liabilities" }
    /// The root of the categories of what was spent.
    var expenses: String { self == .hledger ? "expenses" : "Expenses" }
    /// The root of the categories of what came in.
    var income: String { self == .hledger ? "income" : "Income" }
    /// The last part of an account for what has no category, or names no account.
    var unknown: String { self == .hledger ? "unknown" : "Unknown" }
    /// What opening balances are taken from.
    var openings: String {
        self == .hledger ? "equity:opening balances" : "Equity:Opening-Balances"
    }
    /// What stands on the other side of a transfer that has only one.
    var transfers: String { self == .hledger ? "equity:transfers" : "Equity:Transfers" }
}

extension LineStatus {
    /// What `!` and `*` mean before transactions and postings; `nil` for other letters.
    init?(mark: Character) {
        guard let status = LineStatus.allCases.first(where: { $0.mark == String(mark) }) else {
            return nil
        }
        self = status
    }
}
