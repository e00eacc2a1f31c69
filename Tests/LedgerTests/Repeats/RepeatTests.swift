import EventLog
import Ledger
import Support
import Testing

/// What comes again: rules, what was passed over, and that each time is recorded once.
@Suite("What comes again") struct RepeatTests {
    private static func rule(
        _ phrase: String, from first: Day, to last: Day? = nil, _ title: String = "Rent"
    ) throws -> Event {
        let facts = LineFacts(kind: .expense, amount: Given.euros(98_000), day: first)
        return .repeatAdded(
            RepeatAdded(
                .line(facts, LineDetails(title: title)),
                try Recurrence(parsing: phrase, from: first), last: last, posts: true))
    }

    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private static func rules(_ store: any EventStore) throws -> [RepeatRule] {
        try LedgerSnapshot(store: store).repeatBook().rules
    }

    /// Appends what a rule expects on a day, as a program does that sees the ledger as it is.
    ///
    /// - Returns: Whether it was there already.
    @discardableResult
    private static func post(
        _ rule: RepeatRule, on day: Day, in store: any EventStore, _ state: LedgerState,
        _ snapshot: LedgerSnapshot
    ) throws -> Bool {
        let decision = try decide(snapshot.command(rule, on: day), state)
        let count = try store.head().count
        let commit = NewCommit(
            id: CommitID(high: 77, low: count), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: .position(1), key: rule.key(on: day), events: decision.events)
        return try store.append(commit, expecting: nil).isRepeat
    }

    @Test("a rule, days passed over, an end, and all of it taken back") func states() throws {
        let first = try Self.day("2026-01-31")
        let store: any EventStore = try Given.store([
            Given.ledger, [try Self.rule("month on the 31st", from: first)],
            [
                .repeatSkipped(
                    RepeatSkipped(target: .position(4), day: try Self.day("2026-03-31")))
            ],
            [
                .repeatSkipped(
                    RepeatSkipped(
                        target: .position(4), day: try Self.day("2026-05-31"), stops: true))
            ],
        ])
        let year = DayRange(start: try Self.day("2026-01-01"), end: try Self.day("2027-01-01"))
        func days() throws -> [String] {
            try Self.rules(store).flatMap { $0.days(in: year).map(\.description) }
        }
        #expect(try days() == ["2026-01-31", "2026-02-28", "2026-04-30"])
        func append(_ event: Event) throws {
            let count = try store.head().count
            let commit = NewCommit(
                id: CommitID(high: 5, low: count), recordedAt: Timestamp(millisecondsSince1970: 0),
                actor: .position(1), events: [event])
            _ = try store.append(commit, expecting: nil)
        }
        try append(.repeatWithdrawn(PlanChange(target: .position(6))))
        #expect(try days().count == 11)
        #expect(try days().last == "2026-12-31")
        try append(.repeatWithdrawn(PlanChange(target: .position(4))))
        #expect(try days() == [])
        try append(.repeatRestored(PlanChange(target: .position(4))))
        #expect(try days().count == 11)
        let whole: RepeatBook = try store.project(0..<store.head().count)
        for cut in 0...(try store.head().count) {
            var part: RepeatBook = try store.project(0..<cut)
            part.merge(try store.project(cut..<store.head().count))
            #expect(part == whole)
        }
    }

    @Test("the key names the commit of the rule, and of several each") func keys() throws {
        let first = try Self.day("2026-01-01")
        let store: any EventStore = try Given.store([
            Given.ledger,
            [try Self.rule("day", from: first), try Self.rule("day", from: first, "Tea")],
        ])
        let keys = try Self.rules(store).map { $0.key(on: first) }
        // The id is 1 and 1, each in eight bytes, the lowest first.
        let commit = "repeat/01000000000000000100000000000000"
        #expect(keys == ["\(commit)/2026-01-01", "\(commit)+1/2026-01-01"])
    }

    private static func skip(
        _ day: String, id: UInt64 = 4, _ store: any EventStore
    ) throws -> [Event] {
        let command = Command.skipRepeat(RepeatGap(id: id, day: try Self.day(day)))
        let state = try LedgerSnapshot(store: store).state(for: command)
        return try decide(command, state).events
    }

