internal import EventLog
internal import GRDB
internal import Ledger

/// What was done to a projection.
package struct ModelOutcome: Codable, Hashable, Sendable {
    /// Why all rows were made anew.
    package enum Cause: String, Codable, Hashable, Sendable {
        /// It was asked for.
        case asked
        /// There were none.
        case missing
        /// The database was damaged, or not one of this program.
        case damaged
        /// Another version of the program made them, or settings or names have changed.
        case outdated
        /// They told of another log, or of events that the log does not have any more.
        case diverged
    }

    /// The projection.
    package let name: String
    /// Why all rows were made anew; `nil` where events were added at most.
    package let cause: Cause?
    /// How many events were taken in.
    package let events: UInt64
    /// How long it took.
    package let seconds: Double
}

extension ModelDatabase {
    /// Brings projections to the end of the log: by the events that are missing where that will do,
    /// else from the first event on. Each changes in one transaction with its checkpoint, so that
    /// whoever reads meanwhile, and whoever comes after a crash, finds it as it was or as it shall
    /// be.
    ///
    /// - Parameters:
    ///   - names: Which; `nil` for all but optional ones that nobody asked for yet.
    ///   - rebuilding: Whether all rows are made anew in any case.
    /// - Returns: What was done to each.
    /// - Throws: ``ModelError/unknownProjection(_:known:)`` and what reading and writing throw.
    package func catchUp(
        _ names: [String]? = nil, rebuilding: Bool = false
    ) throws(ModelError) -> [ModelOutcome] {
        let wanted = try models(names)
        return try writing { queue, wasDamaged in
            try catchUp(queue, wanted, rebuilding: rebuilding, wasDamaged: wasDamaged)
        }
    }

    /// The projections of some names; all that are built without being asked for where `nil`.
    func models(_ names: [String]?) throws(ModelError) -> [any ReadModel.Type]? {
        guard let names else { return nil }
        var models: [any ReadModel.Type] = []
        for name in names { models.append(try ModelCatalog.named(name)) }
        return models
    }

