internal import Ledger

/// A line of the ledger that a journal's transaction comes to.
struct JournalRow: Sendable {
    var kind: EntryKind
    var amount: Money
    var isIncoming = false
    /// Whether it is the second side of a transfer.
    var isCounterpart = false
    var category = ""
    /// `nil` for none.
    var account: String?
    var title: String
    var remarks = JournalRemarks()
    /// Who bears what: names and amounts; else the remarks say it.
    var shares: [(name: String, amount: String)] = []
    /// What is told in the note.
    var notes: [String] = []
    /// How far it has come with a bank, where that is said of it; else its transaction's counts.
    var status: LineStatus?
    /// Lines of one number are an entry.
    var group = 0
}

/// A posting in money of the ledger.
struct JournalSide: Sendable {
    var line: Int
    var kind: JournalAccounts.Kind
    var root: String
    var account: String
    var money: Money
    var remarks: JournalRemarks
    var status: LineStatus?
    /// Whether it is what was missing beside a price.
    var isOpen: Bool
    /// What was paid in another currency.
    var paid: String?
}
