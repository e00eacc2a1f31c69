internal import Application
internal import EventLog
internal import Ledger
internal import Synchronization

/// Knows up to which file of the log was looked for what it comes to: there is more to keep only
/// where another file became full.
package final class SumKeeper: Sendable {
    private let looked = Mutex<UInt64?>(nil)

    /// Nobody looked yet.
    package init() {}

    /// Whether nobody looked yet while there were so many events; who asks looks then.
    package func isDue(events: UInt64) -> Bool {
        let step = events / Limit.segmentEvents
        return looked.withLock { looked in
            defer { looked = step }
            return looked != step
        }
    }
}

extension Dashboard {
    /// Keeps what the first events come to beside the log, where that is due: for later pages,
    /// which are right without. To be called when the answer was given, off its thread.
    package func keepSums() {
        guard let store = try? env.store(), let count = try? store.head().count,
            sums.isDue(events: count)
        else { return }
        env.keepSums()
    }
}
