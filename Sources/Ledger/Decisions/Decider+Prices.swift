extension Decider {
    /// Prices that hold already are passed over.
    mutating func setPrices(_ prices: [PriceSet]) throws(DecisionError) {
        try checkOpened()
        if prices.isEmpty { throw .nothingGiven }
        for price in prices {
            try check(price.currency)
            guard referenceData.currency(code: price.unit) != nil else {
                throw .unknownCurrency(Currency(code: price.unit, exponent: 0) ?? price.currency)
            }
            if price.currency.code == price.unit { throw .pricedInItself(price.currency) }
        }
        decision.events += state.prices.new(among: prices).map { .priceSet($0) }
        if decision.events.isEmpty { throw .nothingChanged }
    }
}

extension PriceBook {
    /// Those of some prices that nobody has told yet, in order, whatever holds instead by now: a
    /// file that was read before takes nothing back that was corrected since.
    package func untold(among prices: [PriceSet]) -> [PriceSet] {
        var search = UntoldPrices(self)
        for (place, price) in prices.enumerated() { search.add(price, at: place) }
        return prices.enumerated().filter { search.isNew($1, at: $0) }.map(\.element)
    }

    /// Those of some prices that do not hold yet, in order; of two of the same day the later one.
    package func new(among told: [PriceSet]) -> [PriceSet] {
        let known = Dictionary(
            prices.map { (PriceKey($0.price), $0.price.rate) }, uniquingKeysWith: { $1 })
        let last = Dictionary(
            told.enumerated().map { (PriceKey($1), $0) }, uniquingKeysWith: { $1 })
        return told.enumerated().filter { index, price in
            let key = PriceKey(price)
            return last[key] == index && known[key] != price.rate
        }.map(\.element)
    }
}

/// Finds those of many prices that nobody has told yet: all are added, and then asked for; in
/// memory are 16 bytes of each.
package struct UntoldPrices {
    private struct Told: Hashable {
        let key: PriceKey
        let rate: Rate
    }

    /// What is priced in what, and the day.
    private struct Key: Hashable {
        let pair: Int32
        let day: Int32
    }

    private let holding: [PriceKey: Rate]
    private let told: Set<Told>
    private var pairs: [[String]: Int32] = [:]
    /// Of two of the same day the later one counts.
    private var last: [Key: UInt64] = [:]

    /// Beside those of a book.
    package init(_ book: PriceBook) {
        holding = Dictionary(
            book.prices.map { (PriceKey($0.price), $0.price.rate) }, uniquingKeysWith: { $1 })
        told = Set(
            book.entries.filter { book.holds($0.position) }
                .map { Told(key: PriceKey($0.price), rate: $0.price.rate) })
    }

    /// Adds a price, with its place among all of them.
    package mutating func add(_ price: PriceSet, at place: Int) {
        let pair = [price.currency.code, price.unit]
        let number = pairs[pair] ?? Int32(clamping: pairs.count)
        pairs[pair] = number
        last[Key(pair: number, day: price.day.daysSince1970)] = UInt64(clamping: place)
    }

    /// Whether a price that was added is new.
    package func isNew(_ price: PriceSet, at place: Int) -> Bool {
        guard let pair = pairs[[price.currency.code, price.unit]],
            last[Key(pair: pair, day: price.day.daysSince1970)] == UInt64(clamping: place)
        else { return false }
        let key = PriceKey(price)
        return holding[key] != price.rate && !told.contains(Told(key: key, rate: price.rate))
    }
}
