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
    /// What is told in the note.
    var notes: [String] = []
    /// Lines of one number are an entry.
    var group = 0
}
