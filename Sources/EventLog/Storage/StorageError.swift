/// Why a file operation failed; facts only, the words are in `description`.
public enum StorageError: Error, Hashable, Sendable {
    /// What was being done.
    public enum Operation: String, Hashable, Sendable {
        case open, read, write, sync, rename, remove, list, lock, truncate, inspect
        case makeFolder
    }

    /// The system refused; `code` is its `errno`. The file is a name in the folder, or the folder's
    /// path.
    case failed(Operation, file: String, code: Int32)
    /// There is no such file or folder.
    case notFound(file: String)
    /// A file to be created is there already.
    case exists(file: String)
    /// Someone else held the lock for the whole time that was waited; `holder` is what they wrote
    /// into the lock file, `nil` when that cannot be read.
    case locked(holder: String?)
}

extension StorageError {
    /// The `errno` that the system gave, or would.
    package var systemCode: Int32 {
        switch self {
        case .failed(_, _, let code): code
        case .notFound: POSIX.missing
        case .exists: POSIX.taken
        case .locked: POSIX.busy
        }
    }
}
