internal import Ledger

/// A posting as a journal has it.
struct JournalPosting: Sendable {
    /// What a balance is said to be.
    struct Assertion: Sendable {
        let amount: JournalAmount
        /// Whether there is nothing of any other commodity.
        let isTotal: Bool
        /// Whether accounts below count.
        let isInclusive: Bool
    }

    var line: Int
    var account: String
    /// `nil` where it is left open.
    var amount: JournalAmount?
    /// Whether the amount was left open, and is what was missing.
    var isOpen = false
    /// What it comes to in another commodity, with the sign of the amount.
    var cost: JournalAmount?
    var assertion: Assertion?
    var remarks = JournalRemarks()
    /// How far it has come with a bank, where that differs from its transaction.
    var status: LineStatus?
}
