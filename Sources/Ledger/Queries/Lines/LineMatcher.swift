internal import EventLog

/// A query made ready for columns: what keys decide, what numbers decide, and which text is to be
/// looked for.
struct LineMatcher {
    /// The columns with text, and that of who paid.
    enum Place: Int, CaseIterable {
        case payee, title, note, tags, payer

        var column: ColumnID {
            switch self {
            case .payee: .payee
            case .title: .title
            case .note: .note
            case .tags: .tags
            case .payer: .payer
            }
        }

        /// The mark of an amendment that changes it.
        var field: FieldMask {
            switch self {
            case .payee, .title: .title
            case .note: .note
            case .tags: .tags
            case .payer: .payer
            }
        }

        /// Where the title is that people read.
        static let titles: Set<Place> = [.payee, .title]

        /// Where an expression is looked for.
        static func places(of place: LineQuery.PatternPlace) -> Set<Place> {
            switch place {
            case .text: titles.union([.note, .tags])
            case .title: titles
            case .payee: [.payee]
            case .note: [.note]
            case .tag: [.tags]
            case .category: []
            }
        }
    }

    /// What is looked for in some places; a line's findings are one bit for each.
    struct Needle: Hashable {
        enum Pattern: Hashable {
            case contains(FoldedText)
            case matches(TextPattern)
            case tag(TagName)
            /// Anything but nothing.
            case something
            case person(Set<UInt64>)
        }

        let pattern: Pattern
        let places: Set<Place>
    }

    /// A term as far as it is not a matter of keys alone.
    struct Literal {
        enum Test {
            case key((KeyFacts) -> Bool)
            /// A bit of the findings, or else the category.
            case needle(bit: UInt64, category: Needle.Pattern?)
            case days(DayRange)
            case amount(AmountRange)
            case id(UInt64)
            /// A creation that lies in the set of the given index.
            case creation(Int)
        }

        let test: Test
        let isNegated: Bool
    }

    /// What the keys of a line say.
    struct KeyFacts {
        let kind: EntryKind
        let currency: Currency
        /// As it is called now.
        let category: CategoryPath?
        let account: UInt64?
        /// Whether a transfer goes into the account.
        let isIncoming: Bool
    }

    /// Creations that are looked for by what their commit says, or by their marks.
    enum CommitTest: Equatable {
        case actor(Set<UInt64>)
        case batch(UInt64)
        case status(Set<LineStatus>)
    }

    /// Days outside never pass.
    private(set) var days = DayRange.all
    /// What is looked for in text; bit *k* of findings is for needle *k*.
    private(set) var needles: [Needle] = []
    /// What is looked for in commits.
    private(set) var commitTests: [CommitTest] = []
    private(set) var clauses: [[Literal]] = []
    /// Of each clause the bits of findings any of which makes it hold, and whether nothing else in
    /// it can once keys have had their say.
    private var texts: [(bits: UInt64, isAll: Bool)] = []

    init(_ query: LineQuery) {
        for clause in query.clauses {
            if let first = clause.first, clause.count == 1, !first.isNegated,
                case .days(let range) = first.test
            {
                days = days.intersection(range)
            } else {
                for clause in LineMatcher.divided(clause) {
                    clauses.append(clause.map { literal($0) })
                }
            }
        }
        texts = clauses.map { clause in
            let bits = clause.compactMap { literal -> UInt64? in
                if case .needle(let bit, _) = literal.test, !literal.isNegated { bit } else { nil }
            }
            return (bits.reduce(0, |), bits.count == clause.count)
        }
    }

    /// A title that was copied from a list is in two columns, so both parts are looked for.
    private static func divided(_ clause: [LineQuery.Term]) -> [[LineQuery.Term]] {
        guard let term = clause.first, clause.count == 1, !term.isNegated else { return [clause] }
        func terms(_ text: String, _ test: (String) -> LineQuery.Test) -> [[LineQuery.Term]] {
            guard let parts = LineTitle.divided(Array(text.utf8)[...]) else { return [clause] }
            return [parts.payee, parts.description].map { part in
                [LineQuery.Term(test(String(decoding: part, as: UTF8.self)))]
            }
        }
        switch term.test {
        case .text(let text): return terms(text) { .text($0) }
        case .title(let text): return terms(text) { .title($0) }
        default: return [clause]
        }
    }

