import EventLog
import Ledger
import Support
import Testing

@Suite("Prices") struct PriceTests {
    static let dollar = Given.currency("USD")
    static let euro = Given.currency("EUR")
    static let pound = Given.currency("GBP")

    static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    static func price(
        _ from: Currency, _ to: Currency, _ rate: String, _ day: String
    ) throws -> Event {
        .priceSet(
            PriceSet(from, in: to, try Rate(parsing: rate), on: try PriceTests.day(day)))
    }

    static func line(
        _ minor: Int64, _ currency: Currency, _ day: String, _ category: String = "food"
    ) throws -> Event {
        .lineAdded(
            LineAdded(
                facts: LineFacts(
                    kind: .expense, amount: Money(minor: minor, currency: currency),
                    day: try PriceTests.day(day), category: try CategoryPath(category))))
    }

    static func rows(
        _ events: [Event], in target: Currency = euro, at moment: Exchange.Moment = .day,
        period: Period? = nil, range: DayRange = .all, today: String = "2026-06-30"
    ) throws -> [String] {
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger + events]))
        let now = try day(today)
        var parameters = ReportParameters(period: period, range: range)
        parameters.exchange = Exchange(target, at: moment, try snapshot.priceBook(), today: now)
        return try snapshot.report(parameters, now: now).rows.map {
            (period == nil ? "" : "\($0.start) ") + "\($0.sum) \($0.currency) \($0.count)"
        }
    }

    @Test("a rate is an exact decimal above zero")
    func readsRates() throws {
        for (text, digits, scale) in [
            ("1.08", 108, 2), ("1.080", 108, 2), ("1,08", 108, 2), ("0,080", 8, 2), ("007", 7, 0),
            ("0.000000000000000001", 1, 18),
            ("9223372036854775807", Int64.max, 0), ("1.50", 15, 1), ("100", 100, 0),
        ] as [(String, Int64, Int)] {
            let rate = try Rate(parsing: text)
            #expect(rate.digits == digits && rate.scale == scale, "\(text)")
        }
        #expect(try Rate(parsing: "0.05").description == "0.05")
        for text in ["", "0", "0.00", "-1", "+1", ".5", "5.", "1.2.3", "1e3", "1 000", "x"] {
            #expect(throws: AmountError.self, "\(text)") { try Rate(parsing: text) }
        }
        for text in ["1,080", "12,000", "999,999"] {
            #expect(throws: AmountError.mayBeThousands(text: text, allowed: 18)) {
                try Rate(parsing: text)
            }
        }
        #expect(throws: AmountError.outOfRange) { try Rate(parsing: "9223372036854775808") }
        #expect(throws: AmountError.tooManyFractionDigits(allowed: 18)) {
            try Rate(parsing: "0.0000000000000000001")
        }
    }

    /// By hand: 10.00 USD at 0.92 is 9.20, 20.00 at 0.95 is 19.00; 5.00 of March have no price.
    @Test("the latest price at or before the day of a line counts") func ofDay() throws {
        let events = [
            try Self.price(Self.dollar, Self.euro, "0.92", "2026-04-01"),
            try Self.price(Self.dollar, Self.euro, "0.95", "2026-05-01"),
            try Self.line(1_000, Self.dollar, "2026-04-30"),
            try Self.line(2_000, Self.dollar, "2026-05-01"),
            try Self.line(500, Self.dollar, "2026-03-31"),
            try Self.line(100, Self.euro, "2026-03-31"),
        ]
        #expect(try Self.rows(events) == ["29.20 EUR 3", "5.00 USD 1"])
        // All 35.00 USD by the price of the end, 0.95: 33.25.
        #expect(try Self.rows(events, at: .now) == ["34.25 EUR 4"])
        #expect(try Self.rows(events, at: .end) == ["34.25 EUR 4"])
        // March has no price at its end; April 0.92, May 0.95.
        #expect(
            try Self.rows(events, at: .end, period: .monthly) == [
                "2026-03-01 1.00 EUR 1", "2026-03-01 5.00 USD 1", "2026-04-01 9.20 EUR 1",
                "2026-05-01 19.00 EUR 1",
            ])
        #expect(
            try Self.rows(events, at: .now, today: "2026-04-15") == ["33.20 EUR 4"])
    }

    /// By hand: 10.80 USD at 1.08 USD a euro are 10.00 EUR; in pounds, 0.85 a euro, 8.50.
    @Test("a price counts the other way round, and over a third currency") func reverse() throws {
        let events = [
            try Self.price(Self.euro, Self.dollar, "1.08", "2026-01-01"),
            try Self.price(Self.euro, Self.pound, "0.85", "2026-01-01"),
            try Self.line(1_080, Self.dollar, "2026-02-01"),
        ]
        #expect(try Self.rows(events) == ["10.00 EUR 1"])
        #expect(try Self.rows(events, in: Self.pound) == ["8.50 GBP 1"])
        let yen = Given.currency("JPY")
        let more = events + [try Self.price(yen, Self.dollar, "0.0072", "2026-01-01")]
        // 10.80 / 0.0072 = 1500 yen, which have no decimals.
        #expect(try Self.rows(more, in: yen) == ["1500 JPY 1"])
        // Told goes before reverse.
        let told = events + [try Self.price(Self.dollar, Self.euro, "0.9", "2026-01-15")]
        #expect(try Self.rows(told) == ["9.72 EUR 1"])
    }

    /// Three thirds of a cent are a cent, and a half goes to the even one.
    @Test("a figure is rounded once, half to even") func rounds() throws {
        let thirds =
            [try Self.price(Self.euro, Self.dollar, "3", "2026-01-01")]
            + (try (1...3).map { try Self.line(1, Self.dollar, "2026-02-0\($0)") })
        #expect(try Self.rows(thirds) == ["0.01 EUR 3"])
        for (cents, sum) in [(1, "0.00"), (3, "0.02"), (5, "0.02"), (-1, "0.00"), (-3, "-0.02")] {
            let half = [
                try Self.price(Self.dollar, Self.euro, "0.5", "2026-01-01"),
                try Self.line(Int64(cents), Self.dollar, "2026-02-01"),
            ]
            #expect(try Self.rows(half) == ["\(sum) EUR 1"])
        }
        // 0.5 and a whole cent: 1.5 goes to 2.
        let whole = [
            try Self.price(Self.dollar, Self.euro, "0.5", "2026-01-01"),
            try Self.line(1, Self.dollar, "2026-02-01"), try Self.line(1, Self.euro, "2026-02-01"),
        ]
        #expect(try Self.rows(whole) == ["0.02 EUR 2"])
    }

    @Test("what is too large to be exact stands apart") func tooLarge() throws {
        let events = [
            try Self.price(Self.dollar, Self.euro, "9223372036854775807", "2026-01-01"),
            try Self.line(.max, Self.dollar, "2026-02-01"),
        ]
        #expect(try Self.rows(events) == ["92233720368547758.07 USD 1"])
    }

    @Test("of two prices of a day the later one holds, until it is taken back") func holds() throws
    {
        let events = [
            try Self.price(Self.dollar, Self.euro, "0.9", "2026-01-01"),
            try Self.price(Self.dollar, Self.euro, "0.8", "2026-01-01"),
            try Self.line(100, Self.dollar, "2026-02-01"),
        ]
        #expect(try Self.rows(events) == ["0.80 EUR 1"])
        let plain = try LedgerSnapshot(store: Given.store([Given.ledger + events])).priceBook()
        let first = try #require(plain.firstPosition)
        let change = PlanChange(target: .position(first + 1))
        #expect(try Self.rows(events + [.priceWithdrawn(change)]) == ["0.90 EUR 1"])
        let both: [Event] = [.priceWithdrawn(change), .priceRestored(change)]
        #expect(try Self.rows(events + both) == ["0.80 EUR 1"])
        let store = try Given.store([Given.ledger + events + both])
        let whole: PriceBook = try store.project(0..<store.head().count)
        for cut in 0...store.head().count {
            var part: PriceBook = try store.project(0..<cut)
            part.merge(try store.project(cut..<store.head().count))
            #expect(part == whole)
        }
    }
}

