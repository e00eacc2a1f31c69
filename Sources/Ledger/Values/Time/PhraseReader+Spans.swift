/// Phrases of several units, and of the current unit up to today.
extension PhraseReader {
    /// `last 30 days`, `past week`, `next 2 months`, `ytd`, `month to date`, `q1 2026`, `2026 h1`;
    /// nil for other words.
    func span(_ words: ArraySlice<String>) throws(DatePhraseError) -> DayRange? {
        let words = Array(words)
        if let unit = PhraseReader.unitToDate(words) { return toDate(unit) }
        if words.count == 2, words[0] == "past", let unit = CalendarUnit(word: words[1]) {
            return past(1, unit)
        }
        if words.count == 2, let days = try quarter(words) { return days }
        guard words.count == 3, let unit = CalendarUnit(word: words[2]),
            ["past", "last", "next"].contains(words[0])
        else { return nil }
        guard let count = count(words[1]), count > 0 else { throw notUnderstood }
        let isNext = words[0] == "next"
        if words[0] == "past" || unit == .day, !isNext { return past(count, unit) }
        if unit == .day { return DayRange(start: today, end: today.adding(days: count)) }
        // Whole ones, as `last month` and `next month` are.
        let current = unit.period.interval(containing: today, weekStart: weekStart)
        return isNext
            ? DayRange(start: current.end, end: unit.shift(current.end, by: count))
            : DayRange(start: unit.shift(current.start, by: -count), end: current.start)
    }

    /// The words that mean the unit before, this and after.
    static let steps = [
        "last": -1, "previous": -1, "prev": -1, "this": 0, "current": 0, "next": 1,
    ]

    /// So many units up to and with today.
    private func past(_ count: Int, _ unit: CalendarUnit) -> DayRange {
        let tomorrow = today.adding(days: 1)
        return DayRange(start: unit.shift(tomorrow, by: -count), end: tomorrow)
    }

    private func toDate(_ unit: CalendarUnit) -> DayRange {
        let start = unit.period.interval(containing: today, weekStart: weekStart).start
        return DayRange(start: start, end: today.adding(days: 1))
    }

    /// `ytd`, or `year to date`.
    private static func unitToDate(_ words: [String]) -> CalendarUnit? {
        if words.count == 3, words[1...] == ["to", "date"] { return CalendarUnit(word: words[0]) }
        let short: [String: CalendarUnit] = [
            "wtd": .week, "mtd": .month, "qtd": .quarter, "ytd": .year,
        ]
        return words.count == 1 ? short[words[0]] : nil
    }

    /// `q1 2026` or `2026 q1`, and the halves of a year.
    private func quarter(_ words: [String]) throws(DatePhraseError) -> DayRange? {
        let isPart = { (word: String) in word.hasPrefix("q") || word.hasPrefix("h") }
        let (one, other) = isPart(words[0]) ? (words[1], words[0]) : (words[0], words[1])
        guard one.utf8.count == 4, one.utf8.allSatisfy(TextReader.isDigit), isPart(other)
        else { return nil }
        return try quarterOrWeek(one + other)
    }
}