    @Test("a day that a rule has not cannot be passed over, nor one twice") func decides() throws {
        let first = try Self.day("2026-01-31")
        let store: any EventStore = try Given.store([
            Given.ledger, [try Self.rule("month on the 31st", from: first)],
        ])
        #expect(try Self.skip("2026-02-28", store).count == 1)
        #expect(
            throws: DecisionError.notADay(
                4, "Rent", try Self.day("2026-03-01"), next: try Self.day("2026-03-31"))
        ) { try Self.skip("2026-03-01", store) }
        #expect(throws: DecisionError.notARepeat(3)) { try Self.skip("2026-03-31", id: 3, store) }
        let once = NewCommit(
            id: CommitID(high: 5, low: 1), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: .position(1), events: try Self.skip("2026-02-28", store))
        _ = try store.append(once, expecting: nil)
        #expect(throws: DecisionError.nothingChanged) { try Self.skip("2026-02-28", store) }
    }

    /// Rules at random over 20 years, posted in any order, now and then twice, by readers who look
    /// at the ledger at different times.
    @Test(
        "each time is recorded once, in whatever order", arguments: 0..<6 as Range<UInt64>,
        StoreKind.allCases)
    func once(_ seed: UInt64, _ kind: StoreKind) throws {
        var random = SeededRandom(seed: seed)
        let first = try Self.day("2006-01-31")
        let phrases = [
            "month on the 31st", "2 weeks on friday", "month on the 2nd tuesday", "40 days",
            "year on 02-29", "3 months on the 15th",
        ].shuffled(using: &random)
        let store = try kind.makeStore()
        for (index, events) in [
            Given.ledger, [try Self.rule(phrases[0], from: first)],
            [
                try Self.rule(phrases[1], from: first, "Tea"),
                try Self.rule(phrases[2], from: first),
            ],
        ].enumerated() {
            let commit = NewCommit(
                id: CommitID(high: 3, low: UInt64(index)),
                recordedAt: Timestamp(millisecondsSince1970: 0),
                actor: index > 0 ? .position(1) : nil, events: events)
            _ = try store.append(commit, expecting: nil)
        }
        let range = DayRange(start: first, end: try Self.day("2026-01-31"))
        var times = try Self.rules(store).flatMap { rule in
            rule.days(in: range).map { (rule: rule, day: $0) }
        }
        let expected = times.map { "\($0.rule.added.title) \($0.day)" }.sorted()
        times += times.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        times.shuffle(using: &random)
        var snapshot = try LedgerSnapshot(store: store)
        var state = try snapshot.state(for: [], withCategories: false)
        for (rule, day) in times {
            if Int.random(in: 0..<50, using: &random) == 0 {
                snapshot = try LedgerSnapshot(store: store)
                state = try snapshot.state(for: [], withCategories: false)
            }
            try Self.post(rule, on: day, in: store, state, snapshot)
        }
        let whole = try LedgerSnapshot(store: store)
        #expect(try whole.expected(in: range, of: whole.repeatBook().rules).isEmpty)
        let lines = try whole.lines().map { "\($0.details.title) \($0.facts.day)" }
        #expect(lines.sorted() == expected)
    }
}

/// What is to come, beside reports.
@Suite("Forecasts") struct ForecastTests {
    /// From 2026-01-15 on: rent on the last days of January to March, once passed over, is 980.00
    /// each; tea is 7.00 on each of the 31 days of January, of which 16 are to come.
    @Test("have what comes after today, and nothing of it is in the report") func sums() throws {
        func day(_ text: String) throws -> Day { try #require(Day(text)) }
        func rule(_ phrase: String, _ cents: Int64, _ category: String) throws -> Event {
            let first = try day("2026-01-01")
            let facts = LineFacts(
                kind: .expense, amount: Given.euros(cents), day: first,
                category: try CategoryPath(category))
            return .repeatAdded(
                RepeatAdded(
                    .line(facts, LineDetails(title: category)),
                    try Recurrence(parsing: phrase, from: first)))
        }
        let store: any EventStore = try Given.store([
            Given.ledger, [try rule("month on the 31st", 98_000, "home:rent")],
            [try rule("day", 700, "food")],
            [
                .repeatSkipped(
                    RepeatSkipped(target: .position(4), day: try day("2026-02-28")))
            ],
            [
                .repeatSkipped(
                    RepeatSkipped(
                        target: .position(5), day: try day("2026-02-01"), stops: true))
            ],
        ])
        let snapshot = try LedgerSnapshot(store: store)
        let range = DayRange(start: try day("2026-01-01"), end: try day("2026-04-01"))
        let parameters = ReportParameters(
            period: .monthly, range: range, by: .category(depth: nil))
        let now = try day("2026-01-15")
        let (rows, days) = try snapshot.forecast(parameters, now: now)
        #expect(days == DayRange(start: try day("2026-01-16"), end: range.end))
        #expect(
            rows.map { "\($0.start) \($0.category ?? "") \($0.sum) \($0.count)" } == [
                "2026-01-01 food 112.00 16", "2026-01-01 home:rent 980.00 1",
                "2026-03-01 home:rent 980.00 1",
            ])
        #expect(try snapshot.report(parameters, now: now).rows.isEmpty)
        // Without an end to the middle of July: rent of January and March to June.
        let open = try snapshot.forecast(ReportParameters(period: nil), now: now)
        #expect(open.days.end == (try day("2026-07-16")))
        #expect(open.rows.map { "\($0.sum) \($0.count)" } == ["5012.00 21"])
    }
}

