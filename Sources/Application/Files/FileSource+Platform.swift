internal import EventLog
package import Interchange

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
/// A file that is read piece by piece, as long as it was when it was opened.
package final class FileSource: ByteSource, Sendable {
    package let byteCount: UInt64
    private let descriptor: Int32

    private init(_ descriptor: Int32, byteCount: UInt64) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    deinit { _ = close(descriptor) }

    /// Opens a file; what can be read only once, such as a pipe, is copied first.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - folder: Where the copy lies; it has no name and is gone when it is closed.
    /// - Throws: ``ApplicationError/file(path:code:)``.
    package static func open(
        _ path: String, spoolingIn folder: String
    ) throws(ApplicationError) -> FileSource {
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        return try source(of: descriptor, path, folder, isOwned: true)
    }

    /// Opens the standard input; unless it is a file, it is copied to its end first.
    ///
    /// - Parameter folder: Where the copy lies; it has no name and is gone when it is closed.
    /// - Throws: ``ApplicationError/file(path:code:)``.
    package static func standardInput(
        spoolingIn folder: String
    ) throws(ApplicationError) -> FileSource {
        try source(of: STDIN_FILENO, "-", folder, isOwned: false)
    }

    /// Opens a file; `-` is the standard input.
    static func named(
        _ path: String, spoolingIn folder: String
    ) throws(ApplicationError) -> FileSource {
        path == "-"
            ? try standardInput(spoolingIn: folder) : try open(path, spoolingIn: folder)
    }

    /// Opens a file that is read as often as need be.
    ///
    /// - Returns: `nil` for what can be read only once, such as a pipe; nothing waits for one.
    /// - Throws: ``ApplicationError/file(path:code:)``.
    static func lasting(_ path: String) throws(ApplicationError) -> FileSource? {
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        var status = stat()
        // SAFETY: the system fills in a `stat`.
        let code = POSIX.retried { unsafe fstat(descriptor, &status) } == 0 ? 0 : errno
        let format = status.st_mode & S_IFMT
        if code == 0, format == S_IFREG {
            return FileSource(descriptor, byteCount: UInt64(max(0, status.st_size)))
        }
        _ = close(descriptor)
        if code == 0, format != S_IFDIR { return nil }
        throw .file(path: path, code: code == 0 ? EISDIR : code)
    }

    package func read(
        at offset: UInt64, count: Int, into buffer: inout [UInt8]
    ) throws(ImportError) {
        let left = byteCount > offset ? byteCount - offset : 0
        let wanted = Int(min(left, UInt64(max(0, count))))
        buffer.resize(to: wanted)
        var done = 0
        while done < wanted {
            let start = done
            // SAFETY: the buffer has `wanted` bytes, of which those from `start` are written.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe systemPread(
                    descriptor, bytes.baseAddress.map { unsafe $0 + start }, wanted - start,
                    off_t(offset) + off_t(start))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(code: errno) }
            guard count > 0 else { throw .changed }
            done += count
        }
    }

    private static func source(
        of descriptor: Int32, _ path: String, _ folder: String, isOwned: Bool
    ) throws(ApplicationError) -> FileSource {
        var status = stat()
        // SAFETY: the system fills in a `stat`.
        let code = POSIX.retried { unsafe fstat(descriptor, &status) } == 0 ? 0 : errno
        let format = status.st_mode & S_IFMT
        if code == 0, format == S_IFREG {
            let own = isOwned ? descriptor : dup(descriptor)
            guard own >= 0 else { throw .file(path: path, code: errno) }
            return FileSource(own, byteCount: UInt64(max(0, status.st_size)))
        }
        defer { if isOwned { _ = close(descriptor) } }
        guard code == 0 else { throw .file(path: path, code: code) }
        guard format != S_IFDIR else { throw .file(path: path, code: EISDIR) }
        return try spooled(descriptor, path, folder)
    }

    private static func spooled(
        _ descriptor: Int32, _ path: String, _ folder: String
    ) throws(ApplicationError) -> FileSource {
        let spool = SpoolFile(in: folder)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // SAFETY: the system writes at most `buffer.count` bytes into the buffer.
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: path, code: errno) }
            do throws(ImportError) {
                if count == 0 { return try spool.finished() }
                try spool.append(Array(piece[..<count]))
            } catch { throw spool.failure ?? .csv(error) }
        }
    }

    /// A file that was written through a descriptor, which it closes.
    fileprivate static func written(_ descriptor: Int32, byteCount: UInt64) -> FileSource {
        FileSource(descriptor, byteCount: byteCount)
    }
}

/// A file without a name, which is gone when it is closed; it is made where bytes come.
final class SpoolFile: ByteSpool {
    private let path: String
    private var descriptor: Int32 = -1
    private var byteCount: UInt64 = 0
    /// What the system refused.
    private(set) var failure: ApplicationError?

    /// - Parameter folder: Where it lies.
    init(in folder: String) { path = "\(folder)/import.\(UInt32.random(in: .min ... .max))" }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    func append(_ bytes: [UInt8]) throws(ImportError) {
        if descriptor < 0 { try open() }
        let code = POSIX.write(bytes, to: descriptor)
        guard code == 0 else { throw failed(code) }
        byteCount += UInt64(bytes.count)
    }

    func source() throws(ImportError) -> any ByteSource { try finished() }

    /// All that was written.
    fileprivate func finished() throws(ImportError) -> FileSource {
        if descriptor < 0 { try open() }
        defer { descriptor = -1 }
        return FileSource.written(descriptor, byteCount: byteCount)
    }

    private func open() throws(ImportError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        descriptor = systemOpen(path, flags, mode_t(0o600))
        guard descriptor >= 0 else { throw failed(errno) }
        _ = unsafe unlink(path)
    }

    private func failed(_ code: Int32) -> ImportError {
        failure = .file(path: path, code: code)
        return .unreadable(code: code)
    }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    POSIX.retried { unsafe open(path, flags, mode) }
}

#if canImport(Glibc)
private let systemRead = unsafe Glibc.read
private let systemPread = unsafe Glibc.pread
#elseif canImport(Musl)
private let systemRead = unsafe Musl.read
private let systemPread = unsafe Musl.pread
#else
private let systemRead = unsafe Darwin.read
private let systemPread = unsafe Darwin.pread
#endif
