extension LineQuery {
    /// What may come before a `:`.
    enum Prefix: String, TermPrefix {
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

        static let namesAreLong = false

        var takesExact: Bool { self == .category }

        var isOneOfItsKind: Bool {
            switch self {
            case .tag, .amount, .not: false
            default: true
            }
        }
    }

    /// A term as it is written.
    typealias Token = TermToken<Prefix>
    /// Cuts a text into terms.
    typealias Tokenizer = TermTokenizer<Prefix>
    /// What terms say together.
    typealias Expression = TermExpression<Test>

    /// One text of arguments that a shell has taken apart: each is one term, whatever blanks it
    /// has.
    package static func text(of arguments: [String]) -> String {
        Tokenizer.text(of: arguments)
    }

    /// The words of a query that are looked for in notes; empty where it is not understood.
    package static func words(in text: String) -> [String] {
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

    /// Whether a term of a query says of what kinds lines are, or are not.
    package static func saysKinds(in text: String) -> Bool {
        var tokenizer = Tokenizer(text)
        while let token = try? tokenizer.token() {
            if token.prefix == .kind { return true }
        }
        return false
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
}
