internal import EventLog
internal import Ledger

extension ModelDatabase {
    /// Brings the projections to the end of the log and copies them into a database of its own,
    /// which any tool opens: each table and column says in the schema what it is, and the table
    /// `ledger` says of which events the rows are.
    ///
    /// - Parameter path: The file, which must not exist yet.
    /// - Returns: How many rows each table has, in the order in which they were made.
    /// - Throws: What ``query(_:)`` throws; the file then is not whole.
    /// - Complexity: O(*n*) in the rows.
    package func export(to path: String) throws(ModelError) -> [(table: String, rows: UInt64)] {
        try writing { queue, wasDamaged in
            let (_, missing) = try caughtUp(queue, wasDamaged: wasDamaged)
            if let missing { throw missing }
            return try queue.read { database in
                let built = try ModelStanding(database).checkpoints
                let target = try SQLConnection(path: path, busyMilliseconds: 0)
                // Whoever is interrupted starts anew.
                try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                var counts: [(table: String, rows: UInt64)] = []
                try target.transact { target in
                    try describe(in: target)
                    for model in models where model != ChartModel.self && built[model.name] != nil {
                        for table in model.tables {
                            counts.append((table.name, try copy(table, from: database, to: target)))
                        }
                        try model.finish(in: target)
                    }
                    return .commit
                }
                return counts
            }
        }
    }

    /// Says which events the rows are of.
    private func describe(in target: SQLConnection) throws {
        let tree = try store.frontier()
        let table = ModelTable(
            name: "ledger", meaning: "which events the rows of all tables are of",
            columns: [
                .integer("events", "how many"),
                .text("root", "the root over all of them (RFC 6962), lower-case hex"),
            ], key: ["events"])
        try target.execute(table.creation(at: .live))
        try SQLStatement(target, table.insertion(at: .live)).run([
            .integer(Int64(clamping: tree.size)), .text(tree.root.hex),
        ])
    }

    private func copy(
        _ table: ModelTable, from source: SQLConnection, to target: SQLConnection
    ) throws -> UInt64 {
        try target.execute(table.creation(at: .live))
        let insertion = try SQLStatement(target, table.insertion(at: .live))
        let names = table.columns.map(\.name).joined(separator: ", ")
        let selection = try SQLStatement(source, "SELECT \(names) FROM main.\(table.name)")
        var count: UInt64 = 0
        try selection.forEachRow { row in
            try insertion.run(row)
            count += 1
            return true
        }
        return count
    }
}

extension ReadModel {
    /// Makes indexes and views.
    fileprivate static func finish(in target: SQLConnection) throws {
        for (name, columns) in indexes.sorted(by: { $0.key < $1.key }) {
            try target.execute("CREATE INDEX \(name) ON \(columns)")
        }
        for view in views { try target.execute(view.creation) }
    }
}
