package import EventLog
package import Ledger
internal import Synchronization

/// A store that knows how long its appends took.
package final class TimedStore: EventStore {
    private let base: any EventStore
    private let spent = Mutex((wall: 0.0, cpu: 0.0))

    package init(_ base: any EventStore) { self.base = base }

    /// Milliseconds in appends so far: by the clock on the wall, and of all threads.
    package var milliseconds: (wall: Double, cpu: Double) { spent.withLock { $0 } }

    private func timed<R>(_ work: () throws(StoreError) -> R) throws(StoreError) -> R {
        let wall = Machine.wallSeconds()
        let cpu = Machine.cpuSeconds()
        let result = try work()
        spent.withLock {
            $0.wall += (Machine.wallSeconds() - wall) * 1_000
            $0.cpu += (Machine.cpuSeconds() - cpu) * 1_000
        }
        return result
    }

    package func append(
        _ commit: NewCommit, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        try timed { () throws(StoreError) in try base.append(commit, expecting: expecting) }
    }

    package func append(
        _ stream: CommitStream, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        try timed { () throws(StoreError) in try base.append(stream, expecting: expecting) }
    }

    package func head() throws(StoreError) -> LogHead { try base.head() }

    package func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try base.readStored(positions, sections, holding: types, body)
    }

    package func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    package func seed(of block: UInt64) throws(StoreError) -> [UInt8]? {
        try base.seed(of: block)
    }
}
