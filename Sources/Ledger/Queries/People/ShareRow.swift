/// What a person bears of a line; flat.
package struct ShareRow: Codable, Hashable, Sendable {
    /// The person's id.
    package let id: UInt64
    /// The person's name; empty when it was erased.
    package let name: String
    /// Decimal, with exactly as many digits behind the point as the currency has.
    package let amount: String

    /// `Ann`; `#2`, the id, where there is no name.
    package var called: String { name.isEmpty ? "#\(id)" : name }

    /// `Ann 10.00`
    package var text: String { "\(called) \(amount)" }

    /// The shares of a line; `nil` for none.
    static func rows(_ line: LineState, _ referenceData: ReferenceData) -> [ShareRow]? {
        if line.details.shares.isEmpty { return nil }
        return line.details.shares.map { share in
            let part = Money(minor: share.minor, currency: line.facts.amount.currency)
            return ShareRow(
                id: share.person, name: referenceData.person(at: share.person)?.name ?? "",
                amount: part.description)
        }
    }
}
