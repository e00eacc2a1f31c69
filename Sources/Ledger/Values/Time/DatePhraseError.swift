/// Why a text is no date phrase.
package enum DatePhraseError: Error, Sendable, Hashable {
    /// The words are not understood; `examples` are phrases that are.
    case notUnderstood(text: String, examples: [String])

    /// The calendar has no such day, month or week (`2026-02-30`, `2026-W54`).
    case noSuchDay(text: String)

    /// Whether day or month stands first, nobody can tell: `3/4`, `03.04.2026`; the days that it
    /// may be, of each order at most one.
    case dayOrMonthFirst(text: String, readings: [Day])

    /// One day is asked for, and these are several.
    case severalDays(text: String, first: Day, last: Day)

    /// The last of some days is asked for, and these go on from one.
    case endless(text: String, start: Day)

    /// The range ends before it starts, or has no day (`end` is exclusive).
    case emptyRange(text: String, start: Day, end: Day)

    /// What is over by now is asked for, and this is later; `today` is the day that it is.
    case notYet(text: String, today: Day)
}
