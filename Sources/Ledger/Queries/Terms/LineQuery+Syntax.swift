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
        case "|", "||", ",":
            guard let before, let after else { return ([token], [quoted(token.raw)]) }
            return ([before, token, after], ["\(before.raw) or \(after.raw)"])
        case "&", "&&":
            guard let before, let after else { return ([token], [quoted(token.raw)]) }
            return ([before, token, after], ["\(before.raw) and \(after.raw)"])
        case "!":
            guard let after else { return ([token], [quoted(token.raw)]) }
            return ([token, after], ["not \(after.raw)"])
        default: break
        }
        // Where no bracket is open none is closed.
        let isWord = token.raw.contains { $0.isLetter || $0.isNumber }
        if isWord, token.raw.last == ")", !token.raw.contains("(") {
            return ([token], [String(token.raw.filter { $0 != ")" })])
        }
        return word(token).map { ([token], $0 + [quoted(token.raw)]) }
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
            return ["( \(parts.joined(separator: " or ")) )"]
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

    /// `rew*` and `^rewe` without their marks: parts of words are found as they are.
    private static func withoutPattern(_ raw: String) -> String? {
        var text = raw[...]
        if text.first == "^" { text = text.dropFirst() }
        while text.first == "*" { text = text.dropFirst() }
        while text.last == "*" {
            text = text.dropLast()
            if text.last == "." { text = text.dropLast() }
        }
        return text.count < raw.count && text.contains(where: \.isLetter) ? String(text) : nil
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
