internal import EventLog
internal import Ledger

extension AmountError {
    /// What may help with a text that was typed.
    func tries(for text: String) -> [Try] {
        switch self {
        case .empty: ["ledger add 12.50 Lunch"]
        case .malformed: [AmountText.plain(text).map { .swapping(text, $0) } ?? .amountFirst(text)]
        case .mayBeThousands(_, let allowed):
            [
                .swapping(text, AmountError.whole(text)),
                .swapping(text, AmountError.shortened(text, to: allowed)),
            ]
        case .misgrouped, .outOfRange: [.help]
        case .tooManyFractionDigits(let allowed):
            [.swapping(text, AmountError.shortened(text, to: allowed))]
        case .differentCurrencies: [.without("--currency", values: 1)]
        }
    }
}

extension DatePhraseError {
    /// What may help with a text that was typed.
    func tries(for text: String) -> [Try] {
        switch self {
        case .notUnderstood:
            [
                .joiningDays(
                    text,
                    otherwise: .when(
                        Try.tasks, .replacing(text, "tomorrow"),
                        otherwise: .replacing(text, "yesterday"))),
                .when(
                    ["report", "explain", "diff"],
                    .words("ledger list \(Explanation.shellWord(text))"), otherwise: .words("")),
            ]
        case .dayOrMonthFirst(let word, let readings):
            readings.isEmpty
                ? [.swapping(word, "today")]
                : readings.map { .swapping(word, $0.description) }
        case .noSuchDay: [.replacing(text, "today")]
        case .emptyRange(_, let start, let end):
            [.replacing(text, "from \(end) to \(start)")]
        }
    }
}

extension CategoryPathError: AdvisedError {
    var tries: [Try] {
        switch self {
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
