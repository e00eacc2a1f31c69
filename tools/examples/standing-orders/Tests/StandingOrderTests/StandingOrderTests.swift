import EventLog
import Ledger
import LedgerTesting
import StandingOrders
import Testing

@Suite("Standing orders")
struct StandingOrderTests {
    private let rent = StandingOrder(title: "Rent", amount: Given.euros(98_000))
    private let clock = FixedClock()
    private let ids = CountingIDs()

    /// Pays on a day after 2026-01-01, as the clock and the ids go on.
    @discardableResult
    private func pay(after days: Int32, into store: any EventStore) throws -> Appended {
        clock.advance(by: .seconds(86_400))
        return try rent.pay(on: Given.day(days), into: store, at: clock.now, id: ids.next())
    }

    @Test("pays once a month")
    func once() throws {
        let spy = SpyEventStore(over: try Given.store([Given.ledger]))
        let first = try pay(after: 0, into: spy)
        #expect(try pay(after: 0, into: spy).positions == first.positions)
        #expect(try pay(after: 31, into: spy).positions != first.positions)
        #expect(spy.commits.map(\.key) == ["Rent 2026-01", "Rent 2026-01", "Rent 2026-02"])
        #expect(try spy.head().count == 6)
    }

    @Test("pays once where the answer was lost")
    func lostAnswer() throws {
        let faulty = FaultyEventStore(over: try Given.store([Given.ledger]))
        faulty.fail(.answer)
        #expect(throws: FaultyEventStore.full) { try pay(after: 0, into: faulty) }
        // Nobody knows whether it was recorded: it is simply asked for again.
        #expect(try pay(after: 0, into: faulty).isRepeat)
        #expect(try faulty.head().count == 5)
    }

    @Test("says so where the disk is full")
    func fullDisk() throws {
        let faulty = FaultyEventStore(over: try Given.store([Given.ledger]))
        faulty.fail(.append)
        #expect(throws: FaultyEventStore.full) { try pay(after: 0, into: faulty) }
        #expect(try faulty.head().count == 4)
    }

    @Test("counts among the expenses of its month")
    func reported() throws {
        let store = try Given.store(Given.household)
        try pay(after: 31, into: store)
        let monthly = ReportParameters(period: .monthly)
        let report = try LedgerSnapshot(store: store).report(monthly, now: Given.day(40))
        let rows = report.rows.map { "\($0.start) \($0.kind.name) \($0.sum) \($0.count)" }
        #expect(
            rows == [
                "2026-01-01 expense 1034.20 3", "2026-01-01 income 2450.00 1",
                "2026-02-01 expense 980.00 1",
            ])
    }

    @Test("a person has a name")
    func person() throws {
        try expect(
            given: Given.ledger, when: .addPerson(name: "Bo"),
            then: [.personAdded(PersonAdded(name: "Bo"))])
        expect(
            given: Given.ledger, when: .addPerson(name: " "), refused: .emptyName)
    }
}
