import EventLog
import Ledger
import Synchronization

/// A store that remembers which types it was asked for.
final class CountingStore: EventStore {
    private let base: any EventStore
    private let types = Mutex<[TypeSet]>([])

    init(_ base: any EventStore) { self.base = base }

    /// The types of each read, in order.
    var asked: [TypeSet] { types.withLock { $0 } }

    func reset() { types.withLock { $0 = [] } }

    func head() throws(StoreError) -> LogHead { try base.head() }

    func append(_ commit: NewCommit, expecting: UInt64?) throws(StoreError) -> Appended {
        try base.append(commit, expecting: expecting)
    }

    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        self.types.withLock { $0.append(types) }
        try base.readStored(positions, sections, holding: types, body)
    }

    func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }
}
