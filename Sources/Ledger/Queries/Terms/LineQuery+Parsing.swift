extension LineQuery {
    /// The most terms of a query.
    package static let termsMax = 50

    /// The most clauses that a query comes to.
    static let clausesMax = 1_024

    /// Parses a query as people type it.
    ///
    /// Words without a prefix are looked for in title, note, tags and category; all must occur. Of
    /// several terms that say what a line has one of (`title: payee: note: cat: acct: kind: cur:
    /// date: who: by: status: id: batch:`) one must hold, of all others each (`tag: amt: not:`).
    /// `or`, `and`, `not` and brackets join terms; `and` binds more than `or`. `/…/` is a
    /// ``TextPattern``. Quotes, single or double, keep blanks together and take the meaning from a
    /// `:`, a `/`, brackets and words such as `or`.
    ///
    /// - Parameters:
    ///   - text: Terms with blanks between them; without any the query passes everything.
    ///   - referenceData: Accounts, persons and currencies.
    ///   - today: The day on which dates are read.
    ///   - weekStart: The day on which weeks start.
    /// - Throws: ``LineQueryError`` for the first term that is not understood.
    package init(
        parsing text: String, referenceData: ReferenceData, today: Day, weekStart: Weekday
    ) throws(LineQueryError) {
        self.init()
        var tokens: [Token] = []
        var tokenizer = Tokenizer(text)
        while let token = try tokenizer.token() {
            tokens.append(token)
            guard tokens.count <= LineQuery.termsMax else {
                throw LineQueryError(
                    query: text, term: token.raw, column: token.column,
                    fault: .tooMany(max: LineQuery.termsMax))
            }
        }
        try LineQuery.refuseSyntax(tokens, of: text)
        let reader = LineQueryTerms(
            referenceData: referenceData, today: today, weekStart: weekStart)
        var expression = TermReader(text, tokens, reader.expression)
        guard let clauses = try expression.whole().clauses() else {
            throw LineQueryError(
                query: text, term: text, column: 1,
                fault: .tooManyChoices(max: LineQuery.clausesMax))
        }
        for clause in clauses { require(anyOf: clause) }
    }
}

extension LineQueryError.Fault: Error {}

/// Makes tests of terms.
struct LineQueryTerms {
    let referenceData: ReferenceData
    let today: Day
    let weekStart: Weekday

    /// What a term asks for; plain text without any asks for nothing.
    func expression(
        _ token: LineQuery.Token
    ) throws(LineQueryError.Fault) -> LineQuery.Expression {
        if token.prefix == .payee, !token.value.isEmpty { return try payee(token) }
        return try test(token).map { .test($0) } ?? .all([])
    }

    /// Of a title that does not tell the payee apart all of it counts.
    private func payee(
        _ token: LineQuery.Token
    ) throws(LineQueryError.Fault) -> LineQuery.Expression {
        let isNone = LineQuery.Expression.test(.payee(""))
        if token.isPattern {
            let pattern = try pattern(token.value)
            return .all([
                .any([.test(.pattern(pattern, .payee)), isNone]),
                .test(.pattern(pattern, .title)),
            ])
        }
        return .all([
            .any([.test(.payee(token.value)), isNone]), .test(.title(token.value)),
        ])
    }

    private func pattern(_ source: String) throws(LineQueryError.Fault) -> TextPattern {
        do throws(TextPatternError) { return try TextPattern(parsing: source) } catch {
            throw .pattern(error)
        }
    }

    /// What an expression between slashes asks for.
    private func matching(_ token: LineQuery.Token) throws(LineQueryError.Fault) -> LineQuery.Test {
        let pattern = try pattern(token.value)
        switch token.prefix {
        case nil: return .pattern(pattern, .text)
        case .title, .payee: return .pattern(pattern, .title)
        case .note: return .pattern(pattern, .note)
        case .tag: return .pattern(pattern, .tag)
        case .category: return .pattern(pattern, .category)
        case .account:
            let found = referenceData.accounts.filter { pattern.occurs(in: $0.facts.name) }
            if found.isEmpty { throw .account(token.value, suggestions: []) }
            return .account(Set(found.map(\.position)))
        case .payer, .actor:
            let found = referenceData.persons.filter { pattern.occurs(in: $0.name) }
            if found.isEmpty { throw .person(token.value, suggestions: []) }
            let positions = Set(found.map(\.position))
            return token.prefix == .payer ? .payer(positions) : .actor(positions)
        case .kind, .amount, .currency, .date, .status, .id, .batch, .not:
            throw .noPattern(prefix: token.prefix?.rawValue ?? "")
        }
    }

