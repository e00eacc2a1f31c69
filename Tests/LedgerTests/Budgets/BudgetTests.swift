import EventLog
import Ledger
import Support
import Testing

@Suite("Budgets")
struct BudgetTests {
    private static func set(
        _ cents: Int64, _ period: Period, _ day: Day, rollsOver: Bool = false
    ) throws -> Event {
        .budgetSet(
            BudgetSet(
                category: try CategoryPath("food"), goal: Given.euros(cents), period: period,
                day: day, rollsOver: rollsOver))
    }

    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private static func line(_ cents: Int64, _ day: String, _ category: String) throws -> Event {
        .lineAdded(
            LineAdded(
                facts: LineFacts(
                    kind: .expense, amount: Given.euros(cents), day: try self.day(day),
                    category: try CategoryPath(category))))
    }

    /// January leaves 50.00, February overspends 450.00 by 30.00 more than that: by hand.
    @Test("what is left of a period is carried into the next") func carries() throws {
        let first = try BudgetTests.day("2026-01-01")
        let store = try Given.store([
            Given.ledger + [
                try BudgetTests.set(40_000, .monthly, first, rollsOver: true),
                try BudgetTests.line(35_000, "2026-01-31", "food:out"),
                try BudgetTests.line(48_000, "2026-02-01", "food"),
                try BudgetTests.line(10_000, "2026-03-05", "food"),
                try BudgetTests.line(-1_000, "2026-03-06", "food:out"),
                try BudgetTests.line(700, "2026-03-06", "foodstuff"),
            ]
        ])
        let snapshot = try LedgerSnapshot(store: store)
        let now = try BudgetTests.day("2026-03-11")
        let rows = try snapshot.budgetReport(BudgetParameters(range: .all), now: now).rows
        #expect(rows.map(\.carried) == ["0.00", "50.00", "-30.00"])
        #expect(rows.map(\.spent) == ["350.00", "480.00", "90.00"])
        #expect(rows.map(\.left) == ["50.00", "-30.00", "280.00"])
        #expect(rows.map(\.percent) == ["87.5", "106.7", "24.3"])
        // 280.00 for the 21 days from the 11th to the 31st is 13.333… a day.
        #expect(rows.map(\.perDay) == [nil, nil, "13.33"])
        let months = try snapshot.budgetReport(BudgetParameters(period: .monthly), now: now).rows
        #expect(months.map(\.category) == ["food", "food", "food", ""])
        #expect(months.last?.spent == "7.00")
    }

