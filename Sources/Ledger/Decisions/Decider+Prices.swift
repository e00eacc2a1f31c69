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
        let told = entries.filter { holds($0.position) }
        let known = Set(told.map { ToldPrice(key: PriceKey($0.price), rate: $0.price.rate) })
        return new(among: prices).filter { price in
            !known.contains(ToldPrice(key: PriceKey(price), rate: price.rate))
        }
    }

    private struct ToldPrice: Hashable {
        let key: PriceKey
        let rate: Rate
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
