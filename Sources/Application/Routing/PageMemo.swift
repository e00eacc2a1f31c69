internal import Ledger
internal import Synchronization

/// What the calls of one page found out about one log, so that each need not look for it again: the
/// settings and people of its snapshot, and whether rights were ever granted.
///
/// It lasts as long as the page is made, and tells nothing of another store or another count.
package final class PageMemo: Sendable {
    private struct Found: Sendable {
        /// The store that all of it is of.
        var store: (any EventStore)?
        var snapshot: LedgerSnapshot?
        var rights: (count: UInt64, inForce: Bool)?
    }

    private let found = Mutex(Found())

    /// A memo of nothing.
    package init() {}

    /// The snapshot of the first events of a store, made where it is another than the last one.
    func snapshot(
        of store: any EventStore, upTo count: UInt64
    ) throws(StoreError) -> LedgerSnapshot {
        let known = of(store) { $0.snapshot }
        if let known, known.count == count { return known }
        let made = try LedgerSnapshot(store: store, upTo: count)
        of(store) { $0.snapshot = made }
        return made
    }

    /// Whether rights were granted or revoked in the first events of a store.
    func hasRights(_ store: any EventStore, upTo count: UInt64) throws(StoreError) -> Bool {
        let known = of(store) { $0.rights }
        if let known, known.count == count { return known.inForce }
        let inForce = try store.hasRights(upTo: count)
        of(store) { $0.rights = (count, inForce) }
        return inForce
    }

    private func of<Value: Sendable>(
        _ store: any EventStore, _ body: (inout Found) -> Value
    ) -> Value {
        found.withLock { found in
            // One that is no object is another each time.
            let isSame = found.store.map { ($0 as AnyObject) === (store as AnyObject) }
            if isSame != true { found = Found(store: store) }
            return body(&found)
        }
    }
}
