internal import Dispatch
internal import EventLog
internal import Synchronization

/// Work that goes on beside its caller: one piece at a time, done at once where there is no thread
/// for it.
final class Ahead<Value: Sendable>: Sendable {
    private let queue = DispatchQueue(label: "ledger.ahead")
    private let result = Mutex<Result<Value, SharedLogError>?>(nil)

    /// Begins a piece; what the one before came to is forgotten.
    func start(_ body: @escaping @Sendable () throws(SharedLogError) -> Value) {
        let run = { @Sendable [self] in
            let done = Result(catching: body)
            result.withLock { $0 = done }
        }
        if Parallel.hasThreads { queue.async(execute: run) } else { run() }
    }

    /// Waits for the piece that was begun.
    func wait() { queue.sync {} }

    /// What the piece came to that was begun last, once; `nil` where none was.
    @discardableResult
    func take() throws(SharedLogError) -> Value? {
        wait()
        let done = result.withLock { result in
            defer { result = nil }
            return result
        }
        return try done?.get()
    }
}
