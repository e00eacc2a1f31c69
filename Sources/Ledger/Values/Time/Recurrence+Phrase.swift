/// Why a text says no days that come again. Each has the word that is meant, and a phrase that is
/// understood.
public enum RecurrenceError: Error, Sendable, Hashable {
    /// The word is not understood, or one is missing behind it.
    case notUnderstood(text: String, word: String, example: String)
    /// Not every month or year has such a day.
    case noSuchDay(text: String, word: String, example: String)
}

extension Recurrence {
    /// Phrases of each kind, for help and error messages.
    package static let examples = [
        "day", "weekday", "week on friday", "2 weeks", "month on the 1st", "month on the last day",
        "month on the 2nd tuesday", "3 months on the 15th", "year on 03-01",
    ]

    /// Parses a phrase such as `month on the 1st`, in any case, `every` before it or not.
    ///
    /// - Parameter start: Tells the day of a week, month or year where the phrase says none.
    public init(parsing text: String, from start: Day) throws(RecurrenceError) {
        var reader = RecurrenceReader(text, start)
        self = try reader.read()
    }

    /// What `description` gives; `nil` for any other text.
    init?(name: String) {
        do throws(RecurrenceError) {
            try self.init(parsing: name, from: Day(daysSince1970: 0))
        } catch { return nil }
        guard description.isSame(as: name) else { return nil }
    }
}

extension Recurrence: CustomStringConvertible {
    /// A phrase that says all of it: `2 weeks on friday`, `month on the last day`.
    public var description: String {
        func units(_ name: String) -> String { count == 1 ? name : "\(count) \(name)s" }
        return switch unit {
        case .days: units("day")
        case .weekdays: "weekday"
        case .weeks(let weekday): "\(units("week")) on \(weekday.name)"
        case .months(let day): "\(units("month")) on the \(day)"
        case .years(let month, let day): "\(units("year")) on \(month.padded(2))-\(day.padded(2))"
        }
    }
}

extension Recurrence.MonthDay: CustomStringConvertible {
    /// `31st`, `last day`, `2nd tuesday`, `last friday`
    var description: String {
        switch self {
        case .day(let day): Recurrence.MonthDay.ordinal(day)
        case .last: "last day"
        case .weekday(let number, let weekday):
            "\(Recurrence.MonthDay.ordinal(number)) \(weekday.name)"
        case .lastWeekday(let weekday): "last \(weekday.name)"
        }
    }

    private static func ordinal(_ number: Int) -> String {
        let isTeen = (11...13).contains(number % 100)
        let ends = [1: "st", 2: "nd", 3: "rd"]
        return "\(number)" + (isTeen ? "th" : ends[number % 10] ?? "th")
    }
}

/// Reads a phrase word by word.
private struct RecurrenceReader {
    private static let countMax = 1_000

    private let text: String
    private let start: Day
    private let words: [String]
    private var next = 0
    private var inQuarters = false

