internal import Synchronization

/// What a command has recorded for good, told when it ends early all the same.
final class LastCommit: Sendable {
    private let last = Mutex<UInt64?>(nil)

    /// Takes the position of the last event that was recorded.
    func take(_ position: UInt64) { last.withLock { $0 = position } }

    /// The failure of a command; of one that has recorded something, that it has, so that nobody
    /// does it again.
    func failure(_ failure: CommandFailure) -> CommandFailure {
        guard let last = last.withLock({ $0 }) else { return failure }
        switch failure {
        case .application, .file: return .afterRecording(failure, last: last)
        case .erasing(let failure, _): return .erasing(failure, last: last)
        default: return failure
        }
    }
}
