internal import Ledger

extension Explanation {
    /// The query with a mark below the term, and the term as it should be.
    init(_ error: LineQueryError) {
        let (words, right) = Explanation.words(error.fault, error.term)
        var what = Explanation.quoted(error.term)
        var picture = ""
        if !error.query.utf8.elementsEqual(error.term.utf8) {
            what += " at column \(error.column)"
            let before = String(error.query.prefix(max(0, error.column - 1)))
            let blanks = Screen.width(Screen.plain(before))
            let marks = max(1, Screen.width(Screen.plain(error.term)))
            if blanks + marks <= 72 {
                picture = "\n    \(Screen.cut(Screen.plain(error.query), to: 76))\n    "
                picture += String(repeating: " ", count: blanks)
                picture += String(repeating: "^", count: marks)
            }
        }
        what += ": " + words + picture
        let tries = right.map { Try.term(error.term, $0, query: error.query) }
        self.init(what, tries: tries.isEmpty ? ["ledger find --help"] : tries)
    }

    /// What is wrong, and terms in the right form, the likeliest first.
    private static func words(
        _ fault: LineQueryError.Fault, _ term: String
    ) -> (String, right: [String]) {
        switch fault {
        case .unclosedQuote:
            let head = term.prefix { $0 != "\"" && $0 != "'" }
            return (
                "a quote is not closed, or something follows it",
                [head + asText(String(term.dropFirst(head.count + 1)))]
            )
        case .unknownPrefix(let name, let suggestions):
            return unknown(name, suggestions, term)
        case .noValue(let prefix):
            return (
                "something has to follow \(prefix):", [term + (prefix == "by" ? "Ada" : "lunch")]
            )
        case .category(.emptySegment):
            return ("the category has an empty level between its colons", ["cat:food"])
        case .category(.refusedCharacter):
            return ("no category has such a character", ["cat:food"])
        case .amount(let text):
            let right = AmountText.filters(text).map { range, unit in
                let code = unit.map { CurrencySymbol.codes(of: $0).first ?? $0 }
                return "amt:\(range)" + (code.map { " cur:\($0)" } ?? "")
            }
            return (
                "\(quoted(text)) is no amount and no range of amounts",
                right.isEmpty ? ["amt:12.50", "amt:>20", "amt:10..20"] : right
            )
        case .date(let text, .dayOrMonthFirst(let word, let readings)) where !readings.isEmpty:
            return (
                date(text, .dayOrMonthFirst(text: word, readings: readings)).what,
                readings.map { term.replacing(word, with: $0.description) }
            )
        case .date(let text, let fault):
            return (date(text, fault).what, ["date:2026-03", "date:\"last month\""])
        case .id(let text): return ("\(quoted(text)) is no id", ["id:1042"])
        case .kind(let text):
            let names = EntryKind.allCases.map(\.name)
            let near = Spelling.nearest(to: text, among: names).first ?? "expense"
            return ("the kinds are expense, income and transfer", ["kind:\(near)"])
        case .account(let text, let near):
            return (
                "there is no account \(quoted(text))\(meant(near))",
                near.map { "acct:\(value($0))" }
            )
        case .person(let text, let near):
            let prefix = term.prefix { $0 != ":" }
            return (
                "there is no person \(quoted(text))\(meant(near))",
                near.map { "\(prefix):\(value($0))" }
            )
        case .currency(let text, let near):
            return (
                "there is no currency \(quoted(text)) in ISO 4217\(meant(near))",
                near.prefix(1).map { "cur:\($0)" }
            )
        case .noSuchSyntax(let right):
            return ("this looks like a term and is none; in quotes it is text", right)
        case .tooMany(let max): return ("a query has \(max) terms at most", [])
        }
    }

    private static func unknown(
        _ name: String, _ suggestions: [String], _ term: String
    ) -> (String, right: [String]) {
        let names = suggestions.map { $0 + ":" }
        let right =
            suggestions.isEmpty
            ? ["cat:\(term)"]
            : names.prefix(1).map { term.replacing(name + ":", with: $0, maxReplacements: 1) }
        return (
            "\(quoted(name + ":")) begins no term\(meant(names))\n    in quotes it is text",
            right + [asText(term)]
        )
    }

    /// In quotes, so that it is looked for as it is.
    private static func asText(_ term: String) -> String {
        "\"" + term.filter { $0 != "\"" } + "\""
    }

    /// A value with quotes around it where it needs them.
    private static func value(_ text: String) -> String {
        text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
    }
}
