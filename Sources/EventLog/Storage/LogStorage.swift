/// One folder of files, without folders in it: all that the log knows of a disk.
package protocol LogStorage: Sendable {
    /// Whether files can be created and changed; `false` for a read-only folder or mount.
    var isWritable: Bool { get }

    /// The names of all files, ascending.
    func list() throws(StorageError) -> [String]

    /// Opens a file. A handle goes on reaching its file when that is renamed or removed.
    func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any LogFile

    /// Gives a file another name, replacing the file that had it. Durable after
    /// ``syncDirectory()``.
    func rename(_ source: String, to target: String) throws(StorageError)

    /// Removes a file. Durable after ``syncDirectory()``.
    func remove(_ name: String) throws(StorageError)

    /// Makes all creations, renamings and removals durable.
    func syncDirectory() throws(StorageError)

    /// Which file a name stands for now; `nil` for none.
    func identity(of name: String) throws(StorageError) -> FileIdentity?

    /// What the file of a name looks like from outside; `nil` for none, and where it cannot be told
    /// or is so new that another change might not show.
    func stamp(of name: String) throws(StorageError) -> FileStamp?

    /// When a name was last added, removed or exchanged: while that is the same, so are all names
    /// and what they stand for. `nil` where it cannot be told, or is so new that another change
    /// might not show.
    func lastChange() -> FolderChange?

    /// Takes the folder's only lock, on a file named ``LockFile/name``.
    ///
    /// - Parameters:
    ///   - wait: How long to wait for another holder, who may be in this process.
    ///   - owner: What a waiter is told of this holder: its first line. The others tell apart
    ///     owners of one name.
    func lock(wait: Duration, owner: String) throws(StorageError) -> any LogLock
}

extension LogStorage {
    package func stamp(of name: String) throws(StorageError) -> FileStamp? { nil }
}

/// An open file.
package protocol LogFile: Sendable, AnyObject {
    /// How long the file is, in bytes.
    func size() throws(StorageError) -> UInt64

    /// Reads bytes into the start of a buffer, which grows where it cannot hold them.
    ///
    /// - Returns: How many bytes were read; fewer than `count` only at the end of the file.
    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int

    /// Writes all the bytes, or throws after any part of them; a gap before them reads as zeros.
    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError)

    /// Makes the file this long; what is added reads as zeros.
    func truncate(to size: UInt64) throws(StorageError)

    /// Writes zeros from one offset up to another, as far as there is room; never an error.
    func preallocate(from start: UInt64, to end: UInt64)

    /// Makes everything that was written durable. After an error nothing is known of what was
    /// written since the last success, and no later success says anything about it.
    func sync() throws(StorageError)

    /// Which file this is; another than ``LogStorage/identity(of:)`` of its name when it was
    /// replaced.
    func identity() throws(StorageError) -> FileIdentity
}

/// The lock of a folder; it is released with the last reference, and by the end of the process.
package protocol LogLock: Sendable, AnyObject {
    /// Whether nobody else has held the lock since the same owner did: then whatever it guards is
    /// as that one left it.
    var isUndisturbed: Bool { get }

    /// Whether the lock file is still the one that was locked: to be asked before a write.
    func isStillHeld() throws(StorageError) -> Bool

    /// Lets the next one in; a second call does nothing.
    func release()
}

/// How a file is opened.
package enum OpenMode: Sendable {
    /// An existing file, for reading.
    case read
    /// An existing file, for reading and writing.
    case readWrite
    /// A new file, for reading and writing by its owner only; refused where the name is taken.
    case create
}

/// What makes a file the same file under any name.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// What a file looks like from outside: whoever writes to it, or puts another one in its place,
/// changes that.
package struct FileStamp: Hashable, Sendable {
    package let identity: FileIdentity
    package let size: UInt64
    /// When its content was changed, in nanoseconds.
    package let modified: Int64
    /// When anything of it was changed; nobody can set that.
    package let changed: Int64

    package init(identity: FileIdentity, size: UInt64, modified: Int64, changed: Int64) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}

/// When a folder's names changed, as far as the folder tells: to be compared, not to be read.
package struct FolderChange: Hashable, Sendable {
    /// When its content was changed, in nanoseconds.
    let modified: Int64
    /// When anything of it was changed; nobody can set that.
    let changed: Int64

    /// The state behind so many changes, where they can be counted.
    package init(count: Int) {
        modified = Int64(count)
        changed = 0
    }

    init(modified: Int64, changed: Int64) {
        self.modified = modified
        self.changed = changed
    }
}
