internal import EventLog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Another program that runs to its end.
enum ChildProgram {
    /// What a run left behind.
    struct Result {
        /// What it wrote.
        var output: String
        /// Its exit code.
        var code: Int32
    }

    /// Runs a program with arguments.
    ///
    /// - Parameter isOfErrors: Whether the standard error is wanted; else the standard output.
    /// - Returns: `nil` where nothing can be started at all.
    static func run(_ words: [String], isOfErrors: Bool = false) -> Result? {
        let command = words.map(Explanation.shellWord).joined(separator: " ")
        let streams = isOfErrors ? "2>&1 >/dev/null" : "2>/dev/null"
        // SAFETY: the stream is open until `pclose`, which is called once, and read until then.
        guard let stream = unsafe popen("\(command) </dev/null \(streams)", "r") else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, stream)
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        let status = unsafe pclose(stream)
        let output = String(decoding: bytes, as: UTF8.self)
        return Result(output: output, code: status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
    }

    /// Runs a program with arguments, which may be anything without a NUL; what it complains about
    /// is seen, and it may ask whoever sits at the terminal.
    ///
    /// - Parameters:
    ///   - input: The file that it reads.
    ///   - output: The file that it writes.
    /// - Returns: Its exit code; that of a shell where there is no such program, and -1 where it
    ///   was killed.
    static func run(_ words: [String], input: String, output: String) -> Int32 {
        let command = words.map(strictly).joined(separator: " ")
        let streams = "<\(strictly(input)) >\(strictly(output))"
        // SAFETY: the stream is closed once; nothing comes out of it, for that goes to the file.
        guard let stream = unsafe popen("exec \(command) \(streams)", "r") else { return -1 }
        let status = unsafe pclose(stream)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    /// Runs a program that reads some bytes as its standard input; they stand in no file.
    ///
    /// - Parameters:
    ///   - output: The file that it writes.
    ///   - fileBytesMax: How large a file it can write, where the system can be told so. What is
    ///     more is refused to it, for a signal ends neither us nor it.
    /// - Returns: As ``run(_:input:output:)``.
    static func run(
        _ words: [String], typing bytes: [UInt8], output: String, fileBytesMax: UInt64
    ) -> Int32 {
        let command = words.map(strictly).joined(separator: " ")
        // By blocks of 512 bytes (POSIX, ulimit).
        let limit = "ulimit -f \(fileBytesMax / 512 + 1) 2>/dev/null || :"
        // SAFETY: the stream is closed once, and the array is read up to its end; a program that
        // reads nothing of it ends with a code of its own, for SIGPIPE is ignored.
        guard
            let stream = unsafe popen("\(limit); exec \(command) >\(strictly(output))", "w")
        else { return -1 }
        _ = unsafe fwrite(bytes, 1, bytes.count, stream)
        let status = unsafe pclose(stream)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    /// A word as a shell takes it, byte by byte.
    static func strictly(_ word: String) -> String {
        "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// How this program was called.
    static var own: String { CommandLine.arguments.first ?? "ledger" }

    /// A new folder of its own, for what is needed for a moment only.
    static func makeFolder(in variables: [String: String]) throws(Terminal.Failure) -> String {
        let parent = variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/ledger-check-XXXXXX".utf8CString)
        // SAFETY: the template is terminated, and changed within its length.
        guard unsafe mkdtemp(&template) != nil else {
            throw Terminal.Failure(path: parent, code: errno)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes such a folder with all that is in it.
    static func removeFolder(_ path: String) {
        _ = run(["rm", "-rf", path])
    }
}