extension PriceTests {
    /// By hand: 100.00 USD at 0.92 are 92.00 EUR; with 8.00 EUR 100.00, and 10.00 GBP apart.
    @Test("balances are told in one currency by the prices of their day") func balances() throws {
        let account = AccountOpened(
            name: "bank", opening: Money(minor: 0, currency: Self.euro),
            day: try Self.day("2026-01-01"))
        let plain = try LedgerSnapshot(
            store: Given.store([Given.ledger + [.accountOpened(account)]]))
        let bank = try #require(plain.referenceData.account(named: "bank")).position
        func income(_ minor: Int64, _ currency: Currency, _ day: String) throws -> Event {
            .lineAdded(
                LineAdded(
                    facts: LineFacts(
                        kind: .income, amount: Money(minor: minor, currency: currency),
                        day: try Self.day(day), account: .position(bank))))
        }
        let events = [
            .accountOpened(account), try Self.price(Self.dollar, Self.euro, "0.92", "2026-02-01"),
            try Self.price(Self.dollar, Self.euro, "0.5", "2026-03-01"),
            try income(10_000, Self.dollar, "2026-02-03"),
            try income(800, Self.euro, "2026-02-04"), try income(1_000, Self.pound, "2026-02-05"),
        ]
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger + events]))
        let today = try Self.day("2026-03-15")
        func exchange(_ moment: Exchange.Moment) throws -> Exchange {
            Exchange(Self.euro, at: moment, try snapshot.priceBook(), today: today)
        }
        let day = try Self.day("2026-02-28")
        let then = try snapshot.balanceReport(of: bank, on: day, in: exchange(.day))
        #expect(
            then.rows.map { "\($0.balance ?? "") \($0.currency)" } == ["100.00 EUR", "10.00 GBP"])
        #expect(then.totals.map(\.sum) == ["100.00", "10.00"])
        let now = try snapshot.balanceReport(of: bank, on: day, in: exchange(.now))
        #expect(now.totals.map(\.sum) == ["58.00", "10.00"])
        let series = try snapshot.balanceSeries(
            of: bank, .monthly, in: .all, weekStart: nil, today: today, in: exchange(.day))
        #expect(
            series.totals.filter { $0.currency == "EUR" }.map { "\($0.start) \($0.sum)" }.suffix(2)
                == ["2026-02-01 100.00", "2026-03-01 58.00"])
        // Without a price, too, 0.00 GBP of January are nothing that would stand apart.
        #expect(
            series.totals.filter { $0.currency != "EUR" }.map { "\($0.start) \($0.sum)" }
                == ["2026-02-01 10.00", "2026-03-01 10.00"])
        #expect(series.rows.allSatisfy { $0.currency == "EUR" || $0.balance == "10.00" })
        let list = try snapshot.list()
        let query = LineQuery()
        let sums = try snapshot.exchanged(list, of: query, exchange(.day)).sums
        #expect(
            sums.map { "\($0.kind.name) \($0.sum) \($0.currency) \($0.count)" } == [
                "income 100.00 EUR 2", "income 10.00 GBP 1",
            ])
    }
}
