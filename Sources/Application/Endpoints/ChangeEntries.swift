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
    /// What reports change by, in order of kind, category and currency.
    package let totals: [BulkPlan.Total]
    /// The position of the event that opened the batch; `nil` when nothing was written, and then
    /// left out of JSON.
    package let batch: UInt64?
    /// The position of the last event of the ledger.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// What was understood differently from what was typed.
    package let notes: [DecisionNote]
    /// `true` when nothing was kept; else left out.
    package let dryRun: Bool?

    fileprivate init(
        _ plan: BulkPlan, batch: UInt64?, position: UInt64, root: String, notes: [DecisionNote],
        dryRun: Bool?
    ) {
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
        /// What changes; the id means nothing, and amounts stay as they are.
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
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.change(input.lines) { ids, reader throws(ApplicationError) in
            var changes = try AmendEntry.changes(input.changes, reader)
            if let name = input.changes.payer, !name.isEmpty {
                let position = try env.person(name, in: reader.books)
                changes.payer = .set(.position(position))
            }
            return .amendAll(ids, changes, reason: input.lines.reason ?? "")
        }
    }
}

/// Takes back all lines that a query finds, in one batch.
package enum VoidEntries: Endpoint {
    package typealias Input = ManyInput
    /// What was written.
    package typealias Output = ManyWritten

    package static let path = "void/where"
    package static let summary = "take back all entries that a query finds"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.change(input) { ids, _ in .voidAll(ids, reason: input.reason ?? "") }
    }
}

extension Environment {
    /// Decides on the lines that a query finds, and writes unless only a look is wanted.
    fileprivate func change(
        _ input: ManyInput,
        _ command: ([UInt64], LineReader) throws(ApplicationError) -> Command
    ) throws(ApplicationError) -> ManyWritten {
        var plan = BulkPlan(same: 0)
        func decision(
            _ books: Books, _ env: Environment
        ) throws(ApplicationError) -> Decision? {
            let reader = try env.lineReader(books)
            let query = try reader.today.query(input.query, books.chart)
            let ids = try lift { () throws(StoreError) in try books.ids(of: query) }
            // What is wrong with a change is wrong without lines, too.
            let command = try command(ids, reader)
            plan = BulkPlan(same: ids.count)
            if ids.isEmpty { return nil }
            let state = try lift { () throws(StoreError) in try books.state(for: command) }
            do throws(DecisionError) {
                let decision = try decide(command, state)
                plan = BulkPlan(decision, state, limit: input.limit)
                return decision
            } catch .nothingChanged {
                return nil
            } catch {
                throw .decision(error)
            }
        }
        if input.preview == true {
            let books = try books()
            let notes = try decision(books, self)?.notes ?? []
            return try unwritten(plan, books, notes)
        }
        let recorded = try recorder().record(key: input.key) {
            books, env throws(ApplicationError) in
            if let seen = input.seen, seen != books.count {
                throw .store(.conflict(expected: seen, actual: books.count))
            }
            return try decision(books, env)
        }
        guard let recorded else { return try unwritten(plan, books(), []) }
        return ManyWritten(
            plan, batch: recorded.appended.positions.lowerBound,
            position: recorded.appended.positions.upperBound - 1,
            root: recorded.appended.root.hex, notes: recorded.decision.notes,
            dryRun: isDryRun ? true : nil)
    }

    private func unwritten(
        _ plan: BulkPlan, _ books: Books, _ notes: [DecisionNote]
    ) throws(ApplicationError) -> ManyWritten {
        let head = try lift { () throws(StoreError) in try books.head() }
        return ManyWritten(
            plan, batch: nil, position: books.count - 1, root: head.root.hex,
            notes: notes, dryRun: true)
    }
}
