/// A calendar day as a label: days since 1970-01-01 in the proleptic Gregorian calendar.
///
/// A label does not depend on a time zone: 2011-12-30 is a day, although Apia never saw it.
/// Every `Int32` is a day, and no operation traps: what would lie outside ends at `min` or `max`.
/// Text and the year-month-day initialiser cover the years -9999…9999.
public struct Day: Sendable, Hashable {
    /// Days since 1970-01-01, negative before.
    public let daysSince1970: Int32

    /// The day that lies `daysSince1970` days after 1970-01-01.
    public init(daysSince1970: Int32) {
        self.daysSince1970 = daysSince1970
    }

    /// The day of a year (-9999…9999), month (1…12) and day of the month; nil where the
    /// calendar has no such day (2026-02-30) or the year is outside.
    public init?(year: Int, month: Int, day: Int) {
        guard (-9_999...9_999).contains(year),
            CivilDate.isValid(year: year, month: month, day: day)
        else { return nil }
        self.init(saturating: CivilDate(year: year, month: month, day: day).daysSince1970)
    }

    /// Parses strictly `YYYY-MM-DD` (ISO 8601, years 0000…9999); nil for anything else.
    public init?(_ text: some StringProtocol) {
        self.init(TextReader(text), expanded: false)
    }

    /// The first label there is; as the start of a range, "from the beginning".
    public static let min = Day(daysSince1970: .min)

    /// The last label there is; as the end of a range, "without end".
    public static let max = Day(daysSince1970: .max)

    init(saturating days: Int) {
        self.init(daysSince1970: Int32(clamping: days))
    }

    private init?(_ reader: TextReader, expanded: Bool) {
        var reader = reader
        guard let date = CivilDate(from: &reader, expanded: expanded), reader.isAtEnd,
            let days = Int32(exactly: date.daysSince1970)
        else { return nil }
        self.init(daysSince1970: days)
    }
}

extension Day: Comparable {
    /// True if `left` is the earlier day.
    public static func < (left: Day, right: Day) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }
}

extension Day: CustomStringConvertible {
    /// `YYYY-MM-DD`; years outside 0…9999 carry a sign (`-0044-03-15`).
    public var description: String { civil.text }
}

extension Day: Codable {
    /// Decodes the text that `description` gives; throws `DecodingError` for any other.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "day") { Day(TextReader($0), expanded: true) }
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