    private mutating func literal(_ term: LineQuery.Term) -> Literal {
        let isNegated = term.isNegated
        switch term.test {
        case .text(let text):
            let folded = FoldedText(text)
            let bit = bit(.contains(folded), Place.titles.union([.note, .tags]))
            return Literal(
                test: .needle(bit: bit, category: .contains(folded)), isNegated: isNegated)
        case .payee(let text): return literal(text, [.payee], isNegated)
        case .pattern(let pattern, .category):
            let test: (KeyFacts) -> Bool = { facts in
                facts.category.map { pattern.occurs(in: $0.text) } ?? false
            }
            return Literal(test: .key(test), isNegated: isNegated)
        case .pattern(let pattern, let place):
            let bit = bit(.matches(pattern), Place.places(of: place))
            return Literal(
                test: .needle(bit: bit, category: place == .text ? .matches(pattern) : nil),
                isNegated: isNegated)
        case .title(let text): return literal(text, Place.titles, isNegated)
        case .note(let text): return literal(text, [.note], isNegated)
        case .tag(let text): return literal(text, [.tags], isNegated)
        case .payer(let persons):
            let pattern: Needle.Pattern = persons.isEmpty ? .something : .person(persons)
            return Literal(
                test: .needle(bit: bit(pattern, [.payer]), category: nil),
                isNegated: isNegated != persons.isEmpty)
        case .days(let range): return Literal(test: .days(range), isNegated: isNegated)
        case .amount(let range): return Literal(test: .amount(range), isNegated: isNegated)
        case .id(let id): return Literal(test: .id(id), isNegated: isNegated)
        case .actor(let persons): return creation(.actor(persons), isNegated)
        case .batch(let position): return creation(.batch(position), isNegated)
        case .status(let status):
            return creation(.status([status]), isNegated)
        case .unmarked: return creation(.status(Set(LineStatus.allCases)), !isNegated)
        case .category, .uncategorised, .account, .kind, .currency:
            return Literal(test: .key(LineMatcher.keyTest(term.test)), isNegated: isNegated)
        }
    }

    /// Text in any of some places; nothing to look for asks for nothing there.
    private mutating func literal(
        _ text: String, _ places: Set<Place>, _ isNegated: Bool
    ) -> Literal {
        if text.isEmpty {
            return Literal(
                test: .needle(bit: bit(.something, places), category: nil),
                isNegated: !isNegated)
        }
        let pattern: Needle.Pattern =
            places == [.tags] ? .tag(TagName(text)) : .contains(FoldedText(text))
        return Literal(
            test: .needle(bit: bit(pattern, places), category: nil), isNegated: isNegated)
    }

    private mutating func creation(_ test: CommitTest, _ isNegated: Bool) -> Literal {
        if let index = commitTests.firstIndex(of: test) {
            return Literal(test: .creation(index), isNegated: isNegated)
        }
        commitTests.append(test)
        return Literal(test: .creation(commitTests.count - 1), isNegated: isNegated)
    }

    private mutating func bit(_ pattern: Needle.Pattern, _ places: Set<Place>) -> UInt64 {
        let needle = Needle(pattern: pattern, places: places)
        if let index = needles.firstIndex(of: needle) { return 1 << UInt64(index) }
        needles.append(needle)
        return 1 << UInt64(needles.count - 1)
    }

    private static func keyTest(_ test: LineQuery.Test) -> (KeyFacts) -> Bool {
        switch test {
        case .kind(let kind): return { $0.kind == kind }
        case .currency(let code): return { $0.currency.code == code }
        case .account(let accounts):
            return { facts in
                facts.account.map(accounts.contains) ?? accounts.isEmpty
            }
        case .category(let wanted, let exactly):
            let folded = FoldedText(wanted.text)
            let depth = wanted.segmentCount
            return { facts in
                guard let category = facts.category else { return false }
                let part = exactly ? category : category.depth(depth)
                return folded.isSame(as: part.text.utf8)
            }
        default: return { $0.category == nil }
        }
    }
}

extension LineMatcher {
    /// What is left of a query where keys have had their say: the clauses that are still open;
    /// `nil` where one does not hold.
    func open(_ facts: KeyFacts) -> [Int]? {
        var open: [Int] = []
        for (index, clause) in clauses.enumerated() {
            var isOpen = false
            var holds = false
            for literal in clause where !holds {
                switch literal.test {
                case .key(let test): holds = test(facts) != literal.isNegated
                case .needle(_, let category?) where isIn(facts.category, category):
                    holds = !literal.isNegated
                default: isOpen = true
                }
            }
            if holds { continue }
            guard isOpen else { return nil }
            open.append(index)
        }
        return open
    }

