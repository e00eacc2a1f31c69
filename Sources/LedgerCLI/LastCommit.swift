internal import Application
internal import Synchronization

/// What a command has recorded, or rehearsed: it is told even where the command ends early.
final class LastCommit: Sendable {
    private let last = Mutex<(commit: WrittenCommit, first: UInt64)?>(nil)

    /// The last of several.
    var commit: WrittenCommit? { last.withLock { $0?.commit } }

    /// From the first event of the first commit to behind the last of the last; `nil` where nothing
    /// was recorded for good.
    var positions: Range<UInt64>? {
        last.withLock { last in
            guard let last, !last.commit.isDryRun else { return nil }
            return min(
                last.first, last.commit.positions.lowerBound)..<last.commit.positions.upperBound
        }
    }

    private let lastDeed = Mutex<DoneBeside?>(nil)

    /// Takes what was done beside the log.
    func take(_ deed: DoneBeside) { lastDeed.withLock { $0 = deed } }

    /// Forgets it: it was done for the answer alone, and is gone with it.
    func forgetDeed() { lastDeed.withLock { $0 = nil } }

    /// Takes what was written.
    func take(_ commit: WrittenCommit) {
        last.withLock { $0 = (commit, $0?.first ?? commit.positions.lowerBound) }
    }

    /// The failure of a command; of one that has recorded something, that it has, so that nobody
    /// does it again.
    func failure(_ failure: CommandFailure) -> CommandFailure {
        guard let commit, !commit.isDryRun else {
            if case .file = failure, let deed = lastDeed.withLock({ $0 }) {
                return .afterDoing(failure, deed)
            }
            return failure
        }
        let last = commit.positions.upperBound - 1
        switch failure {
        case .application, .file: return .afterRecording(failure, last: last)
        case .erasing(let failure, _): return .erasing(failure, last: last)
        default: return failure
        }
    }
}
