internal import EventLog
internal import Ledger

extension ModelDatabase {
    /// What is to be done to a projection.
    ///
    /// - Parameters:
    ///   - captured: Events that were read already.
    ///   - ties: What was found out about trees, by tree.
    func plan(
        _ model: any ReadModel.Type, _ standing: ModelStanding, to tree: MerkleFrontier,
        wasDamaged: Bool, _ captured: CapturedEvents?, _ ties: inout [MerkleFrontier: Bool]
    ) throws -> ModelPlan {
        guard let checkpoint = standing.checkpoints[model.name] else {
            return .rebuild(wasDamaged ? .damaged : .missing)
        }
        guard try isTied(checkpoint.tree, to: tree, captured, &ties) else {
            return .rebuild(.diverged)
        }
        if checkpoint.fingerprint == model.fingerprint {
            return standing.isWhole(model, at: .live) ? .follow(checkpoint) : .rebuild(.damaged)
        }
        // The reference data has no figures that anybody would want to compare.
        if model == ChartModel.self || !standing.has(checkpoint) { return .rebuild(.damaged) }
        return .keep(checkpoint)
    }

    /// Whether the log goes on where a tree ends: its root follows from that tree and the events
    /// behind it.
    func isTied(
        _ tree: MerkleFrontier, to end: MerkleFrontier, _ captured: CapturedEvents?,
        _ ties: inout [MerkleFrontier: Bool]
    ) throws -> Bool {
        if tree == end { return true }
        if let known = ties[tree] { return known }
        let isTied: Bool
        if tree.size >= end.size {
            isTied = false
        } else if end.size - tree.size > ModelDatabase.hashedMax {
            isTied = try store.root(at: tree.size) == tree.root
        } else {
            var grown = tree
            try events(tree.size..<end.size, captured).extend(&grown, to: end.size)
            isTied = grown == end
        }
        ties[tree] = isTied
        return isTied
    }

    /// The new events, read once, where all that are carried on lack the same few.
    func captured(_ standing: ModelStanding, to tree: MerkleFrontier) throws -> CapturedEvents? {
        let ends = Set(models.compactMap { standing.checkpoints[$0.name]?.tree.size })
            .filter { $0 < tree.size }
        guard let first = ends.first, ends.count == 1,
            tree.size - first <= ModelDatabase.hashedMax
        else { return nil }
        return try CapturedEvents(store, first..<tree.size)
    }

    /// Where some events are read from.
    func events(_ positions: Range<UInt64>, _ captured: CapturedEvents?) -> any EventStore {
        if let captured, captured.positions == positions { captured } else { store }
    }

    /// Up to how many events are hashed to compare roots; beyond, the log's own tree is asked.
    private static let hashedMax: UInt64 = 4_096

    /// How many events say what names and settings rows follow that reflect some events: all that
    /// there are, as long as what was said later does not change what the rows mean.
    func settled(
        _ model: any ReadModel.Type, _ checkpoint: Checkpoint, _ entries: [ChartEntry],
        end: UInt64
    ) -> UInt64 {
        let old = checkpoint.settled
        if model.terms.isEmpty || !entries.contains(where: { $0.position >= old }) { return end }
        let count = checkpoint.tree.size
        let was = ModelNames(entries, settled: old).said(of: model.terms, count)
        return was == ModelNames(entries, settled: end).said(of: model.terms, count) ? end : old
    }

    /// The projection of a name.
    func model(_ name: String) throws(ModelError) -> any ReadModel.Type {
        if let model = models.first(where: { $0.name == name }) { return model }
        throw .unknownProjection(name, known: models.map { $0.name })
    }

    /// The projections of some names; `nil` where `nil`.
    func models(_ names: [String]?) throws(ModelError) -> [any ReadModel.Type]? {
        guard let names else { return nil }
        var models: [any ReadModel.Type] = []
        for name in names { models.append(try model(name)) }
        return models
    }
}

/// What a database holds.
struct ModelStanding {
    /// By the name of the projection, `next_` in front for what is built beside.
    let checkpoints: [String: Checkpoint]
    /// The statements that made what is there, by name.
    let definitions: [String: String]

    init(_ database: SQLConnection) throws {
        checkpoints = try Checkpoint.all(in: database)
        definitions = try ModelDatabase.definitions(in: database)
    }

    /// Whether a projection's rows were made before an erasure, and may hold the text.
    func lacks(_ erasure: UInt64?, _ model: any ReadModel.Type) -> Bool {
        guard let erasure, let checkpoint = checkpoints[model.name] else { return false }
        return checkpoint.tree.size <= erasure
    }

    /// Whether what a program of another version made is all there.
    func has(_ checkpoint: Checkpoint) -> Bool {
        checkpoint.objects.allSatisfy { definitions[$0] != nil }
    }

    /// Whether the tables, views and indexes of a projection are what they should be.
    func isWhole(_ model: any ReadModel.Type, at place: ModelPlace) -> Bool {
        model.tables.allSatisfy {
            definitions[place.mark + $0.name]
                == $0.creation(at: place).replacing("main.", with: "")
        } && (place == .next || model.views.allSatisfy { definitions[$0.name] == $0.creation })
            && model.indexes.allSatisfy { name, columns in
                definitions[place.mark + name]
                    == "CREATE INDEX \(place.mark)\(name) ON \(place.mark)\(columns)"
            }
    }
}

/// What is to be done to a projection.
enum ModelPlan {
    /// All rows are made anew.
    case rebuild(ModelOutcome.Cause)
    /// Events are added.
    case follow(Checkpoint)
    /// Rows of another version of the program stay as they are.
    case keep(Checkpoint)
}
