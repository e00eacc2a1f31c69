/// What a clock on the wall shows: whole seconds since local midnight, 0…86,399.
public struct TimeOfDay: Sendable, Hashable {
    /// Seconds since local midnight as the clock shows them, 0…86,399.
    public let secondsSinceMidnight: Int

    /// 00:00.
    package static let midnight = TimeOfDay(seconds: 0)

    /// 12:00.
    package static let noon = TimeOfDay(seconds: 43_200)

    /// So many seconds after midnight; nil outside 0…86,399.
    public init?(secondsSinceMidnight: Int) {
        guard (0..<86_400).contains(secondsSinceMidnight) else { return nil }
        self.init(seconds: secondsSinceMidnight)
    }

    /// An hour (0…23), minute and second (0…59); nil where one is outside.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
            return nil
        }
        self.init(seconds: hour * 3_600 + minute * 60 + second)
    }

    /// Parses `HH:MM` or `HH:MM:SS`, two digits each; nil for anything else (`24:00` too).
    public init?(_ text: some StringProtocol) {
        var reader = TextReader(text)
        guard let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2) else {
            return nil
        }
        var second = 0
        if !reader.isAtEnd {
            guard reader.take(":"), let read = reader.digits(2), reader.isAtEnd else { return nil }
            second = read
        }
        self.init(hour: hour, minute: minute, second: second)
    }

    init(seconds: Int) {
        secondsSinceMidnight = seconds
    }

    /// The hour, 0…23.
    public var hour: Int { secondsSinceMidnight / 3_600 }

    /// The minute, 0…59.
    public var minute: Int { secondsSinceMidnight / 60 % 60 }

    /// The second, 0…59.
    public var second: Int { secondsSinceMidnight % 60 }
}

extension TimeOfDay: Comparable {
    /// True if the clock shows `left` before `right`.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.secondsSinceMidnight < right.secondsSinceMidnight
    }
}

extension TimeOfDay: CustomStringConvertible {
    /// `HH:MM`, and `HH:MM:SS` where the second is not 0.
    public var description: String {
        let text = "\(hour.padded(2)):\(minute.padded(2))"
        return second == 0 ? text : "\(text):\(second.padded(2))"
    }
}

extension TimeOfDay: Codable {
    /// Decodes `HH:MM` or `HH:MM:SS`; throws `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "time of day") { TimeOfDay($0) }
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
