import EventLog
import Ledger
import Support
import Testing

/// What is put aside for something. The account Bank is 3; the next event has position 4.
@Suite("Goals") struct GoalTests {
    private static func set(
        _ name: String, _ cents: Int64, by until: String? = nil, account: UInt64 = 3
    ) throws -> Event {
        .goalSet(
            GoalSet(
                name, Given.euros(cents), in: .position(account), from: Given.day(0),
                until: try until.map { try #require(Day($0)) }))
    }

    private static func rows(_ events: [Event], on day: String) throws -> [String] {
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger + events]))
        return try snapshot.goalReport(on: try #require(Day(day))).rows.map { row in
            "\(row.name) \(row.saved)/\(row.goal) \(row.missing) \(row.percent)% "
                + "\(row.months.map { "\($0)" } ?? "-") \(row.perMonth ?? "-")"
                + (row.late ? " late" : "")
        }
    }

    private static func saved(_ cents: Int64) -> Event {
        .lineAdded(Given.line(cents, kind: .income, account: 3))
    }

    /// By hand: 3,000.00 less 500.00 are 2,500.00; from 15 January to June there are 6 months with
    /// both: 416.67 each, rounded up from 416.666….
    @Test("what is missing is asked for in each month that is left") func missing() throws {
        let bike = [try Self.set("Bike", 300_000, by: "2026-06-30"), Self.saved(50_000)]
        #expect(
            try Self.rows(bike, on: "2026-01-15")
                == ["Bike 500.00/3000.00 2500.00 16% 6 416.67"])
        #expect(
            try Self.rows(bike, on: "2026-06-30")
                == ["Bike 500.00/3000.00 2500.00 16% 1 2500.00"])
        #expect(
            try Self.rows(bike, on: "2026-07-01")
                == ["Bike 500.00/3000.00 2500.00 16% - - late"])
        let reached = bike + [Self.saved(300_000)]
        #expect(try Self.rows(reached, on: "2026-07-01") == ["Bike 3000.00/3000.00 0.00 100% - -"])
    }

    /// By hand: of 700.00 the trip of March takes 600.00, 100.00 are left for the bike of June;
    /// what has no day comes last.
    @Test("of several goals of an account the earlier takes first") func shares() throws {
        let events = [
            try Self.set("Later", 10_000), try Self.set("Bike", 300_000, by: "2026-06-30"),
            try Self.set("Trip", 60_000, by: "2026-03-31"), Self.saved(70_000),
            try Self.set("Other", 5_000, account: 2),
        ]
        #expect(
            try Self.rows(events, on: "2026-01-31") == [
                "Trip 600.00/600.00 0.00 100% 3 -", "Bike 100.00/3000.00 2900.00 3% 6 483.34",
                "Later 0.00/100.00 100.00 0% - -", "Other 0.00/50.00 50.00 0% - -",
            ])
    }

    @Test("what an account is overdrawn by is missing, too") func overdrawn() throws {
        let spent = Event.lineAdded(Given.line(1_000, account: 3))
        #expect(
            try Self.rows([try Self.set("Bike", 10_000), spent], on: "2026-01-31")
                == ["Bike 0.00/100.00 110.00 0% - -"])
    }

    private static func goal(
        _ name: String, _ cents: Int64?, _ account: String = "bank"
    ) -> Command {
        .setGoal(NewGoal(name, cents.map(Given.euros), in: account, from: Given.day(0)))
    }

    @Test("the last word on a name holds, in any case") func decides() throws {
        let set = try Self.set("Bike", 10_000)
        try expect(given: Given.ledger, when: Self.goal(" Bike ", 10_000), then: [set])
        let given = Given.ledger + [set]
        try expect(
            given: given, when: Self.goal("BIKE", 20_000), then: [try Self.set("Bike", 20_000)])
        expect(given: given, when: Self.goal("bike", 10_000), refused: .nothingChanged)
        try expect(
            given: given, when: Self.goal("bike", nil), then: [try Self.set("Bike", 0)])
        expect(
            given: given, when: Self.goal("bikes", nil),
            refused: .unknownGoal("bikes", suggestions: ["Bike"]))
        expect(given: given, when: Self.goal("x", 0), refused: .zeroAmount(line: 0))
        expect(given: given, when: Self.goal(" ", 1), refused: .emptyName)
        let ended = given + [try Self.set("Bike", 0)]
        #expect(try Self.rows(Array(ended.dropFirst(4)), on: "2026-01-31").isEmpty)
        expect(
            given: ended, when: Self.goal("bike", nil),
            refused: .unknownGoal("bike", suggestions: []))
        let store = try Given.store([ended])
        let whole: GoalBook = try store.project(0..<store.head().count)
        for cut in 0...store.head().count {
            var part: GoalBook = try store.project(0..<cut)
            part.merge(try store.project(cut..<store.head().count))
            #expect(part == whole)
        }
    }

    @Test("undoing says what held before, or ends the goal") func undoes() throws {
        let given = try Undoing([
            [try Self.set("Bike", 10_000)], [try Self.set("Bike", 20_000, by: "2026-06-30")],
        ])
        #expect(try given.events(.newest) == [try Self.set("Bike", 10_000)])
        #expect(
            try given.changes(.newest) == [
                "goal 5 amount: 200.00 → 100.00", "goal 5 by: 2026-06-30 → -",
            ])
        #expect(try given.events(.events([4, 5])) == [try Self.set("Bike", 0)])
        #expect(
            try given.conflicts(.events([4])).first == "goal 4 amount: 100.00, now 200.00, by 5")
    }
}
