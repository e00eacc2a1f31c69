internal import EventLog
internal import GRDB
internal import Ledger

/// A row that is not what the log says.
package struct ModelDifference: Codable, Hashable, Sendable {
    /// The table.
    package let table: String
    /// The values of its key, joined by blanks.
    package let key: String
    /// The row as it is, its values joined by `|`; `nil` where there is none.
    package let stored: String?
    /// The row as it follows from the log; `nil` where there should be none.
    package let recomputed: String?
}

/// What a check of a projection found.
package struct ModelCheck: Codable, Hashable, Sendable {
    /// The projection.
    package let name: String
    /// The position of the last event that its rows tell of.
    package let position: UInt64
    /// How many rows follow from the log.
    package let rows: Int64
    /// How many rows are not there as they should be, or should not be there.
    package let differing: Int64
    /// The first of them, by table and key.
    package let differences: [ModelDifference]
}

extension ModelDatabase {
    /// How many rows that differ are told of each table.
    private static let shownMax = 10

    /// Makes the rows of projections anew beside those that are there, and compares every one.
    /// Nothing is changed.
    ///
    /// - Parameter names: Which; `nil` for all that are built.
    /// - Throws: ``ModelError/notBuilt(_:)`` for one without rows, ``ModelError/damaged(path:)``
    ///   for a database that SQLite finds to be damaged, or that tells of another log.
    /// - Complexity: O(*n*) in the events.
    package func check(_ names: [String]? = nil) throws(ModelError) -> [ModelCheck] {
        let wanted = try models(names)
        let found = try reading(isReadonly: false) { queue in
            try queue.writeWithoutTransaction { database in
                let built = try Checkpoint.all(in: database)
                let integrity = try SQLStatement(database, "PRAGMA integrity_check(1)").first([])
                guard integrity == [.text("ok")] else { throw ModelError.damaged(path: path) }
                // A database of its own on disk, without a name, that goes with the connection.
                try database.execute(sql: "ATTACH DATABASE '' AS fresh")
                let models =
                    wanted
                    ?? ModelCatalog.all.filter { model in built.contains { $0.name == model.name } }
                return try models.map { model in
                    guard let checkpoint = built.first(where: { $0.name == model.name }) else {
                        throw ModelError.notBuilt(model.name)
                    }
                    return try check(model, checkpoint, database)
                }
            }
        }
        if let found { return found }
        if let first = wanted?.first { throw .notBuilt(first.name) }
        return []
    }

    private func check(
        _ model: any ReadModel.Type, _ checkpoint: Checkpoint, _ database: Database
    ) throws -> ModelCheck {
        let count = checkpoint.tree.size
        guard try store.root(at: count) == checkpoint.tree.root,
            isWhole(model, try definitions(in: database))
        else { throw ModelError.damaged(path: path) }
        let source = try ModelSource(store, upTo: count)
        guard checkpoint.fingerprint == model.fingerprint(source.chart, count) else {
            throw ModelError.outdated(model.name)
        }
        try make(model, in: "fresh", database)
        let writer = ModelWriter(database, schema: "fresh") { self.progress($0, count) }
        try database.execute(sql: "BEGIN")
        defer { try? database.execute(sql: "ROLLBACK") }
        try model.apply(0..<count, of: source, to: writer)
        var rows: Int64 = 0
        var differing: Int64 = 0
        var differences: [ModelDifference] = []
        for table in model.tables {
            let comparison = try compare(table, database)
            rows += comparison.rows
            differing += comparison.differing
            differences += comparison.shown
        }
        return ModelCheck(
            name: model.name, position: checkpoint.position, rows: rows, differing: differing,
            differences: differences)
    }

    private func compare(
        _ table: ModelTable, _ database: Database
    ) throws -> (rows: Int64, differing: Int64, shown: [ModelDifference]) {
        var stored: [String: String] = [:]
        var recomputed: [String: String] = [:]
        var keys: [String] = []
        var others: Set<String> = []
        func read(_ side: String, _ other: String, _ found: (String, String) -> Void) throws {
            let sql =
                "SELECT * FROM \(side).\(table.name) EXCEPT SELECT * FROM \(other).\(table.name)"
            let places = table.key.compactMap { key in
                table.columns.firstIndex { $0.name == key }
            }
            try SQLStatement(database, sql).forEachRow { row in
                let key = places.map { row[$0].text }.joined(separator: " ")
                if others.insert(key).inserted, keys.count < ModelDatabase.shownMax {
                    keys.append(key)
                }
                if keys.contains(key) { found(key, row.map(\.text).joined(separator: "|")) }
                return true
            }
        }
        try read("main", "fresh") { stored[$0] = $1 }
        try read("fresh", "main") { recomputed[$0] = $1 }
        let total = try SQLStatement(database, "SELECT count(*) FROM fresh.\(table.name)").first([])
        let shown = keys.map { key in
            ModelDifference(
                table: table.name, key: key, stored: stored[key], recomputed: recomputed[key])
        }
        return (total?.first?.integer ?? 0, Int64(others.count), shown)
    }

    /// Takes projections away; all of them with the file.
    ///
    /// - Parameter names: Which; `nil` for all.
    /// - Returns: Those that were there.
    package func drop(_ names: [String]?) throws(ModelError) -> [String] {
        let wanted = try models(names)
        let built: [String]
        do throws(ModelError) {
            built = try reading { try $0.read { try Checkpoint.all(in: $0).map(\.name) } } ?? []
        } catch .damaged {
            if wanted != nil { throw .damaged(path: path) }
            built = []
        } catch { throw error }
        guard let wanted else {
            try remove()
            return built
        }
        for model in wanted where !built.contains(model.name) { throw .notBuilt(model.name) }
        try writing { queue, _ in
            try queue.inTransaction(.immediate) { database in
                for model in wanted { try drop(model, in: database) }
                return .commit
            }
        }
        return wanted.map { $0.name }
    }
}
