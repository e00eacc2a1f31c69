internal import CLZ4

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The system refused something about a file or a folder; the code is its `errno`, or
/// ``POSIX/notAFile``.
package struct FileFailure: Error, Hashable, Sendable {
    package let path: String
    package let code: Int32

    package init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }
}

/// What is asked of the system, in one place: calls that signals interrupt are made again, all
/// bytes are written, and what is made or replaced is durable when a function returns.
package enum POSIX {
    /// What stands in the place of a file is none, such as a pipe or a device.
    package static let notAFile: Int32 = -1
    static let missing = ENOENT
    static let taken = EEXIST
    /// What stands in the place of a file that is opened is a link to one.
    package static let linked = ELOOP
    static let busy = EWOULDBLOCK

    /// Descriptors of the three streams: what a library opens is never one of them.
    private static let streams: ClosedRange<Int32> = 0...2

    /// Moves an open file away from the descriptors of the streams.
    static func beyondStreams(_ descriptor: Int32) -> Int32 {
        guard streams.contains(descriptor) else { return descriptor }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, streams.upperBound + 1)
        let code = errno
        close(descriptor)
        errno = code
        return moved
    }

    /// Opens an ordinary file; anything else is refused without waiting for it.
    package static func open(
        _ path: String, _ flags: Int32, mode: UInt32 = 0o600
    ) throws(FileFailure) -> Int32 {
        let descriptor = beyondStreams(
            retried { systemOpen(path, flags | O_CLOEXEC | O_NONBLOCK, mode_t(mode)) })
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        if isFile(descriptor) { return descriptor }
        close(descriptor)
        throw FileFailure(path: path, code: notAFile)
    }

    /// Whether what is open is an ordinary file.
    static func isFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        var result: Int32
        repeat {
            // SAFETY: the call writes one `stat`, which lives until it returns.
            result = unsafe fstat(descriptor, &status)
        } while result != 0 && errno == EINTR
        return result == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// All bytes of a file; `nil` when there is none.
    package static func read(_ path: String) throws(FileFailure) -> [UInt8]? {
        let descriptor: Int32
        do throws(FileFailure) { descriptor = try open(path, O_RDONLY) } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
        defer { close(descriptor) }
        return try read(descriptor, path)
    }

    /// All bytes that an open file, pipe or terminal still gives.
    package static func read(_ descriptor: Int32, _ path: String) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            // SAFETY: the system writes at most `buffer.count` bytes into the buffer.
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure(path: path, code: errno) }
            bytes += chunk[..<count]
        }
    }

    /// Writes all bytes to an open file.
    ///
    /// - Returns: The code of the system's error; 0 for none.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            // SAFETY: the slice's bytes live until the call returns and are only read.
            let count = unsafe bytes[done...].withUnsafeBytes { buffer in
                unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            done += count
        }
        return 0
    }

    /// Puts bytes in the place of a file, which is there as it was or as it shall be at any time,
    /// and durable when this returns.
    ///
    /// - Parameter isHint: Whether the file is worth no wait: a crash may bring the old one back.
    package static func replace(
        _ path: String, with bytes: [UInt8], isHint: Bool = false
    ) throws(FileFailure) {
        let temporaryName = try TemporaryFile(for: path)
        try temporaryName.write(bytes)
        try temporaryName.finish(isHint: isHint)
    }

    /// Makes a file, whole and durable, unless there is one: whoever else makes one at the same
    /// time has the same.
    package static func make(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        let temporaryName = try TemporaryFile(for: path)
        try temporaryName.write(bytes)
        try temporaryName.finishUnlessThere()
    }

    /// Makes what was created, renamed or removed in a folder durable. Some file systems know no
    /// such thing and say that the call is not valid; then there is nothing that could be done.
    package static func syncFolder(_ path: String) throws(FileFailure) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = retried { systemOpen(path, flags, 0) }
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        defer { close(descriptor) }
        let code = sync(descriptor)
        guard code == 0 || code == EINVAL else { throw FileFailure(path: path, code: code) }
    }

    /// Makes what was written to an open file, or changed in an open folder, durable.
    ///
    /// - Returns: The code of the system's error; 0 for none.
    package static func sync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        // What fsync hands over may stay in the disk's own memory.
        if retried({ unsafe fcntl(descriptor, F_FULLFSYNC) }) >= 0 { return 0 }
        #endif
        return retried { fsync(descriptor) } == 0 ? 0 : errno
    }

    /// Makes a folder for its owner only, where nothing is yet; its name is durable when this
    /// returns.
    package static func makeFolder(_ path: String) throws(FileFailure) {
        guard retried({ unsafe mkdir(path, 0o700) }) == 0 else {
            throw FileFailure(path: path, code: errno)
        }
        try syncFolder(folder(of: path))
    }

    /// Two folders of one folder change places, at no moment of which a name is missing; it is
    /// durable when this returns.
    package static func exchange(_ one: String, _ other: String) throws(FileFailure) {
        // SAFETY: the paths are strings that live as long as the call.
        guard retried({ unsafe clz4_exchange_names(one, other) }) == 0 else {
            throw FileFailure(path: one, code: errno)
        }
        try syncFolder(folder(of: one))
    }

    /// Removes a file; one that is not there is no error.
    package static func remove(_ path: String) throws(FileFailure) {
        guard retried({ unsafe unlink(path) }) == 0 || errno == ENOENT else {
            throw FileFailure(path: path, code: errno)
        }
    }

    /// What the system says of one of its codes.
    package static func message(of code: Int32) -> String {
        if code == notAFile { return "No ordinary file" }
        // SAFETY: strerror gives a terminated string, which is copied at once; the C libraries keep
        // those of known codes for good, and the others for each thread.
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// The folder in which a path lies.
    package static func folder(of path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Calls until no signal interrupts it.
    package static func retried(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

/// A file that is written beside the one whose place it is to take. Until it is finished the old
/// one stays, and what is never finished goes.
package final class TemporaryFile {
    private let path: String
    private let temporaryName: String
    private let descriptor: Int32
    private var isOver = false

    /// Makes a file, for its owner only.
    ///
    /// - Parameter mode: Its permission bits.
    package init(for path: String, mode: UInt32 = 0o600) throws(FileFailure) {
        self.path = path
        temporaryName = "\(path).\(UInt32.random(in: .min ... .max))"
        descriptor = try POSIX.open(temporaryName, O_WRONLY | O_CREAT | O_EXCL)
        if mode != 0o600 { _ = fchmod(descriptor, mode_t(mode)) }
    }

    deinit {
        _ = close(descriptor)
        if !isOver { _ = unsafe unlink(temporaryName) }
    }

    /// Adds bytes.
    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        try check(POSIX.write(bytes, to: descriptor))
    }

    /// Makes the file durable, and gives it its name.
    package func finish(isHint: Bool = false) throws(FileFailure) {
        let code = POSIX.sync(descriptor)
        try check(code == EINVAL ? 0 : code)
        try check(POSIX.retried { unsafe rename(temporaryName, path) } == 0 ? 0 : errno)
        isOver = true
        if isHint { return }
        try POSIX.syncFolder(POSIX.folder(of: path))
    }

    /// Makes the file durable, and gives it its name unless that is taken.
    func finishUnlessThere() throws(FileFailure) {
        try check(POSIX.sync(descriptor))
        guard POSIX.retried({ unsafe link(temporaryName, path) }) != 0 else {
            return try POSIX.syncFolder(POSIX.folder(of: path))
        }
        if errno == EEXIST { return }
        // Some file systems know no second names.
        guard errno == EPERM || errno == ENOTSUP else {
            throw FileFailure(path: path, code: errno)
        }
        try finish()
    }

    private func check(_ code: Int32) throws(FileFailure) {
        if code != 0 { throw FileFailure(path: path, code: code) }
    }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe open(path, flags, mode)
}

#if canImport(Glibc)
private let systemRead = unsafe Glibc.read
private let systemWrite = unsafe Glibc.write
#elseif canImport(Musl)
private let systemRead = unsafe Musl.read
private let systemWrite = unsafe Musl.write
#else
private let systemRead = unsafe Darwin.read
private let systemWrite = unsafe Darwin.write
#endif