    private func isIn(_ category: CategoryPath?, _ sought: Needle.Pattern) -> Bool {
        guard let category else { return false }
        return switch sought {
        case .contains(let text): text.occurs(in: Array(category.text.utf8))
        case .matches(let pattern): pattern.occurs(in: category.text)
        case .tag, .something, .person: false
        }
    }

    /// What a line says besides its keys.
    struct Values {
        var id: UInt64
        var day: Day
        /// In minor units of the currency.
        var amount: Int64
        /// Bits of the needles that were found.
        var findings: UInt64
    }

    /// Whether every open clause holds.
    ///
    /// - Parameters:
    ///   - open: What ``open(_:)`` makes of the same facts: of such a clause no text is in the
    ///     category.
    ///   - creations: The creations of each commit test.
    func admits(
        _ open: [Int], _ facts: KeyFacts, _ values: Values, _ creations: [PositionSet]
    ) -> Bool {
        open.allSatisfy { index in
            let (bits, isAll) = texts[index]
            if values.findings & bits != 0 { return true }
            return !isAll
                && clauses[index].contains { literal in
                    holds(literal, facts, values, creations) != literal.isNegated
                }
        }
    }

    private func holds(
        _ literal: Literal, _ facts: KeyFacts, _ values: Values, _ creations: [PositionSet]
    ) -> Bool {
        switch literal.test {
        case .key(let test): test(facts)
        case .needle(let bit, let category):
            values.findings & bit != 0 || (category.map { isIn(facts.category, $0) } ?? false)
        case .days(let range): range.contains(values.day)
        case .amount(let range):
            range.contains(values.amount, exponent: facts.currency.exponent)
        case .id(let id): values.id == id
        case .creation(let index): creations[index].contains(values.id)
        }
    }

    /// For each of the distinct values of a place the bits of the needles that it has; empty where
    /// none has any.
    func findings(_ values: ByteStrings, in place: Place) -> [UInt64] {
        var findings: [UInt64] = []
        for (index, needle) in needles.enumerated() where needle.places.contains(place) {
            let found: [Int] =
                switch needle.pattern {
                case .contains(let text): text.numbers(in: values)
                case .matches(let pattern):
                    values.indices.filter { number in
                        place == .tags
                            ? LineMatcher.tags(values[number]).contains(where: pattern.occurs)
                            : pattern.occurs(in: String(decoding: values[number], as: UTF8.self))
                    }
                case .tag(let name):
                    name.first.numbers(in: values).filter { number in
                        LineMatcher.tags(values[number]).contains(where: name.isMeant)
                    }
                case .something: values.indices.filter { !values[$0].isEmpty }
                case .person: []
                }
            if found.isEmpty { continue }
            if findings.isEmpty { findings = Array(repeating: 0, count: values.count) }
            for number in found { findings[number] |= 1 << UInt64(index) }
        }
        return findings
    }

    private static func tags(_ value: ArraySlice<UInt8>) -> [String] {
        value.split(separator: Tags.end).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bits of the needles that a payer satisfies.
    func findings(payer: Int64) -> UInt64 {
        var found: UInt64 = 0
        for (index, needle) in needles.enumerated() {
            let isFound =
                switch needle.pattern {
                case .person(let persons):
                    UInt64(exactly: payer).map(persons.contains) ?? false
                case .something: needle.places.contains(.payer)
                case .contains, .matches, .tag: false
                }
            if isFound { found |= 1 << UInt64(index) }
        }
        return found
    }

    /// Whether neither keys nor days rule out any line.
    var isOpenToAll: Bool {
        days == .all
            && !clauses.joined().contains { if case .key = $0.test { true } else { false } }
    }

    /// Whether one of some clauses holds only for lines with findings.
    func needFindings(_ open: [Int]) -> Bool {
        open.contains { index in
            clauses[index].allSatisfy { literal in
                if case .needle = literal.test { !literal.isNegated } else { false }
            }
        }
    }

    /// The bits of findings of which a line has to have all, so that all of some clauses can hold.
    func needed(_ open: [Int]) -> UInt64 {
        open.reduce(0) { needed, index in
            let (bits, isAll) = texts[index]
            return isAll && bits.nonzeroBitCount == 1 ? needed | bits : needed
        }
    }

    /// The places that are looked into.
    var places: [Place] {
        Place.allCases.filter { place in needles.contains { $0.places.contains(place) } }
    }
}
