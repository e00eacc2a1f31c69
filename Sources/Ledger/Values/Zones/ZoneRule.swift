/// The rule of a TZif footer: standard time and, between two dates of each year, daylight time
/// (the TZ string of POSIX with the extensions of RFC 9636).
struct ZoneRule: Sendable, Equatable {
    /// A date of every year.
    enum Date: Sendable, Equatable {
        /// Day 1…365; February 29 is never counted.
        case julian(Int)
        /// Day 0…365; February 29 is counted.
        case zeroBased(Int)
        /// Month 1…12, week 1…5 (5: the last), weekday 0…6 from Sunday.
        case weekday(month: Int, week: Int, weekday: Int)

        /// The day in `year`, since 1970-01-01.
        func days(in year: Int) -> Int {
            let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
            switch self {
            case .julian(let day):
                return newYear + day - (CivilDate.isLeap(year: year) && day >= 60 ? 0 : 1)
            case .zeroBased(let day):
                return newYear + day
            case .weekday(let month, let week, let weekday):
                let first = CivilDate(year: year, month: month, day: 1).daysSince1970
                let length = CivilDate.monthLength(year: year, month: month)
                let firstWeekday = (first + 4).flooredRemainder(by: 7)
                let day = (weekday - firstWeekday).flooredRemainder(by: 7) + (week - 1) * 7
                return first + (day < length ? day : day - 7)
            }
        }
    }

    /// Daylight time: its offset, and when it begins and ends by the clock before each change.
    struct Daylight: Sendable, Equatable {
        let offset: Int
        let start: Date
        let startSeconds: Int
        let end: Date
        let endSeconds: Int
    }

    /// What an offset from UTC may be, in seconds (RFC 9636: more than -25 h, less than 26 h).
    static let offsets = -89_999...93_599

    let standardOffset: Int
    let daylight: Daylight?

    func offset(at seconds: Int64) -> Int {
        changes(around: seconds).last { $0.seconds <= seconds }?.offset ?? standardOffset
    }

    func change(after seconds: Int64) -> ZoneTable.Change? {
        changes(around: seconds).first { $0.seconds > seconds }
    }

    /// The changes of this year and its neighbours in order; of two at one instant the beginning
    /// of daylight time comes last and so holds (that is how "always daylight" is written).
    private func changes(around seconds: Int64) -> [ZoneTable.Change] {
        guard let daylight else { return [] }
        let local = Int(seconds.flooredDivision(by: 86_400))
        let year = CivilDate(daysSince1970: local).year
        var found: [(isStart: Bool, change: ZoneTable.Change)] = []
        for year in (year - 2)...(year + 2) {
            let start =
                daylight.start.days(in: year) * 86_400 + daylight.startSeconds - standardOffset
            let end = daylight.end.days(in: year) * 86_400 + daylight.endSeconds - daylight.offset
            found.append((true, .init(seconds: Int64(start), offset: daylight.offset)))
            found.append((false, .init(seconds: Int64(end), offset: standardOffset)))
        }
        found.sort {
            ($0.change.seconds, $0.isStart ? 1 : 0) < ($1.change.seconds, $1.isStart ? 1 : 0)
        }
        return found.map(\.change)
    }
}

extension ZoneRule {
    /// Parses `CET-1CEST,M3.5.0,M10.5.0/3`, `<+04>-4` and the like; nil for anything else.
    init?(posix bytes: [UInt8]) {
        var reader = TextReader(bytes)
        guard ZoneRule.skipName(&reader),
            let standard = ZoneRule.clock(&reader, hoursMax: 24).map({ -$0 })
        else { return nil }
        standardOffset = standard
        if reader.isAtEnd {
            daylight = nil
            return
        }
        guard ZoneRule.skipName(&reader) else { return nil }
        var offset = standard + 3_600
        if reader.next != 0x2C {
            guard let seconds = ZoneRule.clock(&reader, hoursMax: 24) else { return nil }
            offset = -seconds
        }
        guard let start = ZoneRule.date(&reader), let end = ZoneRule.date(&reader),
            reader.isAtEnd, ZoneRule.offsets.contains(offset)
        else { return nil }
        daylight = Daylight(
            offset: offset, start: start.date, startSeconds: start.seconds, end: end.date,
            endSeconds: end.seconds)
    }

    /// Three letters or more, or anything between `<` and `>`.
    private static func skipName(_ reader: inout TextReader) -> Bool {
        if reader.take("<") {
            while reader.take(where: { $0 != 0x3E }) != nil {}
            return reader.take(">")
        }
        var count = 0
        while reader.take(where: { (0x41...0x5A).contains($0 & 0xDF) }) != nil { count += 1 }
        return count >= 3
    }

    /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
    private static func clock(_ reader: inout TextReader, hoursMax: Int) -> Int? {
        let isNegative = reader.take("-")
        if !isNegative { _ = reader.take("+") }
        guard let hours = reader.digits(1...3), hours <= hoursMax else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] {
            guard reader.take(":") else { break }
            guard let part = reader.digits(2), part <= 59 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// `,Jn`, `,n` or `,Mm.w.d`, and `/time` (02:00 without it; up to 167 hours either way).
    private static func date(_ reader: inout TextReader) -> (date: Date, seconds: Int)? {
        guard reader.take(",") else { return nil }
        let date: Date
        if reader.take("J") {
            guard let day = reader.digits(1...3), (1...365).contains(day) else { return nil }
            date = .julian(day)
        } else if reader.take("M") {
            guard let month = reader.digits(1...2), (1...12).contains(month), reader.take("."),
                let week = reader.digits(1), (1...5).contains(week), reader.take("."),
                let weekday = reader.digits(1), weekday <= 6
            else { return nil }
            date = .weekday(month: month, week: week, weekday: weekday)
        } else {
            guard let day = reader.digits(1...3), day <= 365 else { return nil }
            date = .zeroBased(day)
        }
        guard reader.take("/") else { return (date, 7_200) }
        return clock(&reader, hoursMax: 167).map { (date, $0) }
    }
}
