internal import Synchronization

/// A line on a terminal's standard error that says how far long work is, and goes when it ends.
final class ProgressLine: Sendable {
    private struct State {
        var shownAt: Duration
        var isShown = false
    }

    private let uptime: @Sendable () -> Duration
    private let state: Mutex<State>

    /// What is done sooner than this says nothing, and the line changes no more often.
    private static let pause: Duration = .milliseconds(200)

    init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
        state = Mutex(State(shownAt: uptime()))
    }

    /// Says how many events were done.
    func show(_ events: UInt64) {
        state.withLock { state in
            let now = uptime()
            if now - state.shownAt < ProgressLine.pause { return }
            state = State(shownAt: now, isShown: true)
            put("\r\u{1B}[K  \(counted(events, "event")) …")
        }
    }

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if state.isShown { put("\r\u{1B}[K") }
            state.isShown = false
        }
    }

    private func put(_ text: String) {
        // Nobody misses a line that cannot be shown.
        try? Terminal.put(text, on: .error)
    }
}
