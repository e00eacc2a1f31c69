/// How an amount is divided among persons: fixed parts first, the rest by weight.
package struct Split: Hashable, Sendable {
    /// What one person is to bear.
    package enum Portion: Hashable, Sendable {
        /// So many parts of what is left; one of ``Split/weights``.
        case weight(Int64)
        /// So many minor units.
        case fixed(Int64)
    }

    /// The weights that there are.
    package static let weights: ClosedRange<Int64> = 1...1_000_000

    private let persons: [UInt64]
    private let portions: [Portion]

    /// A division among persons, in the order in which they were named.
    package init(_ parts: [(person: UInt64, portion: Portion)]) {
        persons = parts.map(\.person)
        portions = parts.map(\.portion)
    }

    /// What each bears of an amount, ascending by person; together exactly the amount.
    ///
    /// Fixed parts are taken off. Of the rest, each has its weight's part, cut to whole minor units
    /// towards zero; the units that are left over, fewer than there are weights, go one each to
    /// those who were named first. So 10.00 for three are 3.34, 3.33 and 3.33, and -10.00 are
    /// -3.34, -3.33 and -3.33.
    ///
    /// - Parameter minor: The amount in minor units.
    /// - Throws: ``SplitError``.
    /// - Complexity: O(*n* · log *n*) in the persons.
    package func shares(of minor: Int64) throws(SplitError) -> [Share] {
        if persons.isEmpty { throw .nobody }
        var seen: Set<UInt64> = []
        for person in persons where !seen.insert(person).inserted { throw .twice(person) }
        var fixed: Int128 = 0
        var weights: Int128 = 0
        for portion in portions {
            switch portion {
            case .fixed(let part): fixed += Int128(part)
            case .weight(let weight):
                if !Split.weights.contains(weight) { throw .badWeight }
                weights += Int128(weight)
            }
        }
        let rest = Int128(minor) - fixed
        if rest != 0, weights == 0 || (rest < 0) != (minor < 0) { throw .left(rest) }
        var given = portions.map { portion -> Int128 in
            switch portion {
            case .fixed(let part): Int128(part)
            case .weight(let weight): rest * Int128(weight) / weights
            }
        }
        var over = Int128(minor) - given.reduce(0, +)
        for index in given.indices where over != 0 {
            guard case .weight = portions[index] else { continue }
            given[index] += over.signum()
            over -= over.signum()
        }
        var shares: [Share] = []
        for (person, part) in zip(persons, given) {
            guard let part = Int64(exactly: part) else { throw .left(rest) }
            shares.append(Share(person: person, minor: part))
        }
        return shares.sorted { $0.person < $1.person }
    }
}

/// Why an amount cannot be divided so.
package enum SplitError: Error, Hashable, Sendable {
    /// Among no one.
    case nobody
    /// The person, by position, is named twice.
    case twice(UInt64)
    /// A weight that is none of ``Split/weights``.
    case badWeight
    /// The fixed parts leave so many minor units of the amount to nobody; of the other sign than
    /// the amount, they are more than it.
    case left(Int128)
}
