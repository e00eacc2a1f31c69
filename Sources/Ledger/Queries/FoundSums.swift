internal import Synchronization

/// Remembers the sums beside the log that a snapshot goes by, or that there are none.
final class FoundSums: Sendable {
    private let found = Mutex<SpendingSums??>(nil)

    /// The sums: what is read, the first time.
    func sums(
        _ read: () throws(StoreError) -> SpendingSums?
    ) throws(StoreError) -> SpendingSums? {
        if let known = found.withLock({ $0 }) { return known }
        let sums = try read()
        found.withLock { $0 = .some(sums) }
        return sums
    }
}
