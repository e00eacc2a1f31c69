/// Dates and ranges in the words that people type, relative to a day called today.
///
/// - A day: `today yesterday tomorrow`, `2026-04-09`, `2026/04/09`, `20260409`, `04-09` (but
///   not `3/4`, which may be of March or April), `21` (of this month),
///   `9 apr`, `apr 9 2026`, `3 days ago`, `2 weeks ago`, `in 2 months` (counted from
///   today).
/// - A weekday: `friday` is today or the latest before, `last friday` is before today,
///   `next friday` after today, `this friday` in this week.
/// - A range: `2026`, `2026-04`, `2026q2`, `q2 2026`, `q2`, `2026h1`, `h1 2026`, `2026-W17`
///   (ISO 8601), `apr` (of this year), `apr 2026`, and `last`, `this` or `next` with `day week
///   month quarter year` or a month's name.
/// - `easter`, `good friday`, `easter monday`, `ascension` and `pentecost`, of this year or the one
///   that is said.
/// - Durations of ISO 8601: `P3D` is the day so long after today, `last P1M` ends with today,
///   `2026-03-01/P1M` are so many days from one on.
/// - Several units: `last 30 days` and `next 7 days` have today among them; `last 3 months` are the
///   whole ones before this month, `next 2 weeks` those after this week. `past week`, `past 3
///   months` end with today, and so do `wtd mtd qtd ytd` and `year to date`.
/// - The first or last day of the current week, month, quarter or year: `sow eow som eom soq eoq
///   soy eoy`.
/// - Between two of them: `from A to B`, `A to B`, `A..B`, `since A`, `until B`. The end is
///   exclusive.
///
/// Upper and lower case do not matter. English names may be cut to three letters.
package enum DatePhrase {
    /// Phrases of each kind, for help and error messages.
    package static let examples = [
        "2026-04-09", "yesterday", "friday", "3 days ago", "2026-04", "2026q2", "last month",
        "last 30 days", "ytd", "since march", "from 2026-01 to 2026-04", "monthly in 2026",
    ]

    /// The day that a phrase means; of a range its first day (`2026-04` is 2026-04-01).
    /// Throws `DatePhraseError`.
    package static func day(
        _ text: some StringProtocol, today: Day, weekStart: Weekday
    ) throws(DatePhraseError) -> Day {
        let reader = PhraseReader(text: String(text), today: today, weekStart: weekStart)
        return try reader.point(reader.words[...]).start
    }

    /// As ``day(_:today:weekStart:)``, of phrases that mean one day alone: no month, and no year.
    /// Throws `DatePhraseError`.
    package static func exactDay(
        _ text: some StringProtocol, today: Day, weekStart: Weekday
    ) throws(DatePhraseError) -> Day {
        let reader = PhraseReader(text: String(text), today: today, weekStart: weekStart)
        let days = try reader.point(reader.words[...])
        let last = days.end.adding(days: -1)
        if last == days.start { return last }
        throw .severalDays(text: String(text), first: days.start, last: last)
    }

    /// The day by which something is due: as ``day(_:today:weekStart:)``, but looking ahead.
    ///
    /// - A weekday is today or the first one after (`friday`); a day of the month, or of the year,
    ///   is today or the first one after (`21`, `04-09`, `9 apr`).
    /// - Of a range it is the last day: `2026-04` is 2026-04-30, `this week` the week's last day. A
    ///   month or quarter without its year is the first that is not over.
    ///
    /// Throws `DatePhraseError`.
    package static func dueDay(
        _ text: some StringProtocol, today: Day, weekStart: Weekday
    ) throws(DatePhraseError) -> Day {
        let reader = PhraseReader(
            text: String(text), today: today, weekStart: weekStart, looksAhead: true)
        return try reader.point(reader.words[...]).end.adding(days: -1)
    }

    /// The days that a phrase means; of a day it is that day alone. Throws `DatePhraseError`.
    package static func range(
        _ text: some StringProtocol, today: Day, weekStart: Weekday
    ) throws(DatePhraseError) -> DayRange {
        let reader = PhraseReader(text: String(text), today: today, weekStart: weekStart)
        return try reader.range(reader.words[...])
    }

    /// Words that phrases are made of, of which one may have been meant by another.
    package static let words = [
        "last", "this", "next", "today", "yesterday", "tomorrow", "week", "month", "quarter",
        "year", "monthly", "weekly", "daily", "quarterly", "yearly", "since", "until",
    ]

    /// The interval and the range of a period expression, either of them nil where it is not
    /// given: `monthly in 2026`, `weekly from 2026-01 to 2026-04`, `last month`, `quarterly`,
    /// `biweekly`, `every 2 weeks since 2026-03`, `every friday`, `every weekday`,
    /// `every 12 months from 2025-04`, `every 25th day of month`. Throws `DatePhraseError`.
    ///
    /// `every N days` and `every N months` count from the start of the range, or from 1970-01-01
    /// without one; weeks from the first week start of 1970.
    package static func periodExpression(
        _ text: some StringProtocol, today: Day, weekStart: Weekday
    ) throws(DatePhraseError) -> (period: Period?, range: DayRange?) {
        let reader = PhraseReader(text: String(text), today: today, weekStart: weekStart)
        return try reader.periodExpression()
    }
}
