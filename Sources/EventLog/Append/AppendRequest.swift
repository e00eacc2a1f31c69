internal import Dispatch
internal import Synchronization

/// A commit that somebody waits for.
final class AppendRequest: Sendable {
    /// How many events the caller has seen.
    let expecting: UInt64?
    let key: [UInt8]?
    /// The commit's id where no other commit may have it already.
    let id: CommitID?
    /// Whether events of an earlier commit with the key, from a position on, say the same.
    let isSame: @Sendable ([Row], UInt64) -> Bool
    /// The commit for the position of its first event.
    let make: @Sendable (UInt64) throws -> CommitDraft

    private let outcome = Mutex<Result<Appended, any Error>?>(nil)
    private let turn = DispatchSemaphore(value: 0)

    init(
        expecting: UInt64?, key: [UInt8]?, id: CommitID?,
        isSame: @escaping @Sendable ([Row], UInt64) -> Bool,
        make: @escaping @Sendable (UInt64) throws -> CommitDraft
    ) {
        self.expecting = expecting
        self.key = key
        self.id = id
        self.isSame = isSame
        self.make = make
    }

    /// What became of it; `nil` while nothing has.
    var result: Result<Appended, any Error>? { outcome.withLock { $0 } }

    /// Says what became of it; the one who waits goes on.
    func finish(_ result: Result<Appended, any Error>) {
        outcome.withLock { $0 = result }
        turn.signal()
    }

    /// Waits until it is finished, or told to lead.
    func wait() { turn.wait() }

    /// Tells the one who waits to append for all that wait.
    func lead() { turn.signal() }
}

/// Who waits in this process to append to a log.
struct AppendQueue: Sendable {
    private var requests: [AppendRequest] = []
    private var isLed = false

    /// Adds a request; returns whether the caller has to append for all.
    mutating func add(_ request: AppendRequest) -> Bool {
        requests.append(request)
        if isLed { return false }
        isLed = true
        return true
    }

    /// Who waits, the first one first.
    var waiting: [AppendRequest] { requests }

    /// Takes out those who have waited longest.
    mutating func take(_ most: Int) -> [AppendRequest] {
        let taken = Array(requests.prefix(most))
        requests.removeFirst(taken.count)
        return taken
    }

    /// Ends the lead; returns who takes over.
    mutating func handOver() -> AppendRequest? {
        isLed = !requests.isEmpty
        return requests.first
    }
}
