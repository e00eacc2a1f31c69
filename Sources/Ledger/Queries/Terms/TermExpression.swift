/// What terms say together.
indirect enum TermExpression<Test> {
    case test(Test)
    case not(TermExpression)
    /// All must hold; of none, everything passes.
    case all([TermExpression<Test>])
    /// One must hold.
    case any([TermExpression<Test>])

    /// All of some; of one, it alone.
    static func every(_ parts: [TermExpression<Test>]) -> TermExpression<Test> {
        parts.count == 1 ? parts[0] : .all(parts)
    }

    /// One of some; of one, it alone.
    static func either(_ parts: [TermExpression<Test>]) -> TermExpression<Test> {
        parts.count == 1 ? parts[0] : .any(parts)
    }

    /// Whether it asks for nothing.
    var isEmpty: Bool { if case .all(let parts) = self { parts.isEmpty } else { false } }

    /// The tests that are not denied.
    func affirmed(isNegated: Bool = false) -> [Test] {
        switch self {
        case .test(let test): isNegated ? [] : [test]
        case .not(let part): part.affirmed(isNegated: !isNegated)
        case .all(let parts), .any(let parts):
            parts.flatMap { $0.affirmed(isNegated: isNegated) }
        }
    }

    /// The tests in it.
    var tests: [Test] {
        switch self {
        case .test(let test): [test]
        case .not(let part): part.tests
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        }
    }
}

extension TermExpression: Equatable where Test: Equatable {}
extension TermExpression: Hashable where Test: Hashable {}
extension TermExpression: Sendable where Test: Sendable {}

/// Puts terms, brackets and the words between them together.
struct TermReader<Prefix: TermPrefix, Test> {
    let text: String
    let tokens: [TermToken<Prefix>]
    let read: (TermToken<Prefix>) throws(LineQueryError.Fault) -> TermExpression<Test>
    private var next = 0

    init(
        _ text: String, _ tokens: [TermToken<Prefix>],
        _ read: @escaping (TermToken<Prefix>) throws(LineQueryError.Fault) -> TermExpression<Test>
    ) {
        self.text = text
        self.tokens = tokens
        self.read = read
    }

    private var token: TermToken<Prefix>? { next < tokens.count ? tokens[next] : nil }

    /// All of it.
    mutating func whole() throws(LineQueryError) -> TermExpression<Test> {
        if tokens.isEmpty { return .all([]) }
        let whole = try either()
        if let token { throw error(token, .bracket) }
        return whole
    }

    /// Parts between which `or` stands.
    private mutating func either() throws(LineQueryError) -> TermExpression<Test> {
        var parts = [try both()]
        while token?.mark == .or {
            next += 1
            parts.append(try both())
        }
        return .either(parts)
    }

    /// Parts between which `and` stands.
    private mutating func both() throws(LineQueryError) -> TermExpression<Test> {
        var parts = [try sequence()]
        while token?.mark == .and {
            next += 1
            parts.append(try sequence())
        }
        return .every(parts)
    }

    /// Terms one after the other: of several that say what a line has one of, one is enough.
    private mutating func sequence() throws(LineQueryError) -> TermExpression<Test> {
        let start = next
        var parts: [TermExpression<Test>] = []
        var together: [Prefix: [TermExpression<Test>]] = [:]
        var order: [Prefix] = []
        while let token, token.mark != .or, token.mark != .and, token.mark != .close {
            let part = try factor(token)
            if let prefix = token.prefix, prefix.isOneOfItsKind, !token.isNegated {
                if together[prefix] == nil { order.append(prefix) }
                together[prefix, default: []].append(part)
            } else if !part.isEmpty {
                parts.append(part)
            }
        }
        if next == start { throw nothing(before: token) }
        // In the order of the names, whatever that of the terms, where these have one.
        for prefix in Prefix.allCases + order {
            if let some = together.removeValue(forKey: prefix) { parts.append(.either(some)) }
        }
        return .every(parts)
    }

    private mutating func factor(_ token: TermToken<Prefix>) throws(LineQueryError)
        -> TermExpression<Test>
    {
        next += 1
        if token.mark == .not {
            guard let after = self.token, after.mark == nil || after.opens else {
                throw nothing(before: self.token)
            }
            return try denied(try factor(after), token)
        }
        guard token.mark == .open else {
            let part: TermExpression<Test>
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
        _ part: TermExpression<Test>, _ token: TermToken<Prefix>
    ) throws(LineQueryError) -> TermExpression<Test> {
        if part.isEmpty { throw error(token, .noValue(prefix: "not")) }
        return .not(part)
    }

    /// Nothing stands where a term has to: what joins is to blame, before it or behind it.
    private func nothing(before token: TermToken<Prefix>?) -> LineQueryError {
        let before = next > 0 ? tokens[next - 1] : nil
        let found = [token, before].compactMap { $0 }
        guard let blamed = found.first(where: \.isWord) ?? found.first else {
            return LineQueryError(query: text, term: text, column: 1, fault: .bracket)
        }
        let right = [LineQuery.quoted(blamed.raw)]
        return error(blamed, blamed.isWord ? .noSuchSyntax(right: right) : .bracket)
    }

    private func error(_ token: TermToken<Prefix>, _ fault: LineQueryError.Fault) -> LineQueryError
    {
        LineQueryError(query: text, term: token.raw, column: token.column, fault: fault)
    }
}

extension TermToken {
    /// Whether it opens a group, or denies what follows.
    fileprivate var opens: Bool { mark == .open || mark == .not }

    /// Whether it is `or`, `and` or `not`.
    fileprivate var isWord: Bool { mark == .or || mark == .and || mark == .not }
}
