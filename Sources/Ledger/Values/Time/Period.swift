/// A way to cut the calendar into buckets: every day lies in exactly one.
///
/// Buckets are calendar periods, whatever range a report asks for. A new plain period is one case
/// here, its name, its interval and its place in `named`; every face lists it from there.
public enum Period: Sendable, Hashable {
    /// One day.
    case daily
    /// Seven days from the week start.
    case weekly
    /// A calendar month.
    case monthly
    /// Three calendar months, the first from January.
    case quarterly
    /// Six calendar months, the first from January.
    case halfyearly
    /// A calendar year.
    case yearly
    /// So many days (1 or more; less counts as 1), one bucket beginning on `anchor`.
    case everyDays(Int, anchor: Day)
    /// So many months (1 or more; less counts as 1), one bucket beginning on `anchor`; the others
    /// on that day of the month, or on the last of a shorter one.
    case everyMonths(Int, anchor: Day)
    /// Monday to Friday, a bucket each; that of Friday has the weekend, too.
    case weekdays
    /// From a day of the month (1…31, at most the month's last) to the next such day.
    case payCycle(dayOfMonth: Int)

    /// The periods without parameters, for faces to list.
    public static var named: [Period] {
        [.daily, .weekly, .monthly, .quarterly, .halfyearly, .yearly]
    }

    /// The name: one word for a plain period, else `every 14 days from 2026-01-05`, `every friday`,
    /// `every weekday`, `every 12 months from 2025-04-01` or `pay cycle on 25`.
    public var name: String {
        switch self {
        case .daily: "daily"
        case .weekly: "weekly"
        case .monthly: "monthly"
        case .quarterly: "quarterly"
        case .halfyearly: "halfyearly"
        case .yearly: "yearly"
        case .everyDays(7, let anchor) where (0...6).contains(anchor.daysSince1970):
            "every \(anchor.weekday.name)"
        case .weekdays: "every weekday"
        case .everyDays(let count, let anchor): "every \(max(1, count)) days from \(anchor)"
        case .everyMonths(let count, let anchor): "every \(max(1, count)) months from \(anchor)"
        case .payCycle(let dayOfMonth): "pay cycle on \(min(31, max(1, dayOfMonth)))"
        }
    }

    /// The period of a name as `name` gives it, in any case; nil for any other text.
    public init?(name: some StringProtocol) {
        let text = name.lowercased()
        if let plain = Period.named.first(where: { $0.name == text }) {
            self = plain
            return
        }
        let words = text.split(separator: " ")
        switch words.count {
        case 2 where words[0] == "every" && words[1] == "weekday": self = .weekdays
        case 2 where words[0] == "every":
            guard let weekday = Weekday(name: words[1]) else { return nil }
            let anchor = Day(daysSince1970: 6).start(ofWeekOn: weekday)
            self = .everyDays(7, anchor: anchor)
        case 5 where words[0] == "every" && words[3] == "from":
            guard let count = Int(words[1]), count >= 1, let anchor = Day(words[4]) else {
                return nil
            }
            switch words[2] {
            case "days": self = .everyDays(count, anchor: anchor)
            case "months": self = .everyMonths(count, anchor: anchor)
            default: return nil
            }
        case 4 where words[0] == "pay" && words[1] == "cycle" && words[2] == "on":
            guard let day = Int(words[3]), (1...31).contains(day) else { return nil }
            self = .payCycle(dayOfMonth: day)
        default:
            return nil
        }
    }

    /// The bucket that `day` lies in. `weekStart` matters to `weekly` only.
    public func interval(containing day: Day, weekStart: Weekday) -> DayRange {
        switch self {
        case .daily:
            return DayRange(start: day, end: day.adding(days: 1))
        case .weekly:
            let start = day.start(ofWeekOn: weekStart)
            return DayRange(start: start, end: start.adding(days: 7))
        case .monthly:
            return Period.months(1, around: day)
        case .quarterly:
            return Period.months(3, around: day)
        case .halfyearly:
            return Period.months(6, around: day)
        case .yearly:
            return Period.months(12, around: day)
        case .everyDays(let count, let anchor):
            let length = min(max(1, count), Int(Int32.max))
            let past = anchor.days(until: day).flooredRemainder(by: length)
            let start = day.adding(days: -past)
            return DayRange(start: start, end: start.adding(days: length))
        case .weekdays:
            let late = max(0, day.weekday.rawValue - Weekday.friday.rawValue)
            let start = day.adding(days: -late)
            let isFriday = start.weekday == .friday
            return DayRange(start: start, end: start.adding(days: isFriday ? 3 : 1))
        case .everyMonths(let count, let anchor):
            return Period.months(min(max(1, count), 1_000_000), from: anchor, around: day)
        case .payCycle(let dayOfMonth):
            return Period.payCycle(on: min(31, max(1, dayOfMonth)), around: day)
        }
    }

    /// The run of `count` calendar months, counted from January, that holds `day`.
    private static func months(_ count: Int, around day: Day) -> DayRange {
        let date = day.civil
        let first = date.year * 12 + (date.month - 1) / count * count
        return DayRange(
            start: Day(month: first, dayOfMonth: 1), end: Day(month: first + count, dayOfMonth: 1))
    }

    /// The run of `count` months, counted from the anchor, that holds `day`.
    private static func months(_ count: Int, from anchor: Day, around day: Day) -> DayRange {
        let (first, date) = (anchor.civil, day.civil)
        let origin = first.year * 12 + first.month - 1
        let past = date.year * 12 + date.month - 1 - origin
        func start(_ run: Int) -> Day { Day(month: origin + run * count, dayOfMonth: first.day) }
        let run = past.flooredDivision(by: count)
        let begun = day < start(run) ? run - 1 : run
        return DayRange(start: start(begun), end: start(begun + 1))
    }

    private static func payCycle(on payDay: Int, around day: Day) -> DayRange {
        let date = day.civil
        let month = date.year * 12 + date.month - 1
        let isBefore = date.day < payDay && day < Day(month: month, dayOfMonth: payDay)
        let first = isBefore ? month - 1 : month
        return DayRange(
            start: Day(month: first, dayOfMonth: payDay),
            end: Day(month: first + 1, dayOfMonth: payDay))
    }
}

extension Period: CustomStringConvertible {
    /// Its `name`.
    public var description: String { name }
}

extension Period: Codable {
    /// Decodes a `name`; throws `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "period") { Period(name: $0) }
    }

    /// Encodes the `name`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
