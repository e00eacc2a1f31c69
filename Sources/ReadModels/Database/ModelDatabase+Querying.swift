internal import Ledger

extension ModelDatabase {
    /// Brings the projections to the end of the log and runs a statement that changes nothing.
    ///
    /// - Parameter sql: One statement of SQLite's SQL.
    /// - Throws: ``ModelError/writes(_:)``, ``ModelError/severalStatements``,
    ///   ``ModelError/badStatement(_:)``, and what ``catchUp(_:rebuilding:)`` throws.
    public func query(_ sql: String) throws(ModelError) -> SQLResult {
        try writing { queue, wasDamaged in
            let (outcomes, missing) = try caughtUp(queue, wasDamaged: wasDamaged)
            return try queue.read { database in
                database.refuseOthers()
                do {
                    return try rows(of: sql, in: database, outcomes)
                } catch let error as SQLError
                    where error.kind == .damaged
                {
                    throw error
                } catch let error as SQLError where error.kind == .readonly {
                    throw ModelError.writes(sql)
                } catch let error as SQLError where error.kind == .misuse {
                    throw ModelError.severalStatements
                } catch let error as SQLError {
                    let words = error.message ?? "SQLite's error \(error.code)"
                    if let missing, isAbout(missing, words) { throw missing }
                    throw ModelError.badStatement(words)
                }
            }
        }
    }

    /// Brings all projections to the end of the log but one of which a sum is too large for SQL:
    /// its tables go, and the error is for statements that need them.
    func caughtUp(
        _ queue: SQLConnection, wasDamaged: Bool
    ) throws -> ([ModelOutcome], missing: ModelError?) {
        do {
            return (try catchUp(queue, nil, wasDamaged: wasDamaged), nil)
        } catch let error as ModelError {
            guard case .sumTooLarge(let table, _) = error,
                let model = models.first(where: { $0.tables.contains { $0.name == table } })
            else { throw error }
            try queue.transact { database in
                try drop(model, at: .live, in: database)
                return .commit
            }
            return (try catchUp(queue, nil, without: model), error)
        }
    }

    /// Whether SQLite misses a table or a view that is not there because of a sum.
    private func isAbout(_ missing: ModelError, _ words: String) -> Bool {
        guard case .sumTooLarge(let table, _) = missing, words.hasPrefix("no such table: "),
            let model = models.first(where: { $0.tables.contains { $0.name == table } })
        else { return false }
        let words = words.lowercased()
        return model.objects.contains { words.hasSuffix(" \($0)") || words.hasSuffix(".\($0)") }
    }

    private func rows(
        of sql: String, in database: SQLConnection, _ outcomes: [ModelOutcome]
    ) throws -> SQLResult {
        let statement = try SQLStatement(database, sql)
        guard statement.isReadonly else { throw ModelError.writes(sql) }
        var rows: [[SQLValue]] = []
        try statement.forEachRow { row in
            rows.append(row)
            return true
        }
        return SQLResult(columns: statement.columnNames, rows: rows, outcomes: outcomes)
    }
}

/// What a statement found.
public struct SQLResult: Hashable, Sendable {
    /// What its columns are called.
    public let columns: [String]
    /// Its rows.
    public let rows: [[SQLValue]]
    /// What was done to the projections before.
    public let outcomes: [ModelOutcome]
}
