/// Easter and the days that follow it, and durations of ISO 8601.
extension PhraseReader {
    /// `easter`, `easter 2027`, `easter monday`, `goodfriday`; nil for other words.
    func feast(_ words: ArraySlice<String>) throws(DatePhraseError) -> DayRange? {
        var words = Array(words)
        var year: Int?
        if words.count > 1, let last = words.last, last.utf8.count == 4, let number = count(last) {
            year = number
            words.removeLast()
        }
        guard let offset = PhraseReader.feasts[words.joined()] else { return nil }
        for candidate in (year ?? today.year)...(year ?? today.year + 1) {
            guard let easter = Day(easterOf: candidate) else { throw .noSuchDay(text: text) }
            let day = easter.adding(days: offset)
            // Of two the first that is not over, where the next is meant.
            if !looksAhead || year != nil || day >= today || candidate > today.year {
                return DayRange(start: day, end: day.adding(days: 1))
            }
        }
        return nil
    }

    /// Days after Easter Sunday.
    private static let feasts = [
        "goodfriday": -2, "easter": 0, "eastersunday": 0, "eastermonday": 1, "ascension": 39,
        "pentecost": 49,
    ]

    /// `P3D` is the day so long after today, `last P1M` and `past P1M` are the days up to and with
    /// today, `next P2W` those from today on, `2026-03-01/P1M` so long from a day on; nil for
    /// other words.
    func duration(_ words: ArraySlice<String>) throws(DatePhraseError) -> DayRange? {
        let words = Array(words)
        if words.count == 1, let length = ISODuration(words[0]) {
            let day = try within(length.shift(today, by: 1))
            return DayRange(start: day, end: day.adding(days: 1))
        }
        if words.count == 2, let length = ISODuration(words[1]) {
            let tomorrow = today.adding(days: 1)
            switch words[0] {
            case "last", "past":
                return DayRange(
                    start: try within(length.shift(tomorrow, by: -1)), end: tomorrow)
            case "next":
                return DayRange(
                    start: today, end: try within(length.shift(today, by: 1)))
            default: return nil
            }
        }
        guard words.count == 1, let slash = words[0].lastIndex(of: "/") else { return nil }
        let (before, after) = (words[0][..<slash], words[0][words[0].index(after: slash)...])
        if let length = ISODuration(after) {
            let start = try point([String(before)]).start
            return DayRange(start: start, end: try within(length.shift(start, by: 1)))
        }
        guard let length = ISODuration(before) else { return nil }
        let end = try point([String(after)]).start
        return DayRange(start: try within(length.shift(end, by: -1)), end: end)
    }

    /// A day of a year that other programs can write, too.
    private func within(_ day: Day) throws(DatePhraseError) -> Day {
        guard (1...9_999).contains(day.year) else { throw notUnderstood }
        return day
    }
}

/// A length of ISO 8601 in whole days: `P3D`, `P2W`, `P1Y6M`.
private struct ISODuration {
    private var months = 0
    private var days = 0

    /// In any case; nil for other text, for one that is nothing, and for more than six digits.
    init?(_ text: some StringProtocol) {
        var reader = TextReader(text.lowercased())
        guard reader.take("p") else { return nil }
        var units: [(sign: Unicode.Scalar, months: Int, days: Int)] = [
            ("y", 12, 0), ("m", 1, 0), ("w", 0, 7), ("d", 0, 1),
        ]
        repeat {
            guard let count = reader.digits(1...6) else { return nil }
            while let unit = units.first, !reader.take(unit.sign) { units.removeFirst() }
            guard let unit = units.first else { return nil }
            units.removeFirst()
            months += count * unit.months
            days += count * unit.days
        } while !reader.isAtEnd
        if months + days == 0 { return nil }
    }

    /// The day so long after another one, or before it.
    func shift(_ day: Day, by sign: Int) -> Day {
        day.adding(months: months * sign).adding(days: days * sign)
    }
}

extension Day {
    /// Easter Sunday of a year of the Gregorian calendar, 1583 or later; nil for any other, and
    /// where the calendar ends before it.
    ///
    /// By the anonymous rule in J. Meeus, *Astronomical Algorithms*, chapter 8.
    package init?(easterOf year: Int) {
        guard (1_583...9_999).contains(year) else { return nil }
        let golden = year % 19
        let (century, rest) = year.quotientAndRemainder(dividingBy: 100)
        let correction = (century + 8) / 25
        let moon = (century - correction + 1) / 3
        let epact = (19 * golden + century - century / 4 - moon + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
        let late = (golden + 11 * epact + 22 * weekday) / 451
        let count = epact + weekday - 7 * late + 114
        self.init(year: year, month: count / 31, day: count % 31 + 1)
    }
}
