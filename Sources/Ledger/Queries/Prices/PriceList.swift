internal import EventLog

/// The prices that hold.
package struct PriceList: Codable, Hashable, Sendable {
    /// One of them; flat.
    package struct Row: Codable, Hashable, Sendable {
        /// The position of the event that told it.
        package let id: UInt64
        /// The first day on which it holds.
        package let day: Day
        /// Code of the currency that is priced.
        package let from: String
        /// Code of the currency of the price.
        package let to: String
        /// How much of the latter one of the former is, decimal.
        package let price: String

        /// A price and where it was told.
        package init(_ id: UInt64, _ price: PriceSet) {
            self.id = id
            day = price.day
            from = price.currency.code
            to = price.unit
            self.price = price.rate.description
        }
    }

    /// By currency, that of the price, then day.
    package let prices: [Row]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

extension LedgerSnapshot {
    /// The prices that were told.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold prices are read.
    public func priceBook() throws(StoreError) -> PriceBook {
        try book(of: PriceBook.types)
    }

    /// The prices that hold.
    ///
    /// - Parameters:
    ///   - currency: One of the two of each price; `nil` for all.
    ///   - range: The days from which on they hold.
    package func priceList(
        of currency: Currency? = nil, in range: DayRange = .all
    ) throws(StoreError) -> PriceList {
        let head = try head()
        return PriceList(
            prices: try priceBook().prices.filter { _, price in
                range.contains(price.day)
                    && (currency == nil
                        || [price.currency.code, price.unit].contains(currency?.code))
            }.map { PriceList.Row($0.position, $0.price) },
            position: head.lastPosition, root: head.root.hex)
    }
}
