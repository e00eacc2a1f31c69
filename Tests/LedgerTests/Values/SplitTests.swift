import Ledger
import Support
import Testing

/// All figures are worked out by hand.
@Suite("Dividing an amount among persons")
struct SplitTests {
    private typealias Part = (person: UInt64, portion: Split.Portion)

    /// Shares of persons 9, 5 and 7, in that order; weights, or fixed parts below.
    private func shares(
        _ minor: Int64, _ portions: [Split.Portion], of persons: [UInt64] = [9, 5, 7]
    ) throws -> [Int64] {
        let parts: [Part] = zip(persons, portions).map { ($0, $1) }
        let shares = try Split(parts).shares(of: minor)
        #expect(shares.map(\.person) == persons.prefix(portions.count).sorted())
        return persons.prefix(portions.count).compactMap { person in
            shares.first { $0.person == person }?.minor
        }
    }

    @Test(
        "what is left over goes to those who are named first, one unit each",
        arguments: [
            (1_000, [1, 1, 1], [334, 333, 333]), (-1_000, [1, 1, 1], [-334, -333, -333]),
            (1_001, [1, 1, 1], [334, 334, 333]), (1_002, [1, 1, 1], [334, 334, 334]),
            (1, [1, 1, 1], [1, 0, 0]), (-2, [1, 1, 1], [-1, -1, 0]), (0, [1, 1], [0, 0]),
            (100, [2, 1], [67, 33]), (100, [1, 2], [34, 66]), (10, [3, 3, 1], [5, 4, 1]),
            (7, [1], [7]), (1_000_001, [1_000_000, 1], [1_000_000, 1]),
            (.max, [1, 1], [4_611_686_018_427_387_904, 4_611_686_018_427_387_903]),
            (.min, [1, 1], [-4_611_686_018_427_387_904, -4_611_686_018_427_387_904]),
        ] as [(Int64, [Int64], [Int64])])
    func divides(_ minor: Int64, _ weights: [Int64], _ expected: [Int64]) throws {
        #expect(try shares(minor, weights.map { .weight($0) }) == expected)
    }

    @Test("fixed parts come first, the rest is divided")
    func fixesParts() throws {
        #expect(try shares(3_000, [.fixed(1_250), .weight(1)]) == [1_250, 1_750])
        #expect(try shares(3_000, [.weight(1), .fixed(1_000), .weight(2)]) == [667, 1_000, 1_333])
        #expect(try shares(3_000, [.fixed(1_000), .fixed(2_000)]) == [1_000, 2_000])
        #expect(try shares(-3_000, [.fixed(-1_250), .weight(1)]) == [-1_250, -1_750])
        #expect(try shares(3_000, [.fixed(3_000), .weight(1)]) == [3_000, 0])
    }

    @Test("what makes no sense is refused")
    func refuses() {
        func error(_ minor: Int64, _ parts: [Part]) -> SplitError? {
            do throws(SplitError) {
                _ = try Split(parts).shares(of: minor)
                return nil
            } catch {
                return error
            }
        }
        #expect(error(5, []) == .nobody)
        #expect(error(5, [(1, .weight(1)), (2, .weight(1)), (1, .fixed(2))]) == .twice(1))
        for weight: Int64 in [0, -1, 1_000_001, .min, .max] {
            #expect(error(5, [(1, .weight(weight))]) == .badWeight)
        }
        #expect(error(3_000, [(1, .fixed(1_000))]) == .left(2_000))
        #expect(error(3_000, [(1, .fixed(4_000)), (2, .weight(1))]) == .left(-1_000))
        #expect(error(-3_000, [(1, .fixed(-4_000))]) == .left(1_000))
        #expect(error(.max, [(1, .fixed(.min)), (2, .weight(1))]) != nil)
    }

    @Test("parts are the amount to the last unit, and each next to its exact part")
    func isExact() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            let minor = Int64.random(in: .min ... .max, using: &random)
            let count = Int.random(in: 1...9, using: &random)
            let weights = (0..<count).map { _ in Int64.random(in: Split.weights, using: &random) }
            let persons = (1...UInt64(count)).shuffled(using: &random)
            let parts = try shares(minor, weights.map { .weight($0) }, of: persons)
            #expect(parts.reduce(Int128(0)) { $0 + Int128($1) } == Int128(minor))
            let whole = weights.reduce(Int128(0)) { $0 + Int128($1) }
            for (part, weight) in zip(parts, weights) {
                let difference = Int128(part) * whole - Int128(minor) * Int128(weight)
                #expect(difference.magnitude < whole.magnitude)
            }
        }
    }
}
