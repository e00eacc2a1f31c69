internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

extension DiskStorage {
    /// `flock` belongs to the open file, not to the process. Every holder has an opening of its
    /// own, so that two in one process exclude each other; the lock vanishes with its holder. One
    /// opening is kept for the next holder.
    ///
    /// The folder is locked, too: who removes the file lets nobody in.
    package func lock(wait: Duration, owner: String) throws(StorageError) -> any LogLock {
        var holder: String?
        let lock = try LockFile.poll(for: wait) { () throws(StorageError) -> DiskLock? in
            for opened in [keptLock.withLock { $0.take() }, nil] {
                let lock = try DiskLock(self, opened)
                guard try lock.tryLock() else {
                    // Who has locked the folder alone has written nothing.
                    holder = lock.hasFile ? nil : lock.text().flatMap { LockFile.holder($0) }
                    return nil
                }
                if try lock.isStillHeld() { return lock }
                // What is kept may be a file that was replaced meanwhile.
                lock.close()
                if opened == nil { break }
            }
            return nil
        }
        guard let lock else { throw .locked(holder: holder) }
        try lock.sign(owner)
        return lock
    }

    /// An opening of the lock file that nobody holds a lock by.
    struct KeptLock: Sendable, Equatable {
        let descriptor: Int32
        /// The folder, opened anew; `nil` where it is not locked.
        let folder: Int32?
        /// A descriptor stands for the same file all its life.
        let identity: FileIdentity

        func close() {
            if let folder { POSIX.close(folder) }
            POSIX.close(descriptor)
        }
    }

    /// Lets this thread sleep.
    package static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var rest = timespec()
        rest.tv_sec = time_t(seconds)
        rest.tv_nsec = Int(attoseconds / 1_000_000_000)
        unsafe nanosleep(&rest, nil)
    }
}

/// An open lock file, locked or not yet.
private final class DiskLock: LogLock {
    private let storage: DiskStorage
    /// The open lock file; `nil` once it was released.
    private let descriptor: Mutex<Int32?>
    /// The folder, opened anew; `nil` where it is not locked.
    private let folder: Mutex<Int32?>
    private let isSame = Atomic(false)
    private let gotFile = Atomic(false)
    private let identity: FileIdentity

    /// Opens the file, unless it is open.
    init(_ storage: DiskStorage, _ kept: DiskStorage.KeptLock?) throws(StorageError) {
        self.storage = storage
        folder = Mutex(kept?.folder)
        if let kept {
            descriptor = Mutex(kept.descriptor)
            identity = kept.identity
            return
        }
        let opened = try POSIX.openFile(
            .lock, storage.folder, LockFile.name, O_RDWR | O_CREAT)
        descriptor = Mutex(opened)
        do throws(StorageError) {
            identity = try POSIX.status(LockFile.name) { unsafe fstat(opened, &$0) }.identity
        } catch {
            POSIX.close(opened)
            throw error
        }
    }

    deinit { release() }

    /// Whether the file was locked, whatever became of the folder.
    var hasFile: Bool { gotFile.load(ordering: .relaxed) }

    var isUndisturbed: Bool { isSame.load(ordering: .relaxed) }

    func release() {
        guard let open = descriptor.withLock({ $0.take() }) else { return }
        // The folder first: whoever gets the file's lock gets the folder's, too.
        let opened = folder.withLock { $0.take() }
        let isFree = (opened.map { flock($0, LOCK_UN) } ?? 0) == 0 && flock(open, LOCK_UN) == 0
        let kept = DiskStorage.KeptLock(descriptor: open, folder: opened, identity: identity)
        let isKept =
            isFree
            && storage.keptLock.withLock { spare in
                if spare != nil { return false }
                spare = kept
                return true
            }
        if !isKept { kept.close() }
    }

    /// Closes the files, so that they are not kept for the next holder.
    func close() {
        if let opened = folder.withLock({ $0.take() }) { POSIX.close(opened) }
        if let open = descriptor.withLock({ $0.take() }) { POSIX.close(open) }
    }

    /// Someone may have removed or replaced the file between its opening and its locking, or later.
    func isStillHeld() throws(StorageError) -> Bool {
        guard descriptor.withLock({ $0 }) != nil else { return false }
        return try storage.identity(of: LockFile.name) == identity
    }

    func tryLock() throws(StorageError) -> Bool {
        guard let open = descriptor.withLock({ $0 }) else { return false }
        do {
            try POSIX.call(.lock, LockFile.name) { flock(open, LOCK_EX | LOCK_NB) }
        } catch .failed(_, _, EWOULDBLOCK) {
            return false
        } catch {
            throw error
        }
        gotFile.store(true, ordering: .relaxed)
        return try tryFolderLock()
    }

    private func openFolder() throws(StorageError) -> Int32 {
        if let kept = folder.withLock({ $0.take() }) { return kept }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        return try POSIX.call(.lock, LockFile.name) { POSIX.open(storage.folder, ".", flags) }
    }

    /// Some network file systems do not lock folders: there the file's lock is all there is.
    private func tryFolderLock() throws(StorageError) -> Bool {
        let opened = try openFolder()
        do {
            try POSIX.call(.lock, LockFile.name) { flock(opened, LOCK_EX | LOCK_NB) }
            folder.withLock { $0 = opened }
            return true
        } catch .failed(_, _, EWOULDBLOCK) {
            POSIX.close(opened)
            return false
        } catch {
            POSIX.close(opened)
            return true
        }
    }

    /// What the holder wrote, or the holder before.
    func text() -> [UInt8]? {
        guard let open = descriptor.withLock({ $0 }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: LockFile.textBytesMax)
        let length = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(open, $0.baseAddress, $0.count, 0)
        }
        return length < 0 ? nil : Array(bytes[..<length])
    }

    /// Writes who holds the lock, unless it stands there from the last time. A disk that is full
    /// must not keep anyone from locking; but what is written of the holder before must not stay.
    func sign(_ owner: String) throws(StorageError) {
        guard let open = descriptor.withLock({ $0 }) else { return }
        let line = Array("\(getpid()) \(owner)".utf8.prefix(LockFile.textBytesMax - 1)) + [0x0A]
        let before = text()
        isSame.store(before == line, ordering: .relaxed)
        if before == line { return }
        let count = unsafe line.withUnsafeBytes { unsafe pwrite(open, $0.baseAddress, $0.count, 0) }
        let end = count == line.count ? count : 0
        if ftruncate(open, off_t(end)) == 0 || before == [] { return }
        try POSIX.call(.lock, LockFile.name) { ftruncate(open, off_t(end)) }
    }
}
