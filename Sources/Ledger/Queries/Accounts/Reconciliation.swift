/// What is not on a statement yet.
package struct Reconciliation: Codable, Hashable, Sendable {
    /// A line that was typed by hand and is on no statement yet; flat.
    package struct Row: Codable, Hashable, Sendable {
        /// Name of the account.
        package let account: String
        /// The position of the account.
        package let accountId: UInt64
        /// The line's id.
        package let id: UInt64
        /// The day on which it counts.
        package let day: Day
        /// `expense`, `income` or `transfer`.
        package let kind: EntryKind
        /// Title or payee.
        package let title: String
        /// As it is called now; empty for uncategorised.
        package let category: String
        /// What it does to the account, negative when it leaves: decimal, with exactly as many
        /// digits behind the point as the currency has.
        package let effect: String
        /// Code of the currency.
        package let currency: String
        /// Whether the last statement would agree without the line.
        package let explains: Bool
        /// `pending` or `cleared`; `nil` for neither, and then left out of JSON.
        package let status: LineStatus?
        /// An imported line that looks like the same payment; `nil` for none, and then left out of
        /// JSON, as are the fields that follow.
        package let twin: UInt64?
        /// The day of the twin.
        package let twinDay: Day?
        /// The title of the twin.
        package let twinTitle: String?
        /// Which of the two can be voided without taking other lines of an entry along.
        package let void: UInt64?
    }

    /// The state of an account in a currency; flat.
    package struct Standing: Codable, Hashable, Sendable {
        /// Name of the account.
        package let account: String
        /// The position of the account.
        package let accountId: UInt64
        /// Code of the currency.
        package let currency: String
        /// The last statement, and what the ledger has; `nil` where there is none, and then left
        /// out of JSON.
        package let statement: StatementRow?
        /// The day of the last statement that agrees; left out where there is none.
        package let agreedOn: Day?
        /// How many lines are on no statement yet.
        package let count: Int
        /// What they come to in the account: decimal.
        package let sum: String
    }

    /// The lines by account, currency, day and id; the first of them where a limit was given.
    package let rows: [Row]
    /// Whether there are more.
    package let more: Bool
    /// By account and currency.
    package let accounts: [Standing]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}
