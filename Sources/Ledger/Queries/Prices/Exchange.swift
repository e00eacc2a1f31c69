internal import EventLog

/// How figures in several currencies become figures in one.
public struct Exchange: Hashable, Sendable {
    /// Of which day the prices are.
    public enum Moment: String, CaseIterable, Codable, Hashable, Sendable {
        /// Of each line's day.
        case day
        /// Of the last day of each period, or of the days asked for where these end earlier.
        case end
        /// Of today.
        case now
    }

    /// The currency that figures are wanted in.
    package let target: Currency
    /// Of which day the prices are.
    package let moment: Moment
    /// Today in the ledger's zone.
    package let today: Day
    private let prices: PriceTable

    /// All figures in one currency.
    ///
    /// - Parameter book: The prices that were told.
    public init(_ target: Currency, at moment: Moment, _ book: PriceBook, today: Day) {
        self.target = target
        self.moment = moment
        self.today = today
        prices = PriceTable(book)
    }

    /// What one minor unit of a currency is in minor units of the target, by the prices of a day;
    /// `nil` without a price.
    func factor(of currency: Currency, on day: Day) -> ExactSum.Factor? {
        guard let rate = prices.factor(from: currency.code, to: target.code, on: day) else {
            return nil
        }
        return rate
            * ExactSum.Factor(
                numerator: .ten(to: target.exponent), denominator: .ten(to: currency.exponent))
    }

    /// The day of the first price of each currency in the target, told in either direction.
    fileprivate var starts: [String: Day] { prices.starts(in: target.code) }
}

/// What a report in one currency says of that.
public struct ExchangeNote: Codable, Hashable, Sendable {
    /// Code of the currency; rows in others have no price.
    public let currency: String
    /// Of which day the prices are: `day`, `end` or `now`.
    public let prices: Exchange.Moment
    /// From which day on others have a price in it, by their codes; `nil` for prices of today, and
    /// then left out of JSON.
    public let starts: [String: Day]?

    /// What an exchange is.
    package init(_ exchange: Exchange) {
        currency = exchange.target.code
        prices = exchange.moment
        starts = exchange.moment == .now ? nil : exchange.starts
    }
}

/// The prices that hold, to be looked up.
private struct PriceTable: Hashable, Sendable {
    /// By what is priced, then in what: the days ascending with their prices.
    private var series: [String: [String: [Dated]]] = [:]

    private struct Dated: Hashable, Sendable {
        let day: Day
        let rate: Rate
    }

    init(_ book: PriceBook) {
        for (_, price) in book.prices {
            series[price.currency.code, default: [:]][price.unit, default: []].append(
                Dated(day: price.day, rate: price.rate))
        }
    }

    /// How much of a currency one of another is: the latest price at or before the day, else the
    /// reverse of one the other way round, else both steps over a third currency, told prices
    /// before reverse ones; of several the third that is first by name.
    func factor(from: String, to: String, on day: Day) -> ExactSum.Factor? {
        if from == to { return .one }
        if let direct = told(from, to, day) ?? told(to, from, day)?.inverse { return direct }
        let thirds = Set(series.keys).union(series.values.flatMap(\.keys)).subtracting([from, to])
        var either: ExactSum.Factor?
        for third in thirds.sorted() {
            if let first = told(from, third, day), let second = told(third, to, day) {
                return first * second
            }
            if either == nil, let first = told(from, third, day) ?? told(third, from, day)?.inverse,
                let second = told(third, to, day) ?? told(to, third, day)?.inverse
            {
                either = first * second
            }
        }
        return either
    }

    /// The day of the first price between each currency and another.
    func starts(in target: String) -> [String: Day] {
        var starts: [String: Day] = [:]
        for (from, units) in series {
            for (to, prices) in units where from == target || to == target {
                guard let first = prices.first?.day else { continue }
                let other = from == target ? to : from
                starts[other] = min(starts[other] ?? first, first)
            }
        }
        return starts
    }

    private func told(_ from: String, _ to: String, _ day: Day) -> ExactSum.Factor? {
        guard let prices = series[from]?[to] else { return nil }
        let end = prices.partitioningIndex { $0.day > day }
        guard end > 0 else { return nil }
        let rate = prices[end - 1].rate
        return ExactSum.Factor(
            numerator: Magnitude(UInt128(rate.digits)), denominator: .ten(to: rate.scale))
    }
}
