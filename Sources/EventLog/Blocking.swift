internal import Dispatch

/// Work that blocks a thread, kept off the threads that Swift's tasks share.
package enum Blocking {
    /// Runs something on a thread of the system that may be blocked.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }
}
