internal import EventLog

/// A lock on a folder, by a file where folders cannot be locked; it ends with the process at the
/// latest.
final class FolderLock {
    private let storage: DiskStorage
    private let lock: any LogLock

    /// - Returns: `nil` where the folder cannot be opened, or another process has the lock.
    init?(_ path: String) {
        guard let storage = try? DiskStorage(path: path),
            let lock = try? storage.lock(wait: .zero, owner: "ledger")
        else { return nil }
        self.storage = storage
        self.lock = lock
    }

    deinit { lock.release() }

    /// Whether a path still leads to the folder.
    func holds(_ path: String) -> Bool { storage.isAt(path) }
}
