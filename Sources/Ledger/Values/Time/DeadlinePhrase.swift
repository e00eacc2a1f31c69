/// Deadlines in the words that people type.
///
/// - A day, as ``DatePhrase/dueDay(_:today:weekStart:)`` reads it: `tomorrow`, `fri`, `2026-12-01`,
///   `in 3 days`, `eom`; also `2d`, `1w` and `+7d`. The deadline is the whole of that day.
/// - A local time behind a day, or alone: `2026-12-01 14:30`, `fri 9:00`, `18:00`, `5pm`; alone, or
///   behind a weekday, the next such time. A time that clocks skip moves forward by the gap; of one
///   that they show twice it is the first.
/// - A time from now: `in 2 hours`, `30 min`.
/// - RFC 3339 with an offset: `2026-12-01T14:30:00+01:00`.
package enum DeadlinePhrase {
    /// Phrases of each kind, for help and error messages.
    package static let examples = [
        "tomorrow", "friday", "2026-12-01", "2026-12-01 14:30", "fri 9:00", "in 3 days", "in 2 h",
        "eom",
    ]

    /// Times that may have passed, and days.
    private static let pastExamples =
        ["22:24", "yesterday 22:24", "2026-04-09 14:30", "fri 5 pm"] + DatePhrase.examples

    /// The deadline that a phrase means at a moment in a zone. Throws `DatePhraseError`.
    package static func deadline(
        _ text: String, now: Timestamp, zone: Zone, weekStart: Weekday
    ) throws(DatePhraseError) -> Deadline {
        if let instant = Timestamp(text.trimmed) { return .instant(instant) }
        var words = text.split(whereSeparator: \.isWhitespace)
        let today = zone.day(at: now)
        let span = words.first?.lowercased() == "in" ? words.dropFirst() : words[...]
        switch TimeSpan(span.joined(separator: " ")) {
        case .days(let count): return .day(today.adding(days: count))
        case .minutes(let count):
            let second = Timestamp(saturatingSeconds: now.secondsSince1970)
            return .instant(second.adding(milliseconds: Int64(count) * 60_000))
        case nil: break
        }
        let time = try takeTime(of: &words, text, examples)
        let day = try day(words, of: text, today, weekStart, isOptional: time != nil)
        guard let time else { return .day(day) }
        let instant = zone.timestamp(of: day, time)
        // Today's has passed: the next one is meant.
        if instant < now, day == today, let days = turn(words) {
            return .instant(zone.timestamp(of: day.adding(days: days), time))
        }
        return .instant(instant)
    }

    /// The minute, or the second, that a local time behind a day, or alone on today, means:
    /// `22:24`, `yesterday 22:24`, `2026-12-01 5 pm`; `nil` for a text without a time.
    ///
    /// - Returns: Its first and its last moment.
    /// - Throws: `DatePhraseError`.
    package static func past(
        _ text: String, today: Day, zone: Zone, weekStart: Weekday
    ) throws(DatePhraseError) -> ClosedRange<Timestamp>? {
        var words = text.split(whereSeparator: \.isWhitespace)
        let hasSeconds = words.last?.count { $0 == ":" } == 2
        guard let time = try takeTime(of: &words, text, pastExamples) else { return nil }
        let first: Timestamp
        do throws(DatePhraseError) {
            let day =
                try words.isEmpty
                ? today
                : DatePhrase.day(words.joined(separator: " "), today: today, weekStart: weekStart)
            first = zone.timestamp(of: day, time)
        } catch .notUnderstood {
            throw .notUnderstood(text: text, examples: pastExamples)
        } catch {
            throw error
        }
        return first...first.adding(milliseconds: hasSeconds ? 999 : 59_999)
    }

    /// Takes the local time off the end of some words, and what joins it to the day.
    private static func takeTime(
        of words: inout [Substring], _ text: String, _ examples: [String]
    ) throws(DatePhraseError) -> TimeOfDay? {
        // 2026-12-01T14:30 is two words, too.
        if words.count == 1, let mark = words[0].firstIndex(where: { $0 == "T" || $0 == "t" }),
            Day(words[0][..<mark]) != nil
        {
            words = [words[0][..<mark], words[0][words[0].index(after: mark)...]]
        }
        // `5 pm` is one word, too.
        if words.count > 1, let mark = words.last?.lowercased(), ["am", "pm"].contains(mark) {
            words.removeLast()
            words.append(words.removeLast() + mark)
        }
        guard let last = words.last, isClock(last) else { return nil }
        guard let time = clock(last) else {
            throw .notUnderstood(text: text, examples: examples)
        }
        words.removeLast()
        if words.last?.lowercased() == "at" { words.removeLast() }
        return time
    }

    /// After how many days the same words mean a day once more; `nil` for never.
    private static func turn(_ words: [Substring]) -> Int? {
        if words.isEmpty { return 1 }
        return words.count == 1 && Weekday(name: words[0]) != nil ? 7 : nil
    }

    private static func day(
        _ words: [Substring], of text: String, _ today: Day, _ weekStart: Weekday, isOptional: Bool
    ) throws(DatePhraseError) -> Day {
        if words.isEmpty, isOptional { return today }
        do throws(DatePhraseError) {
            return try DatePhrase.dueDay(
                words.joined(separator: " "), today: today, weekStart: weekStart)
        } catch .notUnderstood {
            throw notUnderstood(text)
        } catch {
            throw error
        }
    }

    /// Whether a word has the form of a time: `14:30`, `5pm`.
    private static func isClock(_ word: Substring) -> Bool {
        let folded = word.lowercased()
        return word.contains(":")
            || word.first?.isNumber == true && (folded.hasSuffix("am") || folded.hasSuffix("pm"))
    }

    /// `14:30`, and `9:00` with one digit, too; `5pm`, `12:30am`.
    private static func clock(_ word: Substring) -> TimeOfDay? {
        let folded = word.lowercased()
        for (mark, hours) in [("am", 0), ("pm", 12)] where folded.hasSuffix(mark) {
            let text = folded.dropLast(2)
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), (1...2).contains(parts[0].utf8.count),
                parts.allSatisfy({ $0.utf8.allSatisfy(TextReader.isDigit) }),
                parts.count == 1 || parts[1].utf8.count == 2,
                let hour = Int(parts[0]), (1...12).contains(hour)
            else { return nil }
            let minute = parts.count == 2 ? Int(parts[1]) ?? 60 : 0
            return TimeOfDay(hour: hour % 12 + hours, minute: minute)
        }
        return TimeOfDay(word) ?? TimeOfDay("0" + word)
    }

    private static func notUnderstood(_ text: String) -> DatePhraseError {
        .notUnderstood(text: text, examples: examples)
    }
}
