/// Who paid and who bears what of the lines that are split, and what settles it.
package struct PeopleBalance: Codable, Hashable, Sendable {
    /// A person in a currency; flat.
    package struct Row: Codable, Hashable, Sendable {
        /// The person's id.
        package let id: UInt64
        /// The person's name; empty when it was erased.
        package let name: String
        /// Code of the currency.
        package let currency: String
        /// What the person paid, decimal; income that the person got is negative.
        package let paid: String
        /// What the person bears, decimal; what is due to the person of an income is negative.
        package let borne: String
        /// What was paid beyond what is borne: positive is due to the person, negative is owed.
        /// All of a currency together are zero.
        package let net: String
    }

    /// What one person gives another one to settle; flat.
    package struct Payment: Codable, Hashable, Sendable {
        /// The id of the person who gives.
        package let from: UInt64
        /// That person's name.
        package let fromName: String
        /// The id of the person who gets.
        package let to: UInt64
        /// That person's name.
        package let toName: String
        /// Decimal, above zero.
        package let amount: String
        /// Code of the currency.
        package let currency: String
    }

    /// The persons, by currency and id.
    package let rows: [Row]
    /// What settles everything, by currency, the greatest debts first; fewer than persons.
    package let payments: [Payment]
    /// How many lines are split.
    package let lines: Int
    /// How many lines are split but do not say who paid; they are in no figure.
    package let unpaid: Int
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}
