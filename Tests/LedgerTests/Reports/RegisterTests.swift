import Ledger
import Support
import Testing

@Suite("Register")
struct RegisterTests {
    private func snapshot(_ lines: [LineAdded], _ more: [Event] = []) throws -> LedgerSnapshot {
        try LedgerSnapshot(store: Given.store([Given.ledger, lines.map { .lineAdded($0) } + more]))
    }

    private func line(_ title: String, day: Int32, time: TimeOfDay? = nil) -> LineAdded {
        var line = Given.line(100, title, day: day)
        line.details.time = time
        return line
    }

    @Test("newest day first, then the latest time, then the newest")
    func order() throws {
        let morning = TimeOfDay(hour: 8, minute: 0)
        let snapshot = try snapshot([
            line("4", day: 1), line("5", day: 2), line("6", day: 2, time: morning),
            line("7", day: 2, time: .midnight), line("8", day: 2, time: morning),
            line("9", day: 2),
        ])
        #expect(try snapshot.lines().map(\.id) == [8, 6, 7, 9, 5, 4])
        for limit in 0...7 {
            let ids = try snapshot.lines(LineFilter(limit: limit)).map(\.id)
            #expect(ids == Array([8, 6, 7, 9, 5, 4].prefix(limit)))
        }
        let list = try snapshot.list(LineFilter(limit: 2))
        #expect(list.rows.map(\.time) == ["08:00", "08:00"])
        #expect(list.more)
        #expect(list.position == 9)
        #expect(try !snapshot.list(LineFilter(limit: 6)).more)
        #expect(try !snapshot.list().more)
    }

    @Test("the first page of many is that of all")
    func firstPage() throws {
        var random = SeededRandom(seed: 3)
        let lines = (0..<9_000).map { _ in
            line("", day: Int32.random(in: 0..<50, using: &random))
        }
        let snapshot = try snapshot(lines)
        let all = try snapshot.lines().map(\.id)
        #expect(all.count == 9_000)
        #expect(try snapshot.lines(LineFilter(limit: 30)).map(\.id) == Array(all.prefix(30)))
    }

    @Test("however far days are apart, the first page is that of all", arguments: [1, 29, 31, 400])
    func farPages(apart: Int32) throws {
        var random = SeededRandom(seed: UInt64(apart))
        // Some are yet to come, and some are years ago.
        let lines = (0..<3_000).map { number in
            line("", day: Int32.random(in: 0..<40, using: &random) * apart - Int32(number % 7))
        }
        let later: [Event] = (0..<300).map { number in
            let target = Reference.position(UInt64(4 + number * 9))
            var facts = lines[number * 9].facts
            let replaced = facts
            facts.day = Given.day(Int32.random(in: 0..<2_000, using: &random))
            return .lineAmended(
                LineAmended(
                    target: target, previous: target, facts: facts, replaced: replaced,
                    changes: [.day], details: LineDetails()))
        }
        let snapshot = try snapshot(lines, later)
        let all = try snapshot.lines().map(\.id)
        #expect(all.count == 3_000)
        for limit in [1, 30, 60, 700, 2_999, 3_000, 5_000] {
            let page = try snapshot.search(LineFilter(limit: limit))
            #expect(page.lines.map(\.id) == Array(all.prefix(limit)), "\(limit)")
            #expect(page.count == 3_000)
        }
    }

    @Test("of very many lines of one day the first page is that of all", arguments: [1, 2, 40])
    func ties(days: Int32) throws {
        var random = SeededRandom(seed: 5)
        func time() -> TimeOfDay? {
            guard Bool.random(using: &random) else { return nil }
            return TimeOfDay(hour: Int.random(in: 0..<24, using: &random), minute: 30)
        }
        let lines = (0..<9_000).map { _ in
            line("", day: Int32.random(in: 0..<days, using: &random), time: time())
        }
        let amendments: [Event] = (0..<500).map { number in
            let target = Reference.position(UInt64(4 + number * 17))
            let facts = lines[number * 17].facts
            return .lineAmended(
                LineAmended(
                    target: target, previous: target, facts: facts, replaced: facts,
                    changes: [.time], details: LineDetails(time: time())))
        }
        let snapshot = try snapshot(lines, amendments)
        let all = try snapshot.lines().map(\.id)
        #expect(all.count == 9_000)
        for limit in [1, 30, 400, 1_000, 5_000] {
            let page = try snapshot.search(LineFilter(limit: limit))
            #expect(page.lines.map(\.id) == Array(all.prefix(limit)))
            #expect(page.count == 9_000)
        }
        var first = LineQuery()
        first.require(.days(DayRange(start: Given.day(0), end: Given.day(1))))
        var positive = LineQuery()
        positive.require(anyOf: [.id(1), .kind(.expense)])
        for query in [first, positive] {
            for order in LineFilter.Order.allCases {
                let whole = try snapshot.lines(LineFilter(query, order: order)).map(\.id)
                #expect(whole.count >= 9_000 / Int(days) / 2)
                for limit in [1, 30, 400] {
                    let page = try snapshot.search(LineFilter(query, order: order, limit: limit))
                    #expect(page.lines.map(\.id) == Array(whole.prefix(limit)), "\(order)")
                    #expect(page.count == UInt64(whole.count))
                }
            }
        }
    }

