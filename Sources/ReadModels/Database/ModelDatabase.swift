internal import EventLog
public import Ledger

/// The read models of a ledger: a SQLite database beside its log, which any tool can open.
///
/// Everything in it can be made anew from the log. It is opened for one thing at a time; whoever
/// writes holds a lock on the ledger's folder, so that programs do not repair each other's work.
public struct ModelDatabase {
    /// What the file of the program is called.
    public static let fileName = "models.sqlite"
    /// Identifies the file among databases: "LRM1".
    static let applicationID: Int64 = 0x4C52_4D31
    /// The version of the layout that all projections share.
    static let layout: Int64 = 3
    /// How long SQLite waits for others that write, such as a tool that a user runs.
    private static let busyMilliseconds: Int32 = 10_000

    /// The ledger's folder; `nil` for a database in memory that ends with what it was opened for.
    let folder: String?
    /// What the file is called.
    let file: String
    /// The projections; the reference data is the last.
    let models: [any ReadModel.Type]
    let store: any EventStore
    /// What the pages of the file are checked with.
    private let hash: DeviceHash
    /// The wall clock.
    let now: () -> Timestamp
    /// A clock that never goes back.
    let uptime: () -> Duration
    /// Called with how much of how much was done, in events.
    let progress: (UInt64, UInt64) -> Void

    /// The read models of a log.
    ///
    /// - Parameters:
    ///   - folder: The ledger's folder; nothing is touched yet. `nil` for a database in memory.
    ///   - file: What the file is called there; projections of one's own need a file of their own.
    ///   - models: The projections, each of a name of its own, and of tables of their own.
    ///   - store: The log.
    ///   - now: The wall clock.
    ///   - uptime: A clock that never goes back.
    ///   - secret: 32 bytes that only this device knows: rows that were forged, or made elsewhere,
    ///     are made anew then, and not only those that were damaged.
    ///   - progress: Called with how much of how much was done, in events.
    public init(
        folder: String?, file: String = ModelDatabase.fileName,
        models: [any ReadModel.Type] = ModelCatalog.all, store: any EventStore,
        now: @escaping () -> Timestamp, uptime: @escaping () -> Duration, secret: [UInt8]? = nil,
        progress: @escaping (UInt64, UInt64) -> Void = { _, _ in }
    ) {
        self.folder = folder
        self.file = file
        self.models = models + [ChartModel.self]
        self.store = store
        hash = DeviceHash(secret: secret ?? DeviceHash.noSecret, for: "ledger tables")
        self.now = now
        self.uptime = uptime
        self.progress = progress
    }

    /// Its files; `nil` in memory.
    var files: ModelFiles? { folder.map { ModelFiles(folder: $0, file: file) } }

    /// Where the database is.
    public var path: String { files?.path ?? ":memory:" }

    /// The optional projections that were asked for, whatever became of the database since.
    func asked() throws(ModelError) -> Set<String> { Set(try files?.wishes() ?? []) }

    /// Keeps in mind that an optional projection was asked for.
    func want(_ name: String) throws(ModelError) {
        let asked = try asked()
        if asked.contains(name) { return }
        try files?.keep(wishes: asked.union([name]).sorted())
    }

    /// Forgets that optional projections were asked for.
    func forget(_ names: [String]) throws(ModelError) {
        let asked = try asked()
        if asked.isDisjoint(with: names) { return }
        try files?.keep(wishes: asked.subtracting(names).sorted())
    }

    /// Runs something on the database, made where there is none, while nobody else writes. One that
    /// turns out to be damaged is made anew, once.
    ///
    /// - Parameter body: Takes whether the database was damaged and is empty now.
    func writing<Result>(
        _ body: (SQLConnection, _ wasDamaged: Bool) throws -> Result
    ) throws(ModelError) -> Result {
        try mapErrors {
            guard let files else {
                return try body(try made(connected(":memory:")), false)
            }
            return try files.locked {
                do {
                    try files.create()
                    return try body(try opened(), false)
                } catch let error as SQLError where error.isCorruption {
                    try files.remove()
                    try files.create()
                    return try body(try opened(), true)
                }
            }
        }
    }

    /// Runs something on the database as it is; `nil` where there is none.
    ///
    /// - Parameter isReadonly: Whether not even other databases can be made beside it.
    /// - Throws: ``ModelError/damaged(path:)`` for one that is damaged.
    func reading<Result>(
        isReadonly: Bool = true, _ body: (SQLConnection) throws -> Result
    ) throws(ModelError) -> Result? {
        try mapErrors {
            guard let files, files.bytes != nil else { return nil }
            guard files.areFiles else { throw ModelError.damaged(path: path) }
            do {
                let queue = try connected(path, isReadonly: isReadonly)
                if try queue.read(isEmpty) { return nil }
                guard try queue.read(isOurs) else { throw ModelError.damaged(path: path) }
                return try body(queue)
            } catch let error as SQLError where error.isCorruption {
                throw ModelError.damaged(path: path)
            }
        }
    }