/// In every zone of the data, over 20 years of clocks that jump: every day around those on which
/// they do comes once, days that a zone left out among them.
@Suite(
    "What comes again around odd days",
    .enabled(if: SharedData.has("cal-moment-timezone"), "shared data is missing"),
    .enabled(if: !Zone.knownNames.isEmpty, "no time zone files: install tzdata"))
struct RepeatZoneTests {
    @Test("none is lost, and none comes twice") func everyDay() throws {
        let json = try #require(SharedData.json("cal-moment-timezone/expected-odd-days.json"))
        let zones = try #require(json["zones"]?.object)
        #expect(zones.count == 12)
        let (first, end) = (try #require(Day("2005-12-30")), try #require(Day("2026-01-01")))
        var count = 0
        for (name, rows) in zones.sorted(by: { $0.key < $1.key }) {
            let zone = try Zone(name: name)
            var random = SeededRandom(
                seed: UInt64(name.utf8.reduce(0) { $0 * 31 % 9_973 + Int($1) }))
            let odd = Set(
                try #require(rows.array).compactMap { $0["local_date"]?.string.flatMap { Day($0) } }
            )
            func isNear(_ day: Day) -> Bool {
                (-2...2).contains { odd.contains(day.adding(days: $0)) }
            }
            let facts = LineFacts(kind: .expense, amount: Given.euros(100), day: first)
            let store: any EventStore = try Given.store([
                Given.ledger,
                [
                    .repeatAdded(
                        RepeatAdded(
                            .line(facts, LineDetails(title: "Tea")),
                            try Recurrence(parsing: "day", from: first), posts: true))
                ],
            ])
            let snapshot = try LedgerSnapshot(store: store)
            let state = try snapshot.state(for: [], withCategories: false)
            let rule = try #require(snapshot.repeatBook().rules.first)
            var posted: [Day] = []
            var low = first
            var now = zone.start(of: first)
            let stop = zone.start(of: end.adding(days: 1))
            while now < stop {
                let today = zone.day(at: now)
                // A look at the clock that goes back, too, and the days of both sides of a jump.
                let range = DayRange(
                    start: low.adding(days: -2), end: min(today.adding(days: 1), end))
                for day in rule.days(in: range) where isNear(day) {
                    let key = rule.key(on: day)
                    if try store.positions(ofKey: key) != nil { continue }
                    let decision = try decide(snapshot.command(rule, on: day), state)
                    let commit = NewCommit(
                        id: CommitID(high: 8, low: UInt64(posted.count)),
                        recordedAt: now, actor: .position(1), key: key, events: decision.events)
                    #expect(try !store.append(commit, expecting: nil).isRepeat)
                    posted.append(day)
                }
                low = max(low, today)
                let isOdd = odd.contains(today) || odd.contains(today.adding(days: 1))
                let hours = isOdd ? 1 : Int.random(in: 5...70, using: &random)
                now = now.adding(milliseconds: Int64(hours) * 3_600_000)
            }
            var all: [Day] = []
            var day = first
            while day < end {
                if isNear(day) { all.append(day) }
                day = day.adding(days: 1)
            }
            #expect(posted == all, "\(name)")
            count += posted.count
        }
        // All of them, and not none.
        #expect(count > 1_000)
    }
}
