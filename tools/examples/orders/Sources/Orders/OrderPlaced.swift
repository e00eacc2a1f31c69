internal import EventLog
public import Ledger

/// A customer ordered something.
public struct OrderPlaced: CustomEvent {
    /// The number of the order, which tells it from all others.
    public var order: String
    /// Who ordered; erasable.
    public var customer: String
    /// How much it comes to.
    public var cents: Int64

    /// An order.
    public init(order: String, customer: String, cents: Int64) {
        self.order = order
        self.customer = customer
        self.cents = cents
    }

    /// Version 1 counted in euros, version 2 counts in cents.
    public static let type = CustomEventType(
        0x4000, "order", "placed",
        versions: [
            CustomEventType.Version([
                .text(.order, "order"), .integer(.euros, "euros"), .text(.customer, "customer"),
            ]),
            CustomEventType.Version(
                [.text(.order, "order"), .integer(.cents, "cents"), .text(.customer, "customer")],
                upcasting: { row in
                    let cents = row[.euros]?.integer?.multipliedReportingOverflow(by: 100)
                    guard let cents, !cents.overflow else { return }
                    row[.cents] = .integer(cents.partialValue)
                }),
        ])

    /// Sets the columns.
    public func write(to writer: inout CustomEventWriter) {
        writer.set(order, in: .order)
        writer.set(cents, in: .cents)
        writer.set(customer, in: .customer)
    }

    /// Reads the columns of version 2.
    public init(from reader: CustomEventReader) throws(StoreError) {
        order = try reader.string(.order)
        cents = try reader.integer(.cents)
        customer = try reader.text(.customer)
    }
}

extension ColumnID {
    static let order = customFact(0)
    static let euros = customFact(1)
    static let cents = customFact(2)
    static let customer = customText(0)
}
