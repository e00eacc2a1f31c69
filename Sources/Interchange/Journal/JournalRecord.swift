internal import Ledger

/// A transaction as a journal has it.
struct JournalRecord: Sendable {
    /// Where it begins.
    var file = ""
    var line = 0
    var day: Day
    /// How far it has come with a bank; `nil` where nothing is said.
    var status: LineStatus?
    var description = ""
    var remarks = JournalRemarks()
    var postings: [JournalPosting] = []
}
