internal import Synchronization

/// A line on a terminal's standard error that says how far long work is, and goes when it ends.
package final class ProgressLine: Sendable {
    private struct State {
        var shownAt: Duration
        var isShown = false
        /// When what is under way began, as far as it tells its end.
        var startedAt: Duration
        var done: UInt64 = 0
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
        let now = uptime()
        state = Mutex(State(shownAt: now, startedAt: now))
    }

    /// Says how many events were done.
    package func show(_ events: UInt64) {
        state.withLock { state in
            let now = uptime()
            if now - state.shownAt < ProgressLine.pause { return }
            (state.shownAt, state.isShown) = (now, true)
            put("\(ProgressLine.erasure)  \(counted(events, "event")) …")
        }
    }

    /// Says how many of how many events were done, how fast that was, and how long the rest takes.
    package func show(_ done: UInt64, of total: UInt64) {
        state.withLock { state in
            let now = uptime()
            if done < state.done { state.startedAt = now }
            state.done = done
            if now - state.shownAt < ProgressLine.pause { return }
            (state.shownAt, state.isShown) = (now, true)
            let seconds = max(0.001, (now - state.startedAt) / .seconds(1))
            let rate = UInt64(Double(done) / seconds)
            let left = rate > 0 ? (max(total, done) - done) / rate + 1 : 0
            put(
                "\(ProgressLine.erasure)  \(grouped(done)) of \(counted(total, "event")), "
                    + "\(grouped(rate)) a second, \(left) s left …")
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
