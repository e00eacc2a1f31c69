#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Other programs, each run from start to end by itself.
package enum Child {
    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - arguments: The program's path and what it is told.
    ///   - variables: Beside those of this process, and instead of them.
    ///   - output: A file for what it prints; by default that is dropped.
    ///   - input: A file that it reads.
    package static func run(
        _ arguments: [String], variables: [String: String] = [:], output: String = "/dev/null",
        errors: String = "/dev/null", input: String = "/dev/null"
    ) throws -> ChildRun {
        var actions = unsafe posix_spawn_file_actions_t()
        _ = unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        let creating = O_WRONLY | O_CREAT | O_TRUNC
        _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        _ = unsafe posix_spawn_file_actions_addopen(&actions, 1, output, creating, 0o644)
        _ = unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, creating, 0o644)
        let path = arguments.first ?? ""
        let environment = self.environment(with: variables)
        let start = Machine.wallSeconds()
        var process = pid_t()
        let failure = unsafe withCStrings(arguments) { words in
            unsafe withCStrings(environment) { pairs in
                unsafe posix_spawnp(&process, path, &actions, nil, words, pairs)
            }
        }
        if failure != 0 { throw BenchError("cannot run \(arguments.first ?? "")") }
        let watch = MemoryWatch(process)
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchError("lost \(arguments.first ?? "")") }
        }
        let wall = Machine.wallSeconds() - start
        let signal = status & 0x7F
        return ChildRun(
            code: signal == 0 ? status >> 8 & 0xFF : -signal, wallMilliseconds: wall * 1_000,
            cpuMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
            peakMegabytes: watch.peakMegabytes(
                told: Double(usage.ru_maxrss) * Machine.memoryUnitBytes / 1_048_576))
    }

    /// What a program prints; throws when its exit code is not 0.
    static func output(
        _ arguments: [String], variables: [String: String] = [:], in folder: String
    ) throws -> String {
        let place = try Files.temporaryFolder(in: folder)
        defer { Files.remove(place) }
        let run = try run(
            arguments, variables: variables, output: "\(place)/output", errors: "\(place)/errors")
        if run.code != 0 {
            let errors = try Files.text("\(place)/errors")
            throw BenchError("\(arguments.joined(separator: " ")): exit \(run.code)\n\(errors)")
        }
        return try Files.text("\(place)/output")
    }

    /// Where a program is, looked for in `PATH`; `nil` when it is not there.
    static func find(_ name: String) -> String? {
        if name.contains("/") { return Files.isExecutable(name) ? name : nil }
        let folders = (Files.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return folders.lazy.map { "\($0)/\(name)" }.first(where: Files.isExecutable)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }

    private static func environment(with variables: [String: String]) -> [String] {
        var pairs: [String] = []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let pair = unsafe String(cString: text)
            let name = pair.prefix { $0 != "=" }
            if variables[String(name)] == nil { pairs.append(pair) }
            unsafe entry += 1
        }
        return pairs + variables.map { "\($0)=\($1)" }
    }

    /// Calls with an array of C strings that ends with none.
    private static func withCStrings<R>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else {
                preconditionFailure("the array holds the none at its end")
            }
            return unsafe body(start)
        }
    }
}

/// What a program used from its start to its end.
package struct ChildRun {
    /// The exit code; that of a signal is negative.
    package var code: Int32
    package var wallMilliseconds: Double
    package var cpuMilliseconds: Double
    package var peakMegabytes: Double
}
