import EventLog
import Ledger
import Support
import Testing

/// Reports by payee and tag, and lists of both, with sums are those of a look at every line.
@Suite("Names by sums equal those of all lines")
struct NameSumsTests {
    private static let groupings: [ReportGrouping.Key] = [
        .payee, .tag, .tagValue("trip"), .tagValue("food"), .person,
    ]
    private static let periods: [Period?] = [
        nil, .monthly, .quarterly, .yearly, .weekly, .daily,
    ]

    private static func query(_ random: inout SeededRandom) -> LineQuery {
        var query = LineQuery()
        switch Int.random(in: 0..<6, using: &random) {
        case 0: query.require(.kind(.income))
        case 1: query.require(.currency("JPY"))
        case 2: query.require(anyOf: [.kind(.transfer), .kind(.expense)])
        case 3: query.require(.tag("trip"))
        default: break
        }
        return query
    }

    private static func range(_ random: inout SeededRandom) -> DayRange {
        let days = (0..<2).map { _ in Int32.random(in: 19_880...20_420, using: &random) }.sorted()
        let range = DayRange(
            start: Bool.random(using: &random) ? .min : Day(daysSince1970: days[0]),
            end: Bool.random(using: &random) ? .max : Day(daysSince1970: days[1]))
        guard Bool.random(using: &random), range.hasStart else { return range }
        return Period.quarterly.interval(containing: range.start, weekStart: .monday)
    }

    /// Compares some reports and lists, as of the end and as of events before it.
    @discardableResult
    private static func compare(
        _ store: FileEventStore, _ random: inout SeededRandom, times: Int, _ note: Comment
    ) throws -> Int {
        let end = try store.head().count
        var summed = 0
        for _ in 0..<times {
            let isNow = Bool.random(using: &random)
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let snapshot = try LedgerSnapshot(store: store, upTo: count)
            let range = range(&random)
            var query = query(&random)
            let kinds: Set<EntryKind> = Bool.random(using: &random) ? [] : [.expense]
            let asked = ReportParameters(
                period: try #require(periods.randomElement(using: &random)), range: range,
                kinds: kinds,
                by: ReportGrouping([try #require(groupings.randomElement(using: &random))]),
                query: query)
            let now = Day(daysSince1970: 20_100)
            let (stats, quickStats) = (
                try snapshot.stats(on: now), try snapshot.stats(on: now, withSums: true)
            )
            #expect(quickStats == stats, "\(note), as of \(count)")
            let someStats = try snapshot.stats(on: now, in: range)
            let quickSomeStats = try snapshot.stats(on: now, in: range, withSums: true)
            #expect(quickSomeStats == someStats, "\(note), as of \(count): \(range)")
            let plain = try snapshot.report(asked, now: now)
            let quick = try snapshot.report(asked, now: now, withSums: true)
            #expect(quick == plain, "\(note), as of \(count): \(asked)")
            if range != .all { query.require(.days(range)) }
            for name in [LineName.payee, .tag] {
                if try snapshot.hasNameSums(name, of: query) { summed += 1 }
                let all = try snapshot.names(name, of: query)
                let some = try snapshot.names(name, of: query, withSums: true)
                #expect(some == all, "\(note), as of \(count): \(query)")
            }
            let terms = "cat:lunhc payee:bakrey tag:osol"
            let words = ["rnet", "bakrey", "tirp", "osol"]
            let hints = try snapshot.hints(of: terms, words: words)
            let quickHints = try snapshot.hints(of: terms, words: words, withSums: true)
            #expect(quickHints == hints, "\(note), as of \(count)")
            // Categories are told by figures alone, unless texts decide which lines count.
            var slow = query
            slow.require(
                anyOf: [.kind(.expense), .kind(.income), .kind(.transfer), .note("nowhere")])
            let all = try snapshot.names(.category, of: slow)
            for withSums in [false, true] {
                let some = try snapshot.names(.category, of: query, withSums: withSums)
                #expect(some == all, "\(note), as of \(count): \(query)")
            }
        }
        return summed
    }

    /// Whether a file of sums has a text.
    private static func says(_ text: String, _ ledger: SummedLedger) throws -> Bool {
        let wanted = Array(text.utf8)
        return try ledger.files.contains { name in
            let bytes = ledger.storage.bytes(of: name) ?? []
            return bytes.indices.dropLast(wanted.count - 1).contains {
                bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
            }
        }
    }

    @Test("over random histories, sums made at random moments", arguments: Soak.seeds(16))
    func histories(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let step = [1, 4, 16, 64][Int(seed % 4)] as UInt64
        var ledger = try SummedLedger(step: step)
        let events = NamedHistory(seed: seed, count: 600).events
        try ledger.append(Array(events.prefix(4)), &random)
        var rest = events.dropFirst(4)
        var summed = 0
        while !rest.isEmpty {
            let next = rest.prefix(Int.random(in: 1...120, using: &random))
            rest = rest.dropFirst(next.count)
            try ledger.append(Array(next), &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2: try ledger.store.keepSums()
            case 3: try ledger.store.keepSums(anew: true)
            case 4: try ledger.store.seal()
            default: ledger.store = try SummedLedger.open(ledger.storage, step: step)
            }
            #expect(try ledger.store.dropFalseSums() == [])
            summed += try NameSumsTests.compare(ledger.store, &random, times: 6, "seed \(seed)")
        }
        #expect(summed > 0)
        try ledger.store.keepSums(anew: true)
        #expect(try NameSumsTests.says("Dr. Moss", ledger))
    }

    @Test("over random commands, undone and erased", arguments: Soak.seeds(8))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: 8)
        var program = try RandomProgram(seed: seed, on: ledger.store, splits: seed % 2 == 0)
        var summed = 0
        for _ in 0..<50 {
            try program.step()
            switch Int.random(in: 0..<7, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1: _ = try? program.undo(.newestUndo)
            case 2:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 3, 4: try ledger.store.keepSums()
            default: break
            }
            summed += try NameSumsTests.compare(ledger.store, &random, times: 3, "seed \(seed)")
        }
        #expect(summed > 0)
        #expect(try ledger.store.dropFalseSums() == [])
    }

