/// An instant: milliseconds since 1970-01-01T00:00:00Z without leap seconds (POSIX time).
public struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
    public let millisecondsSince1970: Int64

    /// The instant so many milliseconds after 1970-01-01T00:00:00Z.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// Parses RFC 3339, `2026-04-09T12:00:00.5+02:00`: `T` may be `t` or a space, the zone is `Z`,
    /// `z` or `±hh:mm`; digits beyond milliseconds are cut off. Second 60, legal at the end of a
    /// UTC day only, becomes the last millisecond of that day. nil for anything else.
    public init?(_ text: some StringProtocol) {
        self.init(TextReader(text), expanded: false)
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var secondsSince1970: Int64 {
        millisecondsSince1970.flooredDivision(by: 1_000)
    }

    /// The instant so many milliseconds later (earlier if negative); ends at the first and last
    /// instant there is.
    public func adding(milliseconds: Int64) -> Timestamp {
        let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
        return Timestamp(millisecondsSince1970: overflow ? (milliseconds < 0 ? .min : .max) : sum)
    }

    /// The start of a second, or the first or last instant there is.
    init(saturatingSeconds seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        self.init(millisecondsSince1970: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    private init?(_ reader: TextReader, expanded: Bool) {
        var reader = reader
        guard let date = CivilDate(from: &reader, expanded: expanded),
            reader.take(where: { [0x54, 0x74, 0x20].contains($0) }) != nil,
            let hour = reader.digits(2), hour <= 23, reader.take(":"),
            let minute = reader.digits(2), minute <= 59, reader.take(":"),
            let second = reader.digits(2), second <= 60,
            let fraction = Timestamp.milliseconds(&reader),
            let offset = Timestamp.offsetMinutes(&reader), reader.isAtEnd
        else { return nil }
        let minutes = date.daysSince1970 * 1_440 + hour * 60 + minute - offset
        let isLeap = second == 60
        if isLeap, minutes.flooredRemainder(by: 1_440) != 1_439 { return nil }
        let milliseconds = isLeap ? 59_999 : second * 1_000 + fraction
        let sum = Int128(minutes) * 60_000 + Int128(milliseconds)
        guard let sum = Int64(exactly: sum) else { return nil }
        self.init(millisecondsSince1970: sum)
    }

    /// `.` and one digit or more, cut to three; 0 where there is no `.`.
    private static func milliseconds(_ reader: inout TextReader) -> Int? {
        guard reader.take(".") else { return 0 }
        var value = 0
        var count = 0
        while let digit = reader.take(where: TextReader.isDigit) {
            if count < 3 { value = value * 10 + Int(digit - 0x30) }
            count += 1
        }
        guard count > 0 else { return nil }
        return count == 1 ? value * 100 : count == 2 ? value * 10 : value
    }

    private static func offsetMinutes(_ reader: inout TextReader) -> Int? {
        if reader.take("Z") || reader.take("z") { return 0 }
        let isNegative = reader.take("-")
        guard isNegative || reader.take("+"), let hours = reader.digits(2), hours <= 23,
            reader.take(":"), let minutes = reader.digits(2), minutes <= 59
        else { return nil }
        let offset = hours * 60 + minutes
        return isNegative ? -offset : offset
    }
}

extension Timestamp: Comparable {
    /// True if `left` is the earlier instant.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC: `2026-04-09T12:00:00Z`, with three decimal digits where milliseconds are
    /// not 0. Years outside 0…9999 carry a sign.
    public var description: String {
        let days = millisecondsSince1970.flooredDivision(by: 86_400_000)
        let rest = Int(millisecondsSince1970.flooredRemainder(by: 86_400_000))
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60]
        let fraction = rest % 1_000 == 0 ? "" : "." + (rest % 1_000).padded(3)
        let clock = time.map { $0.padded(2) }.joined(separator: ":")
        return "\(CivilDate(daysSince1970: Int(days)).text)T\(clock)\(fraction)Z"
    }
}

extension Timestamp: Codable {
    /// Decodes RFC 3339 text; throws `DecodingError` for any other.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "time") { Timestamp(TextReader($0), expanded: true) }
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
