/// What is not on a statement yet.
public struct Reconciliation: Codable, Hashable, Sendable {
    /// A line that was typed by hand and is on no statement yet; flat.
    public struct Row: Codable, Hashable, Sendable {
        /// Name of the account.
        public let account: String
        /// The position of the account.
        public let accountId: UInt64
        /// The line's id.
        public let id: UInt64
        /// The day on which it counts.
        public let day: Day
        /// `expense`, `income` or `transfer`.
        public let kind: EntryKind
        /// Title or payee.
        public let title: String
        /// As it is called now; empty for uncategorised.
        public let category: String
        /// What it does to the account, negative when it leaves: decimal, with exactly as many
        /// digits behind the point as the currency has.
        public let effect: String
        /// Code of the currency.
        public let currency: String
        /// Whether the last statement would agree without the line.
        public let explains: Bool
        /// An imported line that looks like the same payment; `nil` for none, and then left out of
        /// JSON, as are the fields that follow.
        public let twin: UInt64?
        /// The day of the twin.
        public let twinDay: Day?
        /// The title of the twin.
        public let twinTitle: String?
        /// Which of the two can be voided without taking other lines of an entry along.
        public let void: UInt64?
    }

    /// The state of an account in a currency; flat.
    public struct Standing: Codable, Hashable, Sendable {
        /// Name of the account.
        public let account: String
        /// The position of the account.
        public let accountId: UInt64
        /// Code of the currency.
        public let currency: String
        /// The last statement, and what the ledger has; `nil` where there is none, and then left
        /// out of JSON.
        public let statement: StatementRow?
        /// The day of the last statement that agrees; left out where there is none.
        public let agreedOn: Day?
        /// How many lines are on no statement yet.
        public let count: Int
        /// What they come to in the account: decimal.
        public let sum: String
    }

    /// The lines by account, currency, day and id; the first of them where a limit was given.
    public let rows: [Row]
    /// Whether there are more.
    public let more: Bool
    /// By account and currency.
    public let accounts: [Standing]
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}
