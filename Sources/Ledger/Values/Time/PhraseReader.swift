/// One phrase cut into words, and the day it is read on.
struct PhraseReader {
    let text: String
    let today: Day
    let weekStart: Weekday
    /// Whether what has no year, month or week of its own is the next, not the present or last.
    let looksAhead: Bool
    let words: [String]

    init(text: String, today: Day, weekStart: Weekday, looksAhead: Bool = false) {
        self.text = text
        self.today = today
        self.weekStart = weekStart
        self.looksAhead = looksAhead
        words = PhraseReader.words(in: text)
    }

    var notUnderstood: DatePhraseError {
        .notUnderstood(text: text, examples: DatePhrase.examples)
    }

    /// Lower case; `..` is a word, and so are both halves of `lastmonth` and `3days`.
    private static func words(in text: String) -> [String] {
        var words: [String] = []
        for part in text.lowercased().split(whereSeparator: \.isWhitespace) {
            guard let dots = part.utf8Offset(of: "..") else {
                words += halves(part)
                continue
            }
            let (before, after) = (part.utf8.prefix(dots), part.utf8.dropFirst(dots + 2))
            if !before.isEmpty { words += halves(Substring(before)) }
            words.append("..")
            if !after.isEmpty { words += halves(Substring(after)) }
        }
        return words
    }

    private static func halves(_ word: Substring) -> [String] {
        for front in ["last", "this", "next"] where word.hasPrefix(front) {
            let rest = String(word.dropFirst(front.count))
            return rest.isEmpty ? [front] : [front, rest]
        }
        let digits = word.utf8.prefix(while: TextReader.isDigit)
        let rest = String(word.utf8.dropFirst(digits.count)) ?? ""
        if !digits.isEmpty, CalendarUnit(word: rest) != nil { return [String(digits) ?? "", rest] }
        return [String(word)]
    }

    /// A range, or the bucket of one day or unit.
    func range(_ words: ArraySlice<String>) throws(DatePhraseError) -> DayRange {
        var words = words
        if let days = try span(words) { return days }
        if let days = try duration(words) { return days }
        if let first = words.first, ["in", "of", "during"].contains(first) {
            // `in 2 days` is a day; `in 2026` is a year.
            if let days = try relative(words) { return days }
            words = words.dropFirst()
        }
        let from = ["from", "since"].contains(words.first)
        if from { words = words.dropFirst() }
        guard let to = words.firstIndex(where: { ["to", "until", "till", ".."].contains($0) })
        else {
            let days = try point(words)
            return from ? DayRange(start: days.start, end: .max) : days
        }
        let before = words[..<to]
        let after = words[(to + 1)...]
        // `2026-01..` has no end; `from 2026-01 to` lacks one.
        let isOpen = words[to] == ".."
        guard !(before.isEmpty && after.isEmpty), isOpen || !after.isEmpty,
            !(from && before.isEmpty)
        else { throw notUnderstood }
        let start = before.isEmpty ? Day.min : try point(before).start
        let end = after.isEmpty ? Day.max : try point(after).start
        guard start < end else { throw .emptyRange(text: text, start: start, end: end) }
        return DayRange(start: start, end: end)
    }

    func periodExpression() throws(DatePhraseError) -> (period: Period?, range: DayRange?) {
        guard let first = words.first else { throw notUnderstood }
        if let plain = Period.named.first(where: { $0.name == first }) {
            return (plain, try optionalRange(words.dropFirst()))
        }
        if ["biweekly", "fortnightly"].contains(first) {
            let range = try optionalRange(words.dropFirst())
            return (everyWeeks(2, in: range), range)
        }
        guard first == "every", words.count > 1 else { return (nil, try range(words[...])) }
        if let unit = CalendarUnit(word: words[1]) {
            return (unit.period, try optionalRange(words.dropFirst(2)))
        }
        if ["weekday", "weekdays", "workday", "workdays"].contains(words[1]) {
            return (.weekdays, try optionalRange(words.dropFirst(2)))
        }
        if let weekday = Weekday(name: words[1]) {
            let anchor = Day(daysSince1970: 6).start(ofWeekOn: weekday)
            return (.everyDays(7, anchor: anchor), try optionalRange(words.dropFirst(2)))
        }
        guard words.count > 2 else { throw notUnderstood }
        if let payDay = ordinal(words[1]), words[2] == "day" {
            var rest = words.dropFirst(3)
            if rest.starts(with: ["of", "month"]) { rest = rest.dropFirst(2) }
            return (.payCycle(dayOfMonth: payDay), try optionalRange(rest))
        }
        guard let count = Int(words[1]), (1...1_000).contains(count),
            let unit = CalendarUnit(word: words[2])
        else { throw notUnderstood }
        let range = try optionalRange(words.dropFirst(3))
        let anchor = range.flatMap { $0.hasStart ? $0.start : nil } ?? Day(daysSince1970: 0)
        switch unit {
        case .day: return (.everyDays(count, anchor: anchor), range)
        case .week: return (everyWeeks(count, in: range), range)
        case .month, .quarter, .year:
            if count == 1 { return (unit.period, range) }
            let months = [CalendarUnit.month: 1, .quarter: 3, .year: 12]
            return (.everyMonths(count * (months[unit] ?? 1), anchor: anchor), range)
        }
    }

    /// Counted from the week in which the days begin; where they have no first one, from the first
    /// week start of 1970.
    private func everyWeeks(_ count: Int, in range: DayRange?) -> Period {
        let first = range.flatMap { $0.hasStart ? $0.start : nil } ?? Day(daysSince1970: 6)
        let anchor = first.start(ofWeekOn: weekStart)
        return count == 1 ? .weekly : .everyDays(count * 7, anchor: anchor)
    }

    private func optionalRange(
        _ words: ArraySlice<String>
    ) throws(DatePhraseError) -> DayRange? {
        words.isEmpty ? nil : try range(words)
    }

    /// 1…31 with its English ending (`25th`).
    private func ordinal(_ word: String) -> Int? {
        let digits = word.utf8.prefix(while: TextReader.isDigit)
        guard ["st", "nd", "rd", "th"].contains(String(word.utf8.dropFirst(digits.count))),
            let day = Int(Substring(digits)), (1...31).contains(day)
        else { return nil }
        return day
    }
}

extension Substring {
    /// Where `pattern` begins first, in UTF-8 bytes; nil if it does not occur.
    fileprivate func utf8Offset(of pattern: String) -> Int? {
        let bytes = Array(utf8)
        let wanted = Array(pattern.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: wanted) }
    }
}
