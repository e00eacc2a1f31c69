internal import EventLog
package import Ledger

/// Tells what a currency is worth in another from a day on.
package enum SetPrice: KeyedEndpoint {
    /// A price.
    package struct Input: Codable, Hashable, Sendable {
        /// Code of the currency that is priced.
        package var from: String
        /// Code of the currency of the price.
        package var to: String
        /// How much of the latter one of the former is, such as `1.08`.
        package var price: String
        /// A date or a phrase; today when left out.
        package var on: String?
        /// Why.
        package var reason: String?

        /// A request.
        package init(
            from: String, to: String, price: String, on: String? = nil, reason: String? = nil
        ) {
            self.from = from
            self.to = to
            self.price = price
            self.on = on
            self.reason = reason
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "price/set"
    package static let summary = "say what a currency is worth in another"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let day = try input.on.map { text throws(ApplicationError) in
                try reader.today.exactDay(text)
            }
            let price = PriceSet(
                try reader.currency(input.from), in: try reader.currency(input.to),
                try rate(input.price), on: day ?? reader.today.day, reason: input.reason ?? "")
            return .setPrices([price])
        }
        return recorded.written()
    }

    private static func rate(_ text: String) throws(ApplicationError) -> Rate {
        do throws(AmountError) { return try Rate(parsing: text.trimmed) } catch {
            throw .badAmount(text, error)
        }
    }
}

/// Lists the prices that hold.
package enum ListPrices: Endpoint {
    /// Which; without anything all.
    package struct Input: Codable, Hashable, Sendable {
        /// Code of one of the two currencies.
        package var currency: String?
        /// Days from which on they hold by a phrase, such as `last month` or `2026-03`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?

        /// A request.
        package init(
            currency: String? = nil, range: String? = nil, begin: String? = nil, end: String? = nil
        ) {
            self.currency = currency
            self.range = range
            self.begin = begin
            self.end = end
        }
    }

    /// The prices.
    package typealias Output = PriceList

    package static let path = "prices"
    package static let summary = "what currencies are worth in others"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let currency = try input.currency.map { code throws(ApplicationError) in
            try snapshot.referenceData.currency(typed: code)
        }
        let days = try env.today(in: snapshot)
            .days(in: input.range, begin: input.begin, end: input.end)
        return try mappingError(
            ApplicationError.store, snapshot.priceList(of: currency, in: days))
    }
}