    /// 5.00 of food are within the budget; 44.00 dollars have none, nor have 3.00 for a bus.
    @Test("what no budget is for is told in every currency") func tellsCurrencies() throws {
        let day = try BudgetTests.day("2026-03-05")
        let dollars = Money(minor: 4_400, currency: try #require(Currency.iso("USD")))
        let foreign = Event.lineAdded(
            LineAdded(
                facts: LineFacts(
                    kind: .expense, amount: dollars, day: day, category: try CategoryPath("food"))))
        let lines = [
            try BudgetTests.line(500, "2026-03-05", "food"),
            try BudgetTests.line(300, "2026-03-05", "bus"), foreign,
        ]
        let budget = try BudgetTests.set(10_000, .monthly, BudgetTests.day("2026-03-01"))
        let monthly = BudgetParameters(period: .monthly)
        let with = try LedgerSnapshot(store: Given.store([Given.ledger + [budget] + lines]))
        let rows = try with.budgetReport(monthly, now: day).rows
        #expect(
            rows.map { "\($0.category) \($0.spent) \($0.currency)" }
                == ["food 5.00 EUR", " 3.00 EUR", " 44.00 USD"])
        func apart(_ row: BudgetReport.Row) -> [String] {
            row.apart?.map { "\($0.spent) \($0.currency)" } ?? []
        }
        #expect(rows.map(apart) == [["44.00 USD"], [], []])
        let own = try with.budgetReport(BudgetParameters(), now: day).rows
        #expect(own.map(apart) == [["44.00 USD"]])
        let april = DayRange(
            start: try BudgetTests.day("2026-04-01"), end: try BudgetTests.day("2026-05-01"))
        #expect(
            try with.budgetReport(BudgetParameters(range: april), now: day).rows.map(apart) == [[]])
        // A budget in dollars is for them: then nothing is left out.
        let other = Event.budgetSet(
            BudgetSet(
                category: try CategoryPath("food"), goal: dollars, period: .monthly,
                day: try BudgetTests.day("2026-03-01")))
        let both = try LedgerSnapshot(store: Given.store([Given.ledger + [budget, other] + lines]))
        #expect(
            try both.budgetReport(BudgetParameters(), now: day).rows.map(apart) == [[], []])
        // Without any budget nothing is unbudgeted.
        let without = try LedgerSnapshot(store: Given.store([Given.ledger + lines]))
        #expect(try without.budgetReport(monthly, now: day).rows.isEmpty)
    }

    /// 77.00 in January, a budget from February on: eleven months of 100.00, of which 10.00 went.
    @Test("what was spent before a budget began is in no row of it") func beginsWithin() throws {
        let february = try BudgetTests.day("2026-02-01")
        let store = try Given.store([
            Given.ledger + [
                try BudgetTests.set(10_000, .monthly, february),
                try BudgetTests.line(7_700, "2026-01-20", "food:out"),
                try BudgetTests.line(1_000, "2026-02-10", "food:out"),
            ]
        ])
        let year = DayRange(
            start: try BudgetTests.day("2026-01-01"), end: try BudgetTests.day("2027-01-01"))
        let rows = try LedgerSnapshot(store: store).budgetReport(
            BudgetParameters(period: .yearly, range: year), now: february
        ).rows
        #expect(rows.map(\.category) == ["food", ""])
        #expect(rows.map(\.goal) == ["1100.00", nil])
        #expect(rows.map(\.spent) == ["10.00", "77.00"])
        #expect(rows.map(\.left) == ["1090.00", nil])
    }

    /// The week from 30 March is in the goal of no month; weeks count whole in those of weeks.
    @Test("a goal counts only where its periods lie whole") func countsWhole() throws {
        let store = try Given.store([
            Given.ledger + [
                try BudgetTests.set(3_000, .weekly, try BudgetTests.day("2026-02-02")),
                try BudgetTests.line(1_200, "2026-02-10", "food"),
                try BudgetTests.line(500, "2026-03-30", "food"),
            ]
        ])
        let snapshot = try LedgerSnapshot(store: store)
        let now = try BudgetTests.day("2026-02-12")
        // The last week of February 2026 ends with 1 March.
        let months = try snapshot.budgetReport(
            BudgetParameters(
                period: .monthly,
                range: DayRange(start: now, end: try BudgetTests.day("2026-04-01"))), now: now
        ).rows
        #expect(months.map(\.goal) == [nil, nil])
        #expect(months.map(\.spent) == ["0.00", "5.00"])
        // Four weeks of 30.00, of which only a part was asked for.
        let days = try snapshot.budgetReport(
            BudgetParameters(
                period: .everyDays(28, anchor: try BudgetTests.day("2026-02-02")),
                range: DayRange(
                    start: try BudgetTests.day("2026-02-02"),
                    end: try BudgetTests.day("2026-02-20"))), now: now
        ).rows
        #expect(days.map(\.goal) == ["120.00"])
        #expect(days.map(\.left) == ["108.00"])
        #expect(days.map(\.partial) == [true])
    }

    /// Day by day, as one would on paper.
    private static func naive(
        _ sayings: [(position: UInt64, goal: BudgetSet?, day: Day)], _ spent: [Day: Int128],
        before end: Day
    ) -> [String] {
        var spans: [String] = []
        var open: (key: String, goal: BudgetSet, carried: Int128, spent: Int128, next: Day)?
        var day = Day(daysSince1970: 20_000)
        func close() {
            guard let open else { return }
            spans.append("\(open.key) \(open.carried) \(open.spent)")
        }
        while day < end {
            let saying = sayings.last { $0.day <= day }
            if let saying, let goal = saying.goal {
                let start = goal.period.interval(containing: day, weekStart: .monday).start
                let key = "\(saying.position) \(max(start, saying.day))"
                if open?.key != key {
                    close()
                    var carried: Int128 = 0
                    if let open, open.goal.rollsOver, goal.rollsOver, open.next == day {
                        carried = Int128(open.goal.goal.minor) + open.carried - open.spent
                    }
                    open = (key, goal, carried, 0, day)
                }
                open?.spent += spent[day] ?? 0
                open?.next = day.adding(days: 1)
            } else {
                close()
                open = nil
            }
            day = day.adding(days: 1)
        }
        close()
        return spans
    }

    @Test("equal a reckoning day by day", arguments: 0..<200 as Range<UInt64>)
    func equalNaive(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let first = Day(daysSince1970: 20_100)
        func someDay() -> Day { first.adding(days: Int.random(in: 0..<400, using: &random)) }
        var events: [Event] = []
        var sayings: [(position: UInt64, goal: BudgetSet?, day: Day)] = []
        let food = try CategoryPath("food")
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let day = someDay()
            let position = UInt64(2 + events.count)
            if Int.random(in: 0..<4, using: &random) == 0 {
                let euro = Given.euros(1).currency
                events.append(
                    .budgetEnded(BudgetEnded(category: food, currency: euro, day: day)))
                sayings.append((position, nil, day))
            } else {
                let periods: [Period] = [
                    .daily, .weekly, .monthly, .quarterly, .yearly, .payCycle(dayOfMonth: 31),
                    .everyDays(10, anchor: first),
                ]
                let goal = BudgetSet(
                    category: food, goal: Given.euros(Int64.random(in: 1...900, using: &random)),
                    period: try #require(periods.randomElement(using: &random)), day: day,
                    rollsOver: Bool.random(using: &random))
                events.append(.budgetSet(goal))
                sayings.append((position, goal, day))
            }
        }
        var spent: [Day: Int128] = [:]
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            let cents = Int64.random(in: -200...900, using: &random)
            spent[someDay(), default: 0] += Int128(cents)
        }
        let store = try Given.store([events])
        let offset = sayings[0].position
        let snapshot = try LedgerSnapshot(store: store)
        let book = try snapshot.budgetBook()
        let end = first.adding(days: 500)
        let days = spent.sorted { $0.key < $1.key }.map { (day: $0.key, minor: $0.value) }
        let spans = book.budgets(ReferenceData()).flatMap {
            $0.spans(before: end, spent: days, weekStart: .monday)
        }
        let start = try #require(book.firstPosition)
        let expected = BudgetTests.naive(
            sayings.map { ($0.position - offset + start, $0.goal, $0.day) }, spent, before: end)
        #expect(
            spans.map { "\($0.goal.position) \($0.days.start) \($0.carried) \($0.spent)" }
                == expected)
        for cut in 0...store.head().count {
            var part: BudgetBook = try store.project(0..<cut)
            part.merge(try store.project(cut..<store.head().count))
            #expect(part == book)
        }
    }

    @Test("what is withdrawn counts as never said, until it is restored") func withdraws() throws {
        let first = try BudgetTests.day("2026-01-01")
        func goal(_ changes: [Event]) throws -> Int64? {
            let events = [
                try BudgetTests.set(400, .monthly, first),
                try BudgetTests.set(450, .monthly, first),
            ]
            let plain = try LedgerSnapshot(store: Given.store([events])).budgetBook()
            let start = try #require(plain.firstPosition)
            let targeted = changes.map { event -> Event in
                switch event {
                case .budgetWithdrawn:
                    .budgetWithdrawn(PlanChange(target: .position(start + 1)))
                default: .budgetRestored(PlanChange(target: .position(start + 1)))
                }
            }
            let store = try Given.store([events + targeted])
            let book = try LedgerSnapshot(store: store).budgetBook()
            return book.budgets(ReferenceData()).first?.goal(on: first)?.minor
        }
        let change = PlanChange(target: .position(0))
        #expect(try goal([]) == 450)
        #expect(try goal([.budgetWithdrawn(change)]) == 400)
        #expect(try goal([.budgetWithdrawn(change), .budgetRestored(change)]) == 450)
    }

    /// A quarter of 300.00 that is 100.00 a month from February on: 40.00 of January and 250.00 of
    /// February are spent, and no goal is for the quarter; by hand.
    @Test("a goal whose period is cut by a change or an end counts in no row") func cut() throws {
        let february = try BudgetTests.day("2026-02-01")
        let spent = [
            try BudgetTests.line(4_000, "2026-01-10", "food"),
            try BudgetTests.line(25_000, "2026-02-10", "food"),
        ]
        let quarter = try BudgetTests.set(30_000, .quarterly, BudgetTests.day("2026-01-01"))
        func rows(_ events: [Event], _ period: Period?) throws -> [BudgetReport.Row] {
            let store = try Given.store([Given.ledger + [quarter] + events + spent])
            let range = DayRange(
                start: try BudgetTests.day("2026-01-01"), end: try BudgetTests.day("2026-04-01"))
            return try LedgerSnapshot(store: store).budgetReport(
                BudgetParameters(period: period, range: range),
                now: BudgetTests.day("2026-05-01")
            ).rows
        }
        let changed = [try BudgetTests.set(10_000, .monthly, february)]
        let quarters = try rows(changed, .quarterly)
        #expect(quarters.map(\.goal) == [nil])
        #expect(quarters.map(\.spent) == ["290.00"])
        #expect(quarters.map(\.cut) == [true])
        let months = try rows(changed, .monthly)
        #expect(months.map(\.goal) == [nil, "100.00", "100.00"])
        #expect(months.map(\.cut) == [true, nil, nil])
        let own = try rows(changed, nil)
        #expect(own.map(\.goal) == ["300.00", "100.00", "100.00"])
        #expect(own.map(\.cut) == [true, nil, nil])
        let euro = Given.euros(1).currency
        func ended(_ day: String) throws -> [Event] {
            [
                .budgetEnded(
                    BudgetEnded(
                        category: try CategoryPath("food"), currency: euro,
                        day: try BudgetTests.day(day)))
            ]
        }
        #expect(try rows(ended("2026-02-15"), .quarterly).map(\.cut) == [true])
        let whole = try rows(ended("2026-04-01"), .quarterly)
        #expect(whole.map(\.goal) == ["300.00"])
        #expect(whole.map(\.cut) == [nil])
    }
}
