internal import EventLog
internal import Ledger

extension ModelDatabase {
    /// Bytes of the database's files; `nil` where there is none.
    public var bytes: UInt64? { files?.bytes }

    /// Where the projections are; nothing is made or brought up to date.
    public func list() throws(ModelError) -> [ModelStatus] {
        let tree = try mapErrors { try store.frontier() }
        let asked = try asked()
        let nothing = models.map {
            ModelStatus($0, .missing, isOptional: $0.isOptional && !asked.contains($0.name))
        }
        do throws(ModelError) {
            let found = try reading { queue in
                let entries = try ChartModel.entries(of: store, in: 0..<tree.size)
                return try queue.read { database in
                    let standing = try ModelStanding(database)
                    let sizes = sizes(in: database)
                    return try models.compactMap { model in
                        guard let checkpoint = standing.checkpoints[model.name] else {
                            return nothing.first { $0.name == model.name }
                        }
                        let isCurrent =
                            try checkpoint.fingerprint == model.fingerprint
                            && standing.isWhole(model, at: .live)
                            && settled(model, checkpoint, entries, end: tree.size) == tree.size
                            && store.root(at: checkpoint.tree.size) == checkpoint.tree.root
                        return ModelStatus(
                            model, checkpoint, isCurrent: isCurrent, count: tree.size,
                            bytes: sizes.flatMap { sizes in
                                let names = model.objects + model.indexes.keys
                                return names.compactMap { sizes[$0] }.reduce(0, +)
                            }, prepared: standing.checkpoints["next_\(model.name)"] != nil)
                    }
                }
            }
            return found ?? nothing
        } catch .damaged {
            return models.map { ModelStatus($0, .damaged, isOptional: $0.isOptional) }
        } catch {
            throw error
        }
    }

    /// Bytes by table and index; `nil` where SQLite was built without the table that knows.
    private func sizes(in database: SQLConnection) -> [String: UInt64]? {
        var sizes: [String: UInt64] = [:]
        do {
            let sql = "SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE"
            try SQLStatement(database, sql).forEachRow { row in
                if case .integer(let bytes) = row[1] { sizes[row[0].text] = UInt64(max(0, bytes)) }
                return true
            }
        } catch { return nil }
        return sizes
    }
}

/// Where a projection is.
public struct ModelStatus: Codable, Hashable, Sendable {
    /// Whether its rows can be relied on.
    public enum State: String, Codable, Hashable, Sendable {
        /// They reflect every event.
        case fresh
        /// Events were added since.
        case stale
        /// Another version of the program made them, or for other settings or names, or another
        /// log.
        case outdated
        /// There are none.
        case missing
        /// The database is damaged.
        case damaged
    }

    /// What it is called.
    public let name: String
    /// Of what the program makes of events.
    public let version: Int
    /// Whether its rows can be relied on.
    public let state: State
    /// The position of the last event that its rows reflect; `nil` where there are none.
    public let position: UInt64?
    /// How many events were added since; `nil` where there are no rows.
    public let lag: UInt64?
    /// Bytes of its tables and indexes; `nil` where there are none, or SQLite does not say.
    public let bytes: UInt64?
    /// When all rows were made anew last, RFC 3339 in UTC; `nil` where there are none.
    public let builtAt: String?
    /// How many seconds that took; `nil` where there are no rows.
    public let seconds: Double?
    /// Whether it is built only for who asks for it by name.
    public let optional: Bool
    /// Whether what an upgrade switches to is built beside it.
    public let prepared: Bool
}

extension ModelStatus {
    fileprivate init(_ model: any ReadModel.Type, _ state: State, isOptional: Bool) {
        name = model.name
        version = model.version
        self.state = state
        (position, lag, bytes, builtAt, seconds) = (nil, nil, nil, nil, nil)
        optional = isOptional
        prepared = false
    }

    fileprivate init(
        _ model: any ReadModel.Type, _ checkpoint: Checkpoint, isCurrent: Bool, count: UInt64,
        bytes: UInt64?, prepared: Bool
    ) {
        name = model.name
        version = Int(checkpoint.version)
        let lag = count >= checkpoint.tree.size ? count - checkpoint.tree.size : 0
        state = !isCurrent ? .outdated : lag > 0 ? .stale : .fresh
        position = checkpoint.position
        self.lag = lag
        self.bytes = bytes
        builtAt = checkpoint.builtAt
        seconds = checkpoint.seconds
        optional = model.isOptional
        self.prepared = prepared
    }
}
