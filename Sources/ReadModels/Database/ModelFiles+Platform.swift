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
    /// it goes.
    func create() throws(ModelError) {
        if ModelFiles.size(path) != nil { return }
        for other in companions { try ModelFiles.remove(other) }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = ModelFiles.retried { unsafe open(path, flags, mode_t(0o600)) }
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        _ = close(descriptor)
    }

    /// Removes everything. The database goes first: what is left without it is known to be old.
    func remove() throws(ModelError) {
        for file in [path] + companions { try ModelFiles.remove(file) }
    }

    /// Runs something while no other process writes: the folder is locked, for a lock on the file
    /// itself is SQLite's affair.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = ModelFiles.retried { unsafe open(folder, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw ModelError.file(path: folder, code: errno) }
        defer { _ = close(descriptor) }
        guard ModelFiles.retried({ flock(descriptor, LOCK_EX) }) == 0 else {
            throw ModelError.file(path: folder, code: errno)
        }
        return try body()
    }

    /// The optional projections that were asked for.
    func wishes() throws(ModelError) -> [String] {
        let descriptor = ModelFiles.retried { unsafe open(wishPath, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0, errno == ENOENT { return [] }
        guard descriptor >= 0 else { throw .file(path: wishPath, code: errno) }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        // SAFETY: the buffer has as many bytes, and nobody else uses it during the call.
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            ModelFiles.retried { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
        }
        guard count >= 0 else { throw .file(path: wishPath, code: errno) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// Keeps what was asked for, whole or not at all.
    func keep(wishes: [String]) throws(ModelError) {
        if wishes.isEmpty { return try ModelFiles.remove(wishPath) }
        let new = "\(wishPath).new"
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = ModelFiles.retried { unsafe open(new, flags, mode_t(0o600)) }
        guard descriptor >= 0 else { throw .file(path: new, code: errno) }
        let bytes = Array(wishes.map { "\($0)\n" }.joined().utf8)
        // SAFETY: the bytes live until the call returns and are only read.
        let count = unsafe bytes.withUnsafeBytes { buffer in
            ModelFiles.retried { unsafe write(descriptor, buffer.baseAddress, buffer.count) }
        }
        let isKept = count == bytes.count && ModelFiles.retried { fsync(descriptor) } == 0
        let code = count >= 0 && count < bytes.count ? ENOSPC : errno
        _ = close(descriptor)
        guard isKept, ModelFiles.retried({ unsafe rename(new, wishPath) }) == 0 else {
            throw .file(path: new, code: isKept ? errno : code)
        }
    }

    private static func size(_ path: String) -> UInt64? {
        // SAFETY: the structure is plain data, and the system fills it or says that it did not.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return UInt64(max(0, status.st_size))
    }

    private static func remove(_ path: String) throws(ModelError) {
        let result = retried { unsafe unlink(path) }
        guard result == 0 || errno == ENOENT else { throw .file(path: path, code: errno) }
    }

    /// Calls until no signal interrupts it.
    private static func retried<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
