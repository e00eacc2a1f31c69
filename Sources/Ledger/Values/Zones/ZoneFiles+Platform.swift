#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The few calls to the system that time zones need; the only unsafe code of the values.
extension ZoneFiles {
    /// An environment variable; nil if it is not set.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The whole regular file; nil if it cannot be read or is longer than `bytesMax`.
    static func contents(_ path: String, bytesMax: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer)
            }
            if count == 0 { return bytes }
            guard count > 0, bytes.count + count <= bytesMax else { return nil }
            bytes += chunk[..<count]
        }
    }

    /// Where a symbolic link points to; nil if it is none.
    static func linkTarget(_ path: String) -> String? {
        var target = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe target.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe readlink(path, start, buffer.count)
        }
        return count > 0 ? String(decoding: target[..<count], as: UTF8.self) : nil
    }

    /// `read` again where a signal interrupted it.
    private static func systemRead(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        while true {
            let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
