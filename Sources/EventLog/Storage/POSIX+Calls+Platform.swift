#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Calls on an open folder, as a log makes them.
extension POSIX {
    /// Calls until it is not interrupted by a signal; a negative result throws.
    @discardableResult
    static func call<Result: FixedWidthInteger & SignedInteger>(
        _ operation: StorageError.Operation, _ file: String, _ body: () -> Result
    ) throws(StorageError) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            switch errno {
            case EINTR: continue
            case ENOENT: throw .notFound(file: file)
            case EEXIST: throw .exists(file: file)
            case let code: throw .failed(operation, file: file, code: code)
            }
        }
    }

    /// Opens a file; a new one is for its owner only.
    static func open(_ folder: Int32, _ name: String, _ flags: Int32) -> Int32 {
        var opened = unsafe openat(folder, name, flags, mode_t(0o600))
        // A log has a file for every 262,144 events, and whoever reads all opens all.
        if opened < 0, errno == EMFILE, raiseFileLimit() {
            opened = unsafe openat(folder, name, flags, mode_t(0o600))
        }
        return POSIX.beyondStreams(opened)
    }

    /// Opens an ordinary file; what else stands there is refused without waiting for it.
    static func openFile(
        _ operation: StorageError.Operation, _ folder: Int32, _ name: String, _ flags: Int32
    ) throws(StorageError) -> Int32 {
        let more = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = try call(operation, name) { open(folder, name, flags | more) }
        if POSIX.isFile(descriptor) { return descriptor }
        close(descriptor)
        throw .failed(operation, file: name, code: POSIX.notAFile)
    }

    /// Lets the process have as many files open as it may at most; otherwise leaves the error of
    /// whoever has too many.
    private static func raiseFileLimit() -> Bool {
        #if canImport(Darwin)
        let (files, most) = (RLIMIT_NOFILE, rlim_t(OPEN_MAX))
        #else
        let (files, most) = (__rlimit_resource_t(RLIMIT_NOFILE.rawValue), rlim_t.max)
        #endif
        var limit = rlimit()
        defer { errno = EMFILE }
        guard unsafe getrlimit(files, &limit) == 0 else { return false }
        let wanted = min(limit.rlim_max, most)
        guard limit.rlim_cur < wanted else { return false }
        limit.rlim_cur = wanted
        return unsafe setrlimit(files, &limit) == 0
    }

    /// Closes a file; what a failure would tell comes too late.
    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
        Glibc.close(descriptor)
        #elseif canImport(Darwin)
        Darwin.close(descriptor)
        #endif
    }

    /// Makes a folder's entries durable. Some network file systems know no such thing and say that
    /// the call is not valid; then there is nothing that could be done.
    static func syncFolder(_ descriptor: Int32, _ path: String) throws(StorageError) {
        let code = sync(descriptor)
        if code != 0, code != EINVAL { throw .failed(.sync, file: path, code: code) }
    }

    /// What `stat` says.
    static func status(
        _ file: String, _ body: (inout stat) -> Int32
    ) throws(StorageError) -> (size: UInt64, identity: FileIdentity) {
        var status = stat()
        try call(.inspect, file) { body(&status) }
        return (UInt64(clamping: status.st_size), identity(status))
    }

    private static func identity(_ status: stat) -> FileIdentity {
        FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }

    /// What a file of an open folder looks like; `nil` for none, and within three seconds of a
    /// change, as for ``lastChange(_:)``.
    static func stamp(of name: String, in folder: Int32) throws(StorageError) -> FileStamp? {
        var status = stat()
        do throws(StorageError) {
            try call(.inspect, name) {
                unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
            }
        } catch {
            if case .notFound = error { return nil }
            throw error
        }
        guard let (modified, changed) = settled(status) else { return nil }
        return FileStamp(
            identity: identity(status), size: UInt64(clamping: status.st_size),
            modified: modified, changed: changed)
    }

    /// When something was changed, unless another change might not show.
    private static func settled(_ status: stat) -> (modified: Int64, changed: Int64)? {
        var now = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        guard max(modified.tv_sec, changed.tv_sec) < now.tv_sec - 3 else { return nil }
        return (nanoseconds(modified), nanoseconds(changed))
    }

    /// When names of an open folder were changed. File systems keep that in steps of up to two
    /// seconds: within three of a change the next one might not show, and there is no answer.
    ///
    /// The folder is opened anew: network file systems ask the server then, and else now and then.
    static func lastChange(_ folder: Int32) -> FolderChange? {
        let descriptor = open(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0,
            let (modified, changed) = settled(status)
        else { return nil }
        return FolderChange(modified: modified, changed: changed)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// An offset as the system takes it; one that is too large stays so and is refused there.
    static func offset(_ start: UInt64, plus count: Int) -> off_t {
        let (sum, overflows) = start.addingReportingOverflow(UInt64(count))
        return overflows ? .max : off_t(clamping: sum)
    }
}

extension StorageError {
    /// Whether an `errno` means that the file may not be written to.
    static func isRefusal(_ code: Int32) -> Bool { [EACCES, EPERM, EROFS].contains(code) }
}