    func catchUp(
        _ queue: DatabaseQueue, _ wanted: [any ReadModel.Type]?, rebuilding: Bool = false,
        wasDamaged: Bool = false
    ) throws -> [ModelOutcome] {
        if rebuilding, wanted == nil {
            // Tables that are made anew in a file that is not sound would not be, either.
            let isSound = try queue.read { database in
                try SQLStatement(database, "PRAGMA quick_check(1)").first([]) == [.text("ok")]
            }
            if !isSound { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        }
        let tree = try store.frontier()
        let (checkpoints, definitions) = try queue.read { database in
            (try Checkpoint.all(in: database), try self.definitions(in: database))
        }
        let built = Dictionary(uniqueKeysWithValues: checkpoints.map { ($0.name, $0) })
        let models = wanted ?? ModelCatalog.all.filter { !$0.isOptional || built[$0.name] != nil }
        if !rebuilding, models.allSatisfy({ built[$0.name]?.tree == tree }),
            try models.allSatisfy({ try isWhole($0, definitions) && isCurrent($0, built) })
        {
            return models.map { ModelOutcome(name: $0.name, cause: nil, events: 0, seconds: 0) }
        }
        let source = try ModelSource(store, upTo: tree.size)
        var ties: [MerkleFrontier: Bool] = [:]
        return try models.map { model in
            var cause: ModelOutcome.Cause?
            if rebuilding {
                cause = .asked
            } else if let checkpoint = built[model.name] {
                let fingerprint = model.fingerprint(source.chart, checkpoint.tree.size)
                let isTied = try ties[checkpoint.tree] ?? isTied(checkpoint.tree, to: tree)
                ties[checkpoint.tree] = isTied
                if !isTied {
                    cause = .diverged
                } else if checkpoint.fingerprint != fingerprint {
                    cause = .outdated
                } else if !isWhole(model, definitions) {
                    cause = .damaged
                }
            } else {
                cause = wasDamaged ? .damaged : .missing
            }
            let old = cause == nil ? built[model.name] : nil
            return try bring(model, from: old, to: tree, source, cause, queue)
        }
    }

    /// Whether rows that are up to date were made by this program for the names as they are. The
    /// ledger's names cannot have changed since: they are told by the log, which has not.
    private func isCurrent(
        _ model: any ReadModel.Type, _ built: [String: Checkpoint]
    ) throws -> Bool {
        built[model.name]?.version == Int64(model.version)
    }

    /// Whether the log goes on where a tree ends: its root follows from that tree and the events
    /// behind it.
    private func isTied(_ tree: MerkleFrontier, to end: MerkleFrontier) throws -> Bool {
        guard tree.size <= end.size else { return false }
        if end.size - tree.size > ModelDatabase.hashedMax {
            return try store.root(at: tree.size) == tree.root
        }
        var tree = tree
        try store.extend(&tree, to: end.size)
        return tree == end
    }

    /// Up to how many events are hashed to compare roots; beyond, the log's own tree is asked.
    private static let hashedMax: UInt64 = 4_096

    /// Whether the tables, views and indexes of a projection are what they should be.
    func isWhole(_ model: any ReadModel.Type, _ definitions: [String: String]) -> Bool {
        model.tables.allSatisfy {
            definitions[$0.name] == $0.creation(in: "main").replacing("main.", with: "")
        } && model.views.allSatisfy { definitions[$0.name] == $0.creation }
            && model.indexes.allSatisfy {
                definitions[$0.key] == "CREATE INDEX \($0.key) ON \($0.value)"
            }
    }

    /// Brings one projection to the end of the log in one transaction.
    private func bring(
        _ model: any ReadModel.Type, from old: Checkpoint?, to tree: MerkleFrontier,
        _ source: ModelSource, _ cause: ModelOutcome.Cause?, _ queue: DatabaseQueue
    ) throws -> ModelOutcome {
        let start = uptime()
        let first = old?.tree.size ?? 0
        try queue.inTransaction(.immediate) { database in
            let writer = ModelWriter(database, schema: "main") { done in
                self.progress(done - first, tree.size - first)
            }
            if old == nil {
                try drop(model, in: database)
                try make(model, in: "main", database)
            }
            try model.apply(first..<tree.size, of: source, to: writer)
            if old == nil { try makeIndexes(model, database) }
            let seconds = (uptime() - start) / .seconds(1)
            let checkpoint = Checkpoint(
                name: model.name, version: Int64(model.version),
                fingerprint: model.fingerprint(source.chart, tree.size), tree: tree,
                builtAt: old?.builtAt ?? now().description, seconds: old?.seconds ?? seconds)
            try checkpoint.write(to: database)
            return .commit
        }
        return ModelOutcome(
            name: model.name, cause: cause, events: tree.size - first,
            seconds: (uptime() - start) / .seconds(1))
    }

    /// Makes the tables of a projection, and in the database itself its views.
    func make(_ model: any ReadModel.Type, in schema: String, _ database: Database) throws {
        for table in model.tables { try database.execute(sql: table.creation(in: schema)) }
        if schema != "main" { return }
        for view in model.views { try database.execute(sql: view.creation) }
    }

    /// Made when all rows are there: that is faster than row by row.
    private func makeIndexes(_ model: any ReadModel.Type, _ database: Database) throws {
        for (name, place) in model.indexes.sorted(by: { $0.key < $1.key }) {
            try database.execute(sql: "CREATE INDEX \(name) ON \(place)")
        }
    }

    /// Takes the tables and views of a projection away, with its checkpoint.
    func drop(_ model: any ReadModel.Type, in database: Database) throws {
        for view in model.views { try database.execute(sql: "DROP VIEW IF EXISTS \(view.name)") }
        for table in model.tables {
            try database.execute(sql: "DROP TABLE IF EXISTS \(table.name)")
        }
        try SQLStatement(database, "DELETE FROM projection WHERE name = ?").run([.text(model.name)])
    }
}
