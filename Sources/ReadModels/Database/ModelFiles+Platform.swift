internal import EventLog
internal import Ledger

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The files of the database, for their owner only, and the lock of who writes them.
struct ModelFiles {
    /// The ledger's folder.
    let folder: String

    /// What the database is called.
    let file: String

    /// The database.
    var path: String { "\(folder)/\(file)" }

    /// The names of the optional projections that were asked for, one a line: what the database
    /// itself cannot know any more when it is damaged.
    private var wishPath: String { "\(path).asked" }

    /// What SQLite keeps beside it while it is open.
    private var companions: [String] { ["\(path)-wal", "\(path)-shm", "\(path)-journal"] }

    /// How many bytes the database and what belongs to it take; `nil` where there is none.
    var bytes: UInt64? {
        guard let size = ModelFiles.size(path) else { return nil }
        return companions.reduce(size) { $0 + (ModelFiles.size($1) ?? 0) }
    }

    /// Makes an empty file of mode 0600 where there is none; what an earlier database left beside
    /// it goes, and so does what is no file.
    func create() throws(ModelError) {
        for file in [path] + companions where ModelFiles.isOdd(file) {
            try ModelFiles.remove(file)
        }
        if ModelFiles.size(path) != nil { return }
        for other in companions { try ModelFiles.remove(other) }
        _ = close(try mappingError(ModelError.of, POSIX.open(path, O_RDWR | O_CREAT | O_EXCL)))
    }

    /// Whether all of it can be opened: SQLite would wait for a pipe.
    var areFiles: Bool { !([path] + companions).contains(where: ModelFiles.isOdd) }

    /// Removes everything for good: when this returns no crash brings it back. The database goes
    /// first: what is left without it is known to be old.
    func remove() throws(ModelError) {
        for file in [path] + companions { try ModelFiles.remove(file) }
        try mappingError(ModelError.of, POSIX.syncFolder(folder))
    }

    /// How long a writer waits for another one.
    private static let wait = Duration.seconds(5)

    /// Runs something while no other process writes: the ledger's folder is locked as its log is,
    /// by a file where folders cannot be locked, for a lock on the database is SQLite's affair.
    ///
    /// - Throws: ``ModelError/store(_:)`` that names the holder after a while.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let lock: any LogLock
        do throws(StorageError) {
            let storage = try DiskStorage(path: folder)
            lock = try storage.lock(wait: ModelFiles.wait, owner: "ledger")
        } catch { throw ModelError.store(.log(.storage(error))) }
        defer { lock.release() }
        return try body()
    }

    /// The optional projections that were asked for.
    func wishes() throws(ModelError) -> [String] {
        let bytes = try mappingError(ModelError.of, POSIX.read(wishPath)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Keeps what was asked for, whole or not at all.
    func keep(wishes: [String]) throws(ModelError) {
        if wishes.isEmpty { return try ModelFiles.remove(wishPath) }
        let text = wishes.map { "\($0)\n" }.joined()
        try mappingError(ModelError.of, POSIX.replace(wishPath, with: Array(text.utf8)))
    }

    /// Whether something else than an ordinary file is there.
    private static func isOdd(_ path: String) -> Bool {
        // SAFETY: the structure is plain data, and the system fills it or says that it did not.
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private static func size(_ path: String) -> UInt64? {
        // SAFETY: the structure is plain data, and the system fills it or says that it did not.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return UInt64(max(0, status.st_size))
    }

    private static func remove(_ path: String) throws(ModelError) {
        try mappingError(ModelError.of, POSIX.remove(path))
    }
}

extension ModelError {
    /// A file that the system refuses.
    static func of(_ error: FileFailure) -> ModelError {
        .file(path: error.path, code: error.code)
    }
}
