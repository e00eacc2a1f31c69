import Ledger
import Support
import Testing

/// Balances, every figure of which was worked out by hand.
@Suite("Balances")
struct BalanceTests {
    /// Cash is 2, Bank is 3.
    private let cash: UInt64 = 2
    private let bank: UInt64 = 3

    private func snapshot(_ events: [Event]) throws -> LedgerSnapshot {
        try LedgerSnapshot(store: Given.store([Given.ledger, events].filter { !$0.isEmpty }))
    }

    private func line(
        _ cents: Int64, day: Int32 = 0, kind: EntryKind = .expense, account: UInt64? = 3,
        flags: LineFlags = []
    ) -> Event {
        .lineAdded(Given.line(cents, "x", day: day, kind: kind, account: account, flags: flags))
    }

    /// What the report says of an account: currency, balance, lines, earlier, later.
    private func rows(_ snapshot: LedgerSnapshot, _ account: UInt64, on day: Int32) throws
        -> [String]
    {
        try snapshot.balanceReport(of: account, on: Given.day(day)).rows.map {
            "\($0.currency) \($0.balance ?? "?") \($0.lines) \($0.earlier) \($0.later)"
        }
    }

    @Test func signs() throws {
        let snapshot = try snapshot([
            line(1_000), line(-300), line(50_000, kind: .income), line(-100, kind: .income),
            line(2_000, kind: .transfer),
            line(700, kind: .transfer, flags: .incoming),
            line(400, kind: .transfer, flags: [.incoming, .counterpart]),
            line(5, account: nil),
        ])
        // −10 + 3 + 500 − 1 − 20 + 7 + 4
        #expect(try rows(snapshot, bank, on: 0) == ["EUR 483.00 7 0 0"])
        #expect(try rows(snapshot, bank, on: -1) == ["EUR 0.00 0 0 7"])
        #expect(try rows(snapshot, cash, on: 0) == ["EUR 0.00 0 0 0"])
    }

