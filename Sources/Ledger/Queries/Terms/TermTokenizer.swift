/// Cuts a text into terms.
struct TermTokenizer<Prefix: TermPrefix> {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var next = 0
    /// How many brackets are open.
    private var depth = 0

    private let names: [String: Prefix]

    /// - Parameter names: Every name that is understood, in lower case.
    init(_ text: String, names: [String: Prefix] = Prefix.names) {
        self.text = text
        self.names = names
        scalars = Array(text.unicodeScalars)
    }

    /// The next term; `nil` at the end.
    mutating func token() throws(LineQueryError) -> TermToken<Prefix>? {
        while next < scalars.count, isBlank(next) { next += 1 }
        guard next < scalars.count else { return nil }
        var token = TermToken<Prefix>()
        let start = next
        token.column = string(0..<start).count + 1
        while token.prefix == nil, let name = prefix() {
            guard let prefix = names[name.lowercased()] else {
                skipTerm()
                let near = Spelling.nearest(to: name, among: names.keys.sorted())
                throw error(start, .unknownPrefix(name, suggestions: near))
            }
            if prefix == .not { token.isNegated.toggle() } else { token.prefix = prefix }
        }
        if token.prefix == nil, let mark = bracket() {
            token.mark = mark
            token.raw = string(start..<next)
            return token
        }
        // cat:="two words"
        let isExact =
            token.prefix?.takesExact == true && next + 1 < scalars.count && scalars[next] == "="
            && TermToken<Prefix>.quotes.contains(scalars[next + 1])
        if isExact { next += 1 }
        if next < scalars.count, TermToken<Prefix>.quotes.contains(scalars[next]) {
            guard let value = quoted() else { throw error(start, .unclosedQuote) }
            token.value = (isExact ? "=" : "") + value
        } else if let end = patternEnd {
            token.isPattern = true
            token.value = string((next + 1)..<(end - 1))
            next = end
        } else {
            let first = next
            skipTerm()
            token.value = string(first..<next)
        }
        token.raw = string(start..<next)
        if token.isPlain { token.mark = TermToken<Prefix>.words[token.raw.lowercased()] }
        return token
    }

    /// Steps over a bracket that stands for itself.
    private mutating func bracket() -> TermMark? {
        guard next < scalars.count, scalars[next] == "(" || scalars[next] == ")" else {
            return nil
        }
        let isOpen = scalars[next] == "("
        depth += isOpen ? 1 : depth > 0 ? -1 : 0
        next += 1
        return isOpen ? .open : .close
    }

    /// Where an expression between slashes ends that begins here; `nil` where none does.
    private var patternEnd: Int? {
        guard next < scalars.count, scalars[next] == "/" else { return nil }
        var index = next + 1
        while index < scalars.count {
            if scalars[index] == "/", index > next + 1, isEnd(index + 1) { return index + 1 }
            index += scalars[index] == "\\" ? 2 : 1
        }
        return nil
    }

    /// Whether a term may end before an index.
    private func isEnd(_ index: Int) -> Bool {
        index >= scalars.count || isBlank(index) || depth > 0 && scalars[index] == ")"
    }

    /// An error in the term that begins at `start` and ends here.
    private func error(_ start: Int, _ fault: LineQueryError.Fault) -> LineQueryError {
        LineQueryError(
            query: text, term: string(start..<next), column: string(0..<start).count + 1,
            fault: fault)
    }

    private func isBlank(_ index: Int) -> Bool { scalars[index].properties.isWhitespace }

    private mutating func skipTerm() {
        let start = next
        while next < scalars.count, !isBlank(next) { next += 1 }
        guard depth > 0 else { return }
        // A bracket that is opened in the term is closed there: `foo(bar)`.
        var closing = scalars[start..<next].reduce(0) { count, scalar in
            count + (scalar == ")" ? 1 : scalar == "(" ? -1 : 0)
        }
        while closing > 0, next > start, scalars[next - 1] == ")" {
            next -= 1
            closing -= 1
        }
    }

