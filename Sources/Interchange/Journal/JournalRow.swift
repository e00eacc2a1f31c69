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
