internal import Synchronization

/// A line on a terminal's standard error that says how far long work is, and goes when it ends.
package final class ProgressLine: Sendable {
    private struct State {
        var shownAt: Duration
        var isShown = false
    }

    private let uptime: @Sendable () -> Duration
    private let put: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// What is done sooner than this says nothing, and the line changes no more often.
    private static let pause: Duration = .milliseconds(200)
    private static let erasure = "\r\u{1B}[K"

    /// A line that is not shown yet.
    ///
    /// - Parameters:
    ///   - uptime: A clock that never goes back.
    ///   - put: Writes to the terminal.
    package init(
        uptime: @escaping @Sendable () -> Duration, put: @escaping @Sendable (String) -> Void
    ) {
        self.uptime = uptime
        self.put = put
        state = Mutex(State(shownAt: uptime()))
    }

    /// Says how many events were done.
    package func show(_ events: UInt64) {
        state.withLock { state in
            let now = uptime()
            if now - state.shownAt < ProgressLine.pause { return }
            state = State(shownAt: now, isShown: true)
            put("\(ProgressLine.erasure)  \(counted(events, "event")) …")
        }
    }

    /// Takes the line away.
    package func clear() {
        state.withLock { state in
            if state.isShown { put(ProgressLine.erasure) }
            state.isShown = false
        }
    }
}
