/// Phrases without `from`, `to` and the like.
extension PhraseReader {
    /// The days of one phrase; a day is a range of one.
    func point(_ words: ArraySlice<String>) throws(DatePhraseError) -> DayRange {
        var words = words
        if words.first == "on", words.count > 1 { words = words.dropFirst() }
        guard let first = words.first else { throw notUnderstood }
        if let days = try span(words) { return days }
        if let days = try feast(words) { return days }
        if let days = try duration(words) { return days }
        if let days = try relative(words) { return days }
        if let days = try monthAndNumbers(words) { return days }
        guard words.count == 1 else { throw notUnderstood }
        if let day = namedDay(first) { return one(day) }
        if let weekday = Weekday(name: first) {
            return one(today.adding(days: looksAhead ? 6 : 0).start(ofWeekOn: weekday))
        }
        if let days = try numbers(first) { return days }
        if let days = try quarterOrWeek(first) { return days }
        throw notUnderstood
    }

    private func one(_ day: Day) -> DayRange {
        Period.daily.interval(containing: day, weekStart: weekStart)
    }

    private func namedDay(_ word: String) -> Day? {
        switch word {
        case "today", "now": return today
        case "yesterday": return today.adding(days: -1)
        case "tomorrow": return today.adding(days: 1)
        default: break
        }
        let letters = Array(word)
        guard letters.count == 3, letters[1] == "o", letters[0] == "s" || letters[0] == "e" else {
            return nil
        }
        let units: [Character: CalendarUnit] = [
            "d": .day, "w": .week, "m": .month, "q": .quarter, "y": .year,
        ]
        guard let unit = units[letters[2]] else { return nil }
        let days = unit.period.interval(containing: today, weekStart: weekStart)
        return letters[0] == "s" ? days.start : days.end.adding(days: -1)
    }

    /// `3 days ago`, `in 2 weeks`, `last month`, `next friday`, `this oct`; nil for other words.
    func relative(_ words: ArraySlice<String>) throws(DatePhraseError) -> DayRange? {
        let words = Array(words)
        if words.count == 3, words[2] == "ago", let unit = CalendarUnit(word: words[1]),
            let count = count(words[0])
        {
            return one(unit.shift(today, by: -count))
        }
        if words.count == 3, words[0] == "in", let unit = CalendarUnit(word: words[2]),
            let count = count(words[1])
        {
            return one(unit.shift(today, by: count))
        }
        guard words.count == 2, let step = PhraseReader.steps[words[0]] else {
            return nil
        }
        if let unit = CalendarUnit(word: words[1]) {
            let day = unit.shift(start(of: unit.period), by: step)
            return unit.period.interval(containing: day, weekStart: weekStart)
        }
        if let weekday = Weekday(name: words[1]) {
            switch step {
            case -1: return one(today.adding(days: -1).start(ofWeekOn: weekday))
            case 0: return one(start(of: .weekly).adding(days: 6).start(ofWeekOn: weekday))
            default: return one(today.adding(days: 7).start(ofWeekOn: weekday))
            }
        }
        guard let month = PhraseReader.month(words[1]) else { throw notUnderstood }
        // The nearest such month wholly before or after this one.
        let isOther = step < 0 ? month >= today.month : step > 0 && month <= today.month
        let year = isOther ? today.year + step : today.year
        return try days(year: year, month: month)
    }

    private func start(of period: Period) -> Day {
        period.interval(containing: today, weekStart: weekStart).start
    }

    /// Up to six digits.
    func count(_ word: String) -> Int? {
        var reader = TextReader(word)
        guard let count = reader.digits(1...6), reader.isAtEnd else { return nil }
        return count
    }

