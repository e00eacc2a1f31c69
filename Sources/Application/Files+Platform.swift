#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Small files of the ledger's folder, for their owner only.
enum Files {
    /// All bytes of a file; `nil` when there is none.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    static func read(_ path: String) throws(ApplicationError) -> [UInt8]? {
        let descriptor = retried { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            // SAFETY: the system writes at most `buffer.count` bytes into the buffer.
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .file(path: path, code: errno) }
            bytes += chunk[..<count]
        }
    }

    /// Puts bytes in the place of a file, which is there as it was or as it shall be at any time;
    /// the folder is made where it is missing.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    static func replace(
        _ path: String, in folder: String, with bytes: [UInt8]
    ) throws(ApplicationError) {
        try makeFolder(folder)
        let temporary = "\(path).\(UInt32.random(in: .min ... .max))"
        // SAFETY: paths are strings that live as long as the calls.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = retried { unsafe open(temporary, flags, mode_t(0o600)) }
        guard descriptor >= 0 else { throw .file(path: temporary, code: errno) }
        var code = writeAll(bytes, to: descriptor)
        if code == 0, retried({ fsync(descriptor) }) != 0 { code = errno }
        // A file whose closing is interrupted is closed.
        if close(descriptor) != 0, errno != EINTR, code == 0 { code = errno }
        if code == 0, retried({ unsafe rename(temporary, path) }) != 0 { code = errno }
        if code == 0 { return }
        _ = unsafe unlink(temporary)
        throw .file(path: path, code: code)
    }

    /// Makes a folder for its owner only, with those above it; one that is there stays as it is.
    private static func makeFolder(_ path: String) throws(ApplicationError) {
        if retried({ unsafe mkdir(path, mode_t(0o700)) }) == 0 || errno == EEXIST { return }
        let code = errno
        guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw .file(path: path, code: code)
        }
        try makeFolder(String(path[..<slash]))
        if retried({ unsafe mkdir(path, mode_t(0o700)) }) == 0 || errno == EEXIST { return }
        throw .file(path: path, code: errno)
    }

    /// The code of the system's error; 0 for none.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the system reads at most `buffer.count` bytes of the buffer.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}

/// Calls until no signal interrupts it.
func retried(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
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
