public import EventLog
public import Ledger
internal import Synchronization

/// Ids of commits that count from 1: the same in every run.
public final class CountingIDs: Sendable {
    private let device: UInt64
    private let last = Mutex<UInt64>(0)

    /// Ids of a device.
    ///
    /// - Parameter device: The first half of all of them; commits of ``Given`` have 1.
    public init(device: UInt64 = 2) { self.device = device }

    /// The next one.
    public func next() -> CommitID {
        let low = last.withLock { last in
            last += 1
            return last
        }
        return CommitID(high: device, low: low)
    }
}

extension Seeds {
    /// Seeds that depend on nothing but the block: equal events have equal roots.
    public static let fixed: SeedSource = { block in
        Seeds.tree(
            over: (0..<32).map {
                UInt8(truncatingIfNeeded: block &* 31 &+ $0 &* 7 &+ 1)
            })
    }
}
