package import EventLog

extension LineQueryError: ExplainedError {
    /// The query with a mark below the term, and what is wrong with it.
    package var description: String {
        var text = Prose.quoted(term)
        var picture = ""
        if !query.utf8.elementsEqual(term.utf8) {
            text += " at column \(column)"
            let before = String(query.prefix(max(0, column - 1)))
            let blanks = PlainText.width(PlainText.plain(before))
            let marks = max(1, PlainText.width(PlainText.plain(term)))
            if blanks + marks <= 72 {
                picture = "\n    \(PlainText.cut(PlainText.plain(query), to: 76))\n    "
                picture += String(repeating: " ", count: blanks)
                picture += String(repeating: "^", count: marks)
            }
        }
        return "\(text): \(fault.words)\(picture)"
    }

    /// The name of the fault's case.
    package var code: String {
        if case .unclosedQuote = fault { return "unclosedQuote" }
        return Mirror(reflecting: fault).children.first?.label ?? ""
    }

    /// Always not understood.
    package var exitClass: ExitClass { .usage }
}

extension LineQueryError.Fault {
    fileprivate var words: String {
        switch self {
        case .unclosedQuote: "a quote is not closed, or something follows it"
        case .unknownPrefix(let name, let near):
            "\(Prose.quoted(name + ":")) begins no term\(Prose.meant(near.map { $0 + ":" }))\n"
                + "    in quotes it is text"
        case .noValue(let prefix): "something has to follow \(prefix):"
        case .category(.emptySegment): "the category has an empty level between its colons"
        case .category(.refusedCharacter): "no category has such a character"
        case .amount(let text): "\(Prose.quoted(text)) is no amount and no range of amounts"
        case .date(let text, let error): error.description(of: text)
        case .id(let text): "\(Prose.quoted(text)) is no id"
        case .kind: "the kinds are expense, income and transfer"
        case .status: "a status is pending, cleared or unmarked"
        case .account(let text, let near):
            "there is no account \(Prose.quoted(text))\(Prose.meant(near))"
        case .person(let text, let near):
            "there is no person \(Prose.quoted(text))\(Prose.meant(near))"
        case .currency(let text, let near): Currency.words(unknown: text, near)
        case .attribute(let fault): fault.words
        case .choice(_, let prefix, let allowed):
            "\(prefix): is followed by one of \(allowed.joined(separator: ", "))"
        case .noSuchSyntax: "this looks like a term and is none; in quotes it is text"
        case .bracket: "a bracket is not closed, or closes none; in quotes it is text"
        case .pattern(let error): error.words
        case .noPattern(let prefix): "no expression in slashes can follow \(prefix):"
        case .tooManyChoices: "with all its brackets it says too much: ask in several queries"
        case .notAKey:
            "only cat: acct: kind: cur: and date: can be followed from event to event"
        case .notRecordedYet:
            "what is to come is not recorded: it has no id, no status, no import, and nobody who "
                + "recorded it"
        case .tooMany(let max): "a query has \(max) terms at most"
        }
    }
}

extension TextPatternError {
    fileprivate var words: String {
        let what =
            switch reason {
            case .bracket: "a bracket is not closed, or closes none"
            case .repetition: "there is nothing to repeat"
            case .range: "this is no range"
            case .unknown: "this means nothing here"
            case .tooLong(let max): "it is longer than \(max) characters and sets"
            }
        return "at character \(offset) of the expression \(what)"
    }
}
