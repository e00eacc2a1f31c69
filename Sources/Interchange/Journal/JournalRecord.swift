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

    /// Of two postings in two commodities, what was paid is what the other cost.
    mutating func priceImplied(_ accounts: inout JournalAccounts) {
        guard postings.count == 2, postings.allSatisfy({ $0.cost == nil }),
            let first = postings[0].amount, let second = postings[1].amount,
            first.commodity != second.commodity,
            first.number.isNegative != second.number.isNegative
        else { return }
        for (index, other) in [(0, second), (1, first)] {
            let kind = accounts.kind(of: postings[index].account)?.kind
            guard kind == .expense || kind == .income else { continue }
            let cost = JournalAmount(number: other.number.negated, commodity: other.commodity)
            postings[index].cost = cost
            return
        }
    }
}
