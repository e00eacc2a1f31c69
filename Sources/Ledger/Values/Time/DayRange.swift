/// Days from `start` up to and without `end`: a half-open interval, so that ranges touch without
/// gap or overlap.
///
/// `Day.min` as start and `Day.max` as end stand for "without bound"; `Day.max` itself lies in
/// no range.
public struct DayRange: Sendable, Hashable {
    /// The first day.
    public let start: Day

    /// The day after the last one.
    public let end: Day

    /// The days from `start` up to and without `end`; empty at `start` if `end` is earlier.
    public init(start: Day, end: Day) {
        self.start = start
        self.end = max(start, end)
    }

    /// Every day.
    public static let all = DayRange(start: .min, end: .max)

    /// True if there is no day in it.
    public var isEmpty: Bool { start == end }

    /// The number of days.
    public var count: Int { start.days(until: end) }

    /// True if the range does not go back for ever.
    package var hasStart: Bool { start > .min }

    /// True if the range does not go on for ever.
    package var hasEnd: Bool { end < .max }

    /// True if `day` is one of its days.
    public func contains(_ day: Day) -> Bool {
        start <= day && day < end
    }

    /// True if every day of `other` is one of its days.
    public func contains(_ other: DayRange) -> Bool {
        other.isEmpty || (start <= other.start && other.end <= end)
    }

    /// The days in both; empty if there are none.
    package func intersection(_ other: DayRange) -> DayRange {
        DayRange(start: max(start, other.start), end: min(end, other.end))
    }
}

extension DayRange: CustomStringConvertible {
    /// `2026-04-01..2026-05-01`, the end exclusive; an open side is left out.
    public var description: String {
        "\(hasStart ? start.description : "")..\(hasEnd ? end.description : "")"
    }
}

extension DayRange: Codable {
    private enum Key: String, CodingKey {
        case start, end
    }

    /// Decodes an object of `start` and `end`; a missing or null one is an open side.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            start: try container.decodeIfPresent(Day.self, forKey: .start) ?? .min,
            end: try container.decodeIfPresent(Day.self, forKey: .end) ?? .max)
    }

    /// Encodes an object of `start` and `end`; an open side is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if hasStart { try container.encode(start, forKey: .start) }
        if hasEnd { try container.encode(end, forKey: .end) }
    }
}
