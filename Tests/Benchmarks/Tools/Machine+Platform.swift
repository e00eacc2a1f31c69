#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Clocks and memory of this process.
enum Machine {
    #if canImport(Darwin)
    static let memoryUnitBytes = 1.0
    private static let selfUsage = RUSAGE_SELF
    #else
    static let memoryUnitBytes = 1_024.0
    private static let selfUsage = __rusage_who_t(RUSAGE_SELF.rawValue)
    #endif

    /// The program that runs now.
    static var program: String {
        Files.exists("/proc/self/exe") ? "/proc/self/exe" : CommandLine.arguments[0]
    }

    /// A clock that only goes forward.
    static func wallSeconds() -> Double { seconds(CLOCK_MONOTONIC) }

    /// What all threads of this process have used.
    static func cpuSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The most memory that this process had at a time.
    ///
    /// Where the system tells it, that since the program was started: what the process was before,
    /// a copy of its parent, does not count.
    static func peakMegabytes() -> Double {
        if let known = peakMegabytes(of: "self") { return known }
        var usage = rusage()
        _ = unsafe getrusage(selfUsage, &usage)
        return Double(usage.ru_maxrss) * memoryUnitBytes / 1_048_576
    }

    /// The most memory that a process had since its program was started; `nil` where the system
    /// does not tell, or the program has ended.
    static func peakMegabytes(of process: String) -> Double? {
        let status = try? Files.text("/proc/\(process)/status")
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return kilobytes.map { $0 / 1_024 }
    }

    static func pause(milliseconds: UInt32) { usleep(1_000 * milliseconds) }

    /// Copies bytes; they are used, so that no compiler leaves the copying out.
    static func copy(_ source: [UInt8], to target: inout [UInt8]) {
        unsafe source.withUnsafeBytes { from in
            unsafe target.withUnsafeMutableBytes { to in
                guard let from = from.baseAddress, let start = to.baseAddress else {
                    return
                }
                _ = unsafe memcpy(start, from, min(source.count, to.count))
            }
        }
    }
}

/// A file of zeros to which bytes are written durably: what a disk can do at best.
final class BareFile {
    private let descriptor: Int32
    private var offset: Int
    private let start: Int
    private let capacity: Int

    /// A file of zeros.
    ///
    /// - Parameter start: Where the first bytes go.
    init(_ path: String, capacity: Int, start: Int = 0) throws {
        self.capacity = capacity
        self.start = start
        offset = start
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw BenchError("cannot write \(path)") }
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var rest = capacity
        while rest > 0 {
            let count = unsafe zeros.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress, min(rest, zeros.count))
            }
            if count <= 0 { throw BenchError("cannot write \(path)") }
            rest -= count
        }
        if fsync(descriptor) != 0 { throw BenchError("cannot sync \(path)") }
    }

    deinit { close(descriptor) }

    /// Writes bytes behind those before, and waits until they are on the disk.
    ///
    /// - Parameter head: Written over the start of the file before.
    func append(_ bytes: [UInt8], head: [UInt8] = []) throws {
        if offset + bytes.count > capacity { offset = start }
        let headCount = unsafe head.withUnsafeBytes {
            unsafe pwrite(descriptor, $0.baseAddress, head.count, 0)
        }
        if headCount != head.count { throw BenchError("the disk refuses to write") }
        let count = unsafe bytes.withUnsafeBytes {
            unsafe pwrite(descriptor, $0.baseAddress, bytes.count, off_t(offset))
        }
        #if canImport(Darwin)
        let failed = fcntl(descriptor, F_FULLFSYNC) != 0
        #else
        let failed = fdatasync(descriptor) != 0
        #endif
        if count != bytes.count || failed { throw BenchError("the disk refuses to write") }
        offset += bytes.count
    }
}
