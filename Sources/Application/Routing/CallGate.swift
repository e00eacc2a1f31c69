internal import Synchronization

/// What is between one who waits for an answer and what is being recorded meanwhile: whoever
/// stops waiting is told so only while nothing was recorded, and nothing is from then on.
package final class CallGate: Sendable {
    private enum State {
        case open
        /// Something is being recorded, or was: there will be an answer.
        case recording
        /// Nobody waits any more.
        case closed(ApplicationError)
    }

    private let state = Mutex(State.open)

    /// A gate that is open.
    package init() {}

    /// Stops the waiting.
    ///
    /// - Returns: Whether that is possible: `false` where something is being recorded.
    package func close(_ error: ApplicationError) -> Bool {
        state.withLock { state in
            switch state {
            case .recording: return false
            case .open: state = .closed(error)
            case .closed: break
            }
            return true
        }
    }

    /// Asked before something is looked at.
    ///
    /// - Throws: What ``close(_:)`` was given.
    func pass() throws(ApplicationError) {
        if case .closed(let error) = state.withLock({ $0 }) { throw error }
    }

    /// Asked before something is recorded.
    ///
    /// - Throws: What ``close(_:)`` was given.
    func record() throws(ApplicationError) {
        try state.withLock { (state) throws(ApplicationError) in
            if case .closed(let error) = state { throw error }
            state = .recording
        }
    }
}

extension Environment {
    /// To be called before anything is kept for good: from here on the caller waits for the answer.
    func beginRecording() throws(ApplicationError) { try gate?.record() }
}
