/// A day of the week with the numbers of ISO 8601.
public enum Weekday: Int, CaseIterable, Sendable, Hashable, Codable {
    /// Day 1 of the ISO week.
    case monday = 1
    /// Day 2.
    case tuesday
    /// Day 3.
    case wednesday
    /// Day 4, the day that decides the year of an ISO week.
    case thursday
    /// Day 5.
    case friday
    /// Day 6.
    case saturday
    /// Day 7.
    case sunday

    /// The English name in lower case.
    public var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }

    /// The weekday of an English name or its first three letters or more (`Mon`, `thurs`), in
    /// any case; nil for anything else.
    public init?(name: some StringProtocol) {
        let text = name.lowercased()
        let found = Weekday.allCases.first { $0.name.hasPrefix(text) }
        guard text.utf8.count >= 3, let found else { return nil }
        self = found
    }
}
