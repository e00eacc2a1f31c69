/// Who paid and who bears what of the lines that are split, and what settles it.
public struct PeopleBalance: Codable, Hashable, Sendable {
    /// A person in a currency; flat.
    public struct Row: Codable, Hashable, Sendable {
        /// The person's id.
        public let id: UInt64
        /// The person's name; empty when it was erased.
        public let name: String
        /// Code of the currency.
        public let currency: String
        /// What the person paid, decimal; income that the person got is negative.
        public let paid: String
        /// What the person bears, decimal; what is due to the person of an income is negative.
        public let borne: String
        /// What was paid beyond what is borne: positive is due to the person, negative is owed.
        /// All of a currency together are zero.
        public let net: String
    }

    /// What one person gives another one to settle; flat.
    public struct Payment: Codable, Hashable, Sendable {
        /// The id of the person who gives.
        public let from: UInt64
        /// That person's name.
        public let fromName: String
        /// The id of the person who gets.
        public let to: UInt64
        /// That person's name.
        public let toName: String
        /// Decimal, above zero.
        public let amount: String
        /// Code of the currency.
        public let currency: String
    }

    /// The persons, by currency and id.
    public let rows: [Row]
    /// What settles everything, by currency, the greatest debts first; fewer than persons.
    public let payments: [Payment]
    /// How many lines are split.
    public let lines: Int
    /// How many lines are split but do not say who paid; they are in no figure.
    public let unpaid: Int
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}
