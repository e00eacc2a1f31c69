extension LineQuery {
    /// What terms say together.
    indirect enum Expression {
        case test(Test)
        case not(Expression)
        /// All must hold; of none, everything passes.
        case all([Expression])
        /// One must hold.
        case any([Expression])

        /// All of some; of one, it alone.
        static func every(_ parts: [Expression]) -> Expression {
            parts.count == 1 ? parts[0] : .all(parts)
        }

        /// One of some; of one, it alone.
        static func either(_ parts: [Expression]) -> Expression {
            parts.count == 1 ? parts[0] : .any(parts)
        }

        /// Whether it asks for nothing.
        var isEmpty: Bool { if case .all(let parts) = self { parts.isEmpty } else { false } }

        /// The same as clauses that must all hold, each of terms of which one must; `nil` where
        /// these would be more than ``LineQuery/clausesMax``.
        func clauses(isNegated: Bool = false) -> [[Term]]? {
            switch self {
            case .test(let test): return [[Term(test, isNegated: isNegated)]]
            case .not(let part): return part.clauses(isNegated: !isNegated)
            case .all(let parts), .any(let parts):
                var isAll = false
                if case .all = self { isAll = true }
                return isAll == isNegated
                    ? Expression.oneOf(parts, isNegated) : Expression.allOf(parts, isNegated)
            }
        }

        private static func allOf(_ parts: [Expression], _ isNegated: Bool) -> [[Term]]? {
            var whole: [[Term]] = []
            for part in parts {
                guard let clauses = part.clauses(isNegated: isNegated) else { return nil }
                whole += clauses
            }
            return whole.count <= LineQuery.clausesMax ? whole : nil
        }

        /// Distributes: one of each part's clauses for every choice of them.
        private static func oneOf(_ parts: [Expression], _ isNegated: Bool) -> [[Term]]? {
            var whole: [[Term]] = [[]]
            for part in parts {
                guard let clauses = part.clauses(isNegated: isNegated),
                    whole.count * clauses.count <= LineQuery.clausesMax
                else { return nil }
                whole = whole.flatMap { one in clauses.map { other in one + other } }
            }
            return whole
        }
    }

    /// Puts terms, brackets and the words between them together.
    struct ExpressionReader {
        let text: String
        let tokens: [Token]
        let read: (Token) throws(LineQueryError.Fault) -> Expression
        private var next = 0

        init(
            _ text: String, _ tokens: [Token],
            _ read: @escaping (Token) throws(LineQueryError.Fault) -> Expression
        ) {
            self.text = text
            self.tokens = tokens
            self.read = read
        }

        private var token: Token? { next < tokens.count ? tokens[next] : nil }

        /// All of it.
        mutating func whole() throws(LineQueryError) -> Expression {
            if tokens.isEmpty { return .all([]) }
            let whole = try either()
            if let token { throw error(token, .bracket) }
            return whole
        }

        /// Parts between which `or` stands.
        private mutating func either() throws(LineQueryError) -> Expression {
            var parts = [try both()]
            while token?.mark == .or {
                next += 1
                parts.append(try both())
            }
            return .either(parts)
        }

        /// Parts between which `and` stands.
        private mutating func both() throws(LineQueryError) -> Expression {
            var parts = [try sequence()]
            while token?.mark == .and {
                next += 1
                parts.append(try sequence())
            }
            return .every(parts)
        }

        /// Terms one after the other: of several that say what a line has one of, one is enough.
        private mutating func sequence() throws(LineQueryError) -> Expression {
            let start = next
            var parts: [Expression] = []
            var together: [Prefix: [Expression]] = [:]
            while let token, token.mark != .or, token.mark != .and, token.mark != .close {
                let part = try factor(token)
                if let prefix = token.prefix, prefix.isOneOfLine, !token.isNegated {
                    together[prefix, default: []].append(part)
                } else if !part.isEmpty {
                    parts.append(part)
                }
            }
            if next == start { throw nothing(before: token) }
            for prefix in Prefix.allCases {
                if let some = together[prefix] { parts.append(.either(some)) }
            }
            return .every(parts)
        }

        private mutating func factor(_ token: Token) throws(LineQueryError) -> Expression {
            next += 1
            if token.mark == .not {
                guard let after = self.token, after.mark == nil || after.opens else {
                    throw nothing(before: self.token)
                }
                return try denied(try factor(after), token)
            }
            guard token.mark == .open else {
                let part: Expression
                do throws(LineQueryError.Fault) { part = try read(token) } catch {
                    throw self.error(token, error)
                }
                return token.isNegated ? try denied(part, token) : part
            }
            let part = try either()
            guard self.token?.mark == .close else { throw error(token, .bracket) }
            next += 1
            return token.isNegated ? try denied(part, token) : part
        }

        private func denied(
            _ part: Expression, _ token: Token
        ) throws(LineQueryError) -> Expression {
            if part.isEmpty { throw error(token, .noValue(prefix: "not")) }
            return .not(part)
        }

        /// Nothing stands where a term has to: what joins is to blame, before it or behind it.
        private func nothing(before token: Token?) -> LineQueryError {
            let before = next > 0 ? tokens[next - 1] : nil
            let found = [token, before].compactMap { $0 }
            guard let blamed = found.first(where: \.isWord) ?? found.first else {
                return LineQueryError(query: text, term: text, column: 1, fault: .bracket)
            }
            let right = [LineQuery.quoted(blamed.raw)]
            return error(blamed, blamed.isWord ? .noSuchSyntax(right: right) : .bracket)
        }

        private func error(_ token: Token, _ fault: LineQueryError.Fault) -> LineQueryError {
            LineQueryError(query: text, term: token.raw, column: token.column, fault: fault)
        }
    }
}

extension LineQuery.Token {
    /// Whether it opens a group, or denies what follows.
    fileprivate var opens: Bool { mark == .open || mark == .not }

    /// Whether it is `or`, `and` or `not`.
    fileprivate var isWord: Bool { mark == .or || mark == .and || mark == .not }
}

extension LineQuery.Prefix {
    /// Whether a line has but one such thing, so that of several terms one must hold.
    fileprivate var isOneOfLine: Bool {
        switch self {
        case .tag, .amount, .not: false
        default: true
        }
    }
}
