import EventLog
import Ledger
import Support
import Testing

/// Conversion against a reckoning with fractions of its own, over random programs.
@Suite("Prices, a model") struct PriceModelTests {
    /// A fraction in lowest terms of numbers that stay below 2^127 here.
    private struct Fraction {
        var top: Int128
        var bottom: Int128

        init(_ top: Int128, _ bottom: Int128) {
            var (a, b) = (top.magnitude, bottom.magnitude)
            while b != 0 { (a, b) = (b, a % b) }
            let divisor = Int128(max(a, 1))
            self.top = top / divisor
            self.bottom = bottom / divisor
        }

        static func + (left: Fraction, right: Fraction) -> Fraction {
            Fraction(
                left.top * right.bottom + right.top * left.bottom, left.bottom * right.bottom)
        }

        static func * (left: Fraction, right: Fraction) -> Fraction {
            Fraction(left.top * right.top, left.bottom * right.bottom)
        }

        /// Half to even.
        var rounded: Int128 {
            var floor = top / bottom
            if top % bottom < 0 { floor -= 1 }
            let rest = top - floor * bottom
            if rest * 2 > bottom { return floor + 1 }
            if rest * 2 < bottom { return floor }
            return floor % 2 == 0 ? floor : floor + 1
        }
    }

    private struct Price {
        let from: Int
        let to: Int
        let tenths: Int64
        let day: Int
    }

    private static let codes = ["EUR", "GBP", "USD"]

    /// The latest told price by going over all of them.
    private static func told(_ from: Int, _ to: Int, _ day: Int, _ prices: [Price]) -> Fraction? {
        var best: Price?
        for price in prices where price.from == from && price.to == to && price.day <= day {
            if price.day >= best?.day ?? .min { best = price }
        }
        return best.map { Fraction(Int128($0.tenths), 10) }
    }

    private static func factor(_ from: Int, _ to: Int, _ day: Int, _ prices: [Price]) -> Fraction? {
        func either(_ from: Int, _ to: Int) -> Fraction? {
            told(from, to, day, prices)
                ?? told(to, from, day, prices).map { Fraction($0.bottom, $0.top) }
        }
        if from == to { return Fraction(1, 1) }
        if let direct = either(from, to) { return direct }
        // Of three currencies one is left.
        let third = 3 - from - to
        guard let first = either(from, third), let second = either(third, to) else { return nil }
        return first * second
    }

    private static let first = Day(daysSince1970: 20_454)

    /// What happened, as the model knows it and as events.
    private struct Program {
        var events: [Event] = []
        var prices: [Price] = []
        var lines: [(currency: Int, minor: Int64, day: Int)] = []

        init(_ random: inout SeededRandom) throws {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let from = Int.random(in: 0..<3, using: &random)
                let price = Price(
                    from: from, to: (from + Int.random(in: 1...2, using: &random)) % 3,
                    tenths: Int64.random(in: 1...30, using: &random),
                    day: Int.random(in: 0..<90, using: &random))
                prices.append(price)
                let rate = try #require(Rate(digits: price.tenths, scale: 1))
                let told = PriceSet(
                    Given.currency(codes[price.from]), in: Given.currency(codes[price.to]), rate,
                    on: first.adding(days: price.day))
                events.append(.priceSet(told))
            }
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let line = (
                    currency: Int.random(in: 0..<3, using: &random),
                    minor: Int64.random(in: -500...500, using: &random),
                    day: Int.random(in: 0..<90, using: &random)
                )
                lines.append(line)
                let amount = Money(
                    minor: line.minor, currency: Given.currency(codes[line.currency]))
                let facts = LineFacts(
                    kind: .expense, amount: amount, day: first.adding(days: line.day))
                events.append(.lineAdded(LineAdded(facts: facts)))
            }
        }

        /// What all lines come to that have a price, by the currency of the row.
        func total(in target: Int, at moment: Exchange.Moment, today: Int) -> Int128 {
            var sum = Fraction(0, 1)
            for line in lines {
                let bucket = Period.monthly.interval(
                    containing: first.adding(days: line.day), weekStart: .monday)
                let end = Int(first.days(until: bucket.end)) - 1
                let priced = moment == .day ? line.day : moment == .now ? today : end
                guard
                    let factor = PriceModelTests.factor(line.currency, target, priced, prices)
                else { continue }
                sum = sum + Fraction(Int128(line.minor), 1) * factor
            }
            return sum.rounded
        }

        /// The rows of a report, line by line.
        func rows(
            in target: Int, at moment: Exchange.Moment, monthly: Bool, today: Int
        ) -> [String] {
            var sums: [String: (sum: Fraction, count: Int)] = [:]
            for line in lines {
                let day = first.adding(days: line.day)
                let bucket = Period.monthly.interval(containing: day, weekStart: .monday)
                let end = monthly ? Int(first.days(until: bucket.end)) - 1 : lines.map(\.day).max()
                let priced = moment == .day ? line.day : moment == .now ? today : end ?? 0
                let factor = PriceModelTests.factor(line.currency, target, priced, prices)
                let code = codes[factor == nil ? line.currency : target]
                let key = (monthly ? "\(bucket.start) " : "") + code
                let own = Fraction(Int128(line.minor), 1)
                let known = sums[key] ?? (Fraction(0, 1), 0)
                sums[key] = (known.sum + (factor.map { own * $0 } ?? own), known.count + 1)
            }
            return sums.map { key, value in
                let total = MoneyTotal(
                    minor: value.sum.rounded, currency: Given.currency("EUR"))
                return "\(key) \(total.text) \(value.count)"
            }.sorted()
        }
    }

    @Test("equal a reckoning line by line", arguments: 0..<300 as Range<UInt64>)
    func equalNaive(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let program = try Program(&random)
        let today = Int.random(in: 0..<90, using: &random)
        let now = Self.first.adding(days: today)
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger + program.events]))
        for moment in Exchange.Moment.allCases {
            for monthly in [false, true] {
                let target = Int.random(in: 0..<3, using: &random)
                var parameters = ReportParameters(period: monthly ? .monthly : nil)
                parameters.exchange = Exchange(
                    Given.currency(Self.codes[target]), at: moment, try snapshot.priceBook(),
                    today: now)
                let found = try snapshot.report(parameters, now: now).rows.map {
                    (monthly ? "\($0.start) " : "") + "\($0.currency) \($0.sum) \($0.count)"
                }
                let expected = program.rows(
                    in: target, at: moment, monthly: monthly, today: today)
                #expect(found.sorted() == expected, "\(moment) \(monthly)")
            }
        }
    }

    @Test("totals are rounded once", arguments: 0..<300 as Range<UInt64>)
    func totals(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let program = try Program(&random)
        let today = Int.random(in: 0..<90, using: &random)
        let now = Self.first.adding(days: today)
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger + program.events]))
        for moment in Exchange.Moment.allCases {
            let target = Int.random(in: 0..<3, using: &random)
            var parameters = ReportParameters(period: .monthly)
            parameters.exchange = Exchange(
                Given.currency(Self.codes[target]), at: moment, try snapshot.priceBook(),
                today: now)
            var (exact, whole) = (ExactSum(), Int128(0))
            for row in try snapshot.report(parameters, now: now).rows
            where row.currency == Self.codes[target] {
                if let sum = row.unrounded.exact {
                    exact = exact + sum
                    whole += row.unrounded.whole
                } else {
                    let digits = row.sum.filter { $0 != "." }
                    whole += try #require(Int128(digits))
                }
            }
            let found = exact.rounded(with: whole)
            #expect(found == program.total(in: target, at: moment, today: today), "\(moment)")
        }
    }
}
