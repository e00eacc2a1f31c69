internal import EventLog

/// What one of a currency is worth in another from a day on, until another price is told.
public struct PriceSet: Hashable, Sendable {
    /// The currency that is priced.
    public var currency: Currency
    /// The code of the currency of the price.
    public var unit: String
    /// How much of ``unit`` one of ``currency`` is.
    public var rate: Rate
    /// The first day on which it holds.
    public var day: Day
    /// Why; erasable, may be empty.
    public var reason: String

    /// A price.
    public init(
        _ currency: Currency, in unit: Currency, _ rate: Rate, on day: Day, reason: String = ""
    ) {
        self.currency = currency
        self.unit = unit.code
        self.rate = rate
        self.day = day
        self.reason = reason
    }

    /// `1 EUR = 1.08 USD on 2026-03-01`
    package var phrase: String { "1 \(currency) = \(rate) \(unit) on \(day)" }
}

extension EventDeclaration {
    static let priceSet = EventDeclaration(
        .priceSet, "price", "set", Event.priceSet, isCritical: false,
        [
            .needed(.currency), .needed(.day), .needed(.amount), .needed(.name),
            .maybe(.mode),
        ], .reason, undoneBy: .by([.priceWithdrawn]), changesFigures: false)

    static let priceWithdrawn = EventDeclaration(
        .priceWithdrawn, "price", "withdrawn", Event.priceWithdrawn, isCritical: false,
        [.needed(.target)], .reason, undoneBy: .by([.priceRestored]), changesFigures: false)

    static let priceRestored = EventDeclaration(
        .priceRestored, "price", "restored", Event.priceRestored, isCritical: false,
        [.needed(.target)], .reason, undoneBy: .by([.priceWithdrawn]), changesFigures: false)
}

extension PriceSet: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(currency, in: .currency)
        writer.add(day.daysSince1970, in: .day)
        writer.add(rate.digits, in: .amount)
        writer.add(fact: unit, in: .name)
        if rate.scale > 0 { writer.add(rate.scale, in: .mode) }
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        currency = try reader.required(.currency, reader.currency)
        unit = try reader.required(.name, reader.string)
        guard Currency.isValid(code: unit) else { throw reader.undecodable(.name) }
        let digits: Int64 = try reader.required(.amount, reader.integer)
        let scale: UInt8 = try reader.integer(.mode) ?? 0
        guard let rate = Rate(digits: digits, scale: Int(scale)) else {
            throw reader.undecodable(.amount)
        }
        self.rate = rate
        day = try reader.required(.day, reader.day)
        reason = try reader.text(.reason)
    }
}
