internal import Ledger

/// How a figure came to be, as it is handed to others beside the proofs: facts that the proofs
/// show, and no title, note, name or other text of the ledger. What is `nil` is left out of JSON.
package struct ProvedFigure: Codable, Hashable, Sendable {
    /// What an event did to the figure.
    package struct Row: Codable, Hashable, Sendable {
        /// The position of the event.
        package let position: UInt64
        /// What it took out of the figure; `nil` for nothing.
        package let old: String?
        /// What it put in; `nil` for nothing.
        package let new: String?
        /// By how much the figure became larger.
        package let amount: String
    }

    /// The first day that counts, `2026-04-01`; empty for no such bound.
    package let start: String
    /// The day after the last one that counts; empty for no such bound.
    package let end: String
    /// `expense`, `income`, `transfer`, or `net` for income less expenses.
    package let kind: String
    /// The category; empty for none, `nil` for all.
    package let category: String?
    /// How many levels of categories count; `nil` for all.
    package let depth: Int?
    /// The account by its position; empty for none, `nil` for all.
    package let account: String?
    /// Code of the currency.
    package let currency: String
    /// The figure.
    package let sum: String
    /// The events that are proved.
    package let rows: [Row]
    /// How many older ones were passed over; `nil` for none.
    package let skipped: Int?
    /// Whether there are newer ones.
    package let more: Bool
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String

    init(_ figure: FigureHistory, account: String?) {
        start = figure.start.map { "\($0)" } ?? ""
        end = figure.end.map { "\($0)" } ?? ""
        kind = figure.kind
        category = figure.category
        depth = figure.depth
        self.account = account
        currency = figure.currency
        sum = figure.sum
        rows = figure.rows.map {
            Row(position: $0.event.position, old: $0.old, new: $0.new, amount: $0.amount)
        }
        skipped = figure.skipped
        more = figure.more
        position = figure.position
        root = figure.root
    }
}
