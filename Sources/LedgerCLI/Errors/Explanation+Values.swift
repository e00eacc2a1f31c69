internal import Ledger

/// Words for amounts, days and categories that are not understood.
extension Explanation {
    static func amount(_ text: String, _ fault: AmountError) -> Explanation {
        switch fault {
        case .empty: Explanation("the amount is empty", "ledger add 12.50 Lunch")
        case .malformed:
            Explanation(
                "\(quoted(text)) is no amount: digits and at most one . or , without grouping",
                tries: AmountText.plain(text).map { [.swapping(text, $0)] }
                    ?? [.amountFirst(text)])
        case .mayBeThousands(_, let allowed):
            mayBeThousands(text, allowed)
        case .misgrouped:
            Explanation(
                "the digits of \(quoted(text)) are not grouped by three",
                .help)
        case .tooManyFractionDigits(let allowed):
            Explanation(
                "\(quoted(text)) has more decimal digits than its currency, which has \(allowed)",
                tries: isZero(text, behind: allowed)
                    ? [.swapping(text, shortened(text, to: allowed))] : [.help])
        case .outOfRange:
            Explanation("\(quoted(text)) is too large to be recorded", .help)
        case .differentCurrencies(let one, let other):
            Explanation(
                "\(quoted(text)) is in \(one), and the amount is to be in \(other)",
                .without("--currency", values: 1))
        }
    }

    static func amountFilter(_ text: String) -> Explanation {
        let what = "\(quoted(text)) is no amount and no range of amounts"
        let right = AmountText.filters(text)
        if right.isEmpty {
            return Explanation(
                what, "ledger list --amount 12.50", "ledger list --amount \">100\"",
                "ledger list --amount 10..20")
        }
        return Explanation(
            what,
            tries: right.map { range, unit in
                unit.map { .addingWith("cur:\($0)", ["--amount": range]) }
                    ?? .options(["--amount": range])
            })
    }

    static func ambiguousCurrency(_ symbol: String, _ codes: [String]) -> Explanation {
        let shown = codes.prefix(3)
        let many = codes.count > shown.count ? "one of \(codes.count) currencies, such as " : ""
        return Explanation(
            "\(quoted(symbol)) can be \(many)" + shown.dropLast().joined(separator: ", ") + " or "
                + (shown.last ?? ""), tries: shown.map { .swapping(symbol, $0) })
    }

    /// `1,000`, and what it may mean.
    private static func mayBeThousands(_ text: String, _ digits: Int) -> Explanation {
        let whole = text.filter { $0 != "." && $0 != "," }
        if !isZero(text, behind: digits) {
            return Explanation(
                "\(quoted(text)) may be \(whole), or has more decimal digits than its currency, "
                    + "which has \(digits)", .swapping(text, whole))
        }
        let small = shortened(text, to: digits)
        return Explanation(
            "\(quoted(text)) may be \(whole) or \(small): typed amounts have no mark of thousands",
            .swapping(text, whole), .swapping(text, small))
    }

    static func date(_ text: String, _ fault: DatePhraseError) -> Explanation {
        switch fault {
        case .notUnderstood(_, let examples):
            Explanation(
                "\(quoted(text)) is no day and no range of days; understood are"
                    + Screen.wrapped(examples.joined(separator: ", "), to: 76)
                    .map { "\n    \($0)" }.joined(),
                tries: intervalFirst(text) + [
                    .joiningDays(
                        text,
                        otherwise: .when(
                            tasks, .replacing(text, "tomorrow"),
                            otherwise: .replacing(text, "yesterday"))),
                    .when(
                        ["report", "explain", "diff"], .words("ledger list \(shellWord(text))"),
                        otherwise: .words("")),
                ])
        case .dayOrMonthFirst(let word, let readings):
            Explanation(
                readings.isEmpty
                    ? "the calendar has no \(quoted(word))"
                    : "\(quoted(word)) may have the day first or the month; write "
                        + readings.map(\.description).joined(separator: " or "),
                tries: readings.isEmpty
                    ? [.swapping(word, "today")]
                    : readings.map { .swapping(word, $0.description) })
        case .noSuchDay:
            Explanation("the calendar has no \(quoted(text))", .replacing(text, "today"))
        case .severalDays(_, let first, let last):
            Explanation(
                "\(quoted(text)) is no single day: it goes from \(first) to \(last)",
                .replacing(text, first.description), .replacing(text, last.description))
        case .emptyRange(_, let start, let end):
            Explanation(
                "\(quoted(text)) ends before it starts: from \(start) to before \(end)",
                .replacing(text, "from \(end) to \(start)"))
        }
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

    static func category(_ text: String, _ fault: CategoryPathError) -> Explanation {
        switch fault {
        case .emptySegment:
            Explanation(
                "\(quoted(text)) has an empty level between its colons",
                .replacing(text, repaired(text)))
        case .refusedCharacter(_, let scalar):
            Explanation(
                "\(quoted(text)) has a line break or another character that no category may have: "
                    + "U+\(hex(scalar))", .replacing(text, "food:lunch"))
        }
    }

    /// A category without its empty levels.
    private static func repaired(_ text: String) -> String {
        let levels = text.split(separator: ":").filter { !$0.allSatisfy(\.isWhitespace) }
        return levels.isEmpty ? "food" : levels.joined(separator: ":")
    }

    /// An amount with so many decimal digits.
    private static func shortened(_ text: String, to digits: Int) -> String {
        guard let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return text }
        let whole = text[..<mark]
        return String(digits == 0 ? whole : text[..<mark] + text[mark...].prefix(digits + 1))
    }

    /// Whether an amount has only zeros behind so many decimal digits.
    private static func isZero(_ text: String, behind digits: Int) -> Bool {
        guard let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return true }
        return text[mark...].dropFirst(digits + 1).allSatisfy { $0 == "0" }
    }

    private static func hex(_ scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
