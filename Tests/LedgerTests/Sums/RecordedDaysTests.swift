import EventLog
import Ledger
import Support
import Testing

/// What is expected of what comes again is the same with sums and without.
@Suite("Recorded days by sums equal those that are looked up")
struct RecordedDaysTests {
    private static func compare(_ store: FileEventStore, _ note: Comment) throws {
        let end = try store.head().count
        for count in [end, end / 2, end - min(end, 3)] where count > 4 {
            let snapshot = try LedgerSnapshot(store: store, upTo: count)
            let rules = try snapshot.repeatBook().rules
            for days in [-5, 30, 90, 400] as [Int32] {
                let range = DayRange(start: .min, end: Given.day(days))
                let all = try snapshot.expected(in: range, of: rules)
                let some = try snapshot.expected(in: range, of: rules, withSums: true)
                #expect(some.map(\.day) == all.map(\.day), "\(note), as of \(count)")
                #expect(some.map(\.rule) == all.map(\.rule), "\(note), as of \(count)")
            }
            #expect(
                try snapshot.repeatList(withSums: true) == snapshot.repeatList(),
                "\(note), as of \(count)")
        }
    }

    /// Records what a rule expects on a day, under its key.
    private static func record(_ rule: RepeatRule, on day: Day, _ store: FileEventStore) throws {
        let count = try store.head().count
        let snapshot = try LedgerSnapshot(store: store)
        let command = snapshot.command(rule, on: day)
        let decision = try decide(command, snapshot.state(for: command))
        let time = 1_767_225_600_000 + Int64(count) * 86_400_000
        var commit = NewCommit(
            id: CommitID(high: 8, low: count),
            recordedAt: Timestamp(millisecondsSince1970: time), actor: .position(1),
            events: decision.events)
        commit.key = rule.key(on: day)
        _ = try store.append(commit, expecting: nil)
    }

    /// A rule that comes every day.
    private static func daily(from first: Day) throws -> Event {
        let facts = LineFacts(kind: .expense, amount: Given.euros(1_000), day: first)
        return .repeatAdded(
            RepeatAdded(
                .line(facts, LineDetails(title: "Rent")),
                try Recurrence(parsing: "day", from: first)))
    }

    @Test("of a rule that was stopped no day behind its end is looked up again")
    func stopped() throws {
        var random = SeededRandom(seed: 1)
        let ledger = try SummedLedger(step: 1)
        try ledger.append(Given.ledger, &random)
        let id = try ledger.store.head().count
        // The ledger's clock is at the start of 2026, day 20,454.
        let first = Day(daysSince1970: 20_400)
        try ledger.append([RecordedDaysTests.daily(from: first)], &random)
        try ledger.store.keepSums()
        var known = try #require(LedgerSnapshot(store: ledger.store).summedDays()[id])
        #expect(known.missing.count > 50)
        let end = Day(daysSince1970: 20_410)
        try ledger.append(
            [.repeatSkipped(RepeatSkipped(target: .position(id), day: end, stops: true))],
            &random)
        try ledger.store.keepSums()
        known = try #require(LedgerSnapshot(store: ledger.store).summedDays()[id])
        #expect(known.until == end)
        #expect(known.missing.count == 10)
        try RecordedDaysTests.compare(ledger.store, "stopped")
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("what is to come is whole, however far; of what is late there are the last thousand")
    func far() throws {
        var random = SeededRandom(seed: 1)
        let ledger = try SummedLedger(step: 1)
        try ledger.append(Given.ledger, &random)
        let (first, today) = (Day(daysSince1970: 18_000), Day(daysSince1970: 20_454))
        try ledger.append([RecordedDaysTests.daily(from: first)], &random)
        let end = today.adding(days: 1_200)
        let rows = try LedgerSnapshot(store: ledger.store).expected(before: end, today: today)
        #expect(rows.count == 2_200)
        #expect(rows.first?.day == today.adding(days: -1_000))
        #expect(rows.count { !$0.late } == 1_200)
    }

    @Test("over random programs", arguments: Soak.seeds(10))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: [1, 4, 16][Int(seed % 3)])
        var program = try RandomProgram(seed: seed, on: ledger.store, budgets: true)
        program.pace = 86_400
        var recorded = 0
        var summed = 0
        for _ in 0..<60 {
            try program.step()
            let rule = try program.snapshot.repeatBook().rules.randomElement(using: &random)
            if let rule {
                let range = DayRange(start: .min, end: Given.day(200))
                let days = try program.snapshot.expected(in: range, of: [rule]).map(\.day)
                for day in days.prefix(4) where Bool.random(using: &random) {
                    // What its account or category forbids is not recorded.
                    guard (try? RecordedDaysTests.record(rule, on: day, ledger.store)) != nil
                    else { continue }
                    recorded += 1
                }
            }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1: _ = try? program.undo(.newestUndo)
            case 2, 3: try ledger.store.keepSums()
            case 4: try ledger.store.keepSums(anew: true)
            default: break
            }
            #expect(try ledger.store.dropFalseSums() == [])
            try RecordedDaysTests.compare(ledger.store, "seed \(seed)")
            let snapshot = try LedgerSnapshot(store: ledger.store)
            let known = try snapshot.summedDays()
            if known.contains(where: { $0.value.knowsDays }) { summed += 1 }
        }
        #expect(recorded > 0)
        #expect(summed > 0, "sums know what was recorded")
    }
}
