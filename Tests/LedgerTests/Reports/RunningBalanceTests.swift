import Ledger
import Support
import Testing

/// What is in an account after each line, every figure of which was worked out by hand.
@Suite("What is in an account after each line")
struct RunningBalanceTests {
    private let bank: UInt64 = 3

    private func snapshot(_ events: [Event]) throws -> LedgerSnapshot {
        try LedgerSnapshot(store: Given.store([Given.ledger, events]))
    }

    private func line(
        _ cents: Int64, day: Int32, kind: EntryKind = .expense, account: UInt64? = 3,
        time: TimeOfDay? = nil, flags: LineFlags = []
    ) -> Event {
        var line = Given.line(
            cents, "x", day: day, kind: kind, account: account, flags: flags)
        line.details.time = time
        return .lineAdded(line)
    }

    private func balances(
        _ snapshot: LedgerSnapshot, _ account: UInt64, limit: Int? = nil, from day: Int32 = -9_000
    ) throws -> [String] {
        var query = LineQuery()
        query.require(.account([account]))
        query.require(.days(DayRange(start: Given.day(day), end: Given.day(9_000))))
        let list = try snapshot.list(LineFilter(query, limit: limit))
        return try snapshot.withBalances(list).rows.map { $0.balance ?? "?" }
    }

    @Test("every kind in its direction, in the order of days and times")
    func directions() throws {
        let morning = TimeOfDay(hour: 8, minute: 0)
        let snapshot = try snapshot([
            line(1_000, day: 1), line(-300, day: 2), line(50_000, day: 3, kind: .income),
            line(2_000, day: 4, kind: .transfer),
            line(400, day: 5, kind: .transfer, flags: [.incoming, .counterpart]),
            line(7, day: 5, time: morning), line(5, day: 6, account: nil),
            line(8, day: 2, account: 2),
        ])
        // −10.00, +3.00, +500.00, −20.00, +4.00, −0.07
        #expect(
            try balances(snapshot, bank)
                == ["476.93", "477.00", "473.00", "493.00", "-7.00", "-10.00"])
        #expect(try balances(snapshot, bank, limit: 2) == ["476.93", "477.00"])
        #expect(try balances(snapshot, bank, from: 4) == ["476.93", "477.00", "473.00"])
    }

    @Test("an opening balance contains what was before its day")
    func opening() throws {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(-5_000), day: Given.day(10))
        let snapshot = try snapshot([
            .accountOpened(opened), line(100, day: 8, account: 4), line(300, day: 10, account: 4),
            line(400, day: 11, account: 4),
        ])
        #expect(try balances(snapshot, 4) == ["-57.00", "-53.00", "?"])
        #expect(try balances(snapshot, 4, from: 11) == ["-57.00"])
    }

    @Test("no lines, no balances")
    func empty() throws {
        #expect(try balances(snapshot([line(5, day: 1, account: nil)]), bank).isEmpty)
    }
}
