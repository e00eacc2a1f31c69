internal import EventLog
internal import Ledger

extension ModelDatabase {
    /// Brings projections to the end of the log: by the events that are missing where that will do,
    /// else from the first event on. All that are carried on change in one transaction with their
    /// checkpoints, and each one that is made anew in one of its own, so that whoever reads
    /// meanwhile, and whoever comes after a crash, finds them as they were or as they shall be.
    ///
    /// Where names or settings have changed since the rows were made, they go on with the old ones;
    /// rows of another version of the program stay as they are. Both wait for an upgrade.
    ///
    /// - Parameters:
    ///   - names: Which; `nil` for all but optional ones that nobody asked for yet.
    ///   - rebuilding: Whether all rows are made anew in any case.
    /// - Returns: What was done to each.
    /// - Throws: ``ModelError/unknownProjection(_:known:)`` and what reading and writing throw.
    /// - Complexity: O(*n*) in the events that are missing, and in the names of the ledger.
    public func catchUp(
        _ names: [String]? = nil, rebuilding: Bool = false
    ) throws(ModelError) -> [ModelOutcome] {
        let wanted = try models(names)
        return try writing { queue, wasDamaged in
            try catchUp(queue, wanted, rebuilding: rebuilding, wasDamaged: wasDamaged)
        }
    }

    func catchUp(
        _ queue: SQLConnection, _ wanted: [any ReadModel.Type]?, rebuilding: Bool = false,
        wasDamaged: Bool = false, without left: (any ReadModel.Type)? = nil
    ) throws -> [ModelOutcome] {
        if rebuilding, wanted == nil { try demandSoundness(queue) }
        for model in wanted ?? [] where model.isOptional { try want(model.name) }
        let tree = try store.frontier()
        if tree.size == 0 { return [] }
        let standing = try queue.read { try ModelStanding($0) }
        let erased = try lastErasure(standing, tree)
        let captured = try captured(standing, to: tree)
        let asked = try asked()
        let chosen =
            wanted
            ?? models.filter { model in
                left.map { $0 == model } != true
            }.filter { model in
                !model.isOptional || asked.contains(model.name)
                    || standing.checkpoints[model.name] != nil
            }
        var ties: [MerkleFrontier: Bool] = [:]
        var plans: [(model: any ReadModel.Type, plan: ModelPlan)] = []
        for model in [ChartModel.self] + chosen.filter({ $0 != ChartModel.self }) {
            let isAsked = rebuilding && chosen.contains { $0 == model }
            plans.append(
                (
                    model,
                    isAsked
                        ? .rebuild(.asked)
                        : standing.lacks(erased, model)
                            ? .rebuild(.erased)
                            : try plan(
                                model, standing, to: tree, wasDamaged: wasDamaged, captured, &ties)
                ))
        }
        var outcomes: [String: ModelOutcome] = [:]
        func bring(_ some: [(model: any ReadModel.Type, plan: ModelPlan)]) throws {
            try queue.transact { database in
                var entries: [ChartEntry]?
                for (model, plan) in some {
                    if model != ChartModel.self, entries == nil {
                        entries = try ChartModel.entries(in: database)
                    }
                    outcomes[model.name] = try self.bring(
                        model, plan, to: tree, entries ?? [], captured, database)
                }
                return .commit
            }
        }
        var rest = plans
        if plans.contains(where: { $0.plan.cause != nil }) {
            // The reference data comes first: the others need it.
            try bring([rest.removeFirst()])
            for rebuild in rest where rebuild.plan.cause != nil { try bring([rebuild]) }
            rest.removeAll { $0.plan.cause != nil }
        }
        if rest.contains(where: { $0.plan.isWork(to: tree) }) { try bring(rest) }
        return chosen.compactMap { model in
            if let outcome = outcomes[model.name] { return outcome }
            return plans.first { $0.model == model }.flatMap { ModelOutcome(model, $0.plan, tree) }
        }
    }

    /// The position of the last erasure that some rows do not know of; `nil` for none.
    func lastErasure(
        _ standing: ModelStanding, _ tree: MerkleFrontier
    ) throws -> UInt64? {
        let sizes = standing.checkpoints.values.map(\.tree.size)
        guard let first = sizes.min(), first < tree.size else { return nil }
        let found = try store.positions(of: [.textErased], in: first..<tree.size)
        return found.last
    }

    /// Tables that are made anew in a file that is not sound would not be, either. Checkpoints stay
    /// where they are, and in the wrong order only the longer check notices them.
    func demandSoundness(_ queue: SQLConnection) throws {
        let isSound = try queue.read { database in
            try ["PRAGMA quick_check(1)", "PRAGMA integrity_check(projection)"].allSatisfy {
                try SQLStatement(database, $0).first([]) == [.text("ok")]
            }
        }
        if !isSound { throw SQLError.corrupt }
    }

