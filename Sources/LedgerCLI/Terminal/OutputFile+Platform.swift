internal import Application
internal import EventLog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that somebody named for results. It is written beside the one that is there and takes its
/// place when all of it is on disk; what is no ordinary file, such as a pipe, is written to itself.
final class OutputFile {
    private enum Way {
        case beside(TemporaryFile)
        /// An open file, and whether it is closed in the end.
        case straight(Int32, isOwn: Bool)
    }

    private let path: String
    private let way: Way

    /// Opens a file; a new one is for its owner only, an old one keeps its permissions.
    init(_ path: String) throws(Terminal.Failure) {
        self.path = path
        var status = stat()
        // SAFETY: the call writes one `stat`, which lives until it returns.
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Terminal.Failure(path: path, code: errno) }
            way = .beside(try OutputFile.beside(path, path))
            return
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw Terminal.Failure(path: path, code: EISDIR) }
        if let stream = OutputFile.stream(status) {
            way = .straight(stream, isOwn: false)
        } else if kind != S_IFREG {
            way = .straight(try OutputFile.opened(path, O_WRONLY), isOwn: true)
        } else {
            guard unsafe access(path, W_OK) == 0 else {
                throw Terminal.Failure(path: path, code: errno)
            }
            way = try OutputFile.replacing(path, mode: UInt32(status.st_mode) & 0o7777)
        }
    }

    deinit { if case .straight(let descriptor, true) = way { close(descriptor) } }

    /// What takes the place of an ordinary file. Where nothing can be made beside it, it is
    /// written to itself.
    private static func replacing(_ path: String, mode: UInt32) throws(Terminal.Failure) -> Way {
        do throws(Terminal.Failure) {
            return .beside(try beside(path, Places.resolved(path), mode: mode))
        } catch {
            guard [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
            return .straight(try opened(path, O_WRONLY | O_TRUNC), isOwn: true)
        }
    }

    private static func beside(
        _ path: String, _ target: String, mode: UInt32 = 0o600
    ) throws(Terminal.Failure) -> TemporaryFile {
        do throws(FileFailure) { return try TemporaryFile(for: target, mode: mode) } catch {
            throw Terminal.Failure(path: path, code: error.code)
        }
    }

    private static func opened(_ path: String, _ flags: Int32) throws(Terminal.Failure) -> Int32 {
        let descriptor = POSIX.retried { unsafe open(path, flags | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Terminal.Failure(path: path, code: errno) }
        return descriptor
    }

    /// The stream that a file is already, as `/dev/stdout` is.
    private static func stream(_ file: stat) -> Int32? {
        for stream in [Terminal.Stream.output, .error] {
            var other = stat()
            // SAFETY: the call writes one `stat`, which lives until it returns.
            guard unsafe fstat(stream.rawValue, &other) == 0 else { continue }
            if other.st_dev == file.st_dev, other.st_ino == file.st_ino { return stream.rawValue }
        }
        return nil
    }

    /// Adds bytes.
    func write(_ bytes: [UInt8]) throws(Terminal.Failure) {
        switch way {
        case .beside(let file):
            do throws(FileFailure) { try file.write(bytes) } catch { throw named(error) }
        case .straight(let descriptor, _):
            let code = POSIX.write(bytes, to: descriptor)
            if code != 0 { throw Terminal.Failure(path: path, code: code) }
        }
    }

    /// Makes all of it durable, under its name.
    func finish() throws(Terminal.Failure) {
        switch way {
        case .beside(let file):
            do throws(FileFailure) { try file.finish() } catch { throw named(error) }
        case .straight(let descriptor, _):
            // Pipes and devices cannot be synced.
            let code = POSIX.sync(descriptor)
            guard [0, EINVAL, EROFS, ENOTSUP].contains(code) else {
                throw Terminal.Failure(path: path, code: code)
            }
        }
    }

    private func named(_ error: FileFailure) -> Terminal.Failure {
        Terminal.Failure(path: path, code: error.code)
    }

    /// Creates a file, or puts another one in its place.
    static func save(_ bytes: [UInt8], to path: String) throws(Terminal.Failure) {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.finish()
    }

    /// Refuses paths in the ledger's folder, and other names of its files: they are the ledger's
    /// own.
    static func check(_ paths: [String?], outside folder: String?) throws(CommandFailure) {
        guard let folder else { return }
        for path in paths.compactMap({ $0 }) where Places.isPart(path, of: folder) {
            throw .usage(.ownFolder(path, folder: folder))
        }
    }
}
