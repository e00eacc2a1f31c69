import Application
import EventLog
import Ledger
import Support
import Synchronization
import Testing

/// What went wrong in the expense tracker that this one follows: money as floating-point numbers,
/// days that ended a second early, weeks that always began on Sunday, and a save that was always
/// well.
@Suite("Origin: an expense tracker")
struct ExpenseTrackerTests {
    private func report(
        _ input: SpendingReportEndpoint.Input, _ env: Environment
    ) throws -> [String] {
        try SpendingReportEndpoint.run(input, in: env).rows.map { row in
            "\(row.start)..\(row.end) \(row.sum) \(row.currency) \(row.count)"
        }
    }

    /// As floating-point numbers it is 10000.000000171856.
    @Test("a million cents are 10,000.00 exactly")
    func million() throws {
        let env = try opened()
        let store = try env.store()
        let cent = Event.lineAdded(Given.line(1))
        for number in 0..<10 {
            _ = try store.append(
                NewCommit(
                    id: CommitID(high: 5, low: UInt64(number)), recordedAt: env.now(),
                    actor: .position(1), events: Array(repeating: cent, count: 1_000)),
                expecting: nil)
        }
        #expect(try env.sums() == ["expense 100.00 EUR 10000"])
        var total = MoneyTotal(currency: Given.currency("EUR"))
        for _ in 0..<1_000_000 { try total.add(Given.euros(1)) }
        #expect(total.money?.description == "10000.00")
    }

