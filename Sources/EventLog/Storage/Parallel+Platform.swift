internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Work on several cores.
package enum Parallel {
    /// How many cores there are, 1 or more.
    package static let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Whether the system still gives this process threads: who waits for one that never comes
    /// waits for ever.
    package static let hasThreads: Bool = {
        #if canImport(Darwin)
        var thread: pthread_t?
        // SAFETY: the thread ends at once, and is waited for.
        guard unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0, let thread else {
            return false
        }
        return unsafe pthread_join(thread, nil) == 0
        #else
        var thread = pthread_t()
        // SAFETY: the thread ends at once, and is waited for.
        guard unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return false }
        return pthread_join(thread, nil) == 0
        #endif
    }()

    /// What `body` makes of every number below `count`, in order; at the same time where there are
    /// cores for it.
    package static func map<Value: Sendable>(
        _ count: Int, _ body: @Sendable (Int) -> Value
    ) -> [Value] {
        guard count > 1, hasThreads else { return (0..<count).map(body) }
        let found = Mutex<[Int: Value]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let value = body(index)
            found.withLock { $0[index] = value }
        }
        return found.withLock { found in (0..<count).compactMap { found[$0] } }
    }

    /// What ``each(_:_:_:)`` makes at a time, for each core.
    private static let madeAtOnce = 4

    /// What was made on other threads.
    private final class Made<Value: Sendable>: Sendable {
        let values = Mutex<[Value]>([])
    }

    /// Hands on what `body` makes of every number below `count`, in order, while other threads make
    /// the next: a few for each core, so that memory stays bounded.
    ///
    /// - Parameter take: Called on this thread; returns whether to go on.
    package static func each<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) -> Value, _ take: (Value) -> Bool
    ) {
        guard count > 1, cores > 1, hasThreads else {
            for index in 0..<count { if !take(body(index)) { return } }
            return
        }
        let queue = DispatchQueue(label: "ledger.parts")
        let made = Made<Value>()
        var (first, values, goesOn): (Int, [Value], Bool) = (0, [], true)
        while goesOn, first < count || !values.isEmpty {
            let next = first..<min(count, first + cores * madeAtOnce)
            queue.async {
                let values = map(next.count) { body(next.lowerBound + $0) }
                made.values.withLock { $0 = values }
            }
            goesOn = values.allSatisfy(take)
            queue.sync {}
            values = made.values.withLock { $0 }
            first = next.upperBound
        }
    }
}
