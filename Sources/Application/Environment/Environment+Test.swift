internal import EventLog
package import Ledger
internal import Synchronization

extension Environment {
    /// A world in which everything is known: an empty memory, a clock that stays at
    /// 2026-01-15T12:00:00Z, ids and bytes that count, salts that depend on the position only.
    package static var test: Environment {
        let ids = Counter()
        let bytes = Counter()
        return Environment(
            home: MemoryHome(),
            now: { Timestamp(millisecondsSince1970: 1_768_478_400_000) }, uptime: { .zero },
            newCommitID: { CommitID(high: 1, low: ids.next()) },
            randomBytes: { count in
                (0..<count).map { _ in UInt8(truncatingIfNeeded: bytes.next()) }
            },
            makeSeed: countingSeed,
            defaults: Defaults(currency: "EUR", zone: "UTC", weekStart: "monday", owner: "Ada"))
    }

    /// Salts that depend on nothing but the block: equal events have equal roots.
    package static let countingSeed: SeedSource = { block in
        Seeds.tree(
            over: (0..<32).map {
                UInt8(truncatingIfNeeded: block &* 31 &+ $0 &* 7 &+ 1)
            })
    }
}

/// Counts from 1.
final class Counter: Sendable {
    private let last = Mutex<UInt64>(0)

    func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
