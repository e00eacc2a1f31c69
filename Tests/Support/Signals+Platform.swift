#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The signals of a thread.
enum Signals {
    /// Runs something with no signal blocked: a thread of the tests' pool blocks some, and what it
    /// starts would, too.
    static func unblocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}
