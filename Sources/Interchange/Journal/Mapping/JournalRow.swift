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
    /// Whether a price says what it comes to in another currency.
    var isPriced: Bool
    /// What money comes to at its price, rounded; `nil` for all else.
    var cost: Money?
    /// What was paid in another currency.
    var paid: String?

    /// What it comes to beside the others.
    private var weight: Money { cost ?? money }

    /// Has sides come to nothing in a currency whose parts are rounded, each by itself: what was
    /// left open is what the others come to, else the last one with a price takes what is missing.
    static func settle(_ sides: inout [JournalSide], _ currency: Currency) {
        let parts = sides.indices.filter { sides[$0].weight.currency == currency }
        let sum = parts.reduce(Int128(0)) { $0 + Int128(sides[$1].weight.minor) }
        // Each is off by half a unit at most.
        guard sum != 0, sum.magnitude < parts.count,
            let index = parts.first(where: { sides[$0].isOpen })
                ?? parts.last(where: { sides[$0].isPriced }),
            let minor = Int64(exactly: Int128(sides[index].weight.minor) - sum), minor != .min
        else { return }
        let settled = Money(minor: minor, currency: currency)
        if sides[index].cost == nil {
            sides[index].money = settled
        } else {
            sides[index].cost = settled
        }
    }
}