    /// `nil` for plain text without any.
    private func test(
        _ token: LineQuery.Token
    ) throws(LineQueryError.Fault) -> LineQuery.Test? {
        if token.isPattern { return try matching(token) }
        let value = token.value
        switch token.prefix {
        case nil:
            if value.isEmpty, token.isNegated { throw .noValue(prefix: "not") }
            return value.isEmpty ? nil : .text(value)
        case .title, .payee: return .title(value)
        case .note: return .note(value)
        case .tag: return .tag(value)
        case .category: return try category(value)
        case .account: return .account(try accounts(value))
        case .payer: return .payer(try persons(value, orNone: true))
        case .actor: return .actor(try persons(value, orNone: false))
        case .kind:
            guard let kind = EntryKind(name: value.lowercased()) else { throw .kind(value) }
            return .kind(kind)
        case .amount:
            guard let range = AmountRange(value) else { throw .amount(value) }
            return .amount(range)
        case .currency: return .currency(try currency(value))
        case .date: return .days(try days(value))
        case .status: return try status(value)
        case .id: return .id(try position(value))
        case .batch: return .batch(try position(value))
        case .not: return nil
        }
    }

    private func category(_ text: String) throws(LineQueryError.Fault) -> LineQuery.Test {
        if text.isEmpty { return .uncategorised }
        let (path, exactly) = try LineQueryTerms.path(text)
        return .category(path, exactly: exactly)
    }

    /// A category, or a project: with those below it, or after `=` alone.
    static func path(
        _ text: String
    ) throws(LineQueryError.Fault) -> (path: CategoryPath, exactly: Bool) {
        let exactly = text.hasPrefix("=")
        do throws(CategoryPathError) {
            return (try CategoryPath(exactly ? text.dropFirst() : text[...]), exactly)
        } catch {
            throw .category(error)
        }
    }

    /// `pending` or `!`, `cleared` or `*`, `unmarked` or nothing.
    private func status(_ text: String) throws(LineQueryError.Fault) -> LineQuery.Test {
        let text = text.lowercased()
        if ["", "unmarked", "none"].contains(text) { return .unmarked }
        let found = LineStatus.allCases.first { $0.rawValue == text || $0.mark == text }
        guard let found else { throw .status(text) }
        return .status(found)
    }

    private func days(_ text: String) throws(LineQueryError.Fault) -> DayRange {
        do throws(DatePhraseError) {
            let found = try DatePhrase.periodExpression(
                text, today: today, weekStart: weekStart)
            // Buckets are no matter of a line.
            guard found.period == nil, let days = found.range else {
                throw .notUnderstood(text: text, examples: DatePhrase.examples)
            }
            return days
        } catch {
            throw .date(text, error)
        }
    }

    /// Accounts of the name in any case, else those whose name has the text.
    private func accounts(_ text: String) throws(LineQueryError.Fault) -> Set<UInt64> {
        if text.isEmpty { return [] }
        let names = referenceData.accounts.map { ($0.facts.name, $0.position) }
        let found = LineQueryTerms.named(text, among: names)
        if !found.isEmpty { return found }
        throw .account(text, suggestions: Spelling.nearest(to: text, among: names.map(\.0)))
    }

    private func persons(
        _ text: String, orNone: Bool
    ) throws(LineQueryError.Fault) -> Set<UInt64> {
        if text.isEmpty {
            if orNone { return [] }
            throw .noValue(prefix: "by")
        }
        return try LineQueryTerms.persons(text, referenceData)
    }

    /// Persons of the name in any case, else those whose name has the text.
    static func persons(
        _ text: String, _ referenceData: ReferenceData
    ) throws(LineQueryError.Fault) -> Set<UInt64> {
        let names = referenceData.persons.map { ($0.name, $0.position) }
        let found = named(text, among: names)
        if !found.isEmpty { return found }
        throw .person(text, suggestions: Spelling.nearest(to: text, among: names.map(\.0)))
    }

    private static func named(_ text: String, among names: [(String, UInt64)]) -> Set<UInt64> {
        let wanted = FoldedText(text)
        let same = names.filter { wanted.isSame(as: $0.0.utf8) }
        let found = same.isEmpty ? names.filter { wanted.occurs(in: Array($0.0.utf8)) } : same
        return Set(found.map(\.1))
    }

    private func currency(_ text: String) throws(LineQueryError.Fault) -> String {
        switch referenceData.currency(written: text) {
        case .one(let currency): return currency.code
        case .several(let codes): throw .currency(text, suggestions: Array(codes.prefix(3)))
        case .unknown(let near): throw .currency(text, suggestions: near)
        }
    }

    /// `1042` or `#1042`.
    private func position(_ text: String) throws(LineQueryError.Fault) -> UInt64 {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy(TextReader.isDigit), let position = UInt64(digits) else {
            throw .id(text)
        }
        return position
    }
}