    /// Brings one projection to the end of the log.
    func bring(
        _ model: any ReadModel.Type, _ plan: ModelPlan, at place: ModelPlace = .live,
        to tree: MerkleFrontier, settledBy: UInt64? = nil, _ entries: [ChartEntry],
        _ captured: CapturedEvents?, _ database: SQLConnection
    ) throws -> ModelOutcome? {
        let start = uptime()
        var old: Checkpoint?
        switch plan {
        case .keep: return ModelOutcome(model, plan, tree)
        case .follow(let checkpoint): old = checkpoint
        case .rebuild: break
        }
        let end = settledBy ?? tree.size
        let settled = old.map { self.settled(model, $0, entries, end: end) } ?? end
        let first = old?.tree.size ?? 0
        let writer = ModelWriter(database, place) { done in
            self.progress(done - first, tree.size - first)
        }
        if old == nil {
            try drop(model, at: place, in: database)
            if place == .live { try drop(model, at: .next, in: database) }
            try make(model, at: place, database)
        }
        if first < tree.size {
            let names = ModelNames(entries, settled: settled)
            let source = ModelSource(
                events(first..<tree.size, captured), count: tree.size, names: names)
            try model.apply(first..<tree.size, of: source, to: writer)
        }
        if old == nil { try makeIndexes(model, at: place, database) }
        let seconds = (uptime() - start) / .seconds(1)
        let checkpoint = Checkpoint(
            name: place.mark + model.name, version: Int64(model.version),
            fingerprint: model.fingerprint, tree: tree, settled: settled,
            objects: model.objects, builtAt: old?.builtAt ?? now().description,
            seconds: old?.seconds ?? seconds)
        if checkpoint != old { try checkpoint.write(to: database) }
        return ModelOutcome(
            name: model.name, cause: plan.cause, events: tree.size - first, seconds: seconds,
            outdated: settled == end ? nil : .names, position: tree.size - 1)
    }

    /// Makes the tables of a projection, and where everybody reads them its views.
    func make(_ model: any ReadModel.Type, at place: ModelPlace, _ database: SQLConnection) throws {
        for table in model.tables { try database.execute(table.creation(at: place)) }
        if place != .live { return }
        for view in model.views { try database.execute(view.creation) }
    }

    /// Made when all rows are there: that is faster than row by row.
    func makeIndexes(
        _ model: any ReadModel.Type, at place: ModelPlace, _ database: SQLConnection
    ) throws {
        for (name, columns) in model.indexes.sorted(by: { $0.key < $1.key }) {
            let sql = "CREATE INDEX \(place.mark)\(name) ON \(place.mark)\(columns)"
            try database.execute(sql)
        }
    }

    /// Takes the tables and views of a projection away, with its checkpoint; those of another
    /// version as well.
    func drop(
        _ model: any ReadModel.Type, at place: ModelPlace, in database: SQLConnection
    ) throws {
        let name = place.mark + model.name
        let old = try Checkpoint.all(in: database)[name]?.objects ?? []
        let kinds = try SQLStatement(
            database, "SELECT type FROM main.sqlite_schema WHERE name = ?")
        for object in old + model.objects.filter({ !old.contains($0) }) {
            let object = place.mark + object
            guard let kind = try kinds.first([.text(object)])?[0].text,
                ["table", "view"].contains(kind)
            else { continue }
            try database.execute("DROP \(kind) main.\"\(object)\"")
        }
        try Checkpoint.delete(name, in: database)
    }
}

extension ModelPlan {
    /// Why all rows are made anew.
    var cause: ModelOutcome.Cause? {
        if case .rebuild(let cause) = self { cause } else { nil }
    }

    /// Whether anything is to be written.
    fileprivate func isWork(to tree: MerkleFrontier) -> Bool {
        switch self {
        case .rebuild: true
        case .follow(let checkpoint): checkpoint.tree != tree
        case .keep: false
        }
    }
}

extension ModelOutcome {
    /// What there was to do where there was nothing.
    fileprivate init?(_ model: any ReadModel.Type, _ plan: ModelPlan, _ tree: MerkleFrontier) {
        let checkpoint: Checkpoint
        let outdated: ModelOutdated?
        switch plan {
        case .rebuild: return nil
        case .follow(let old):
            checkpoint = old
            outdated = old.settled < tree.size ? .names : nil
        case .keep(let old):
            checkpoint = old
            outdated = .program
        }
        self.init(
            name: model.name, cause: nil, events: 0, seconds: 0, outdated: outdated,
            position: checkpoint.position)
    }
}
