internal import Dispatch
internal import Synchronization

/// A commit that is made by something that may throw.
final class AppendRequest<Failure: Error>: WaitingAppend {
    let expecting: UInt64?
    let key: [UInt8]?
    let id: CommitID?
    let isSame: @Sendable ([Row], UInt64) -> Bool
    private let make: @Sendable (UInt64) throws(Failure) -> EncodedCommit

    private let outcome = Mutex<Result<Appended, LogCallError<Failure>>?>(nil)
    private let turn = DispatchSemaphore(value: 0)

    init(
        expecting: UInt64?, key: [UInt8]?, id: CommitID?,
        isSame: @escaping @Sendable ([Row], UInt64) -> Bool,
        make: @escaping @Sendable (UInt64) throws(Failure) -> EncodedCommit
    ) {
        self.expecting = expecting
        self.key = key
        self.id = id
        self.isSame = isSame
        self.make = make
    }

    /// What became of it; `nil` while nothing has.
    var result: Result<Appended, LogCallError<Failure>>? { outcome.withLock { $0 } }

    func commit(at first: UInt64) throws(RequestRefusal) -> EncodedCommit {
        do { return try make(first) } catch {
            throw RequestRefusal { self.finish(with: .failure(.caller(error))) }
        }
    }

    func finish(_ result: Result<Appended, LogError>) {
        finish(with: result.mapError(LogCallError.log))
    }

    private func finish(with result: Result<Appended, LogCallError<Failure>>) {
        outcome.withLock { $0 = result }
        turn.signal()
    }

    /// Waits until it is finished, or told to lead.
    func wait() { turn.wait() }

    func lead() { turn.signal() }
}

/// A commit that somebody waits for, whatever its making may throw.
protocol WaitingAppend: AnyObject, Sendable {
    /// How many events the caller has seen.
    var expecting: UInt64? { get }
    /// The idempotency key.
    var key: [UInt8]? { get }
    /// The commit's id where no other commit may have it already.
    var id: CommitID? { get }
    /// Whether events of an earlier commit with the key, from a position on, say the same.
    var isSame: @Sendable ([Row], UInt64) -> Bool { get }

    /// The commit for the position of its first event.
    func commit(at first: UInt64) throws(RequestRefusal) -> EncodedCommit
    /// Says what became of it; the one who waits goes on.
    func finish(_ result: Result<Appended, LogError>)
    /// Tells the one who waits to append for all that wait.
    func lead()
}

/// Why a request is refused, to be told when the others of its group are durable.
struct RequestRefusal: Error {
    let tell: @Sendable () -> Void
}

extension WaitingAppend {
    /// The refusal for a fault that the log has found.
    func refusal(_ error: LogError) -> RequestRefusal {
        RequestRefusal { self.finish(.failure(error)) }
    }
}

/// Who waits in this process to append to a log.
struct AppendQueue: Sendable {
    private var requests: [any WaitingAppend] = []
    private var isLed = false

    /// Adds a request; returns whether the caller has to append for all.
    mutating func add(_ request: any WaitingAppend) -> Bool {
        requests.append(request)
        if isLed { return false }
        isLed = true
        return true
    }

    /// Who waits, the first one first.
    var waiting: [any WaitingAppend] { requests }

    /// Takes out those who have waited longest.
    mutating func take(_ most: Int) -> [any WaitingAppend] {
        let taken = Array(requests.prefix(most))
        requests.removeFirst(taken.count)
        return taken
    }

    /// Ends the lead; returns who takes over.
    mutating func handOver() -> (any WaitingAppend)? {
        isLed = !requests.isEmpty
        return requests.first
    }
}
