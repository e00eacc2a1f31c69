/// A query as it is asked of lines that are not recorded yet.
package struct LineTest {
    private let matcher: LineMatcher

    /// A query; one of commits and of ids finds nothing.
    package init(_ query: LineQuery) { matcher = LineMatcher(query) }

    /// Whether it asks for what only recorded lines have: an id, a status, a batch, or who
    /// recorded them.
    package var isOfRecorded: Bool {
        !matcher.commitTests.isEmpty
            || matcher.clauses.contains { clause in
                clause.contains { if case .id = $0.test { true } else { false } }
            }
    }

    /// Whether a line passes.
    ///
    /// - Parameter account: The position of its account; `nil` for none, and for a new one.
    /// - Complexity: O(*n*) in the bytes of its texts.
    package func admits(_ facts: LineFacts, _ details: LineDetails, account: UInt64?) -> Bool {
        guard matcher.commitTests.isEmpty, matcher.days.contains(facts.day) else { return false }
        let key = LineMatcher.KeyFacts(
            kind: facts.kind, currency: facts.amount.currency, category: facts.category,
            account: account, isIncoming: facts.flags.contains(.incoming))
        guard let open = matcher.open(key) else { return false }
        let values = LineMatcher.Values(
            id: .max, day: facts.day, amount: facts.amount.minor,
            findings: matcher.findings(details))
        return matcher.admits(open, key, values, [])
    }
}

extension LineMatcher {
    /// The bits of the needles that the texts of a line have.
    func findings(_ details: LineDetails) -> UInt64 {
        var found: UInt64 = 0
        for (index, needle) in needles.enumerated() {
            let isFound = needle.places.contains { place in
                LineMatcher.texts(details, in: place).contains { needle.pattern.occurs(in: $0) }
            }
            if isFound { found |= 1 << UInt64(index) }
        }
        return found
    }

    private static func texts(_ details: LineDetails, in place: Place) -> [String] {
        switch place {
        case .payee: [details.payee]
        case .title: [details.description]
        case .note: [details.note]
        case .tags: details.tags
        case .payer: []
        }
    }
}

extension LineMatcher.Needle.Pattern {
    fileprivate func occurs(in text: String) -> Bool {
        switch self {
        case .contains(let folded): folded.occurs(in: Array(text.utf8))
        case .matches(let pattern): pattern.occurs(in: text)
        case .tag(let name): name.isMeant(text)
        case .something: !text.isEmpty
        case .person: false
        }
    }
}
