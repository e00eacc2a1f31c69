import EventLog
import Ledger
import LedgerTesting
import Orders
import Testing

@Suite("Orders")
struct OrderTests {
    private let clock = FixedClock()
    private let ada = OrderPlaced(order: "A-1", customer: "Ada", cents: 12_50)

    private func book(in store: any EventStore) throws -> OrderBook {
        try OrderBook(in: store, limit: 100_00, at: clock.now)
    }

    private func orders(in store: any EventStore) throws -> [OrderPlaced] {
        var orders: [OrderPlaced] = []
        try store.forEachEvent(of: OrderPlaced.self) { _, order in orders.append(order) }
        return orders
    }

    @Test("an order is recorded once, and reads back as it was")
    func once() throws {
        let store = MemoryEventStore()
        let book = try book(in: store)
        let position = try book.place(ada, at: clock.now)
        #expect(try book.place(ada, at: clock.now) == position)
        #expect(try orders(in: store) == [ada])
        #expect(try store.event(at: position)?.decoded(as: OrderPlaced.self) == ada)
        var other = ada
        other.cents += 1
        #expect(throws: OrderBook.Refusal.self) { try book.place(other, at: clock.now) }
    }

    @Test("orders add up, up to a limit")
    func totals() throws {
        let book = try book(in: MemoryEventStore())
        _ = try book.place(ada, at: clock.now)
        let large = OrderPlaced(order: "A-2", customer: "Ada", cents: 90_00)
        #expect(throws: OrderBook.Refusal.overLimit(owed: 102_50)) {
            try book.place(large, at: clock.now)
        }
        let bob = OrderPlaced(order: "B-1", customer: "Bob", cents: 90_00)
        _ = try book.place(bob, at: clock.now)
        #expect(try book.totals().totals.cents == ["Ada": 12_50, "Bob": 90_00])
    }

    @Test("whoever is outrun looks again")
    func conflicts() async throws {
        let store = MemoryEventStore()
        let book = try book(in: store)
        await withTaskGroup { group in
            for number in 0..<16 {
                let order = OrderPlaced(order: "\(number)", customer: "Ada", cents: 10_00)
                group.addTask {
                    do throws(OrderBook.Refusal) {
                        _ = try book.place(order, at: Timestamp(millisecondsSince1970: 0))
                    } catch { #expect(error == .overLimit(owed: 110_00)) }
                }
            }
        }
        #expect(try book.totals().totals.cents == ["Ada": 100_00])
    }

    @Test("orders of the first version are read in the second one")
    func upcasts() throws {
        let store = MemoryEventStore()
        try store.declare([FirstOrderPlaced.self], at: clock.now)
        let first = try Event(FirstOrderPlaced(order: "0", euros: 7))
        _ = try store.append(
            NewCommit(id: .random(), recordedAt: clock.now, events: [first]), expecting: nil)
        let book = try book(in: store)
        #expect(try orders(in: store) == [OrderPlaced(order: "0", customer: "", cents: 7_00)])
        #expect(try book.totals().totals.cents == ["": 7_00])
        #expect(try book.place(ada, at: clock.now) == 3)
    }

    @Test("a number that means something else is refused")
    func taken() throws {
        let store = MemoryEventStore()
        _ = try book(in: store)
        #expect(throws: CustomEventError.numberTaken(0x4000, by: "order-placed")) {
            try store.declare([Stranger.self], at: clock.now)
        }
    }
}

/// What the program of last year wrote.
private struct FirstOrderPlaced: CustomEvent {
    var order: String
    var euros: Int64

    static let type = CustomEventType(
        0x4000, "order", "placed",
        [
            .text(.customFact(0), "order"), .integer(.customFact(1), "euros"),
            .text(.customText(0), "customer"),
        ])

    func write(to writer: inout CustomEventWriter) {
        writer.set(order, in: .customFact(0))
        writer.set(euros, in: .customFact(1))
    }

    init(order: String, euros: Int64) { (self.order, self.euros) = (order, euros) }

    init(from reader: CustomEventReader) throws(StoreError) {
        order = try reader.string(.customFact(0))
        euros = try reader.integer(.customFact(1))
    }
}

/// Another package that chose the same number.
private struct Stranger: CustomEvent {
    static let type = CustomEventType(0x4000, "parcel", "sent", [])

    func write(to writer: inout CustomEventWriter) {}

    init(from reader: CustomEventReader) throws(StoreError) {}
}
