internal import EventLog
public import Ledger

/// Takes orders, and records them as events.
public struct OrderBook: Sendable {
    /// Why an order was not taken; nothing was recorded.
    public enum Refusal: Error, Hashable {
        /// The customer would owe more than the limit.
        case overLimit(owed: Int64)
        /// What was declared cannot be, or the log has something else.
        case events(CustomEventError)
        /// The store could not do it.
        case store(StoreError)
    }

    private let store: any EventStore
    private let limit: Int64

    /// A book in a store, which is told what orders look like.
    public init(
        in store: any EventStore, limit: Int64, at time: Timestamp
    ) throws(CustomEventError) {
        self.store = store
        self.limit = limit
        try store.declare([OrderPlaced.self], at: time)
    }

    /// Records an order once, however often it is asked for: looks, decides, appends, and begins
    /// again where the customer ordered something else meanwhile; orders of others may come.
    public func place(_ order: OrderPlaced, at time: Timestamp) throws(Refusal) -> UInt64 {
        let event: Event
        do throws(CustomEventError) { event = try Event(order) } catch { throw .events(error) }
        let commit = NewCommit(
            id: .random(), recordedAt: time, key: "order \(order.order)", events: [event])
        let ordered = EventQuery(
            types: [OrderPlaced.type.number],
            with: [.customer: .bytes(Array(order.customer.utf8))])
        while true {
            let (totals, count) = try seen()
            let owed = totals.cents[order.customer, default: 0] &+ order.cents
            if !totals.orders.contains(order.order), owed > limit { throw .overLimit(owed: owed) }
            do throws(ConditionError) {
                return try store.append(commit, unless: [ordered], behind: count)
                    .positions.lowerBound
            } catch {
                if case .store(let error) = error { throw .store(error) }
            }
        }
    }

    private func seen() throws(Refusal) -> (totals: OrderTotals, count: UInt64) {
        do throws(StoreError) { return try totals() } catch { throw .store(error) }
    }

    /// What was ordered so far, and how many events were seen.
    public func totals() throws(StoreError) -> (totals: OrderTotals, count: UInt64) {
        let count = try store.head().count
        return (try store.project(0..<count, as: OrderTotals.self), count)
    }
}
