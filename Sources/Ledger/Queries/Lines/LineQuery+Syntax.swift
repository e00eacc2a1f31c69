extension LineQuery {
    /// Refuses what looks like an operator, a bracket or a term and is none: as text it would
    /// silently find nothing. In quotes everything is text.
    static func refuseSyntax(_ tokens: [Token], of text: String) throws(LineQueryError) {
        for (index, token) in tokens.enumerated() where token.isPlain {
            let before = index > 0 ? tokens[index - 1] : nil
            let after = index + 1 < tokens.count ? tokens[index + 1] : nil
            guard let (span, right) = syntax(token, between: before, and: after) else { continue }
            let isFirst = span.first?.column == token.column
            let column = isFirst ? token.column : before?.column ?? token.column
            throw LineQueryError(
                query: text, term: span.map(\.raw).joined(separator: " "), column: column,
                fault: .noSuchSyntax(right: right))
        }
    }

    /// The tokens that make a piece of syntax which is none, and terms in the right form.
    private static func syntax(
        _ token: Token, between before: Token?, and after: Token?
    ) -> (span: [Token], right: [String])? {
        switch token.raw.lowercased() {
        case "or", "|", "||", ",":
            guard let before, let after, let right = either(before, after) else {
                return ([token], [quoted(token.raw)])
            }
            return ([before, token, after], right)
        case "and", "&", "&&":
            guard let before, let after else { return ([token], [quoted(token.raw)]) }
            return ([before, token, after], ["\(before.raw) \(after.raw)"])
        case "not", "!":
            guard let after else { return ([token], [quoted(token.raw)]) }
            return ([token, after], ["not:\(after.raw)"])
        default: break
        }
        let marks: Set<Character> = ["(", ")"]
        let isWord = token.raw.contains { $0.isLetter || $0.isNumber } || token.raw.count == 1
        if isWord, token.raw.first == "(" || token.raw.last == ")" && !token.raw.contains("(") {
            let plain = String(token.raw.filter { !marks.contains($0) })
            return ([token], plain.isEmpty ? ["(", ")"].contains(token.raw) ? [""] : [] : [plain])
        }
        return word(token).map { ([token], $0 + [quoted(token.raw)]) }
    }

    /// `a or b`, of one thing that a line has one of.
    private static func either(_ one: Token, _ other: Token) -> [String]? {
        if one.isNegated || other.isNegated { return nil }
        if one.prefix == nil, other.prefix == nil {
            return ["title:\(one.raw) title:\(other.raw)"]
        }
        guard let prefix = one.prefix, prefix == other.prefix, prefix != .tag, prefix != .amount
        else { return nil }
        return ["\(one.raw) \(other.raw)"]
    }

    /// What is meant by a word that begins with a mark, or has a name and an operator.
    private static func word(_ token: Token) -> [String]? {
        let raw = token.raw
        let rest = String(raw.dropFirst())
        switch raw.first {
        case "!" where !rest.isEmpty: return ["not:\(rest)"]
        case "#" where rest.first?.isLetter == true, "+" where rest.first?.isLetter == true:
            return ["tag:\(rest)"]
        default: break
        }
        let parts = raw.split(separator: "|", omittingEmptySubsequences: false)
        if parts.count > 1, parts.allSatisfy({ $0.contains(where: \.isLetter) }) {
            return [parts.map { "title:\($0)" }.joined(separator: " ")]
        }
        if let plain = withoutPattern(raw) { return [plain] }
        let name = raw.prefix { $0.isASCII && ($0.isLetter || $0 == "-" || $0 == "_") }
        let behind = raw.dropFirst(name.count)
        guard !name.isEmpty, let mark = behind.first else { return nil }
        // An unknown name of letters alone is found before.
        if mark == ":" { return [] }
        guard "<>=".contains(mark), let prefix = Prefix(name: name.lowercased()) else {
            return nil
        }
        let value = mark == "=" ? behind.drop { $0 == "=" } : behind
        return ["\(prefix.rawValue):\(value)"]
    }

    /// `rew*`, `^rewe` and `/rewe/` without their marks: parts of words are found as they are.
    private static func withoutPattern(_ raw: String) -> String? {
        var text = raw[...]
        if text.count > 2, text.first == "/", text.last == "/" {
            text = text.dropFirst().dropLast()
        }
        if text.first == "^" { text = text.dropFirst() }
        while text.first == "*" { text = text.dropFirst() }
        while text.last == "*" {
            text = text.dropLast()
            if text.last == "." { text = text.dropLast() }
        }
        return text.count < raw.count && text.contains(where: \.isLetter) ? String(text) : nil
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension LineQuery.Token {
    /// Whether it is text without quotes, and not denied.
    fileprivate var isPlain: Bool {
        prefix == nil && !isNegated && raw.first != "\"" && raw.first != "'"
    }
}
