internal import EventLog
internal import Synchronization

/// Gives memory back where nobody asks: once a while after the last request, and not again before
/// the next one.
package final class IdleMemory: Sendable {
    /// How long nobody asks before that.
    package static let pause = Duration.seconds(1)

    private struct State {
        var last = ContinuousClock.now
        var isWatched = false
    }

    private let state = Mutex(State())
    private let pause: Duration
    private let giveBack: @Sendable () -> Void

    /// - Parameters:
    ///   - pause: How long nobody asks before memory is given back.
    ///   - giveBack: Gives it back; called on a thread that may be blocked.
    package init(
        pause: Duration = IdleMemory.pause,
        giveBack: @escaping @Sendable () -> Void = { FreedMemory.giveBack() }
    ) {
        self.pause = pause
        self.giveBack = giveBack
    }

    /// Something was done just now.
    package func note() {
        let begins = state.withLock { state -> Bool in
            state.last = .now
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if begins { Task { await watch() } }
    }

    private func watch() async {
        var rest = pause
        while rest > .zero {
            // Nobody ends it before.
            try? await Task.sleep(for: rest)
            rest = state.withLock { state in
                let rest = pause - (ContinuousClock.now - state.last)
                if rest <= .zero { state.isWatched = false }
                return rest
            }
        }
        let giveBack = giveBack
        await Blocking.run { giveBack() }
    }
}
