public import EventLog

extension AmountError: ExplainedError {
    /// What is wrong with the text, or with the sum.
    public var description: String {
        switch self {
        case .malformed(let text), .misgrouped(let text), .mayBeThousands(let text, _):
            words(of: Prose.quoted(text))
        default: words(of: "the amount")
        }
    }

    /// What is wrong with a text that somebody gave.
    package func description(of text: String) -> String { words(of: Prose.quoted(text)) }

    private func words(of text: String) -> String {
        switch self {
        case .empty: "the amount is empty"
        case .malformed: "\(text) is no amount: digits and at most one . or , without grouping"
        case .misgrouped: "the digits of \(text) are not grouped by three"
        case .tooManyFractionDigits(let allowed):
            "\(text) has more decimal digits than its currency, which has \(allowed)"
        case .mayBeThousands(let typed, let allowed) where allowed >= 3:
            "\(text) may be \(typed.replacing(",", with: ".")) or \(AmountError.whole(typed))"
        case .mayBeThousands(let typed, let allowed):
            AmountError.isZero(typed, behind: allowed)
                ? "\(text) may be \(AmountError.whole(typed)) or "
                    + "\(AmountError.shortened(typed, to: allowed)): typed amounts have no mark "
                    + "of thousands"
                : "\(text) may be \(AmountError.whole(typed)), or has more decimal digits than its "
                    + "currency, which has \(allowed)"
        case .negative: "\(text) is below zero, where only more than nothing can be"
        case .outOfRange: "\(text) is too large to be recorded"
        case .differentCurrencies(let one, let other):
            "\(text) is in \(one), and the amount is to be in \(other)"
        }
    }

    /// `1,000` where its mark is one of thousands.
    package static func whole(_ text: String) -> String {
        text.filter { $0 != "." && $0 != "," }
    }

    /// An amount with fewer decimal digits.
    package static func shortened(_ text: String, to digits: Int) -> String {
        guard let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return text }
        let whole = text[..<mark]
        return String(digits == 0 ? whole : text[..<mark] + text[mark...].prefix(digits + 1))
    }

    /// Whether an amount has only zeros behind so many decimal digits.
    package static func isZero(_ text: String, behind digits: Int) -> Bool {
        guard let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return true }
        return text[mark...].dropFirst(digits + 1).allSatisfy { $0 == "0" }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .empty: "empty"
        case .negative: "negative"
        case .outOfRange: "outOfRange"
        default: caseWithValue
        }
    }

    /// Always not understood.
    public var exitClass: ExitClass { .usage }
}

extension DatePhraseError: ExplainedError {
    /// Why the text is no day.
    package var description: String {
        switch self {
        case .notUnderstood(let text, _), .noSuchDay(let text), .emptyRange(let text, _, _),
            .dayOrMonthFirst(let text, _), .severalDays(let text, _, _), .notYet(let text, _),
            .endless(let text, _):
            description(of: text)
        }
    }

    /// What is wrong with a text that somebody gave.
    package func description(of text: String) -> String {
        switch self {
        case .notUnderstood(_, let examples):
            "\(Prose.quoted(text)) is no day and no range of days; understood are"
                + PlainText.wrapped(examples.joined(separator: ", "), to: 76)
                .map { "\n    \($0)" }.joined()
        case .noSuchDay: "the calendar has no \(Prose.quoted(text))"
        case .dayOrMonthFirst(let word, let readings):
            readings.isEmpty
                ? "the calendar has no \(Prose.quoted(word))"
                : "\(Prose.quoted(word)) may have the day first or the month; write "
                    + readings.map(\.description).joined(separator: " or ")
        case .severalDays(_, let first, let last):
            "\(Prose.quoted(text)) is no single day: it goes from \(first) to \(last)"
        case .endless(_, let start):
            "\(Prose.quoted(text)) has no last day: it goes on from \(start)"
        case .emptyRange(_, let start, let end):
            "\(Prose.quoted(text)) ends before it starts: from \(start) to before \(end)"
        case .notYet(_, let today):
            "\(Prose.quoted(text)) has not come yet: today is \(today)"
        }
    }

    /// The name of the case.
    package var code: String { caseWithValue }

    /// Always not understood.
    package var exitClass: ExitClass { .usage }
}

extension RecurrenceError: ExplainedError {
    /// Why the text says no days that come again.
    public var description: String {
        switch self {
        case .notUnderstood(let text, let word, _):
            word == text
                ? "\(Prose.quoted(text)) says no days that come again"
                : "\(Prose.quoted(text)) says no days that come again, because of "
                    + Prose.quoted(word)
        case .noSuchDay(let text, let word, _):
            "\(Prose.quoted(text)) says no days that come again: not every month has a "
                + "\(Prose.quoted(word))"
        }
    }

    /// A phrase that is understood.
    package var example: String {
        switch self {
        case .notUnderstood(_, _, let example), .noSuchDay(_, _, let example): example
        }
    }

    /// The name of the case.
    public var code: String { caseWithValue }

    /// Always not understood.
    public var exitClass: ExitClass { .usage }
}

extension CategoryPathError: ExplainedError {
    /// Why the text is no category.
    public var description: String {
        switch self {
        case .emptySegment(let text):
            "\(Prose.quoted(text)) has an empty level between its colons"
        case .refusedCharacter(let text, let scalar):
            "\(Prose.quoted(text)) has a line break or another character that no category may "
                + "have: U+" + CategoryPathError.hex(scalar)
        }
    }

    private static func hex(_ scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The name of the case.
    public var code: String { caseWithValue }

    /// Always not understood.
    public var exitClass: ExitClass { .usage }
}

extension ZoneError: ExplainedError {
    /// Why the time zone cannot be used.
    public var description: String {
        switch self {
        case .unknownName(let name, let suggestions):
            "there is no time zone \(Prose.quoted(name))\(Prose.meant(suggestions))"
        case .dataMissing(_, let searched, _):
            "this system has no time zones in " + searched.joined(separator: ", ")
        case .damaged(let name, let offset):
            "the file of the time zone \(name) is damaged at byte \(offset)"
        }
    }

    /// The name of the case.
    public var code: String { caseWithValue }

    /// Not understood for a name, else damage.
    public var exitClass: ExitClass {
        if case .unknownName = self { .usage } else { .damage }
    }
}

extension SplitError: ExplainedError {
    /// Why the amount cannot be divided so.
    package var description: String {
        switch self {
        case .nobody: "an amount is divided among one person or more"
        case .twice(let person): "person \(person) is named twice; two parts are a weight"
        case .badWeight: "a weight is a number from 1 to \(Prose.grouped(Split.weights.upperBound))"
        case .left(let rest): "the fixed parts leave \(rest) minor units to nobody"
        }
    }

    /// The name of the case.
    package var code: String {
        switch self {
        case .nobody: "nobody"
        case .badWeight: "badWeight"
        default: caseWithValue
        }
    }

    /// Always not understood.
    package var exitClass: ExitClass { .usage }
}

extension Currency {
    /// There is no such currency.
    package static func words(unknown code: String, _ suggestions: [String]) -> String {
        "there is no currency \(Prose.quoted(code)) in ISO 4217\(Prose.meant(suggestions))"
    }
}

extension Rights {
    /// `Company/Sales`, or words for the whole ledger.
    package static func words(ofUnit path: String) -> String {
        path == "/" ? "the whole ledger" : PlainText.plain(path)
    }
}

extension DayRange {
    /// `2026-04-01 to 2026-04-30`, the last one included.
    package var words: String {
        let last = end.adding(days: -1)
        return last <= start ? "\(start)" : "\(start) to \(last)"
    }
}
