internal import EventLog
internal import Ledger

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
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let name = input.rule.name.trimmed
        if name.isEmpty { throw .decision(.emptyName) }
        let rule = Rule(name: name, query: input.rule.query, changes: input.rule.changes)
        let reader = try env.lineReader(try env.snapshot())
        let ids = try rule.lines(reader)
        _ = try rule.lineChanges(reader, env)
        var file: KeptFile<Rule> = try env.home.kept()
        let old = file[name]
        if old == rule { throw .rule(.exists(name)) }
        file.save(rule)
        if input.dryRun != true {
            try env.beginRecording()
            try env.home.keep(file)
        }
        return Output(rule: rule, replaced: old, found: ids.count)
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
    package static let needs: Set<Permission> = [.read, .write]

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
        // A look is the same on a draft.
        let isLook = input.lines.preview == true
        let env = isLook ? env.dryRun() : env
        var lines = input.lines
        if isLook { (lines.preview, lines.key) = (nil, nil) }
        var done = try env.change(lines) { query, reader throws(ApplicationError) in
            let found = try FoundByRules(rules, query, reader, env)
            return WantedChange(
                found: found.count, command: .applyRules(found.groups), rules: found)
        }
        guard let batch = done.batch else { return done }
        let old = try env.with { $0.asOf = .position(batch - 1) }.snapshot()
        let new = try env.with { $0.asOf = .position(done.position) }.snapshot()
        let parameters = ReportParameters(period: .monthly, by: .category(depth: nil))
        let diff = try mappingError(
            ApplicationError.books, new.diff(from: old, parameters, eventsMax: 0))
        done.cells = diff.rows
        if isLook { done.rollBack(to: batch - 1, root: diff.fromRoot) }
        return done
    }
}

extension Environment {
    /// How many lines of a batch rules find; `nil` for none, or where they cannot be asked: what
    /// was recorded is recorded.
    func ruled(in batch: UInt64) -> Int? {
        guard let file: KeptFile<Rule> = try? home.kept(), !file.items.isEmpty,
            let reader = try? lineReader(try snapshot())
        else { return nil }
        var query = LineQuery()
        query.require(.batch(batch))
        let found = try? FoundByRules(file.items, query, reader, self).count
        return found == 0 ? nil : found
    }
}

/// The lines that rules find. All of them are asked about the lines as they are; of what several
/// say of the same field of a line, the first counts, and tags come together.
struct FoundByRules {
    /// The indexes of the rules that find a line.
    private let indexes: [UInt64: [Int]]
    private let rules: [Rule]
    fileprivate let groups: [RuledLines]

    fileprivate init(
        _ rules: [Rule], _ query: LineQuery, _ reader: LineReader, _ env: Environment
    ) throws(ApplicationError) {
        self.rules = rules
        var found: [UInt64: [Int]] = [:]
        var changes: [LineChanges] = []
        for (index, rule) in rules.enumerated() {
            for id in try rule.lines(reader, query) { found[id, default: []].append(index) }
            changes.append(try rule.lineChanges(reader, env))
        }
        indexes = found
        groups = Dictionary(grouping: found.keys) { found[$0] ?? [] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { indexes, ids in
                let names = indexes.map { rules[$0].name }.joined(separator: ", ")
                return RuledLines(
                    ids: ids.sorted(),
                    changes: indexes.reduce(LineChanges()) { $0.or(changes[$1]) },
                    reason: "rule\(indexes.count > 1 ? "s" : "") \(names)")
            }
    }

    fileprivate var count: Int { indexes.count }

    /// How many lines each rule changes by some events; a line counts with each that finds it.
    func counts(in events: [Event]) -> [ManyWritten.RuleCount] {
        var lines = [Int](repeating: 0, count: rules.count)
        for case .lineAmended(let event) in events {
            for index in event.target.position.flatMap({ indexes[$0] }) ?? [] { lines[index] += 1 }
        }
        return zip(rules, lines).map { ManyWritten.RuleCount(name: $0.name, lines: $1) }
    }
}

extension Rule {
    /// The live lines that the rule finds, and another query as well.
    fileprivate func lines(
        _ reader: LineReader, _ other: LineQuery = LineQuery()
    ) throws(ApplicationError) -> [UInt64] {
        if query.allSatisfy(\.isWhitespace) { throw .rule(.noTerms(name)) }
        let query = try reader.today.query(query, reader.snapshot.referenceData)
        return try mappingError(ApplicationError.store, reader.snapshot.ids(of: query.and(other)))
    }

    fileprivate func lineChanges(
        _ reader: LineReader, _ env: Environment
    ) throws(ApplicationError) -> LineChanges {
        let changes = try AmendEntries.changes(changes.amendment(of: ""), reader, env)
        if changes == LineChanges() { throw .rule(.noChange(name)) }
        return changes
    }
}

extension LineChanges {
    /// These changes, and of others what these say nothing of.
    fileprivate func or(_ other: LineChanges) -> LineChanges {
        var both = self
        both.kind = kind ?? other.kind
        both.keepsPayee = keepsPayee || other.keepsPayee
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
