internal import Ledger

/// Lists the rules by which lines are to be changed.
package enum ListRules: Endpoint {
    package typealias Input = NoInput

    /// The rules.
    package struct Output: Codable, Hashable, Sendable {
        /// Each with its terms and what it changes, in the order in which they are applied.
        package let rows: [Rule]
        /// The file in which they are.
        package let file: String
    }

    package static let path = "rules/list"
    package static let summary = "list the rules by which lines are changed"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        Output(
            rows: try env.home.kept(Rule.self).items, file: "\(env.home.place)/\(Rule.fileName)")
    }
}

/// Saves a rule, behind the others or in the place of the one of its name.
package enum SaveRule: Endpoint {
    /// Which rule.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name, its terms and what it changes.
        package var rule: Rule
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(rule: Rule, dryRun: Bool? = nil) {
            self.rule = rule
            self.dryRun = dryRun
        }
    }

    /// What was saved.
    package struct Output: Codable, Hashable, Sendable {
        /// The rule.
        package let rule: Rule
        /// The one of its name that it took the place of; left out when there was none.
        package let replaced: Rule?
        /// How many live lines its terms find now.
        package let found: Int
    }

    package static let path = "rules/save"
    package static let summary = "save a rule by which lines are changed"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let name = input.rule.name.trimmed
        if name.isEmpty { throw .decision(.emptyName) }
        let rule = Rule(name: name, query: input.rule.query, changes: input.rule.changes)
        let reader = try env.lineReader(try env.books())
        let ids = try rule.lines(reader)
        _ = try rule.lineChanges(reader, env)
        var file: KeptFile<Rule> = try env.home.kept()
        let old = file[name]
        file.save(rule)
        if input.dryRun != true { try env.home.keep(file) }
        return Output(rule: rule, replaced: old, found: ids.count)
    }
}

/// Removes a rule; what it changed stays.
package enum RemoveRule: Endpoint {
    /// Which one.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(name: String, dryRun: Bool? = nil) {
            self.name = name
            self.dryRun = dryRun
        }
    }
    /// The rule as it was.
    package typealias Output = Rule

    package static let path = "rules/remove"
    package static let summary = "remove a rule by which lines are changed"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var file: KeptFile<Rule> = try env.home.kept()
        let rule = try file.named(input.name)
        file.remove(rule.name)
        if input.dryRun != true { try env.home.keep(file) }
        return rule
    }
}

/// Changes all lines that rules find, as they say, in one batch.
package enum ApplyRules: Endpoint {
    /// Which rules, to which lines, and how far.
    package struct Input: Codable, Hashable, Sendable {
        /// The lines that rules may change; an empty query for all live lines.
        package var lines: ManyInput
        /// The names of the rules; all when left out.
        package var rules: [String]?

        /// A request.
        package init(lines: ManyInput, rules: [String]? = nil) {
            self.lines = lines
            self.rules = rules
        }
    }

    /// What was written.
    package typealias Output = ManyWritten

    package static let path = "rules/apply"
    package static let summary = "change all entries that rules find, as they say"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let file: KeptFile<Rule> = try env.home.kept()
        var rules = file.items
        if let names = input.rules {
            var asked: Set<String> = []
            for name in names { asked.insert(try file.named(name).name) }
            rules.removeAll { !asked.contains($0.name) }
        }
        if rules.isEmpty { throw .rule(.noRules) }
        func apply(
            _ lines: ManyInput, in env: Environment
        ) throws(ApplicationError) -> ManyWritten {
            try env.change(lines) { query, reader throws(ApplicationError) in
                let found = try FoundByRules(rules, query, reader, env)
                return WantedChange(
                    found: found.count, command: .applyRules(found.groups), rules: found)
            }
        }
        var done = try apply(input.lines, in: env)
        if let batch = done.batch {
            let old = try env.with { $0.asOf = .position(batch - 1) }.books()
            done.cells = try cells(from: old, to: env.books())
        } else if done.lines > 0 {
            // What if: the same on a draft.
            let draft = env.dryRun()
            var lines = input.lines
            (lines.preview, lines.key) = (nil, nil)
            _ = try apply(lines, in: draft)
            done.cells = try cells(from: env.books(), to: draft.books())
        }
        return done
    }

    private static func cells(
        from old: Books, to new: Books
    ) throws(ApplicationError) -> [DiffRow] {
        let parameters = ReportParameters(period: .monthly, by: .category(depth: nil))
        do throws(BooksError) {
            return try new.diff(from: old, parameters, eventsMax: 0).rows
        } catch {
            switch error {
            case .store(let error): throw .store(error)
            case .report(let error): throw .report(error)
            }
        }
    }
}

