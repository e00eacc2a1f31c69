internal import EventLog
internal import Ledger

extension ModelDatabase {
    /// How many rows that differ are reported of each table.
    private static let shownMax = 10

    /// Makes the rows of projections anew beside those that are there, and compares every one.
    /// Nothing is changed.
    ///
    /// - Parameter names: Which; `nil` for all that are built.
    /// - Throws: ``ModelError/notBuilt(_:)`` for one without rows, ``ModelError/damaged(path:)``
    ///   for a database that SQLite finds to be damaged, or that reflects another log.
    /// - Complexity: O(*n*) in the events.
    public func check(_ names: [String]? = nil) throws(ModelError) -> [ModelCheck] {
        let wanted = try models(names)
        let found = try reading(isReadonly: false) { database in
            // A database of its own on disk, without a name, that goes with the connection.
            try database.execute("ATTACH DATABASE '' AS fresh; BEGIN")
            // From the first look on, others may change what they like.
            defer { try? database.execute("ROLLBACK") }
            let standing = try ModelStanding(database)
            let integrity = try SQLStatement(database, "PRAGMA integrity_check(1)").first([])
            guard integrity == [.text("ok")] else { throw ModelError.damaged(path: path) }
            let entries = try ChartModel.entries(of: store, in: 0..<store.head().count)
            let chosen = wanted ?? models.filter { standing.checkpoints[$0.name] != nil }
            return try chosen.map { model in
                guard let checkpoint = standing.checkpoints[model.name] else {
                    throw ModelError.notBuilt(model.name)
                }
                return try check(model, checkpoint, standing, entries, database)
            }
        }
        if let found { return found }
        if let first = wanted?.first { throw .notBuilt(first.name) }
        return []
    }

    private func check(
        _ model: any ReadModel.Type, _ checkpoint: Checkpoint, _ standing: ModelStanding,
        _ entries: [ChartEntry], _ database: SQLConnection
    ) throws -> ModelCheck {
        let count = checkpoint.tree.size
        guard checkpoint.fingerprint == model.fingerprint else {
            throw ModelError.outdated(model.name)
        }
        guard try store.root(at: count) == checkpoint.tree.root,
            standing.isWhole(model, at: .live)
        else { throw ModelError.damaged(path: path) }
        try make(model, at: .fresh, database)
        let writer = ModelWriter(database, .fresh) { self.progress($0, count) }
        let names = ModelNames(entries, settled: checkpoint.settled)
        try model.apply(0..<count, of: ModelSource(store, count: count, names: names), to: writer)
        var rows: Int64 = 0
        var differing: Int64 = 0
        var differences: [ModelDifference] = []
        for table in model.tables {
            var shown = 0
            let comparison = TableComparison(table: table, left: .live, right: .fresh)
            try comparison.forEachDifference(in: database) { key, stored, recomputed in
                differing += 1
                shown += 1
                if shown > ModelDatabase.shownMax { return }
                differences.append(
                    ModelDifference(
                        table: table.name, key: key.map(\.text).joined(separator: " "),
                        stored: stored.map { $0.map(\.text).joined(separator: "|") },
                        recomputed: recomputed.map { $0.map(\.text).joined(separator: "|") }))
            }
            let sql = "SELECT count(*) FROM fresh.\(table.name)"
            rows += try SQLStatement(database, sql).first([])?.first?.integer ?? 0
        }
        return ModelCheck(
            name: model.name, position: checkpoint.position, rows: rows, differing: differing,
            differences: differences)
    }

    /// Takes projections away; all of them with the file.
    ///
    /// - Parameter names: Which; `nil` for all.
    /// - Returns: Those that were there.
    public func drop(_ names: [String]?) throws(ModelError) -> [String] {
        let wanted = try models(names)
        let built: [String]
        do throws(ModelError) {
            built =
                try reading { queue in
                    let found = try queue.read { try Checkpoint.all(in: $0) }
                    return models.map { $0.name }.filter { found[$0] != nil }
                } ?? []
        } catch .damaged {
            if wanted != nil { throw .damaged(path: path) }
            built = []
        } catch { throw error }
        guard let wanted else {
            try remove()
            try forget(models.map { $0.name })
            return built
        }
        for model in wanted where !built.contains(model.name) { throw .notBuilt(model.name) }
        try writing { queue, _ in
            try queue.transact { database in
                for model in wanted {
                    for place in [ModelPlace.live, .next] {
                        try drop(model, at: place, in: database)
                    }
                }
                return .commit
            }
        }
        try forget(wanted.map { $0.name })
        return wanted.map { $0.name }
    }
}

/// A row that is not what the log says.
public struct ModelDifference: Codable, Hashable, Sendable {
    /// The table.
    public let table: String
    /// The values of its key, joined by blanks.
    public let key: String
    /// The row as it is, its values joined by `|`; `nil` where there is none.
    public let stored: String?
    /// The row as it follows from the log; `nil` where there should be none.
    public let recomputed: String?
}

/// What a check of a projection found.
public struct ModelCheck: Codable, Hashable, Sendable {
    /// The projection.
    public let name: String
    /// The position of the last event that its rows reflect.
    public let position: UInt64
    /// How many rows follow from the log.
    public let rows: Int64
    /// How many rows are not there as they should be, or should not be there.
    public let differing: Int64
    /// The first of them, by table and key.
    public let differences: [ModelDifference]
}
