internal import EventLog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system says of the files of hooks.
enum HookFiles {
    /// Whether the process may run a file.
    static func isExecutable(_ path: String) -> Bool {
        // SAFETY: the path is terminated for the call.
        POSIX.retried { unsafe access(path, X_OK) } == 0
    }

    /// Whether others than the user and the system can write to a file or into a folder.
    static func isExposed(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: the call writes one `stat`, which lives until it returns.
        guard POSIX.retried({ unsafe stat(path, &status) }) == 0 else { return true }
        return UInt32(status.st_mode) & 0o022 != 0
            || status.st_uid != geteuid() && status.st_uid != 0
    }
}

/// A program that reads what it is given, says something, and is ended when it takes too long.
struct HookProcess: ~Copyable {
    /// How a run ended.
    enum Status {
        case exited(Int32)
        case killed(Int32)
        case late
    }

    /// What a run left behind.
    struct End {
        let status: Status
        /// The beginning of what it wrote to its standard error.
        let said: [UInt8]
    }

    /// How much of what it says is kept.
    private static let saidMax = 4_096
    /// How often it is looked whether it has ended, where nothing else says so.
    private static let pauseMilliseconds: Int32 = 20

    private let process: pid_t
    private let deadline: ContinuousClock.Instant
    private var input: Int32
    private var errors: Int32
    private var rest: ArraySlice<UInt8> = []
    private var said: [UInt8] = []

    deinit {
        if input >= 0 { _ = close(input) }
        if errors >= 0 { _ = close(errors) }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - variables: Its environment.
    ///   - page: The next of what it reads; `nil` at the end.
    static func run(
        _ path: String, _ variables: [String: String], seconds: Int,
        _ page: () throws(ApplicationError) -> [UInt8]?
    ) throws(ApplicationError) -> End {
        // One that does not read on is no reason for this process to end.
        _ = signal(SIGPIPE, SIG_IGN)
        var started: HookProcess
        do throws(StartFault) {
            started = try HookProcess(path, variables, seconds: seconds)
        } catch {
            throw .hook(.notStarted(path: path, code: error.code))
        }
        do throws(ApplicationError) {
            return End(status: try started.attend(page), said: started.said)
        } catch {
            started.end()
            throw error
        }
    }

    /// The system's `errno` on the way to its path.
    private struct StartFault: Error {
        let code: Int32
    }

    private init(
        _ path: String, _ variables: [String: String], seconds: Int
    ) throws(StartFault) {
        let (read, write) = try HookProcess.makePipe()
        let (listen, speak): (Int32, Int32)
        do throws(StartFault) { (listen, speak) = try HookProcess.makePipe() } catch {
            for end in [read, write] { _ = close(end) }
            throw error
        }
        let result = HookProcess.spawn(path, variables, input: read, errors: speak)
        for end in [read, speak] { _ = close(end) }
        guard case .success(let started) = result else {
            for end in [write, listen] { _ = close(end) }
            guard case .failure(let fault) = result else { throw StartFault(code: 0) }
            throw fault
        }
        for end in [write, listen] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        process = started
        deadline = ContinuousClock.now + .seconds(seconds)
        input = write
        errors = listen
    }

    private static func makePipe() throws(StartFault) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call writes two numbers into an array of two.
        guard unsafe pipe(&ends) == 0 else { throw StartFault(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts a program in a group of its own, so that it can be ended with all that it started.
    private static func spawn(
        _ path: String, _ variables: [String: String], input: Int32, errors: Int32
    ) -> Result<pid_t, StartFault> {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        var (signals, none) = (sigset_t(), sigset_t())
        // SAFETY: both live until they are destroyed below, behind the only call that uses them.
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // SAFETY: the calls copy what they are given.
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        let settings = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        // SAFETY: the copies are terminated, live until the program is started, and are freed once.
        let words = unsafe [strdup(path), nil]
        let lines = unsafe settings.map { unsafe strdup($0) } + [nil]
        defer { _ = unsafe (words + lines).map { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, words, lines)
        return code == 0 ? .success(process) : .failure(StartFault(code: code))
    }

    /// Gives it what it reads and takes what it says until it ends, or until its time is over.
    private mutating func attend(
        _ page: () throws(ApplicationError) -> [UInt8]?
    ) throws(ApplicationError) -> Status {
        while true {
            if input >= 0, rest.isEmpty {
                if let bytes = try page() { rest = bytes[...] } else { closeInput() }
            }
            if let status = ended() {
                listen()
                return status
            }
            if ContinuousClock.now >= deadline {
                end()
                return .late
            }
            wait()
            give()
            listen()
        }
    }

    /// Waits until something can be written or read, or a moment.
    private func wait() {
        var ends = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
        if input >= 0 { ends.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        // Of what is closed (-1) nothing is said: what is left is to look again soon.
        let pause: Int32 = errors < 0 ? 1 : HookProcess.pauseMilliseconds
        // SAFETY: the array has as many as the call is told, and lives until it returns.
        unsafe _ = poll(&ends, nfds_t(ends.count), pause)
    }

    private mutating func give() {
        guard input >= 0, !rest.isEmpty else { return }
        // SAFETY: the bytes live until the call returns.
        let count = unsafe rest.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            // It wants no more.
            closeInput()
        }
    }

    private mutating func closeInput() {
        if input >= 0 { _ = close(input) }
        input = -1
        rest = []
    }

    private mutating func listen() {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while errors >= 0 {
            // SAFETY: the call writes at most as many bytes as there are.
            let count = unsafe read(errors, &chunk, chunk.count)
            if count > 0 {
                said += chunk[..<min(count, HookProcess.saidMax - said.count)]
            } else if count < 0, errno == EINTR {
                continue
            } else {
                if count == 0 || errno != EAGAIN {
                    _ = close(errors)
                    errors = -1
                }
                return
            }
        }
    }

    /// How it ended; `nil` while it goes on.
    private func ended() -> Status? {
        var status: Int32 = 0
        // SAFETY: the call writes one number, which lives until it returns.
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
    }

    /// Ends it, with all that it started.
    private func end() {
        _ = kill(-process, SIGKILL)
        var status: Int32 = 0
        // SAFETY: as above.
        _ = POSIX.retried { unsafe waitpid(process, &status, 0) }
    }
}
