internal import EventLog
internal import Ledger

extension AmountError {
    /// What may help with a text that was typed.
    func tries(for text: String) -> [Try] {
        switch self {
        case .empty:
            [
                .when(
                    Try.budgets, "ledger budget set food 400", otherwise: "ledger add 12.50 Lunch")
            ]
        case .negative: [.swapping(text, String(text.drop { $0 == "-" || $0 == "\u{2212}" }))]
        case .malformed:
            [
                (AmountError.digits(text) ?? AmountText.plain(text)).map { .swapping(text, $0) }
                    ?? .amountFirst(text)
            ]
        case .mayBeThousands(_, let allowed):
            // Of a price, and of what has three decimals, these are one, too.
            allowed >= 3
                ? [
                    .swapping(text, text.replacing(",", with: ".")),
                    .swapping(text, AmountError.whole(text)),
                ]
                : [.swapping(text, AmountError.whole(text))]
                    + (AmountError.isZero(text, behind: allowed)
                        ? [.swapping(text, AmountError.shortened(text, to: allowed))] : [])
        case .misgrouped, .outOfRange: [.help]
        case .tooManyFractionDigits(let allowed):
            AmountError.isZero(text, behind: allowed)
                ? [.swapping(text, AmountError.shortened(text, to: allowed))] : [.help]
        case .differentCurrencies: [.without("--currency", values: 1)]
        }
    }
}

extension AmountError {
    /// `5` for `5.`, `0.50` for `½` and `12` for digits of another script; `nil` for other texts.
    fileprivate static func digits(_ text: String) -> String? {
        let fractions: [Character: String] = ["½": ".50", "¼": ".25", "¾": ".75"]
        var text = text[...]
        var decimals = ""
        if let last = text.last, let fraction = fractions[last] {
            decimals = fraction
            text = text.dropLast()
        } else if text.last == "." || text.last == "," {
            text = text.dropLast()
            if text.isEmpty { return nil }
        }
        // Digits of any script, and neither `²` nor `⑤`.
        let digits = text.filter { $0.unicodeScalars.first?.properties.numericType == .decimal }
            .compactMap(\.wholeNumberValue)
        guard digits.count == text.count, !text.isEmpty || !decimals.isEmpty else { return nil }
        return (digits.isEmpty ? "0" : digits.map(String.init).joined()) + decimals
    }
}

extension DatePhraseError {
    /// What may help with a text that was typed.
    func tries(for text: String) -> [Try] {
        switch self {
        case .notUnderstood:
            // What was not typed would be recorded on a wrong day.
            DatePhraseError.near(text)
                + [
                    .joiningDays(
                        text, otherwise: DatePhraseError.near(text).isEmpty ? .dates : .words("")),
                    .when(
                        ["report", "explain", "diff"],
                        .words("ledger list \(Explanation.shellWord(text))"),
                        otherwise: .words("")),
                ]
        case .dayOrMonthFirst(let word, let readings):
            readings.isEmpty
                ? [.dates] : readings.map { .swapping(word, $0.description) }
        case .noSuchDay: [.dates]
        case .notYet: [.replacing(text, "today")]
        case .endless: [.when(Try.goals, .replacing(text, "today"), otherwise: .dates)]
        case .severalDays(_, let first, let last):
            [.replacing(text, first.description), .replacing(text, last.description)]
        case .emptyRange(_, let start, let end):
            [
                .replacing(
                    text,
                    start == end
                        ? DatePhraseError.last(text) ?? "\(start)" : "from \(end) to \(start)")
            ]
        }
    }

    /// The last days of some that start and end with the same, all of which may be meant: March of
    /// `2026-03..2026-03`; `nil` for other texts.
    private static func last(_ text: String) -> String? {
        let words = text.replacing("..", with: " to ").split(whereSeparator: \.isWhitespace)
        guard let to = words.lastIndex(where: { ["to", "until", "till"].contains($0) })
        else { return nil }
        return words[(to + 1)...].joined(separator: " ")
    }

    /// The same command with days that are near a text.
    private static func near(_ text: String) -> [Try] {
        intervalFirst(text)
            + nearest(text).map { meant in
                PhraseTerms.isDay(meant)
                    ? .replacing(text, meant)
                    : .when(Try.ofOneDay, .dates, otherwise: .replacing(text, meant))
            }
    }

    /// The word of days that may have been meant by another, or the words, each of which is one
    /// or near one.
    private static func nearest(_ text: String) -> [String] {
        if DatePhrase.words.contains(text.lowercased()) { return [] }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count < 2 {
            return Array(Spelling.nearest(to: text, among: DatePhrase.words).prefix(1))
        }
        let meant = words.map { word in
            DatePhrase.words.contains(word.lowercased()) || word.contains(where: \.isNumber)
                ? word : Spelling.nearest(to: word, among: DatePhrase.words).first ?? word
        }.joined(separator: " ")
        return PhraseTerms.isPhrase(meant) ? [meant] : []
    }

    /// `this year monthly` with its interval in front.
    private static func intervalFirst(_ text: String) -> [Try] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let last = words.last, words.count > 1,
            Period.named.contains(where: { $0.name == last.lowercased() })
        else { return [] }
        let days = words.dropLast().joined(separator: " ")
        return PhraseTerms.isPhrase(days) ? [.replacing(text, "\(last) \(days)")] : []
    }
}

extension CategoryPathError: AdvisedError {
    var tries: [Try] {
        switch self {
        // Of nothing nothing can be replaced.
        case .emptySegment(let text) where text.isEmpty:
            [.when(Try.budgets, "ledger budget set food 400", otherwise: .help)]
        case .emptySegment(let text): [.replacing(text, CategoryPathError.repaired(text))]
        case .refusedCharacter(let text, _): [.replacing(text, "food:lunch")]
        }
    }

    /// A category without its empty levels.
    private static func repaired(_ text: String) -> String {
        let levels = text.split(separator: ":").filter { !$0.allSatisfy(\.isWhitespace) }
        return levels.isEmpty ? "food" : levels.joined(separator: ":")
    }
}

extension ZoneError: AdvisedError {
    var tries: [Try] {
        switch self {
        case .unknownName(_, let suggestions):
            let name = suggestions.first ?? "Europe/Berlin"
            // That of the ledger where none was typed.
            return [
                .when(
                    ["init", "config"], .options(["--zone": name]),
                    otherwise: .words("ledger config --zone \(name)"))
            ]
        case .dataMissing(_, _, let package): return ["apt-get install \(package)"]
        case .damaged: return ["apt-get install --reinstall tzdata"]
        }
    }
}