    /// Brings the projections to the end of the log for another program that reads the file by
    /// itself: every page of it is checked first.
    public func refresh() throws(ModelError) -> [ModelOutcome] {
        try writing { queue, wasDamaged in
            let outcomes = try catchUp(queue, nil, wasDamaged: wasDamaged)
            try demandSoundness(queue)
            return outcomes
        }
    }

    /// Removes the database where some of its rows were made before the last erasure: they may hold
    /// what was erased. So may one that is damaged, once anything was erased.
    ///
    /// - Returns: Whether it was removed.
    package func removeOutlived() throws(ModelError) -> Bool {
        let tree = try mapErrors { try store.frontier() }
        var isOutlived: Bool?
        do throws(ModelError) {
            isOutlived = try reading { queue in
                let standing = try queue.read { try ModelStanding($0) }
                guard let erased = try lastErasure(standing, tree) else { return false }
                return standing.checkpoints.values.contains { $0.tree.size <= erased }
            }
        } catch .damaged {
            isOutlived = try mapErrors {
                try !store.positions(of: [.textErased], in: 0..<tree.size).isEmpty
            }
        } catch { throw error }
        guard isOutlived == true else { return false }
        try remove()
        return true
    }

    /// Removes the database. What was asked for is built again when it is needed.
    public func remove() throws(ModelError) {
        guard let files else { return }
        try mapErrors { try files.locked { try files.remove() } }
    }

    /// The database, with the tables that every one has.
    private func opened() throws -> SQLConnection {
        let queue = try connected(path)
        if try queue.read(isEmpty) { return try made(queue) }
        guard try queue.read(isOurs) else { throw SQLError.notADatabase }
        return queue
    }

    private func made(_ queue: SQLConnection) throws -> SQLConnection {
        try queue.execute("PRAGMA journal_mode = WAL")
        try queue.transact { database in
            try database.execute(Checkpoint.table.creation(at: .live))
            try database.execute("PRAGMA application_id = \(ModelDatabase.applicationID)")
            try database.execute("PRAGMA user_version = \(ModelDatabase.layout)")
            return .commit
        }
        return queue
    }

    /// Whether nothing was made in it yet: a program may have been ended before it could.
    private func isEmpty(_ database: SQLConnection) throws -> Bool {
        try ModelDatabase.definitions(in: database).isEmpty
    }

    /// Whether it is a database that this program made, of the layout that it makes.
    private func isOurs(_ database: SQLConnection) throws -> Bool {
        func value(_ pragma: String) throws -> [SQLValue]? {
            try SQLStatement(database, "PRAGMA \(pragma)").first([])
        }
        // A header that says that there are more pages than there are would make SQLite call the
        // disk full.
        if let bytes, let count = try value("page_count")?[0].integer,
            let size = try value("page_size")?[0].integer,
            UInt64(clamping: count) > bytes / UInt64(max(1, size))
        {
            return false
        }
        // A header that says that pages move makes SQLite look for one beyond the end.
        // Pages of another size would not be checked.
        return try value("page_size") == [.integer(4_096)]
            && value("auto_vacuum") == [.integer(0)]
            && value("application_id") == [.integer(ModelDatabase.applicationID)]
            && value("user_version") == [.integer(ModelDatabase.layout)]
            && ModelDatabase.definitions(in: database)["projection"]
                == Checkpoint.table.creation(at: .live)
                .replacing("main.", with: "")
    }

    /// The statements that made what is in the database, by name.
    static func definitions(in database: SQLConnection) throws -> [String: String] {
        var found: [String: String] = [:]
        let statement = try SQLStatement(database, "SELECT name, sql FROM main.sqlite_schema")
        try statement.forEachRow { row in
            let name = row[0].text
            let creation = row[1].text
            // A table that was renamed has its name in quotes.
            let quoted = "CREATE TABLE \"\(name)\""
            found[name] =
                creation.hasPrefix(quoted)
                ? "CREATE TABLE \(name)\(creation.dropFirst(quoted.count))" : creation
            return true
        }
        return found
    }

    private func connected(_ path: String, isReadonly: Bool = false) throws -> SQLConnection {
        let connection = try SQLConnection(
            path: path, isReadonly: isReadonly, busyMilliseconds: ModelDatabase.busyMilliseconds,
            hash: path == ":memory:" ? nil : hash)
        // What is deleted is overwritten: an erasure has to reach the copies, too.
        try connection.execute(
            """
            PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768
            """)
        return connection
    }

    /// Runs something and says what went wrong in this layer's terms.
    func mapErrors<Result>(_ body: () throws -> Result) throws(ModelError) -> Result {
        do {
            return try body()
        } catch let error as ModelError {
            throw error
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as SQLError {
            throw .database(path: path, code: error.code)
        } catch {
            throw .failed("\(error)")
        }
    }
}
