#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The time of a processor that work takes in the thread that does it.
///
/// However busy the machine is, it grows by noise only: a test compares two sizes by it, where a
/// clock on the wall would measure the other tests.
public enum ProcessorTime {
    /// How long some work takes; what it waits does not count.
    public static func of(_ work: () throws -> Void) rethrows -> Duration {
        let start = now()
        try work()
        return now() - start
    }

    private static func now() -> Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
