internal import EventLog
internal import Ledger

/// A store of which some events are in memory, because several will ask for them: read once, they
/// cost one look at the log instead of one for each projection.
struct CapturedEvents: EventStore {
    let store: any EventStore
    let positions: Range<UInt64>
    private let batches: [ColumnBatch]

    init(_ store: any EventStore, _ positions: Range<UInt64>) throws(StoreError) {
        self.store = store
        self.positions = positions
        var batches: [ColumnBatch] = []
        try store.readStored(positions, .all, holding: .all) { batch in
            batches.append(batch)
            return .next
        }
        self.batches = batches
    }

    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        guard positions == self.positions else {
            return try store.readStored(positions, sections, holding: types, body)
        }
        for batch in batches where try body(batch) == .stop { return }
    }

    func head() throws(StoreError) -> LogHead { try store.head() }

    func frontier() throws(StoreError) -> MerkleFrontier { try store.frontier() }

    func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try store.seed(of: block) }

    func append(
        _ commit: NewCommit, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        try store.append(commit, expecting: expecting)
    }
}
