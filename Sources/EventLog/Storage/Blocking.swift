internal import Dispatch
internal import Synchronization

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

    /// Waits for a task. Whoever calls this is no task: it would hold a thread that tasks share.
    package static func wait<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) -> Value {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        Task {
            let value = await body()
            box.value.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        guard let value = box.value.withLock({ $0 }) else {
            preconditionFailure("the task leaves its value before it signals")
        }
        return value
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
