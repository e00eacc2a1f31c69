internal import Synchronization

/// Remembers the versions of the few entities that were asked for last: a command asks
/// for them twice.
final class FoundVersions: Sendable {
    private let last = Mutex<(ids: [UInt64], versions: LedgerSnapshot.Versions)?>(nil)

    /// What was found of the entities, if they are the last that were asked for.
    func versions(of ids: [UInt64]) -> LedgerSnapshot.Versions? {
        last.withLock { last in last.flatMap { $0.ids == ids ? $0.versions : nil } }
    }

    func keep(_ versions: LedgerSnapshot.Versions, of ids: [UInt64]) {
        if ids.count <= 64 { last.withLock { $0 = (ids, versions) } }
    }
}
