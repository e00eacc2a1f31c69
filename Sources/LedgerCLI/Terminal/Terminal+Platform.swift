internal import EventLog
internal import FoundationEssentials
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the program asks of the system: streams, whole files, the size of the screen.
enum Terminal {
    /// The three streams of a process, by descriptor.
    enum Stream: Int32 {
        case input = 0
        case output = 1
        case error = 2
    }

    /// The system refused.
    typealias Failure = FileFailure

    /// Opens the null device in the place of each stream that is closed: a file that is opened
    /// later would get its descriptor, and what is written to the stream.
    static func openClosedStreams() {
        openNull(for: .input)
        openNull(for: .output)
        openNull(for: .error)
    }

    private static func openNull(for stream: Stream) {
        if fcntl(stream.rawValue, F_GETFD) >= 0 { return }
        if case .output = stream { wasOutputClosed.store(true, ordering: .relaxed) }
        // The lowest descriptor that is free is this one.
        _ = unsafe open("/dev/null", O_RDWR)
    }

    private static let wasOutputClosed = Atomic<Bool>(false)

    /// Refuses a standard output that was closed when the program began: nobody gets what is put
    /// there, and no write fails.
    static func needOutput() throws(Failure) {
        guard wasOutputClosed.load(ordering: .relaxed) else { return }
        throw Failure(path: "standard output", code: EBADF)
    }

    /// Writing to a pipe that nobody reads, or past the limit on the size of files, is an error of
    /// `write`, not the end of the process.
    static func ignoreClosedPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    private static let isEnding = Atomic<Bool>(false)

    /// Whether a signal asked the program to end since ``endOnSignals()``.
    static var isAskedToEnd: Bool { isEnding.load(ordering: .relaxed) }

    /// Lets what is at hand come to its end where a signal asks the program to end; the next one
    /// ends it at once.
    ///
    /// - Returns: What lets signals do again what they did before.
    @discardableResult
    static func endOnSignals() -> () -> Void {
        // Made before any signal comes.
        isEnding.store(false, ordering: .relaxed)
        let undoing = [SIGINT, SIGTERM, SIGHUP].map { number -> () -> Void in
            let before = signal(number) { number in
                Terminal.isEnding.store(true, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
            return { _ = signal(number, before) }
        }
        return { for undo in undoing { undo() } }
    }

    static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    /// Columns of the screen, where the output goes to one.
    static func columns() -> Int? { screen().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// Rows of the screen, where the output goes to one.
    static func rows() -> Int? { screen().flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private static func screen() -> winsize? {
        var size = winsize()
        // SAFETY: the request writes one `winsize`, which lives until the call returns.
        let result = unsafe ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size)
        return result == 0 ? size : nil
    }

    /// What was typed behind the program's name; `nil` for an argument that is not valid UTF-8.
    static func arguments() -> [String?] {
        var arguments: [String?] = []
        // SAFETY: the system passes `argc` terminated strings that live as long as the process.
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let text = unsafe CommandLine.unsafeArgv[index] else { break }
            unsafe arguments.append(String(validatingCString: text))
        }
        return arguments
    }

    /// The name by which the program was called, where it is a plain word, else `ledger`.
    static func programName() -> String {
        // SAFETY: the system passes a terminated string that lives as long as the process.
        guard CommandLine.argc > 0, let first = unsafe CommandLine.unsafeArgv[0],
            let path = unsafe String(validatingCString: first),
            let name = path.split(separator: "/").last, name.first?.isLetter == true
        else { return "ledger" }
        for byte in name.utf8 {
            let isPlain =
                byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A
                || byte >= 0x61 && byte <= 0x7A || byte == 0x5F || byte == 0x2D
            if !isPlain { return "ledger" }
        }
        return String(name)
    }

    /// The variables of the process.
    static func variables() -> [String: String] { ProcessInfo.processInfo.environment }

    /// The whole content of a file; `-` is the standard input.
    static func load(_ path: String) throws(Failure) -> [UInt8] {
        if path == "-" { return try POSIX.read(Stream.input.rawValue, path) }
        let descriptor = POSIX.retried { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
        defer { close(descriptor) }
        return try POSIX.read(descriptor, path)
    }

    /// Writes pieces to a file, which is created or replaced, or to the standard output, where
    /// nothing more is asked for once nobody reads it.
    ///
    /// - Parameter piece: The next piece; `nil` at the end.
    static func save<E: Error>(
        to path: String?, failing: (Failure) -> E, _ piece: () throws(E) -> [UInt8]?
    ) throws(E) {
        var file: OutputFile?
        do throws(Failure) { file = try path.map(OutputFile.init) } catch { throw failing(error) }
        while let bytes = try piece() {
            do throws(Failure) {
                guard let file else {
                    try put(bytes, Stream.output.rawValue, "standard output")
                    continue
                }
                try file.write(bytes)
            } catch {
                if path == nil, error.code == EPIPE { return }
                throw failing(error)
            }
        }
        do throws(Failure) { try file?.finish() } catch { throw failing(error) }
    }

    /// Writes to a stream. What nobody reads any more is dropped quietly.
    static func put(_ text: String, on stream: Stream) throws(Failure) {
        do throws(Failure) {
            try put(Array(text.utf8), stream.rawValue, "standard output")
        } catch {
            if error.code != EPIPE { throw error }
        }
    }

    /// Waits for some milliseconds; false, and at once, where nobody reads what is put out.
    static func isRead(after milliseconds: Int32) -> Bool {
        var output = pollfd(fd: Stream.output.rawValue, events: 0, revents: 0)
        // SAFETY: the call reads and writes one `pollfd`, which lives until it returns.
        let count = unsafe poll(&output, 1, milliseconds)
        return count <= 0 || Int32(output.revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
    }

    /// Puts a result out; what does not fit on the screen is shown by the pager.
    static func put(_ text: String, pager: Pager?) throws(Failure) {
        // The prompt takes a row, too.
        if let pager, isTerminal(.output), let rows = rows(),
            text.utf8.count(where: { $0 == 0x0A }) >= rows, pager.show(text)
        {
            return
        }
        try put(text, on: .output)
    }

    /// Asks something on standard error; only `y` and `yes` mean it.
    static func confirms(_ question: String) -> Bool {
        do throws(Failure) { try put(question, on: .error) } catch { return false }
        return ["y", "yes"].contains(readLine()?.lowercased().filter { !$0.isWhitespace })
    }

    private static func put(
        _ bytes: [UInt8], _ descriptor: Int32, _ path: String
    ) throws(Failure) {
        let code = POSIX.write(bytes, to: descriptor)
        if code != 0 { throw Failure(path: path, code: code) }
    }

    /// A folder for samples that is not there yet.
    static func temporaryFolder() -> String {
        let number = String(UInt32.random(in: .min ... .max), radix: 36)
        return FileManager.default.temporaryDirectory.appending(path: "ledger-demo-\(number)").path
    }

    /// Ends the process.
    static func leave(_ code: Int32) -> Never { exit(code) }
}
