/// What is looked for among lines.
///
/// A line passes when every clause holds; a clause holds when one of its terms does. An empty query
/// passes everything.
public struct LineQuery: Hashable, Sendable {
    /// One thing that can be said of a line; text is compared without regard to case.
    package enum Test: Hashable, Sendable {
        /// The text occurs in the title, the note, a tag or the category.
        case text(String)
        /// The text occurs in the title; empty: there is no title.
        case title(String)
        /// The text occurs in the note; empty: there is no note.
        case note(String)
        /// The text occurs in the payee; empty: there is none.
        case payee(String)
        /// The line has the tag, or one of its values: of `trip` also `trip:lisbon` and
        /// `trip=lisbon`, of either of these the other; empty: it has none.
        case tag(String)
        /// An expression occurs in some text.
        case pattern(TextPattern, PatternPlace)
        /// The category, as it is called now, is the given one, or lies below it unless `exactly`.
        case category(CategoryPath, exactly: Bool)
        /// The line has no category.
        case uncategorised
        /// The line is of one of the accounts, by position; of none: it names none.
        case account(Set<UInt64>)
        /// What the line is.
        case kind(EntryKind)
        /// The code of its currency.
        case currency(String)
        /// Its amount lies in a range.
        case amount(AmountRange)
        /// Its day lies in a range.
        case days(DayRange)
        /// One of the persons, by position, paid; of none: it does not say who did.
        case payer(Set<UInt64>)
        /// One of the persons, by position, recorded it.
        case actor(Set<UInt64>)
        /// Its id is the given one.
        case id(UInt64)
        /// It was recorded in the batch that was opened at the position.
        case batch(UInt64)
        /// It has the status.
        case status(LineStatus)
        /// It has no status.
        case unmarked
    }

    /// Where an expression is looked for.
    package enum PatternPlace: Hashable, Sendable {
        /// In title, note, tags and category.
        case text
        /// In the title, the payee included.
        case title
        /// In the payee.
        case payee
        /// In the note.
        case note
        /// In one of the tags.
        case tag
        /// In the category as it is called now.
        case category
    }

    /// A test or its opposite.
    package struct Term: Hashable, Sendable {
        /// The test.
        package var test: Test
        /// Whether the test must not hold.
        package var isNegated: Bool

        /// A term.
        package init(_ test: Test, isNegated: Bool = false) {
            self.test = test
            self.isNegated = isNegated
        }

        /// The kind that it asks about; `nil` for a term about anything else. Swift 6.3.1 cannot
        /// compile what it is inlined into.
        @inline(never)
        fileprivate var kind: EntryKind? {
            if case .kind(let kind) = test { kind } else { nil }
        }
    }

    /// All of them must hold; in each, one term.
    package private(set) var clauses: [[Term]] = []

    /// A query that passes everything.
    public init() {}

    /// The same without the days that it asks for at its top.
    var withoutDays: LineQuery {
        var query = self
        query.clauses.removeAll { clause in
            guard clause.count == 1, !clause[0].isNegated, case .days = clause[0].test else {
                return false
            }
            return true
        }
        return query
    }

    /// Asks for one more thing.
    package mutating func require(_ test: Test) { clauses.append([Term(test)]) }

    /// Asks for one of several things; without any, for nothing.
    package mutating func require(anyOf tests: [Test]) { require(anyOf: tests.map { Term($0) }) }

    mutating func require(anyOf terms: [Term]) {
        if !terms.isEmpty { clauses.append(terms) }
    }

    /// The same, with what is asked of payees asked of titles: who wants a name gone means it
    /// wherever it stands, and most lines have it as their title.
    package var withPayeesAsTitles: LineQuery {
        var query = LineQuery()
        for clause in clauses {
            // That there is no payee is said only so that the title counts instead.
            let terms = clause.filter { clause.count == 1 || $0 != Term(.payee("")) }
            let widened = terms.map { term in
                switch term.test {
                case .payee(let text): Term(.title(text), isNegated: term.isNegated)
                case .pattern(let pattern, .payee):
                    Term(.pattern(pattern, .title), isNegated: term.isNegated)
                default: term
                }
            }
            if !query.clauses.contains(widened) { query.require(anyOf: widened) }
        }
        return query
    }

    /// The kinds of lines that can pass where terms say it, in order; `nil` where none does.
    package var kinds: [EntryKind]? {
        // Of each clause what its terms say of kinds; `nil` for a term that says nothing.
        let said = clauses.map { clause in clause.map { (kind: $0.kind, isNot: $0.isNegated) } }
        guard said.contains(where: { $0.contains { $0.kind != nil } }) else { return nil }
        return EntryKind.allCases.filter { kind in
            said.allSatisfy { clause in
                clause.contains { $0.kind == nil || ($0.kind == kind) != $0.isNot }
            }
        }
    }

    /// The lines that pass this query and another.
    package func and(_ other: LineQuery) -> LineQuery {
        var both = self
        both.clauses += other.clauses
        return both
    }
}

/// Which lines a register shows, and in which order; without arguments all live ones.
package struct LineFilter: Hashable, Sendable {
    /// In which order lines come; what is equal comes newest first.
    package enum Order: String, CaseIterable, Codable, Hashable, Sendable {
        /// The newest day first, then the latest time (those without one last).
        case day
        /// The largest amount first, whatever the currency.
        case amount
        /// What was recorded last first.
        case position
    }

    /// What is looked for.
    package var query: LineQuery
    /// Whether voided lines are shown as well, with the values they had.
    package var withVoided: Bool
    /// In which order.
    package var order: Order
    /// How many lines, at most; `nil` for all.
    package var limit: Int?
    /// Whether a line passes by what any of its versions said, not only the current one; text of
    /// earlier versions goes on counting for later ones.
    package var everyVersion = false

    /// A filter.
    package init(
        _ query: LineQuery = LineQuery(), withVoided: Bool = false, order: Order = .day,
        limit: Int? = nil
    ) {
        self.query = query
        self.withVoided = withVoided
        self.order = order
        self.limit = limit
    }
}
