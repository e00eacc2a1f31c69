#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Threads of the system, which may all wait for the disk at once.
enum Threads {
    /// Runs some work in as many threads, and waits for all of them.
    static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for index in 0..<count {
            let box = unsafe Unmanaged.passRetained(Box { work(index) }).toOpaque()
            #if canImport(Darwin)
            var thread: pthread_t?
            #else
            var thread = pthread_t()
            #endif
            let failure = unsafe pthread_create(
                &thread, nil,
                { start in
                    #if canImport(Darwin)
                    let box = unsafe Unmanaged<Box>.fromOpaque(start).takeRetainedValue()
                    #else
                    guard let start = unsafe start else { return nil }
                    let box = unsafe Unmanaged<Box>.fromOpaque(start).takeRetainedValue()
                    #endif
                    box.work()
                    return nil
                }, box)
            precondition(failure == 0, "the system has no thread left")
            #if canImport(Darwin)
            if let thread = unsafe thread { unsafe threads.append(thread) }
            #else
            threads.append(thread)
            #endif
        }
        for thread in threads { _ = pthread_join(thread, nil) }
    }

    private final class Box: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