    /// Steps over letters and a `:` behind them.
    private mutating func prefix() -> String? {
        var end = next
        while end < scalars.count, isOfName(scalars[end], isFirst: end == next) {
            end += 1
        }
        guard end > next, end < scalars.count, scalars[end] == ":" else { return nil }
        let name = string(next..<end)
        next = end + 1
        return name
    }

    /// What is between quotes, of which a doubled one is one of the text; `nil` where
    /// nothing closes them, or something follows.
    private mutating func quoted() -> String? {
        let quote = scalars[next]
        next += 1
        var value = String.UnicodeScalarView()
        while next < scalars.count {
            let scalar = scalars[next]
            next += 1
            guard scalar == quote else {
                value.append(scalar)
                continue
            }
            if next < scalars.count, scalars[next] == quote {
                value.append(quote)
                next += 1
            } else if isEnd(next) {
                return String(value)
            } else {
                skipTerm()
                return nil
            }
        }
        return nil
    }

    /// Whether a letter may stand in the name of a term.
    private func isOfName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar.isASCII, scalar.properties.isAlphabetic { return true }
        guard Prefix.namesAreLong, !isFirst else { return false }
        return ("0"..."9").contains(scalar) || [".", "-", "_"].contains(scalar)
    }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }
}

extension TermTokenizer {
    /// One text of arguments that a shell has taken apart: each is one term, whatever blanks it
    /// has.
    static func text(of arguments: [String]) -> String {
        apart(arguments.filter { !$0.isEmpty }).map(term).joined(separator: " ")
    }

    /// Brackets that a shell has left at words, `(cat:food or tag:trip)` in several arguments, as
    /// arguments of their own; where they do not pair off, they are text.
    private static func apart(_ arguments: [String]) -> [String] {
        var parts: [String] = []
        var (depth, isPaired) = (0, true)
        for argument in arguments {
            let isWhole = argument.contains("(") && argument.contains(")")
            if isWhole || argument.contains(where: \.isWhitespace) || argument.contains("/") {
                parts.append(argument)
                continue
            }
            let opened = argument.prefix { $0 == "(" }.count
            let closed = argument.reversed().prefix { $0 == ")" }.count
            depth += opened - closed
            isPaired = isPaired && depth >= 0
            parts += Array(repeating: "(", count: opened)
            let rest = argument.dropFirst(opened).dropLast(closed)
            if !rest.isEmpty { parts.append(String(rest)) }
            parts += Array(repeating: ")", count: closed)
        }
        return isPaired && depth == 0 ? parts : arguments
    }

    private static func term(_ argument: String) -> String {
        // What is never closed is refused, as what was never opened is.
        let isPlain = !argument.contains { $0.isWhitespace || $0 == ")" }
        if argument.first == "(", isPlain, argument.contains(where: \.isLetter) { return argument }
        if isExpression(argument) { return argument }
        var tokenizer = TermTokenizer(argument)
        do throws(LineQueryError) {
            let token = try tokenizer.token()
            if token?.raw.utf8.count == argument.utf8.count { return argument }
        } catch {
            let isWhole = error.term.utf8.count == argument.utf8.count
            if isWhole, error.fault != .unclosedQuote { return argument }
        }
        var head = ""
        var rest = argument[...]
        while let colon = rest.firstIndex(of: ":"),
            let prefix = Prefix(name: rest[..<colon].lowercased())
        {
            head += rest[...colon]
            rest = rest[rest.index(after: colon)...]
            if prefix != .not { break }
        }
        return head + "\"" + rest.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether one argument has several terms and what joins them: `(rewe or aldi) amt:>50`,
    /// `cat:food or tag:trip`.
    private static func isExpression(_ argument: String) -> Bool {
        guard argument.contains(where: \.isWhitespace) else { return false }
        var tokenizer = TermTokenizer(argument)
        var tokens: [TermToken<Prefix>] = []
        do throws(LineQueryError) {
            while let token = try tokenizer.token() { tokens.append(token) }
        } catch { return false }
        let isJoined = tokens.contains { $0.mark != nil }
        return isJoined && (tokens[0].mark == .open || tokens.dropFirst().contains(where: \.isTerm))
    }
}