/// The lines that rules find. All of them are asked about the lines as they are; of what several
/// say of the same field of a line, the first counts, and tags come together.
struct FoundByRules {
    /// Which rules, by their place, find a line.
    private let places: [UInt64: [Int]]
    private let rules: [Rule]
    fileprivate let groups: [RuledLines]

    fileprivate init(
        _ rules: [Rule], _ query: LineQuery, _ reader: LineReader, _ env: Environment
    ) throws(ApplicationError) {
        self.rules = rules
        var found: [UInt64: [Int]] = [:]
        var changes: [LineChanges] = []
        for (place, rule) in rules.enumerated() {
            for id in try rule.lines(reader, query) { found[id, default: []].append(place) }
            changes.append(try rule.lineChanges(reader, env))
        }
        places = found
        groups = Dictionary(grouping: found.keys) { found[$0] ?? [] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { places, ids in
                let names = places.map { rules[$0].name }.joined(separator: ", ")
                return RuledLines(
                    ids: ids.sorted(),
                    changes: places.reduce(LineChanges()) { $0.or(changes[$1]) },
                    reason: "rule\(places.count > 1 ? "s" : "") \(names)")
            }
    }

    fileprivate var count: Int { places.count }

    /// How many lines each rule changes by some events; a line counts with each that finds it.
    func counts(in events: [Event]) -> [ManyWritten.RuleCount] {
        var lines = [Int](repeating: 0, count: rules.count)
        for case .lineAmended(let event) in events {
            for place in event.target.position.flatMap({ places[$0] }) ?? [] { lines[place] += 1 }
        }
        return zip(rules, lines).map { ManyWritten.RuleCount(name: $0.name, lines: $1) }
    }
}

extension KeptFile<Rule> {
    /// The rule of a name.
    ///
    /// - Throws: ``RuleError/unknown(_:known:)``.
    fileprivate func named(_ name: String) throws(ApplicationError) -> Rule {
        guard let rule = self[name] else { throw .rule(.unknown(name, known: items.map(\.name))) }
        return rule
    }
}

extension Rule {
    /// The live lines that the rule finds, and another query as well.
    fileprivate func lines(
        _ reader: LineReader, _ other: LineQuery = LineQuery()
    ) throws(ApplicationError) -> [UInt64] {
        if query.allSatisfy(\.isWhitespace) { throw .rule(.noTerms(name)) }
        let query = try reader.today.query(query, reader.books.chart)
        return try lift { () throws(StoreError) in try reader.books.ids(of: query.and(other)) }
    }

    fileprivate func lineChanges(
        _ reader: LineReader, _ env: Environment
    ) throws(ApplicationError) -> LineChanges {
        var input = AmendEntry.Input(id: "")
        input.title = changes.title
        input.payee = changes.payee
        input.category = changes.category
        input.account = changes.account
        input.note = changes.note
        input.addTags = changes.addTags
        input.removeTags = changes.removeTags
        input.payer = changes.payer
        input.kind = changes.kind
        let changes = try AmendEntries.changes(input, reader, env)
        if changes == LineChanges() { throw .rule(.noChange(name)) }
        return changes
    }
}

extension LineChanges {
    /// These changes, and of others what these say nothing of.
    fileprivate func or(_ other: LineChanges) -> LineChanges {
        var both = self
        both.kind = kind ?? other.kind
        if category == .keep { both.category = other.category }
        if account == .keep { both.account = other.account }
        if payer == .keep { both.payer = other.payer }
        both.title = title ?? other.title
        both.payee = payee ?? other.payee
        both.note = note ?? other.note
        both.addedTags += other.addedTags
        both.removedTags += other.removedTags
        return both
    }
}
