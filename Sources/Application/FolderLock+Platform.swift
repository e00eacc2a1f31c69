#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock on a folder that ends with the process at the latest.
final class FolderLock {
    private let descriptor: Int32

    /// - Returns: `nil` where the folder cannot be opened, or another process has the lock.
    init?(_ path: String) {
        // SAFETY: the path is a string that lives as long as the call.
        let folder = retried { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { return nil }
        guard retried({ flock(folder, LOCK_EX | LOCK_NB) }) == 0 else {
            _ = close(folder)
            return nil
        }
        descriptor = folder
    }

    deinit {
        // Where the close fails the lock is free all the same.
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }

    /// Whether a path still leads to the folder.
    func holds(_ path: String) -> Bool {
        var (mine, there) = (stat(), stat())
        // SAFETY: each call writes one `stat`, which lives until it returns.
        guard unsafe fstat(descriptor, &mine) == 0, unsafe stat(path, &there) == 0 else {
            return false
        }
        return mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
    }
}