    init(_ text: String, _ start: Day) {
        self.text = text
        self.start = start
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    mutating func read() throws(RecurrenceError) -> Recurrence {
        _ = take("every")
        let count = try count()
        let found = Recurrence(count, try unit(count))
        if let word { throw misread(word, "month on the 1st") }
        if !inQuarters { return found }
        // Quarters are counted in months.
        guard count * 3 <= RecurrenceReader.countMax else {
            throw misread("\(count)", "2 quarters")
        }
        return Recurrence(count * 3, found.unit)
    }

    private var word: String? { next < words.count ? words[next] : nil }

    private mutating func take(_ wanted: String) -> Bool {
        guard word == wanted else { return false }
        next += 1
        return true
    }

    private func misread(_ word: String, _ example: String) -> RecurrenceError {
        .notUnderstood(text: text, word: word, example: example)
    }

    private func missing(_ example: String) -> RecurrenceError {
        misread(words.last ?? text, example)
    }

    /// `2`, `other`, or nothing for 1.
    private mutating func count() throws(RecurrenceError) -> Int {
        if take("other") { return 2 }
        guard let word, word.utf8.allSatisfy(TextReader.isDigit) else { return 1 }
        guard let count = Int(word), (1...RecurrenceReader.countMax).contains(count) else {
            throw misread(word, "2 weeks")
        }
        next += 1
        return count
    }

    private mutating func unit(_ count: Int) throws(RecurrenceError) -> Recurrence.Unit {
        guard let word else { throw missing("month on the 1st") }
        if count == 1, let weekday = Weekday(name: word) {
            next += 1
            return .weeks(weekday)
        }
        let adjectives = [
            "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
            "yearly": "year", "annually": "year",
        ]
        let isWeekday = ["weekday", "weekdays", "workday", "workdays"].contains(word)
        guard isWeekday || CalendarUnit(word: adjectives[word] ?? word) != nil else {
            throw misread(word, "month on the 1st")
        }
        next += 1
        if isWeekday {
            if count > 1 { throw misread("\(count)", "weekday") }
            return .weekdays
        }
        switch CalendarUnit(word: adjectives[word] ?? word) {
        case .week: return .weeks(try weekday())
        case .month: return .months(try monthDay("month on the 1st"))
        case .quarter:
            inQuarters = true
            return .months(try monthDay("quarter on the 1st"))
        case .year: return try yearDay()
        case .day, nil: return .days
        }
    }

    /// Whether a day is said: `on`, `on the`.
    private mutating func says(_ example: String) throws(RecurrenceError) -> Bool {
        guard take("on") else { return false }
        _ = take("the")
        if word == nil { throw missing(example) }
        return true
    }

    private mutating func weekday() throws(RecurrenceError) -> Weekday {
        guard try says("week on friday") else { return start.weekday }
        let name = word ?? ""
        guard let weekday = Weekday(name: name) else { throw misread(name, "week on friday") }
        next += 1
        return weekday
    }

    private mutating func monthDay(
        _ example: String
    ) throws(RecurrenceError) -> Recurrence.MonthDay {
        guard try says(example) else { return .day(start.dayOfMonth) }
        let first = word ?? ""
        next += 1
        if first == "last" {
            if word == nil || take("day") { return .last }
            let name = word ?? ""
            guard let weekday = Weekday(name: name) else {
                throw misread(name, "month on the last friday")
            }
            next += 1
            return .lastWeekday(weekday)
        }
        guard let number = RecurrenceReader.ordinal(first) else { throw misread(first, example) }
        if let word, let weekday = Weekday(name: word) {
            guard (1...4).contains(number) else {
                throw .noSuchDay(
                    text: text, word: "\(first) \(word)",
                    example: "month on the last \(weekday.name)")
            }
            next += 1
            return .weekday(number, weekday)
        }
        _ = take("day")
        guard (1...31).contains(number) else {
            throw .noSuchDay(text: text, word: first, example: "month on the last day")
        }
        return .day(number)
    }

    /// `15`, `15th`, `second`
    private static func ordinal(_ word: String) -> Int? {
        let names = ["first", "second", "third", "fourth"]
        if let index = names.firstIndex(of: word) { return index + 1 }
        var reader = TextReader(word)
        guard let number = reader.digits(1...4) else { return nil }
        let end = word.utf8.count - reader.position
        let ends = ["st", "nd", "rd", "th"]
        return end == 0 || ends.contains(String(word.suffix(end))) ? number : nil
    }

    private mutating func yearDay() throws(RecurrenceError) -> Recurrence.Unit {
        let example = "year on 03-01"
        guard try says(example) else {
            return .years(month: start.month, day: start.dayOfMonth)
        }
        let word = word ?? ""
        var reader = TextReader(word)
        guard let month = reader.digits(2), reader.take("-"), let day = reader.digits(2),
            reader.isAtEnd
        else { throw misread(word, example) }
        // 2000 has every day that some year has.
        guard CivilDate.isValid(year: 2_000, month: month, day: day) else {
            throw .noSuchDay(text: text, word: word, example: example)
        }
        next += 1
        return .years(month: month, day: day)
    }
}
