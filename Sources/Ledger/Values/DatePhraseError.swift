/// Why a text is no date phrase.
public enum DatePhraseError: Error, Sendable, Hashable {
    /// The words are not understood; `examples` are phrases that are.
    case notUnderstood(text: String, examples: [String])

    /// The calendar has no such day, month or week (`2026-02-30`, `2026-W54`).
    case noSuchDay(text: String)

    /// The range ends before it starts, or has no day (`end` is exclusive).
    case emptyRange(text: String, start: Day, end: Day)
}
