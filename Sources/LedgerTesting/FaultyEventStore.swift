public import EventLog
public import Ledger
internal import Synchronization

/// A store that fails when it is told to, and asks another one in between.
///
/// ```swift
/// let store = FaultyEventStore()
/// store.fail(.append, times: 2)
/// ```
public final class FaultyEventStore: EventStore {
    /// What can fail.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// To say how far the log goes.
        case head
        /// To append; nothing is recorded.
        case append
        /// To say that something was appended: it is recorded, and the caller does not learn of it.
        case answer
        /// To read.
        case read
        /// To drop text; nothing is dropped.
        case erase
    }

    /// What is thrown where no other error is given: the disk is full (`ENOSPC`).
    public static let full = StoreError.log(
        .storage(.failed(.write, file: "000000000000-0000.log", code: 28)))

    private struct Plan {
        var calls = 0
        var failing: Range<Int>
        var error: StoreError
    }

    private let base: any EventStore
    private let plans = Mutex<[Operation: Plan]>([:])

    /// A store that asks another one; an empty one in memory unless given.
    public init(over base: any EventStore = MemoryEventStore(makeSeed: Seeds.fixed)) {
        self.base = base
    }

    /// Makes an operation fail; what was said of it before is forgotten.
    ///
    /// - Parameters:
    ///   - operation: What fails.
    ///   - calls: How many calls from now on go well before.
    ///   - times: How many calls fail then, one after the other.
    ///   - error: What they throw.
    public func fail(
        _ operation: Operation, after calls: Int = 0, times: Int = 1,
        with error: StoreError = FaultyEventStore.full
    ) {
        let plan = Plan(failing: calls..<(calls + max(0, times)), error: error)
        plans.withLock { $0[operation] = plan }
    }

    /// Makes everything go well again.
    public func heal() { plans.withLock { $0 = [:] } }

    private func pass(_ operation: Operation) throws(StoreError) {
        let error = plans.withLock { plans -> StoreError? in
            guard var plan = plans[operation] else { return nil }
            let isFailing = plan.failing.contains(plan.calls)
            plan.calls += 1
            plans[operation] = plan
            return isFailing ? plan.error : nil
        }
        if let error { throw error }
    }

    /// That of the other store, unless it is to fail.
    public func head() throws(StoreError) -> LogHead {
        try pass(.head)
        return try base.head()
    }

    /// Appends to the other store, unless that is to fail.
    public func append(
        _ commit: NewCommit, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        try pass(.append)
        let appended = try base.append(commit, expecting: expecting)
        try pass(.answer)
        return appended
    }

    /// Reads the other store, unless that is to fail.
    public func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try pass(.read)
        try base.readStored(positions, sections, holding: types, body)
    }

    /// Drops text of the other store, unless that is to fail.
    public func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        try pass(.erase)
        return try base.eraseText(at: positions)
    }

    /// That of the other store.
    public func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    /// That of the other store.
    public func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }
}
