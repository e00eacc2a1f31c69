internal import Dispatch
internal import Synchronization

/// A commit that waits to be appended, and the rules of whoever appends it.
final class AppendRequest<Rules: CommitRules>: WaitingAppend {
    typealias Outcome = Result<Appended, LogCallError<Rules.Failure>>

    let draft: CommitDraft
    let expecting: UInt64?
    let isNewID: Bool
    private let rules: Rules

    private let outcome = Mutex<Outcome?>(nil)
    private let turn = DispatchSemaphore(value: 0)

    init(_ draft: CommitDraft, expecting: UInt64?, isNewID: Bool, _ rules: Rules) {
        self.draft = draft
        self.expecting = expecting
        self.isNewID = isNewID
        self.rules = rules
    }

    /// What became of it; `nil` while nothing has.
    var result: Outcome? { outcome.withLock { $0 } }

    func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool {
        rules.isSame(as: stored, from: firstPosition)
    }

    func admit(after head: LogHead) throws(RequestRefusal) -> AdmittedCommit {
        do { return try CommitAdmission.admit(draft, after: head, rules) } catch {
            throw RequestRefusal { self.finish(with: .failure(error)) }
        }
    }

    func finish(_ result: Result<Appended, LogError>) {
        finish(with: result.mapError(LogCallError.log))
    }

    private func finish(with result: Outcome) {
        outcome.withLock { $0 = result }
        turn.signal()
    }

    /// Waits until it is finished, or told to lead.
    func wait() { turn.wait() }

    func lead() { turn.signal() }
}

/// A commit that somebody waits for, whatever their rules may throw.
protocol WaitingAppend: AnyObject, Sendable {
    var draft: CommitDraft { get }
    /// How many events the caller has seen.
    var expecting: UInt64? { get }
    /// Whether the id was just made at random, so that nobody looks for it.
    var isNewID: Bool { get }

    /// Whether events of an earlier commit with the key, from a position on, say the same.
    func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool
    /// The commit as it goes into the log behind a head.
    func admit(after head: LogHead) throws(RequestRefusal) -> AdmittedCommit
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
