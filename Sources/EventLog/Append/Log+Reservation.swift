internal import Dispatch
internal import Synchronization

extension Log {
    /// Keeps all others from writing until the reservation is released; this log's own calls go on.
    ///
    /// - Throws: ``LogError/storage(_:)`` that names the holder when another one writes for too
    ///   long.
    package func reserve() throws(LogError) -> Reservation {
        let lock = try takeLock()
        if !lock.isUndisturbed { state.withLock { $0.own = nil } }
        guard reserved.begin(lock) else {
            lock.release()
            throw .readOnly
        }
        return Reservation(self)
    }
}

/// A log that nobody else writes to for a while: what is decided on its events can be appended,
/// however long that takes.
package struct Reservation: Sendable {
    private let log: Log

    init(_ log: Log) { self.log = log }

    /// Lets others write again.
    package func release() { log.reserved.end() }
}

/// The lock of a reservation, and the turns of those who use it.
final class ReservedLock: Sendable {
    private let lock = Mutex<(any LogLock)?>(nil)
    private let turn = DispatchSemaphore(value: 1)

    /// Whether there was none.
    func begin(_ new: any LogLock) -> Bool {
        lock.withLock { lock in
            guard lock == nil else { return false }
            lock = new
            return true
        }
    }

    /// Waits for whoever uses it.
    func end() {
        turn.wait()
        lock.withLock { $0.take() }?.release()
        turn.signal()
    }

    /// Runs something with the lock; `nil` where none is reserved.
    func use<R>(_ body: (any LogLock) throws(LogError) -> R) throws(LogError) -> R? {
        guard lock.withLock({ $0 != nil }) else { return nil }
        turn.wait()
        defer { turn.signal() }
        guard let held = lock.withLock({ $0 }) else { return nil }
        return try body(held)
    }
}
