public import EventLog
public import Ledger

/// What each customer ordered so far.
public struct OrderTotals: Projection {
    /// `order-totals`.
    public static let name = "order-totals"
    /// 1.
    public static let version = 1
    /// What an order has its columns in.
    public static let sections: Sections = [.links, .hot, .facts, .text]

    /// Cents by customer.
    public private(set) var cents: [String: Int64] = [:]
    /// The numbers of all orders.
    public private(set) var orders: Set<String> = []

    /// No orders.
    public init() {}

    /// Adds the orders of a batch.
    public mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent { view throws(StoreError) in
            guard let order = try view.decoded(as: OrderPlaced.self) else { return }
            cents[order.customer, default: 0] &+= order.cents
            orders.insert(order.order)
        }
    }

    /// Adds the totals of the events that follow.
    public mutating func merge(_ other: OrderTotals) {
        cents.merge(other.cents) { $0 &+ $1 }
        orders.formUnion(other.orders)
    }
}