    @Test("live lines of a random history, as plain bookkeeping has them", arguments: 0..<5)
    func equalsBookkeeping(_ seed: Int) throws {
        let history = RandomHistory(seed: UInt64(seed), count: 300)
        let snapshot = try LedgerSnapshot(store: Given.store([history.events]))
        var totals: [String: SpendingTable.Cell] = [:]
        for line in try snapshot.lines() where !line.facts.flags.contains(.counterpart) {
            let facts = line.facts
            let key = RandomHistory.key(
                facts.day, facts.kind, facts.amount.currency, facts.category,
                facts.account?.position)
            var cell = totals[key] ?? .zero
            cell.sum += Int128(facts.amount.minor)
            cell.count += 1
            totals[key] = cell
        }
        #expect(totals == history.totals)
    }

    @Test("where changes take back what no line stated, the first page is that of all, too")
    func falsePages() throws {
        for seed in 0..<6 as Range<UInt64> {
            let history = RandomHistory(seed: seed, count: 400, oneFalseIn: 2)
            let snapshot = try LedgerSnapshot(store: Given.store([history.events]))
            let all = try snapshot.lines().map(\.id)
            for limit in [1, 7, 50, 200] {
                let page = try snapshot.lines(LineFilter(limit: limit)).map(\.id)
                #expect(page == Array(all.prefix(limit)), "seed \(seed), \(limit)")
            }
        }
    }

    @Test func filters() throws {
        var tagged = Given.line(1, "Café", day: 1, category: "food:out", account: 2)
        tagged.details.tags = ["Work", "trip"]
        tagged.details.note = "two of us"
        let other = Given.line(2, "Tea", day: 2, category: "food", account: 3)
        let income = Given.line(3, "Pay", day: 3, category: "foodstuff", kind: .income)
        var facts = other.facts
        facts.day = Given.day(9)
        let amended = LineAmended(
            target: .position(5), previous: .position(5), facts: facts, replaced: other.facts,
            changes: [.day, .note], details: LineDetails(note: "Café au lait"))
        let snapshot = try snapshot([tagged, other, income], [.lineAmended(amended)])
        func ids(_ tests: LineQuery.Test..., limit: Int? = nil) throws -> [UInt64] {
            var query = LineQuery()
            for test in tests { query.require(test) }
            return try snapshot.lines(LineFilter(query, limit: limit)).map(\.id)
        }
        #expect(try ids() == [5, 6, 4])
        let days = DayRange(start: Given.day(1), end: Given.day(4))
        #expect(try ids(.days(days)) == [6, 4])
        #expect(try ids(.kind(.income)) == [6])
        let food = try CategoryPath("Food")
        #expect(try ids(.category(food, exactly: false)) == [5, 4])
        #expect(try ids(.category(food, exactly: true)) == [5])
        #expect(try ids(.account([3])) == [5])
        #expect(try ids(.account([])) == [6])
        #expect(try ids(.tag("WORK")) == [4])
        #expect(try ids(.tag("Wor")) == [])
        #expect(try ids(.tag("")) == [5, 6])
        #expect(try ids(.text("café")) == [5, 4])
        #expect(try ids(.text("café"), .text("two")) == [4])
        #expect(try ids(.text("café"), limit: 1) == [5])
        #expect(try ids(.note("OF US")) == [4])
        #expect(try ids(.title("OF US")) == [])
        #expect(try ids(.note("")) == [6])
    }

    @Test func showsNamesForReferences() throws {
        var line = Given.line(-1250, "Lunch", category: "food", account: 2)
        line.details.payer = .position(1)
        line.details.tags = ["a"]
        let rename = CategoryRenamed(from: try CategoryPath("food"), to: try CategoryPath("meals"))
        let row = try #require(
            try snapshot([line], [.categoryRenamed(rename)]).list().rows.first)
        #expect(row.amount == "-12.50")
        #expect(row.currency == "EUR")
        #expect(row.category == "meals")
        #expect(row.account == "Cash")
        #expect(row.payer == "Ada")
        #expect(row.tags == ["a"])
        #expect(row.time.isEmpty)
        #expect(row.entry == [4])
        #expect(row.kind == .expense)
        #expect(!row.voided && !row.incoming && !row.counterpart)
    }
}
