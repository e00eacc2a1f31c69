/// Why a text or a sum is no amount of money.
public enum AmountError: Error, Sendable, Hashable {
    /// The text has no characters.
    case empty

    /// The text is not an optional sign, digits and one optional decimal mark.
    case malformed(text: String)

    /// The grouping marks do not stand at thousands (nor at lakhs and crores).
    case misgrouped(text: String)

    /// There are more decimal digits than the currency has.
    case tooManyFractionDigits(allowed: Int)

    /// The mark before three digits may be a decimal mark or one of thousands: `1,000`; the
    /// currency has so many decimal digits.
    case mayBeThousands(text: String, allowed: Int)

    /// It is below zero, where only more can be.
    case negative

    /// The amount does not fit in 64 bits of minor units (a total: in 128 bits).
    case outOfRange

    /// Amounts of two currencies cannot be added.
    case differentCurrencies(Currency, Currency)
}