    @Test(
        "what is no amount is refused and nothing is recorded",
        arguments: [
            "inf", "-inf", "nan", "0x1p4", "1e400", "1e3", "1.005", "0.001", "",
            "92233720368547758.08", "1,234.50",
        ])
    func noAmount(text: String) throws {
        let env = try opened()
        #expect {
            try env.add(text)
        } throws: { error in
            if case .badAmount(text, _)? = error as? ApplicationError { true } else { false }
        }
        #expect(try env.events() == 2)
    }

    @Test(
        "both decimal marks are understood, and each currency has its own digits",
        arguments: [
            ("1,50", "EUR", "1.50"), ("1.5", "EUR", "1.50"), ("-1", "EUR", "-1.00"),
            ("92233720368547758.07", "EUR", "92233720368547758.07"), ("1500", "JPY", "1500"),
            ("1.005", "KWD", "1.005"),
        ])
    func amounts(text: String, currency: String, amount: String) throws {
        let env = try opened()
        let line = LineInput(amount: text, currency: currency, title: "x")
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
        let row = try #require(try ListEntries.run(ListEntries.Input(), in: env).rows.first)
        #expect((row.amount, row.currency) == (amount, currency))
    }

    @Test("nothing is refused in words") func zero() throws {
        let env = try opened()
        #expect(throws: ApplicationError.decision(.zeroAmount(line: 0))) { try env.add("0") }
    }

    /// The origin asked for dates up to and including 23:59:59; half a second later was in no
    /// period.
    @Test("the last second of the year is in its day, week, month and year")
    func lastSecond() throws {
        let env = try opened().at("2024-12-31T23:59:59.500Z")
        _ = try AddEntry.run(
            AddEntry.Input(lines: [LineInput(amount: "5", title: "Rocket", time: "23:59:59")]),
            in: env)
        let expected = [
            ("daily", "2024-12-31..2025-01-01"), ("weekly", "2024-12-30..2025-01-06"),
            ("monthly", "2024-12-01..2025-01-01"), ("quarterly", "2024-10-01..2025-01-01"),
            ("halfyearly", "2024-07-01..2025-01-01"), ("yearly", "2024-01-01..2025-01-01"),
        ]
        #expect(expected.map(\.0) == Period.named.map(\.name))
        for (period, days) in expected {
            let input = SpendingReportEndpoint.Input(period: period)
            #expect(try report(input, env) == ["\(days) 5.00 EUR 1"], "\(period)")
        }
    }

    @Test(
        "weeks begin on the day that was set, whatever the machine says",
        arguments: [
            ("monday", "2024-12-30..2025-01-06"), ("sunday", "2025-01-05..2025-01-12"),
            ("saturday", "2025-01-04..2025-01-11"),
        ])
    func sunday(weekStart: String, days: String) throws {
        let env = Environment.test
        _ = try InitLedger.run(InitLedger.Input(zone: "UTC", weekStart: weekStart), in: env)
        try env.add("5", day: "2025-01-05")
        let input = SpendingReportEndpoint.Input(period: "weekly")
        #expect(try report(input, env) == ["\(days) 5.00 EUR 1"])
    }

    /// A clock that passes midnight between two looks must not give a range of two days, or none.
    @Test("a report is of one moment")
    func midnight() throws {
        let env = try opened()
        try env.add("1", day: "2026-01-15")
        try env.add("2", day: "2026-01-16")
        let looks = Mutex<Int64>(0)
        let late = try #require(Timestamp("2026-01-15T23:59:59.999Z"))
        let ticking = env.with { copy in
            copy.now = {
                late.adding(
                    milliseconds: looks.withLock { looks in
                        looks += 1
                        return looks - 1
                    })
            }
        }
        let input = SpendingReportEndpoint.Input(range: "today")
        let first = try SpendingReportEndpoint.run(input, in: ticking)
        #expect((first.start?.description, first.rows.map(\.sum)) == ("2026-01-15", ["1.00"]))
        #expect(try SpendingReportEndpoint.run(input, in: ticking).rows.map(\.sum) == ["2.00"])
    }

    @Test("a save that fails says so, and so does one that was refused")
    func save() throws {
        let faulty = FaultyEventStore()
        let env = try opened { $0.home = MemoryHome(faulty) }
        let before = try env.root()
        faulty.fail(.append)
        #expect(throws: ApplicationError.store(FaultyEventStore.full)) { try env.add("5") }
        #expect(throws: ApplicationError.decision(.emptyTitle(line: 0))) { try env.add("5", " ") }
        #expect(try env.root() == before)
        // An answer that was lost: the same request again is recorded once.
        faulty.fail(.answer)
        #expect(throws: ApplicationError.store(FaultyEventStore.full)) {
            try env.add("5", key: "k")
        }
        #expect(try env.add("5", key: "k") == 2)
        #expect(try env.events() == 3)
    }

    @Test("a report that cannot be read is no empty report")
    func read() throws {
        let faulty = FaultyEventStore()
        let env = try opened { $0.home = MemoryHome(faulty) }
        try env.add("5")
        faulty.fail(.read)
        #expect(throws: ApplicationError.store(FaultyEventStore.full)) { try env.sums() }
        #expect(try env.sums() == ["expense 5.00 EUR 1"])
    }

    /// The origin's month did not know of what was added under its day; and its day took in what
    /// was of another one.
    @Test("no report is stale, and none takes in other days")
    func stale() throws {
        let env = try opened()
        let day = SpendingReportEndpoint.Input(range: "today")
        let month = SpendingReportEndpoint.Input(range: "this month")
        #expect(try report(day, env) == [])
        #expect(try report(month, env) == [])
        let position = try env.add("5")
        #expect(try SpendingReportEndpoint.run(day, in: env).rows.map(\.sum) == ["5.00"])
        #expect(try SpendingReportEndpoint.run(month, in: env).rows.map(\.sum) == ["5.00"])
        try env.add("7", day: "yesterday")
        let (first, second) = (
            try SpendingReportEndpoint.run(day, in: env),
            try SpendingReportEndpoint.run(month, in: env)
        )
        #expect(first.rows.map(\.sum) == ["5.00"])
        #expect(second.rows.map(\.sum) == ["12.00"])
        // Each says which log it was made of.
        #expect((first.position, first.root) == (second.position, second.root))
        #expect(first.position == position + 1)
    }
}