    /// `oct`, `oct 2026`, `9 oct`, `oct 9 2026`; nil without the name of a month.
    private func monthAndNumbers(
        _ words: ArraySlice<String>
    ) throws(DatePhraseError) -> DayRange? {
        guard let at = words.firstIndex(where: { PhraseReader.month($0) != nil }),
            let month = PhraseReader.month(words[at]), words.count <= 3
        else { return nil }
        var year: Int?
        var day: Int?
        for index in words.indices where index != at {
            var reader = TextReader(words[index])
            guard let number = reader.digits(1...4), reader.isAtEnd else { throw notUnderstood }
            switch words[index].utf8.count {
            case 4 where year == nil: year = number
            case 1...2 where day == nil: day = number
            default: throw notUnderstood
            }
        }
        if let year { return try days(year: year, month: month, day: day) }
        return try inSomeYear { year throws(DatePhraseError) in
            try days(year: year, month: month, day: day)
        }
    }

    /// The days of this year; of the next that has them where these are over and the next is meant.
    private func inSomeYear(
        _ days: (Int) throws(DatePhraseError) -> DayRange
    ) throws(DatePhraseError) -> DayRange {
        // Between two leap years lie eight years at most.
        for year in today.year...(today.year + 8) where looksAhead {
            if let found = try? days(year), found.end > today { return found }
        }
        return try days(today.year)
    }

    /// A day of this month; of the next that has it where it is over and the next is meant.
    private func dayOfMonth(_ day: Int) throws(DatePhraseError) -> DayRange {
        let first = today.adding(days: 1 - today.dayOfMonth)
        // Of two months that follow each other one has 31 days.
        for step in 0...2 where looksAhead {
            let month = first.adding(months: step)
            guard let found = Day(year: month.year, month: month.month, day: day) else { continue }
            if found >= today { return one(found) }
        }
        return try days(year: today.year, month: today.month, day: day)
    }

    /// `2026`, `2026-04`, `2026-04-09`, `04-09`, `21`, with `-`, `/` or `.`; nil for other words.
    private func numbers(_ word: String) throws(DatePhraseError) -> DayRange? {
        if let days = try digitsAlone(word) { return days }
        var reader = TextReader(word)
        var numbers: [(value: Int, digits: Int)] = []
        var separator: UInt8?
        var endsInMark = false
        while true {
            let before = reader.position
            guard let value = reader.digits(1...4) else { return nil }
            numbers.append((value, reader.position - before))
            guard let next = reader.next else { break }
            guard [0x2D, 0x2F, 0x2E].contains(next), separator ?? next == next else { return nil }
            separator = next
            _ = reader.take(where: { _ in true })
            // `9.4.`
            if reader.next == nil, next == 0x2E, numbers.count == 2, numbers[0].digits < 3 {
                endsInMark = true
                break
            }
        }
        let hasYear = numbers[0].digits == 4
        // `04-09` is a date without its year; `4-9` may be in either order.
        let isPlain = separator == 0x2D && numbers.allSatisfy { $0.digits == 2 }
        if !hasYear, numbers.count == 3 || numbers.count == 2 && !isPlain {
            let canBeOne = numbers.count == 2 ? endsInMark : numbers[2].digits % 2 == 0
            let only = try onlyOrder(of: numbers.map(\.value), word, canBeOne: canBeOne)
            if numbers.count == 3 { return one(only) }
            return try inSomeYear { year throws(DatePhraseError) in
                try days(year: year, month: only.month, day: only.dayOfMonth)
            }
        }
        guard numbers.dropFirst().allSatisfy({ $0.digits <= 2 }) else { return nil }
        switch (numbers.count, hasYear) {
        case (1, true): return try days(year: numbers[0].value)
        case (2, true): return try days(year: numbers[0].value, month: numbers[1].value)
        case (3, true):
            return try days(
                year: numbers[0].value, month: numbers[1].value, day: numbers[2].value)
        case (1, false) where numbers[0].digits <= 2:
            return try dayOfMonth(numbers[0].value)
        case (2, false) where numbers[0].digits <= 2:
            let (month, day) = (numbers[0].value, numbers[1].value)
            return try inSomeYear { year throws(DatePhraseError) in
                try days(year: year, month: month, day: day)
            }
        default: return nil
        }
    }

