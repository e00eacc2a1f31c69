internal import EventLog
internal import Ledger

extension ModelDatabase {
    /// Builds, beside the rows that are read, those of projections that names, settings or another
    /// version of the program have made outdated, and compares both. What was built for an earlier
    /// upgrade that was not accepted is used again.
    ///
    /// - Parameters:
    ///   - names: Of which something is reported; `nil` for all that there are. All are built: the
    ///     lines tell which events are behind the cells of reports.
    ///   - listing: Whether each row that changes is reported, with the events behind it.
    /// - Returns: What changes in each that is outdated.
    /// - Complexity: O(*n*) in the events.
    public func prepareUpgrade(
        _ names: [String]? = nil, listing: Bool = false
    ) throws(ModelError) -> [ModelUpgrade] {
        let wanted = try models(names)
        return try writing { queue, wasDamaged in
            let outcomes = try catchUp(queue, nil, wasDamaged: wasDamaged)
            let tree = try store.frontier()
            var pending: [(model: any ReadModel.Type, reason: ModelOutdated)] = []
            for outcome in outcomes {
                let model = try model(outcome.name)
                if let reason = outcome.outdated {
                    pending.append((model, reason))
                } else {
                    try dropNext(model, queue)
                }
            }
            for (model, _) in pending { try build(model, tree, queue) }
            let built = Set(pending.map { $0.model.name })
            pending.removeAll { pending in wanted?.contains { $0 == pending.model } == false }
            return try pending.map { model, reason in
                try compare(model, reason, built, isListed: listing, queue)
            }
        }
    }

    /// Switches projections to what was built beside them, brought to the end of the log, all in
    /// one transaction.
    ///
    /// - Parameter names: Which; `nil` for all that were built.
    /// - Returns: The names of those that were switched.
    /// - Throws: ``ModelError/notPrepared(_:)`` where nothing was built, or names, settings or the
    ///   program have changed since.
    public func acceptUpgrade(_ names: [String]? = nil) throws(ModelError) -> [String] {
        let wanted = try models(names)
        return try writing { queue, wasDamaged in
            _ = try catchUp(queue, nil, wasDamaged: wasDamaged)
            let tree = try store.frontier()
            var switched: [String] = []
            try queue.transact { database in
                let standing = try ModelStanding(database)
                let entries = try ChartModel.entries(in: database)
                for model in wanted ?? models {
                    guard let old = try usable(model, standing, entries, tree) else {
                        if wanted == nil, standing.checkpoints["next_\(model.name)"] == nil {
                            continue
                        }
                        throw ModelError.notPrepared(model.name)
                    }
                    _ = try bring(model, .follow(old), at: .next, to: tree, entries, nil, database)
                    try switchOver(model, database)
                    switched.append(model.name)
                }
                return .commit
            }
            return switched
        }
    }

    private func dropNext(_ model: any ReadModel.Type, _ queue: SQLConnection) throws {
        try queue.transact { database in
            if try Checkpoint.all(in: database)["next_\(model.name)"] != nil {
                try drop(model, at: .next, in: database)
            }
            return .commit
        }
    }

    /// What is built beside a projection, if it is what an upgrade would switch to now.
    private func usable(
        _ model: any ReadModel.Type, _ standing: ModelStanding, _ entries: [ChartEntry],
        _ tree: MerkleFrontier
    ) throws -> Checkpoint? {
        var ties: [MerkleFrontier: Bool] = [:]
        guard let old = standing.checkpoints["next_\(model.name)"],
            old.fingerprint == model.fingerprint, standing.isWhole(model, at: .next),
            settled(model, old, entries, end: tree.size) == tree.size,
            try isTied(old.tree, to: tree, nil, &ties)
        else { return nil }
        return old
    }

    /// Builds a projection beside the rows that are read, up to where those are: what differs
    /// then is not due to what happened since.
    private func build(
        _ model: any ReadModel.Type, _ tree: MerkleFrontier, _ queue: SQLConnection
    ) throws {
        try queue.transact { database in
            let standing = try ModelStanding(database)
            guard let live = standing.checkpoints[model.name] else { return .rollback }
            let entries = try ChartModel.entries(in: database)
            var plan = ModelPlan.rebuild(.asked)
            if let old = try usable(model, standing, entries, tree),
                old.tree.size <= live.tree.size
            {
                plan = .follow(old)
            }
            _ = try bring(
                model, plan, at: .next, to: live.tree, settledBy: tree.size, entries, nil,
                database)
            return .commit
        }
    }

    /// Puts what was built beside in the place of the rows that are read.
    private func switchOver(_ model: any ReadModel.Type, _ database: SQLConnection) throws {
        let name = "\(ModelPlace.next.mark)\(model.name)"
        guard var checkpoint = try Checkpoint.all(in: database)[name] else { return }
        try drop(model, at: .live, in: database)
        for index in model.indexes.keys {
            try database.execute("DROP INDEX IF EXISTS main.next_\(index)")
        }
        // Views that read a table which is not there at that moment do not matter.
        try database.execute("PRAGMA legacy_alter_table = ON")
        for table in model.tables {
            try database.execute("ALTER TABLE main.next_\(table.name) RENAME TO \(table.name)")
        }
        try database.execute("PRAGMA legacy_alter_table = OFF")
        for view in model.views { try database.execute(view.creation) }
        try makeIndexes(model, at: .live, database)
        try Checkpoint.delete(name, in: database)
        checkpoint.name = model.name
        try checkpoint.write(to: database)
    }

    private func compare(
        _ model: any ReadModel.Type, _ reason: ModelOutdated, _ built: Set<String>,
        isListed: Bool, _ database: SQLConnection
    ) throws -> ModelUpgrade {
        let checkpoints = try Checkpoint.all(in: database)
        let entries = try ChartModel.entries(in: database)
        var changed: [String: Int64] = [:]
        var changes: [ModelChange] = []
        for table in model.tables {
            guard
                let comparison = try TableComparison(
                    table: table, old: .live, new: .next, in: database)
            else { continue }
            var found: [RowChange] = []
            try comparison.forEachDifference(in: database) { key, old, new in
                changed[table.name, default: 0] += 1
                if isListed {
                    found.append(RowChange(key, old, new, comparison.columns, table.key))
                }
            }
            let finder = EvidenceFinder(
                table: table, key: comparison.key, database: database,
                sides: [ModelPlace.live, .next].compactMap { place in
                    let settled = checkpoints[place.mark + model.name]?.settled
                    let weekStart = ModelNames(entries, settled: settled ?? 0).weekStart
                    return model.evidence(for: table.name, weekStart: weekStart).map { sql in
                        EvidenceFinder.side(sql, at: place, built)
                    }
                })
            changes += try finder.found(found)
        }
        return ModelUpgrade(
            name: model.name, reason: reason,
            old: Int(checkpoints[model.name]?.version ?? 0), new: model.version,
            position: checkpoints[model.name]?.position ?? 0, changed: changed, changes: changes)
    }
}