    @Test("an opening balance is what was there at the start of its day") func opening() throws {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(-5_000), day: Given.day(10))
        let snapshot = try snapshot([
            .accountOpened(opened), line(100, day: 8, account: 4), line(200, day: 9, account: 4),
            line(300, day: 10, account: 4), line(400, day: 11, account: 4),
        ])
        #expect(try rows(snapshot, 4, on: 12) == ["EUR -57.00 2 2 0"])
        #expect(try rows(snapshot, 4, on: 11) == ["EUR -57.00 2 2 0"])
        #expect(try rows(snapshot, 4, on: 10) == ["EUR -53.00 1 2 1"])
        // The end of the day before is the start of the day.
        #expect(try rows(snapshot, 4, on: 9) == ["EUR -50.00 0 2 2"])
        #expect(try rows(snapshot, 4, on: 8) == ["EUR ? 0 2 2"])
        let report = try snapshot.balanceReport(on: Given.day(8))
        #expect(report.rows.map(\.account) == ["Bank", "Cash", "Visa"])
        #expect(report.totals.map(\.sum) == ["0.00"])
    }

    @Test("an opening balance of zero holds since ever") func zeroOpening() throws {
        let opened = AccountOpened(name: "Jar", opening: Given.euros(0), day: Given.day(10))
        let snapshot = try snapshot([.accountOpened(opened), line(-250, day: 3, account: 4)])
        #expect(try rows(snapshot, 4, on: 3) == ["EUR 2.50 1 0 0"])
        #expect(try rows(snapshot, 4, on: 2) == ["EUR 0.00 0 0 1"])
    }

    @Test("currencies do not mix, nor do opening balances reach over") func currencies() throws {
        let opened = AccountOpened(name: "Box", opening: Given.euros(1_000), day: Given.day(10))
        func yen(_ amount: Int64, _ currency: String, _ day: Int32) -> Event {
            var line = Given.line(amount, "x", day: day, kind: .income, account: 4)
            line.facts.amount = Money(minor: amount, currency: Given.currency(currency))
            return .lineAdded(line)
        }
        let snapshot = try snapshot([
            .accountOpened(opened), yen(500, "JPY", 1), yen(-20, "JPY", 11), yen(1_250, "KWD", 12),
            yen(7, "EUR", 9),
        ])
        #expect(
            try rows(snapshot, 4, on: 12) == [
                "EUR 10.00 0 1 0", "JPY 480 2 0 0", "KWD 1.250 1 0 0",
            ])
        #expect(
            try rows(snapshot, 4, on: 5) == ["EUR ? 0 1 0", "JPY 500 1 0 1", "KWD 0.000 0 0 1"])
        let totals = try snapshot.balanceReport(on: Given.day(12)).totals
        #expect(totals.map { "\($0.sum) \($0.currency)" } == ["10.00 EUR", "480 JPY", "1.250 KWD"])
    }

    @Test("follows amendments of everything, voids and restores") func changes() throws {
        let old = Given.line(1_000, "x", account: 3)
        var new = old.facts
        func amended(_ facts: LineFacts, _ was: LineFacts, _ previous: UInt64) -> Event {
            .lineAmended(
                LineAmended(
                    target: .position(4), previous: .position(previous), facts: facts,
                    replaced: was, changes: [.amount]))
        }
        new.amount = Given.euros(1_500)
        var moved = new
        moved.account = .position(2)
        moved.day = Given.day(5)
        var turned = moved
        turned.kind = .income
        let voided = Event.lineVoided(
            LineVoided(target: .position(4), previous: .position(7), replaced: turned))
        let restored = Event.lineRestored(
            LineRestored(target: .position(4), previous: .position(8), facts: turned))
        let events = [
            Event.lineAdded(old), amended(new, old.facts, 4), amended(moved, new, 5),
            amended(turned, moved, 6), voided, restored,
        ]
        let store = try Given.store([Given.ledger] + events.map { [$0] })
        func figures(_ count: UInt64) throws -> [String] {
            let snapshot = try LedgerSnapshot(store: store, upTo: count)
            return try [2, 3].flatMap { try rows(snapshot, $0, on: 9) }
        }
        #expect(try figures(5) == ["EUR 0.00 0 0 0", "EUR -10.00 1 0 0"])
        #expect(try figures(6) == ["EUR 0.00 0 0 0", "EUR -15.00 1 0 0"])
        #expect(try figures(7) == ["EUR -15.00 1 0 0", "EUR 0.00 0 0 0"])
        #expect(try figures(8) == ["EUR 15.00 1 0 0", "EUR 0.00 0 0 0"])
        #expect(try figures(9) == ["EUR 0.00 0 0 0", "EUR 0.00 0 0 0"])
        #expect(try figures(10) == ["EUR 15.00 1 0 0", "EUR 0.00 0 0 0"])
        let day = try rows(LedgerSnapshot(store: store), 2, on: 4)
        #expect(day == ["EUR 0.00 0 0 1"])
    }

    @Test("closed and empty accounts are shown when asked for") func closed() throws {
        func closed(_ id: UInt64, _ name: String) -> Event {
            .accountChanged(
                AccountChanged(
                    target: .position(id), previous: .position(id),
                    facts: AccountOpened(name: name, opening: Given.euros(0), day: Given.day(0)),
                    isClosed: true))
        }
        let snapshot = try snapshot([line(100), closed(2, "Cash"), closed(3, "Bank")])
        func names(_ all: Bool) throws -> [String] {
            try snapshot.balanceReport(on: Given.day(0), withClosed: all).rows.map(\.account)
        }
        #expect(try names(false) == ["Bank"])
        #expect(try names(true) == ["Bank", "Cash"])
        #expect(try rows(snapshot, cash, on: 0) == ["EUR 0.00 0 0 0"])
    }

    @Test("sums fit beyond 64 bits") func wide() throws {
        let snapshot = try snapshot(Array(repeating: line(.max, kind: .income), count: 4))
        // 4 × (2^63 − 1) cents
        #expect(try rows(snapshot, bank, on: 0) == ["EUR 368934881474191032.28 4 0 0"])
    }

    /// Visa holds −50.00 from 11 January on; of the bank two lines are in January, one in March.
    @Test("month by month, as it was at each end") func series() throws {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(-5_000), day: Given.day(10))
        let snapshot = try snapshot([
            .accountOpened(opened), line(1_000, day: 3), line(50_000, day: 30, kind: .income),
            line(2_500, day: 62), line(300, day: 10, account: 4), line(700, day: 40, account: 4),
        ])
        let range = DayRange(start: Given.day(0), end: Given.day(90))
        let series = try snapshot.balanceSeries(
            .monthly, in: range, weekStart: nil, today: Given.day(64))
        #expect(
            series.rows.map { "\($0.start) \($0.account) \($0.balance ?? "?")" } == [
                "2026-01-01 Bank 490.00", "2026-01-01 Visa -53.00",
                "2026-02-01 Bank 490.00", "2026-02-01 Visa -60.00",
                "2026-03-01 Bank 465.00", "2026-03-01 Visa -60.00",
            ])
        #expect(series.totals.map(\.sum) == ["437.00", "430.00", "405.00"])
        #expect(series.rows.map(\.running) == [false, false, false, false, true, true])
        let weeks = try snapshot.balanceSeries(
            of: 4, .weekly, in: DayRange(start: Given.day(0), end: Given.day(14)),
            weekStart: .monday, today: Given.day(64))
        // 29 December to 4 January ends more than a day before the opening.
        #expect(weeks.rows.map { $0.balance ?? "?" } == ["?", "-53.00", "-53.00"])
        let open = try snapshot.balanceSeries(
            .yearly, in: .all, weekStart: nil, today: Given.day(64))
        #expect(open.totals.map(\.sum) == ["405.00"])
        // At every end it is what the balances of that day say.
        for row in series.rows where !row.running {
            let then = try snapshot.balanceReport(of: row.id, on: row.end.adding(days: -1))
            #expect(then.rows.map(\.balance) == [row.balance])
        }
    }
}
