internal import EventLog
internal import Synchronization

/// What persons paid and bear of all split lines of a log, kept from one answer to the next as
/// ``KeptFolds`` are.
final class KeptMoney: Sendable {
    private struct Kept {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        let count: UInt64
        let money: SharedMoney
    }

    private let kept = Mutex<Kept?>(nil)

    /// More sums are made anew each time.
    private static let sumsMax = 30_000

    /// What is kept of a store, and of how many of its first events; `nil` for nothing.
    func known(of store: FileEventStore) -> (money: SharedMoney, count: UInt64)? {
        kept.withLock { kept in
            kept.flatMap { $0.store === store ? ($0.money, $0.count) : nil }
        }
    }

    /// Keeps the money of the first events, in the place of that of fewer.
    func keep(_ money: SharedMoney, _ count: UInt64, of store: FileEventStore) {
        guard money.count <= KeptMoney.sumsMax else { return }
        kept.withLock { kept in
            if let known = kept, known.store === store, known.count > count { return }
            kept = Kept(store: store, count: count, money: money)
        }
    }
}
