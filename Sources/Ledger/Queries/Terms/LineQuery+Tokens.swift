extension LineQuery {
    /// What may come before a `:`.
    enum Prefix: String, CaseIterable {
        case title, payee, note
        case category = "cat"
        case account = "acct"
        case tag, kind
        case amount = "amt"
        case currency = "cur"
        case date
        case payer = "who"
        case actor = "by"
        case status, id, batch, not

        /// The prefix of a name, in lower case.
        init?(name: String) {
            guard let prefix = Prefix.names[name] else { return nil }
            self = prefix
        }

        /// Every name that is understood.
        static let names: [String: Prefix] = {
            var names: [String: Prefix] = [
                "desc": .title, "description": .title, "category": .category,
                "account": .account, "type": .kind, "amount": .amount, "currency": .currency,
                "payer": .payer, "actor": .actor, "import": .batch,
            ]
            for prefix in allCases { names[prefix.rawValue] = prefix }
            return names
        }()
    }

    /// What is no term, but joins some.
    enum Mark { case open, close, or, and, not }

    /// A term as it is written: `not:title:"two words"`.
    struct Token {
        /// `nil` for a term.
        var mark: Mark?
        /// Whether the value stood between slashes.
        var isPattern = false
        /// As it is in the text.
        var raw = ""
        /// Where it begins, in characters from 1.
        var column = 1
        /// `nil` for plain text.
        var prefix: Prefix?
        var isNegated = false
        /// Without quotes.
        var value = ""
    }

    /// Cuts a text into terms.
    struct Tokenizer {
        private let text: String
        private let scalars: [Unicode.Scalar]
        private var next = 0
        /// How many brackets are open.
        private var depth = 0

        init(_ text: String) {
            self.text = text
            scalars = Array(text.unicodeScalars)
        }

        /// The next term; `nil` at the end.
        mutating func token() throws(LineQueryError) -> Token? {
            while next < scalars.count, isBlank(next) { next += 1 }
            guard next < scalars.count else { return nil }
            var token = Token()
            let start = next
            token.column = string(0..<start).count + 1
            while token.prefix == nil, let name = prefix() {
                guard let prefix = Prefix(name: name.lowercased()) else {
                    skipTerm()
                    let near = Spelling.nearest(to: name, among: Prefix.names.keys.sorted())
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
                token.prefix == .category && next + 1 < scalars.count && scalars[next] == "="
                && Tokenizer.quotes.contains(scalars[next + 1])
            if isExact { next += 1 }
            if next < scalars.count, Tokenizer.quotes.contains(scalars[next]) {
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
            if token.isPlain { token.mark = Tokenizer.words[token.raw.lowercased()] }
            return token
        }

        private static let words: [String: Mark] = ["or": .or, "and": .and, "not": .not]

        /// Steps over a bracket that stands for itself.
        private mutating func bracket() -> Mark? {
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

        private static let quotes: [Unicode.Scalar] = ["\"", "'"]

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
            while end < scalars.count, scalars[end].isASCII, scalars[end].properties.isAlphabetic {
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

        private func string(_ range: Range<Int>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            return String(view)
        }
    }

    /// One text of arguments that a shell has taken apart: each is one term, whatever blanks it
    /// has.
    public static func text(of arguments: [String]) -> String {
        arguments.filter { !$0.isEmpty }.map(term).joined(separator: " ")
    }

    /// The words of a query that are looked for in notes; empty where it is not understood.
    public static func words(in text: String) -> [String] {
        var tokenizer = Tokenizer(text)
        var words: [String] = []
        while let token = try? tokenizer.token() {
            let isText =
                token.mark == nil && !token.isPattern
                && (token.prefix == nil || token.prefix == .note)
            if isText, !token.isNegated, !token.value.isEmpty { words.append(token.value) }
        }
        return words
    }

    /// The terms of a query that are text alone, and must occur.
    package static func plainWords(of text: String) -> [String] {
        var tokenizer = Tokenizer(text)
        var words: [String] = []
        while let token = try? tokenizer.token() {
            if token.mark == nil, token.prefix == nil, !token.isPattern, !token.isNegated {
                words.append(token.value)
            }
        }
        return words
    }

    /// The categories, payees and tags that terms of a query ask for; none where it is not
    /// understood.
    static func named(in text: String) -> [(kind: LineName, name: String)] {
        var tokenizer = Tokenizer(text)
        var names: [(kind: LineName, name: String)] = []
        while let token = try? tokenizer.token() {
            if token.mark != nil || token.isPattern || token.isNegated { continue }
            switch token.prefix {
            case .category:
                let isExact = token.value.hasPrefix("=")
                names.append((.category, isExact ? String(token.value.dropFirst()) : token.value))
            case .payee: names.append((.payee, token.value))
            case .tag: names.append((.tag, token.value))
            default: continue
            }
        }
        return names
    }

    /// What people wrote in a query, without the names of terms: what is text of theirs, persons
    /// included, and what names a category or an account; all of it is text where it is not
    /// understood.
    package static func values(in text: String) -> (texts: [String], names: [String]) {
        var tokenizer = Tokenizer(text)
        var (texts, names): ([String], [String]) = ([], [])
        do throws(LineQueryError) {
            while let token = try tokenizer.token() {
                if token.mark != nil { continue }
                switch token.prefix {
                case nil, .title, .payee, .note, .tag, .payer, .actor: texts.append(token.value)
                case .category, .account: names.append(token.value)
                case .kind, .amount, .currency, .date, .status, .id, .batch, .not: break
                }
            }
        } catch { return ([text], []) }
        return (texts, names)
    }

    private static func term(_ argument: String) -> String {
        if isExpression(argument) { return argument }
        var tokenizer = Tokenizer(argument)
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
        var tokenizer = Tokenizer(argument)
        var tokens: [Token] = []
        do throws(LineQueryError) {
            while let token = try tokenizer.token() { tokens.append(token) }
        } catch { return false }
        let isJoined = tokens.contains { $0.mark != nil }
        return isJoined && (tokens[0].mark == .open || tokens.dropFirst().contains(where: \.isTerm))
    }
}

extension LineQuery.Token {
    /// Whether it is text without quotes, and not denied.
    var isPlain: Bool {
        mark == nil && prefix == nil && !isNegated && !isPattern && raw.first != "\""
            && raw.first != "'"
    }

    /// Whether it is more than text.
    fileprivate var isTerm: Bool { prefix != nil || isPattern || mark == .open }
}
