internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder on disk, reached through a descriptor that stays open: it may be renamed meanwhile.
package final class DiskStorage: LogStorage {
    /// The folder's path, as it was given; for messages only.
    package let path: String
    package let isWritable: Bool
    let folder: Int32
    /// The lock file as the last holder of this storage left it open.
    let keptLock = Mutex<KeptLock?>(nil)

    /// Opens an existing folder.
    package init(path: String) throws(StorageError) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = try POSIX.call(.open, path) { POSIX.open(AT_FDCWD, path, flags) }
        folder = descriptor
        self.path = path
        let access = try? POSIX.call(.inspect, path) {
            unsafe faccessat(descriptor, ".", W_OK | X_OK, 0)
        }
        isWritable = access != nil
    }

    deinit {
        close(folder)
        if let kept = keptLock.withLock({ $0 }) { kept.close() }
    }

    /// Opens a folder that is created where it is missing, for its owner only, with the folders
    /// above it; what was created is durable.
    package static func create(path: String) throws(StorageError) -> DiskStorage {
        try makeFolder(path)
        return try DiskStorage(path: path)
    }

    package func list() throws(StorageError) -> [String] {
        while true {
            do throws(StorageError) { return try listOnce() } catch {
                guard case .failed(_, _, EINTR) = error else { throw error }
            }
        }
    }

    /// The names, unless a signal interrupts one of the calls.
    private func listOnce() throws(StorageError) -> [String] {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = try POSIX.call(.list, path) { POSIX.open(folder, ".", flags) }
        guard let stream = unsafe fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw .failed(.list, file: path, code: code)
        }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .failed(.list, file: path, code: errno) }
        return names.sorted()
    }

    package func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any LogFile {
        if mode != .read { _ = DiskStorage.fileSizeSignalIgnored }
        let flags =
            switch mode {
            case .read: O_RDONLY
            case .readWrite: O_RDWR
            case .create: O_RDWR | O_CREAT | O_EXCL
            }
        let descriptor = try POSIX.openFile(.open, folder, name, flags)
        return DiskFile(name: name, descriptor: descriptor)
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        try POSIX.call(.rename, source) { unsafe renameat(folder, source, folder, target) }
    }

    package func remove(_ name: String) throws(StorageError) {
        try POSIX.call(.remove, name) { unsafe unlinkat(folder, name, 0) }
    }

    package func syncDirectory() throws(StorageError) { try POSIX.syncFolder(folder, path) }

    package func identity(of name: String) throws(StorageError) -> FileIdentity? {
        do {
            return try POSIX.status(name) {
                unsafe fstatat(folder, name, &$0, AT_SYMLINK_NOFOLLOW)
            }.identity
        } catch .notFound {
            return nil
        } catch {
            throw error
        }
    }

    package func stamp(of name: String) throws(StorageError) -> FileStamp? {
        try POSIX.stamp(of: name, in: folder)
    }

    package func lastChange() -> FolderChange? { POSIX.lastChange(folder) }

    /// Whether a path leads to this folder.
    package func isAt(_ path: String) -> Bool {
        guard let there = try? DiskStorage(path: path).identity(of: "."),
            let here = try? identity(of: ".")
        else { return false }
        return here == there
    }

    /// Past the file size limit a write must fail with an error; by default the signal that comes
    /// with it would end the process. It is ignored from the first opening for writing on.
    private static let fileSizeSignalIgnored: Void = { _ = signal(SIGXFSZ, SIG_IGN) }()

    /// Makes a folder with those above it. Whoever made one may have been killed before its name
    /// was durable: the names of those that are there are made so, too.
    private static func makeFolder(_ path: String) throws(StorageError) {
        let trimmed = path.last == "/" && path.count > 1 ? String(path.dropLast()) : path
        let parent = POSIX.folder(of: trimmed)
        do {
            try POSIX.call(.makeFolder, path) { unsafe mkdir(trimmed, 0o700) }
        } catch .exists {
            return try syncNames(of: trimmed)
        } catch .notFound where parent != trimmed && !trimmed.isEmpty {
            try makeFolder(parent)
            do { try POSIX.call(.makeFolder, path) { unsafe mkdir(trimmed, 0o700) } } catch .exists
            {
                // Somebody else has made it meanwhile.
                return try syncNames(of: trimmed)
            }
        } catch {
            throw error
        }
        let above = try DiskStorage(path: parent)
        try above.syncDirectory()
    }

    /// Makes the name of a folder durable, and the names of those above it as far as they belong to
    /// whoever runs this.
    private static func syncNames(of path: String) throws(StorageError) {
        var above = POSIX.folder(of: path)
        while true {
            do throws(FileFailure) { try POSIX.syncFolder(above) } catch {
                if StorageError.isRefusal(error.code) { return }
                throw .failed(.sync, file: above, code: error.code)
            }
            let next = POSIX.folder(of: above)
            if next == above || above == "." { return }
            above = next
        }
    }
}

/// A file of a folder on disk.
private final class DiskFile: LogFile {
    private let name: String
    private let descriptor: Int32

    init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func size() throws(StorageError) -> UInt64 {
        try POSIX.status(name) { unsafe fstat(descriptor, &$0) }.size
    }

    func identity() throws(StorageError) -> FileIdentity {
        try POSIX.status(name) { unsafe fstat(descriptor, &$0) }.identity
    }

    func read(
        at offset: UInt64, into buffer: inout [UInt8], count: Int
    ) throws(StorageError) -> Int {
        if buffer.count < count { RawBytes.resize(&buffer, to: count) }
        var done = 0
        while done < count {
            let length = try POSIX.call(.read, name) {
                unsafe buffer.withUnsafeMutableBytes { bytes in
                    unsafe pread(
                        descriptor, bytes.baseAddress.map { unsafe $0 + done }, count - done,
                        POSIX.offset(offset, plus: done))
                }
            }
            if length == 0 { break }
            done += length
        }
        return done
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let length = try POSIX.call(.write, name) {
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe pwrite(
                        descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done,
                        POSIX.offset(offset, plus: done))
                }
            }
            guard length > 0 else { throw .failed(.write, file: name, code: EIO) }
            done += length
        }
    }

    func truncate(to size: UInt64) throws(StorageError) {
        try POSIX.call(.truncate, name) { ftruncate(descriptor, off_t(clamping: size)) }
    }

    /// Zeros are really written: blocks that are only reserved cost a metadata write with each
    /// sync.
    func preallocate(from start: UInt64, to end: UInt64) {
        let zeros = [UInt8](repeating: 0, count: 1 << 18)
        var offset = start
        while offset < end {
            let count = Int(min(UInt64(zeros.count), end - offset))
            do {
                try write(count == zeros.count ? zeros : Array(zeros[..<count]), at: offset)
            } catch {
                return
            }
            offset += UInt64(count)
        }
    }

    func sync() throws(StorageError) {
        #if canImport(Darwin)
        try POSIX.call(.sync, name) { unsafe fcntl(descriptor, F_FULLFSYNC) }
        #else
        try POSIX.call(.sync, name) { fdatasync(descriptor) }
        #endif
    }
}
