internal import EventLog
internal import GRDB
internal import Ledger

/// Where a projection stands.
package struct ModelStatus: Codable, Hashable, Sendable {
    /// Whether its rows can be relied on.
    package enum State: String, Codable, Hashable, Sendable {
        /// They tell of every event.
        case fresh
        /// Events were added since.
        case stale
        /// They have to be made anew: another version, other settings or names, or another log.
        case outdated
        /// There are none.
        case missing
        /// The database is damaged.
        case damaged
    }

    /// What it is called.
    package let name: String
    /// Of what the program makes of events.
    package let version: Int
    /// Whether its rows can be relied on.
    package let state: State
    /// The position of the last event that its rows tell of; `nil` where there are none.
    package let position: UInt64?
    /// How many events were added since; `nil` where there are no rows.
    package let lag: UInt64?
    /// Bytes of its tables and indexes; `nil` where there are none, or SQLite does not tell.
    package let bytes: UInt64?
    /// When all rows were made anew last, RFC 3339 in UTC; `nil` where there are none.
    package let builtAt: String?
    /// How many seconds that took; `nil` where there are no rows.
    package let seconds: Double?
    /// Whether it is built only for who asks for it by name.
    package let optional: Bool
}

extension ModelDatabase {
    /// Bytes of the database's files; `nil` where there is none.
    package var bytes: UInt64? { folder.flatMap { ModelFiles(folder: $0).bytes } }

    /// Where the projections stand; nothing is made or brought up to date.
    package func list() throws(ModelError) -> [ModelStatus] {
        let tree = try lifted { try store.frontier() }
        let chart = try lifted { try Books(store: store, upTo: tree.size).chart }
        do throws(ModelError) {
            let found = try reading { queue in
                try queue.read { database in
                    let definitions = try definitions(in: database)
                    let sizes = sizes(in: database)
                    let built = try Checkpoint.all(in: database)
                    return try ModelCatalog.all.map { model in
                        guard let checkpoint = built.first(where: { $0.name == model.name }) else {
                            return ModelStatus(model, .missing)
                        }
                        let isUsable =
                            try isWhole(model, definitions)
                            && checkpoint.fingerprint
                                == model.fingerprint(chart, checkpoint.tree.size)
                            && store.root(at: checkpoint.tree.size) == checkpoint.tree.root
                        return ModelStatus(
                            model, checkpoint, isUsable: isUsable, count: tree.size,
                            bytes: sizes.flatMap { sizes in
                                let names = model.tables.map(\.name) + model.indexes.keys
                                return names.compactMap { sizes[$0] }.reduce(0, +)
                            })
                    }
                }
            }
            return found ?? ModelCatalog.all.map { ModelStatus($0, .missing) }
        } catch .damaged {
            return ModelCatalog.all.map { ModelStatus($0, .damaged) }
        } catch {
            throw error
        }
    }

    /// Bytes by table and index; `nil` where SQLite was built without the table that tells.
    private func sizes(in database: Database) -> [String: UInt64]? {
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

extension ModelStatus {
    fileprivate init(_ model: any ReadModel.Type, _ state: State) {
        name = model.name
        version = model.version
        self.state = state
        (position, lag, bytes, builtAt, seconds) = (nil, nil, nil, nil, nil)
        optional = model.isOptional
    }

    fileprivate init(
        _ model: any ReadModel.Type, _ checkpoint: Checkpoint, isUsable: Bool, count: UInt64,
        bytes: UInt64?
    ) {
        name = model.name
        version = Int(checkpoint.version)
        let lag = count >= checkpoint.tree.size ? count - checkpoint.tree.size : 0
        state = !isUsable ? .outdated : lag > 0 ? .stale : .fresh
        position = checkpoint.position
        self.lag = lag
        self.bytes = bytes
        builtAt = checkpoint.builtAt
        seconds = checkpoint.seconds
        optional = model.isOptional
    }
}