    /// `31.12.` or `3/3/2026`: the day that it is in the only order. Of `3/4` or `03-04-2026`
    /// nobody can tell whether day or month stands first.
    ///
    /// - Parameter canBeOne: False for `12.31`, which may be an amount.
    private func onlyOrder(
        of numbers: [Int], _ word: String, canBeOne: Bool
    ) throws(DatePhraseError) -> Day {
        var year = numbers.count > 2 ? numbers[2] : today.year
        if year < 100 { year += today.year / 100 * 100 }
        let orders = [(numbers[0], numbers[1]), (numbers[1], numbers[0])]
        var readings: [Day] = []
        for (month, day) in orders {
            let years = looksAhead && numbers.count == 2 ? year...(year + 1) : year...year
            let found = years.compactMap { Day(year: $0, month: month, day: day) }
            let meant = found.first { !looksAhead || $0 >= today } ?? found.last
            if let meant, !readings.contains(meant) { readings.append(meant) }
        }
        // `26-03-04`
        let first = numbers[0] + today.year / 100 * 100
        if numbers.count > 2, numbers[2] < 100,
            let meant = Day(year: first, month: numbers[1], day: numbers[2]),
            !readings.contains(meant)
        {
            readings.append(meant)
        }
        guard canBeOne, readings.count == 1 else {
            throw .dayOrMonthFirst(text: word, readings: readings)
        }
        return readings[0]
    }

    /// `20260409` and `202604`; nil for other words.
    private func digitsAlone(_ word: String) throws(DatePhraseError) -> DayRange? {
        var reader = TextReader(word)
        guard [6, 8].contains(word.utf8.count), word.utf8.allSatisfy(TextReader.isDigit),
            let year = reader.digits(4), let month = reader.digits(2)
        else { return nil }
        return try days(year: year, month: month, day: reader.digits(2))
    }

    /// `2026q2`, `2026-q2`, `q2`, `2026h1`, `2026-w17`, `2026w17`; nil for other words.
    func quarterOrWeek(_ word: String) throws(DatePhraseError) -> DayRange? {
        var reader = TextReader(word)
        var year = today.year
        let hasYear = reader.next.map(TextReader.isDigit) == true
        if hasYear {
            guard let number = reader.digits(4) else { return nil }
            year = number
            _ = reader.take("-")
        }
        if reader.take("q") {
            guard let quarter = reader.digits(1), reader.isAtEnd else { return nil }
            guard (1...4).contains(quarter) else { throw .noSuchDay(text: text) }
            let inYear = { (year: Int) throws(DatePhraseError) -> DayRange in
                let first = try days(year: year, month: quarter * 3 - 2).start
                return Period.quarterly.interval(containing: first, weekStart: weekStart)
            }
            return hasYear ? try inYear(year) : try inSomeYear(inYear)
        }
        if hasYear, reader.take("h") {
            guard let half = reader.digits(1), (1...2).contains(half), reader.isAtEnd else {
                return nil
            }
            let first = try days(year: year, month: half * 6 - 5).start
            return Period.halfyearly.interval(containing: first, weekStart: weekStart)
        }
        guard hasYear, reader.take("w"), let week = reader.digits(1...2), reader.isAtEnd else {
            return nil
        }
        guard let monday = Day(isoYear: year, week: week) else { throw .noSuchDay(text: text) }
        return DayRange(start: monday, end: monday.adding(days: 7))
    }

    /// A year, a month of it or a day of that, if the calendar has it.
    private func days(
        year: Int, month: Int? = nil, day: Int? = nil
    ) throws(DatePhraseError) -> DayRange {
        guard let first = Day(year: year, month: month ?? 1, day: day ?? 1) else {
            throw .noSuchDay(text: text)
        }
        let period: Period = month == nil ? .yearly : day == nil ? .monthly : .daily
        return period.interval(containing: first, weekStart: weekStart)
    }

    /// The number 1…12 of an English month's name or its first three letters or more.
    private static func month(_ word: String) -> Int? {
        guard word.utf8.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
}