    /// A ledger with sums, and what lists of payees say.
    private static func ledger() throws -> (ledger: SummedLedger, sums: [UInt8], name: String) {
        var random = SeededRandom(seed: 5)
        let ledger = try SummedLedger()
        try ledger.append(NamedHistory(seed: 5, count: 300).events, &random)
        try ledger.store.keepSums()
        let name = try #require(try ledger.files.first)
        return (ledger, try #require(ledger.storage.bytes(of: name)), name)
    }

    @Test("names that may be meant by a word are told by sums") func hints() throws {
        let (ledger, _, _) = try NameSumsTests.ledger()
        let snapshot = try LedgerSnapshot(store: ledger.store)
        let hints = try snapshot.hints(of: nil, words: ["rnet", "zebra"], withSums: true)
        #expect(hints.map(\.name) == ["rnet"] && hints.map(\.near) == [["Rent"]], "\(hints)")
    }

    @Test("an erasure leaves no name, and a file from before it is not believed")
    func erasure() throws {
        let (ledger, old, name) = try NameSumsTests.ledger()
        #expect(try NameSumsTests.says("Dr. Moss", ledger))
        let found = try LedgerSnapshot(store: ledger.store).ids(of: LineQuery())
        let erased = try #require(found.first)
        var commit = NewCommit(
            id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_767_225_700_000),
            actor: .position(1),
            events: [.textErased(TextErased(target: .position(erased)))])
        commit.key = "erasure"
        _ = try ledger.store.append(commit)
        try ledger.store.eraseText(at: Array(4..<300))
        #expect(try ledger.files == [])
        #expect(try ledger.store.keepSums())
        #expect(try !NameSumsTests.says("Dr. Moss", ledger))
        ledger.storage.replace(name, bytes: old)
        var random = SeededRandom(seed: 1)
        try NameSumsTests.compare(ledger.store, &random, times: 20, "an old file")
        let rows = try LedgerSnapshot(store: ledger.store)
            .names(.payee, of: LineQuery(), withSums: true).rows
        #expect(Set(rows.map(\.name)) == [""])
    }

    @Test("an erasure while they are made keeps them from being kept") func race() throws {
        let (ledger, _, name) = try NameSumsTests.ledger()
        let log = try Log.open(in: ledger.storage, options: SummedLedger.options())
        let end = try #require(try log.missingSums(anew: true).last)
        try ledger.store.eraseText(at: [7])
        #expect(try log.keepSums([[1]], at: end, of: 1) == nil)
        #expect(try !ledger.storage.list().contains(name))
    }

    @Test("in all where there are too many by month", arguments: Soak.seeds(4))
    func totals(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: 64)
        var options = SummedLedger.options(64)
        options.sumShare = 1
        let store = FileEventStore(try Log.open(in: ledger.storage, options: options))
        var sizes: [Int] = []
        var rest = NamedHistory(seed: seed, count: 4_000).events[...]
        while !rest.isEmpty {
            let next = rest.prefix(500)
            rest = rest.dropFirst(next.count)
            try ledger.append(Array(next), &random)
            try store.keepSums()
            #expect(try store.dropFalseSums() == [])
            try NameSumsTests.compare(store, &random, times: 6, "seed \(seed)")
            sizes.append(try ledger.files.last.flatMap(ledger.storage.bytes(of:))?.count ?? 0)
        }
        #expect(try NameSumsTests.says("Dr. Moss", ledger))
        let months = try SummedLedger.open(ledger.storage, step: 64)
        try months.keepSums(anew: true)
        let all = try ledger.files.last.flatMap(ledger.storage.bytes(of:))?.count ?? 0
        #expect(all > sizes.last ?? 0)
    }

    @Test("texts that count as the same, written otherwise, are looked up line by line")
    func spellings() throws {
        let ledger = try SummedLedger(step: 4)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        for title in ["Cafe\u{301}", "Caf\u{E9}", "Bar", "Bar"] {
            try program.append([.lineAdded(Given.line(700, title, day: 3))])
        }
        try ledger.store.keepSums()
        #expect(try !NameSumsTests.says("Bar", ledger))
        var random = SeededRandom(seed: 1)
        try NameSumsTests.compare(ledger.store, &random, times: 9, "spellings")
    }
}
