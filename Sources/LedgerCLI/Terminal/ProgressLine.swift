internal import Synchronization

/// A line on a terminal's standard error that says how far long work is, and goes when it ends.
package final class ProgressLine: Sendable {
    private struct State {
        var shownAt: Duration
        var isShown = false
        /// When the work began of which the end is known, and what that is.
        var begin: (time: Duration, end: UInt64)?
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
        state = Mutex(State(shownAt: now))
    }

    /// Says how many events were done.
    package func show(_ events: UInt64) {
        state.withLock { state in
            let now = uptime()
            if events < state.done { state.begin?.time = now }
            state.done = events
            if now - state.shownAt < ProgressLine.pause { return }
            state.shownAt = now
            state.isShown = true
            let rest = state.begin.map { ProgressLine.rest(events, $0.end, now - $0.time) } ?? ""
            put("\(ProgressLine.erasure)  \(counted(events, "event"))\(rest) …")
        }
    }

    /// Says how many events there are in all; the work begins when that is new, and anew whenever
    /// fewer events were done than before.
    package func expect(_ end: UInt64) {
        state.withLock { if $0.begin?.end != end { $0.begin = (uptime(), end) } }
    }

    /// ` of 10,000,000, 1,200,000/s, 8 s left`
    private static func rest(_ events: UInt64, _ end: UInt64, _ time: Duration) -> String {
        let seconds = time / .seconds(1)
        guard events > 0, events <= end, seconds > 0 else { return "" }
        let rate = Double(events) / seconds
        let left = UInt64((Double(end - events) / rate).rounded(.up))
        let wait = left < 120 ? "\(left) s" : "\((left + 59) / 60) min"
        return " of \(grouped(end)), \(grouped(LogText.whole(rate)))/s, \(wait) left"
    }

    /// Takes the line away.
    package func clear() {
        state.withLock { state in
            if state.isShown { put(ProgressLine.erasure) }
            state.isShown = false
        }
    }
}
