internal import EventLog
package import Ledger

/// What a change of many lines did, or would do.
package struct ManyWritten: Codable, Hashable, Sendable {
    /// The fields that change, line by line; those of the first lines where a limit was given.
    package let rows: [BulkPlan.Row]
    /// How many lines change.
    package let lines: Int
    /// How many lines are so already.
    package let same: Int
    /// What reports change by, in order of kind, category and currency, the ledger's own first.
    package let totals: [BulkPlan.Total]
    /// The monthly figures by category that change; left out where no rules were applied.
    package internal(set) var cells: [DiffRow]?
    /// How many lines change by each rule, in the order of rules; left out where there are none.
    package let rules: [RuleCount]?
    /// The position of the event that opened the batch; `nil` when nothing was written, and then
    /// left out of JSON.
    package private(set) var batch: UInt64?
    /// The position of the last event of the ledger.
    package private(set) var position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package private(set) var root: String
    /// What was understood differently from what was typed.
    package let notes: [DecisionNote]
    /// `true` when nothing was kept; else left out.
    package let dryRun: Bool?

    /// How many lines change by a rule.
    package struct RuleCount: Codable, Hashable, Sendable {
        /// The rule.
        package let name: String
        /// How many lines.
        package let lines: Int
    }

    /// Says that nothing was written after an event, and what would be.
    mutating func rollBack(to position: UInt64, root: String) {
        batch = nil
        (self.position, self.root) = (position, root)
    }

    fileprivate init(
        _ plan: BulkPlan, batch: UInt64?, position: UInt64, root: String, notes: [DecisionNote],
        dryRun: Bool?, rules: [RuleCount]?
    ) {
        self.rules = rules
        rows = plan.rows
        lines = plan.lines
        same = plan.same
        totals = plan.totals
        self.batch = batch
        self.position = position
        self.root = root
        self.notes = notes
        self.dryRun = dryRun
    }
}

/// Which lines to change, and how far.
package struct ManyInput: Codable, Hashable, Sendable {
    /// Terms such as `lunch cat:food amt:>20`; live lines only.
    package var query: String
    /// Whether nothing is to be written.
    package var preview: Bool?
    /// How many events there were when someone said yes; with more than these nothing is written.
    package var seen: UInt64?
    /// Of how many lines the fields are wanted; all when left out.
    package var limit: Int?
    /// Why.
    package var reason: String?
    /// The same key with the same content writes once.
    package var key: String?

    /// A request.
    package init(query: String) { self.query = query }
}

/// Changes all lines that a query finds, in one batch.
package enum AmendEntries: Endpoint {
    /// Which lines, and what of them.
    package struct Input: Codable, Hashable, Sendable {
        /// Which lines.
        package var lines: ManyInput
        /// What changes; the id means nothing, and amounts and shares stay as they are.
        package var changes: AmendEntry.Input

        /// A request.
        package init(lines: ManyInput, changes: AmendEntry.Input) {
            self.lines = lines
            self.changes = changes
        }
    }

    /// What was written.
    package typealias Output = ManyWritten

    package static let path = "amend/where"
    package static let summary = "change all entries that a query finds"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.change(input.lines) { query, reader throws(ApplicationError) in
            let ids = try mappingError(ApplicationError.store, reader.snapshot.ids(of: query))
            let changes = try changes(input.changes, reader, env)
            return WantedChange(
                found: ids.count,
                command: .amendAll(ids, changes, reason: input.lines.reason ?? ""),
                refusesSlips: input.changes.refusesSlips == true)
        }
    }

    /// What is asked for apart from the amount; who paid must be known.
    static func changes(
        _ input: AmendEntry.Input, _ reader: LineReader, _ env: Environment
    ) throws(ApplicationError) -> LineChanges {
        var changes = try AmendEntry.changes(input, reader)
        if let name = input.payer, !name.isEmpty {
            changes.payer = .set(.position(try env.person(name, in: reader.snapshot)))
        }
        return changes
    }
}

/// Takes back all lines that a query finds, in one batch.
package enum VoidEntries: Endpoint {
    package typealias Input = ManyInput
    /// What was written.
    package typealias Output = ManyWritten

    package static let path = "void/where"
    package static let summary = "take back all entries that a query finds"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.change(input) { query, reader throws(ApplicationError) in
            let ids = try mappingError(ApplicationError.store, reader.snapshot.ids(of: query))
            return WantedChange(
                found: ids.count, command: .voidAll(ids, reason: input.reason ?? ""))
        }
    }
}

/// What is to happen to the lines that were found.
struct WantedChange {
    /// How many lines were found.
    let found: Int
    let command: Command
    /// The rules that found them, where rules did.
    var rules: FoundByRules?
    /// Whether a slip for a category that is known is refused.
    var refusesSlips = false
}

extension Environment {
    /// Decides on the lines that a query finds, and writes unless only a look is wanted.
    func change(
        _ input: ManyInput,
        _ wanted: (LineQuery, LineReader) throws(ApplicationError) -> WantedChange
    ) throws(ApplicationError) -> ManyWritten {
        var plan = BulkPlan(same: 0)
        var rules: [ManyWritten.RuleCount]?
        func decision(
            _ snapshot: LedgerSnapshot, _ env: Environment
        ) throws(ApplicationError) -> Decision? {
            let reader = try env.lineReader(snapshot)
            let query = try reader.today.query(input.query, snapshot.referenceData)
            // What is wrong with a change is wrong without lines, too.
            let wanted = try wanted(query, reader)
            plan = BulkPlan(same: wanted.found)
            rules = wanted.rules?.counts(in: [])
            if wanted.found == 0 { return nil }
            let state = try mappingError(
                ApplicationError.store, snapshot.state(for: wanted.command))
            let made: Decision
            do throws(DecisionError) {
                made = try decide(wanted.command, state)
                plan = BulkPlan(made, state, limit: input.limit)
                rules = wanted.rules?.counts(in: made.events)
            } catch .nothingChanged {
                return nil
            } catch {
                throw .decision(error)
            }
            if wanted.refusesSlips { try env.refuseSlips(in: made, of: snapshot) }
            return made
        }
        if input.preview == true {
            let snapshot = try snapshot()
            let notes = try decision(snapshot, self)?.notes ?? []
            return try unwritten(plan, snapshot, notes, rules)
        }
        try checkKey(input.key)
        let recorded = try with { $0.key = input.key }.recorder().record {
            snapshot, env throws(ApplicationError) in
            if let seen = input.seen, seen != snapshot.count {
                throw .store(.conflict(expected: seen, actual: snapshot.count))
            }
            return try decision(snapshot, env)
        }
        guard let recorded else { return try unwritten(plan, snapshot(), [], rules) }
        return ManyWritten(
            plan, batch: recorded.appended.positions.lowerBound,
            position: recorded.appended.positions.upperBound - 1,
            root: recorded.appended.root.hex, notes: recorded.decision.notes,
            dryRun: isDryRun ? true : nil, rules: rules)
    }

    private func unwritten(
        _ plan: BulkPlan, _ snapshot: LedgerSnapshot, _ notes: [DecisionNote],
        _ rules: [ManyWritten.RuleCount]?
    ) throws(ApplicationError) -> ManyWritten {
        let head = try mappingError(ApplicationError.store, snapshot.head())
        return ManyWritten(
            plan, batch: nil, position: snapshot.count - 1, root: head.root.hex,
            notes: notes, dryRun: true, rules: rules)
    }
}
