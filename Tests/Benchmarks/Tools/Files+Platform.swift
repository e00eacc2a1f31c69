#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What went wrong outside: a file, a program, a peer.
package struct BenchError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Reads a file block by block.
final class FileReader {
    private let descriptor: Int32
    private let path: String

    init(_ path: String) throws {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw BenchError("cannot read \(path)") }
    }

    deinit { close(descriptor) }

    /// Replaces the bytes by the next ones; by none at the end of the file.
    func read(into block: inout [UInt8], count: Int) throws {
        if block.count < count { block = Array(repeating: 0, count: count) }
        let got = unsafe block.withUnsafeMutableBytes { buffer in
            unsafe Systems.read(descriptor, buffer.baseAddress, count)
        }
        if got < 0 { throw BenchError("cannot read \(path)") }
        block.removeLast(block.count - got)
    }
}

/// Writes a file through a buffer; it gets its name when it is whole.
final class FileWriter {
    private static let bufferBytes = 1 << 20

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ path: String) throws {
        self.path = path
        descriptor = unsafe open("\(path).part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw BenchError("cannot write \(path)") }
        buffer.reserveCapacity(FileWriter.bufferBytes + 4_096)
    }

    func write(_ text: some StringProtocol) throws {
        buffer += text.utf8
        if buffer.count >= FileWriter.bufferBytes { try flush() }
    }

    private func flush() throws {
        var done = 0
        while done < buffer.count {
            let count = unsafe buffer.withUnsafeBytes { bytes in
                unsafe Systems.write(
                    descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            }
            if count <= 0 { throw BenchError("cannot write \(path)") }
            done += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Ends the file.
    func finish() throws {
        try flush()
        close(descriptor)
        if unsafe rename("\(path).part", path) != 0 { throw BenchError("cannot name \(path)") }
    }
}

/// The calls whose names are those of methods here.
private enum Systems {
    static func read(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        guard let buffer = unsafe buffer else { return 0 }
        #if canImport(Darwin)
        return unsafe Darwin.read(file, buffer, count)
        #elseif canImport(Musl)
        return unsafe Musl.read(file, buffer, count)
        #else
        return unsafe Glibc.read(file, buffer, count)
        #endif
    }

    static func write(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
        guard let buffer = unsafe buffer else { return 0 }
        #if canImport(Darwin)
        return unsafe Darwin.write(file, buffer, count)
        #elseif canImport(Musl)
        return unsafe Musl.write(file, buffer, count)
        #else
        return unsafe Glibc.write(file, buffer, count)
        #endif
    }
}

/// Files and folders by path.
enum Files {
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// The bytes of a file; 0 for none.
    static func size(_ path: String) -> UInt64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt64(status.st_size) : 0
    }

    /// The bytes that are free where a folder is; `nil` where that is not told.
    static func freeBytes(_ path: String) -> UInt64? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws {
        var place = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            place += part
            if !place.isEmpty, !exists(place), unsafe mkdir(place, 0o755) != 0 {
                throw BenchError("cannot make the folder \(place)")
            }
            place += "/"
        }
    }

    /// Makes a new folder in another.
    static func temporaryFolder(in folder: String) throws -> String {
        try makeFolder(folder)
        var template = Array("\(folder)/bench-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard made else { throw BenchError("cannot make a folder in \(folder)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a file or a folder with all that is in it.
    static func remove(_ path: String) {
        _ = try? Child.run(["/bin/rm", "-rf", "--", path])
    }

    /// The whole of a small file.
    static func text(_ path: String) throws -> String {
        let file = try FileReader(path)
        var all: [UInt8] = []
        var block: [UInt8] = []
        repeat {
            try file.read(into: &block, count: 1 << 16)
            all += block
        } while !block.isEmpty
        return String(decoding: all, as: UTF8.self)
    }

    /// Writes a whole file.
    static func write(_ text: String, to path: String) throws {
        let file = try FileWriter(path)
        try file.write(text)
        try file.finish()
    }

    /// The folder in which this process runs.
    static var currentFolder: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
            guard let start = buffer.baseAddress, unsafe getcwd(start, 4_096) != nil else {
                return "."
            }
            return unsafe String(cString: start)
        }
    }

    /// The value of a variable of the environment; `nil` when it is not set or empty.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
