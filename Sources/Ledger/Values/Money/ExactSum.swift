/// A sum of fractions of a minor unit, kept exactly until it is rounded, once.
package struct ExactSum: Hashable, Sendable {
    /// What one minor unit of a currency is in minor units of another.
    struct Factor: Hashable, Sendable {
        let numerator: Magnitude
        let denominator: Magnitude

        static let one = Factor(numerator: .one, denominator: .one)

        static func * (left: Factor, right: Factor) -> Factor {
            Factor(
                numerator: left.numerator * right.numerator,
                denominator: left.denominator * right.denominator)
        }

        /// One divided by it; it is never zero.
        var inverse: Factor { Factor(numerator: denominator, denominator: numerator) }
    }

    /// What is above and below zero, over one denominator.
    private struct Part: Hashable, Sendable {
        var plus = Magnitude.zero
        var minus = Magnitude.zero
    }

    private var parts: [Magnitude: Part] = [:]

    /// Nothing.
    package init() {}

    /// The sum of this and another one.
    package static func + (left: ExactSum, right: ExactSum) -> ExactSum {
        var sum = left
        for (denominator, part) in right.parts {
            let own = sum.parts[denominator] ?? Part()
            sum.parts[denominator] = Part(
                plus: own.plus + part.plus, minus: own.minus + part.minus)
        }
        return sum
    }

    /// The same below zero where it is above.
    package static prefix func - (sum: ExactSum) -> ExactSum {
        var negated = sum
        negated.parts = sum.parts.mapValues { Part(plus: $0.minus, minus: $0.plus) }
        return negated
    }

    /// The most bits of what is added at once: 2²⁴ of them fit in the 128 bits of a sum.
    private static let bitsMax = 102

    /// Adds some minor units times a factor; adds nothing, and says so, what is too large.
    mutating func add(_ minor: Int128, times factor: Factor) -> Bool {
        let amount = Magnitude(minor.magnitude) * factor.numerator
        guard amount.bitWidth - factor.denominator.bitWidth < ExactSum.bitsMax else { return false }
        if minor < 0 {
            parts[factor.denominator, default: Part()].minus =
                (parts[factor.denominator]?.minus ?? .zero) + amount
        } else {
            parts[factor.denominator, default: Part()].plus =
                (parts[factor.denominator]?.plus ?? .zero) + amount
        }
        return true
    }

    /// The sum and some whole minor units, rounded half to even.
    ///
    /// - Complexity: O(*d*²) in the size of the product of all denominators that differ.
    package func rounded(with whole: Int128) -> Int128 {
        var sums = parts.map { ($0.key, $0.value) }
        // In an order that does not depend on the dictionary; the smaller ones first.
        sums.sort { $0.0 < $1.0 }
        while sums.count > 1 {
            var halves: [(Magnitude, Part)] = []
            for index in stride(from: 0, to: sums.count - 1, by: 2) {
                halves.append(ExactSum.sum(sums[index], sums[index + 1]))
            }
            if !sums.count.isMultiple(of: 2) { halves.append(sums[sums.count - 1]) }
            sums = halves
        }
        guard let (denominator, all) = sums.first else { return whole }
        var sum = all
        let own = Magnitude(whole.magnitude) * denominator
        if whole < 0 { sum.minus = sum.minus + own } else { sum.plus = sum.plus + own }
        let isNegative = sum.plus < sum.minus
        let size = isNegative ? sum.minus - sum.plus : sum.plus - sum.minus
        let (quotient, rest) = size.divided(by: denominator)
        let twice = rest + rest
        let isUp = twice > denominator || (twice == denominator && quotient & 1 == 1)
        let magnitude = Int128(truncatingIfNeeded: quotient + (isUp ? 1 : 0))
        return isNegative ? -magnitude : magnitude
    }

    private static func sum(
        _ left: (Magnitude, Part), _ right: (Magnitude, Part)
    ) -> (Magnitude, Part) {
        (
            left.0 * right.0,
            Part(
                plus: left.1.plus * right.0 + right.1.plus * left.0,
                minus: left.1.minus * right.0 + right.1.minus * left.0)
        )
    }
}
