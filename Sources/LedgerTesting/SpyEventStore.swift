public import EventLog
public import Ledger
internal import Synchronization

/// A store that remembers what it was asked, and asks another one.
///
/// It passes the contract suite of all stores, so what runs on it runs on the real ones.
public final class SpyEventStore: EventStore {
    /// Something that the store was asked.
    public enum Call: Hashable, Sendable {
        /// How far the log goes.
        case head
        /// To append a commit of so many events; `expecting` is how many the caller had seen.
        case append(CommitID, events: Int, expecting: UInt64?)
        /// To hand over what stands at some positions; events of other types may be left out.
        case read(Range<UInt64>, TypeSet)
        /// To drop the text of the events at some positions.
        case eraseText([UInt64])
    }

    private let base: any EventStore
    private let seen = Mutex<(calls: [Call], commits: [NewCommit])>(([], []))

    /// A spy on a store; on an empty one in memory unless given.
    public init(over base: any EventStore = MemoryEventStore(makeSeed: Seeds.fixed)) {
        self.base = base
    }

    /// What was asked, in order.
    public var calls: [Call] { seen.withLock { $0.calls } }

    /// The commits that were to be appended, in order, whatever became of them.
    public var commits: [NewCommit] { seen.withLock { $0.commits } }

    /// Forgets everything that was asked.
    public func forget() { seen.withLock { $0 = ([], []) } }

    /// Notes the question and passes it on.
    public func head() throws(StoreError) -> LogHead {
        seen.withLock { $0.calls.append(.head) }
        return try base.head()
    }

    /// Notes the commit and passes it on.
    public func append(
        _ commit: NewCommit, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        let call = Call.append(commit.id, events: commit.events.count, expecting: expecting)
        seen.withLock {
            $0.calls.append(call)
            $0.commits.append(commit)
        }
        return try base.append(commit, expecting: expecting)
    }

    /// Notes the positions and passes the question on.
    public func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        seen.withLock { $0.calls.append(.read(positions, types)) }
        try base.readStored(positions, sections, holding: types, body)
    }

    /// Notes the positions and passes the question on.
    public func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        seen.withLock { $0.calls.append(.eraseText(positions)) }
        return try base.eraseText(at: positions)
    }

    /// That of the other store.
    public func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    /// That of the other store.
    public func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }
}
