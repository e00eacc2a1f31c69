internal import Ledger

/// A transaction as a journal has it.
struct JournalRecord: Sendable {
    /// Where it begins.
    var file = ""
    var line = 0
    var day: Day
    var isPending = false
    var description = ""
    var remarks = JournalRemarks()
    var postings: [JournalPosting] = []
}
