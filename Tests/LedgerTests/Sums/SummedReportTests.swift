import EventLog
import Ledger
import Support
import Testing

/// Reports with sums are those of a fold over all events, whatever happened and whenever the sums
/// were made.
@Suite("Reports with sums equal the full fold")
struct SummedReportTests {
    @Test("over random histories, sums made at random moments", arguments: Soak.seeds(24))
    func histories(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var ledger = try SummedLedger(step: [1, 2, 16, 64][Int(seed % 4)])
        let step = [1, 2, 16, 64][Int(seed % 4)] as UInt64
        let events = RandomHistory(
            seed: seed, count: 700, oneWildIn: seed % 3 == 0 ? 9 : nil, days: 19_900...20_400
        ).events
        try ledger.append(Array(events.prefix(4)), &random)
        var rest = events.dropFirst(4)
        var summed = 0
        while !rest.isEmpty {
            let next = rest.prefix(Int.random(in: 1...150, using: &random))
            rest = rest.dropFirst(next.count)
            try ledger.append(Array(next), &random)
            try SummedReportTests.disturb(&ledger, step, &random)
            summed += try ReportPairs.compare(ledger.store, &random, times: 8, "seed \(seed)")
        }
        #expect(summed > 0)
    }

    /// Keeps sums, makes them anew, seals, opens anew, or does nothing.
    private static func disturb(
        _ ledger: inout SummedLedger, _ step: UInt64, _ random: inout SeededRandom
    ) throws {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2: try ledger.store.keepSums()
        case 3: try ledger.store.keepSums(anew: true)
        case 4: try ledger.store.seal()
        default: ledger.store = try SummedLedger.open(ledger.storage, step: step)
        }
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("where events break the rules, too", arguments: Soak.seeds(16, from: 100))
    func falseEvents(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger()
        let history = RandomHistory(
            seed: seed, count: 500, days: 19_980...20_080, oneFalseIn: 2)
        for part in 0..<5 {
            try ledger.append(Array(history.events[(part * 100)..<(part * 100 + 100)]), &random)
            if part < 4 { try ledger.store.keepSums() }
            let summed = try ReportPairs.compare(
                ledger.store, &random, times: 12, "seed \(seed)")
            #expect(summed > 0)
            #expect(try ledger.store.dropFalseSums() == [])
        }
    }

    @Test("over random commands, undone, done again and erased", arguments: Soak.seeds(10))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: 8)
        var program = try RandomProgram(
            seed: seed, on: ledger.store, splits: seed % 2 == 0, budgets: true)
        var summed = 0
        for _ in 0..<60 {
            try program.step()
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1: _ = try? program.undo(.newestUndo)
            case 2:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 3, 4: try ledger.store.keepSums()
            case 5: try ledger.store.seal()
            default: break
            }
            summed += try ReportPairs.compare(ledger.store, &random, times: 4, "seed \(seed)")
        }
        #expect(summed > 0)
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("a store in memory has none, and says the same", arguments: 0..<4 as Range<UInt64>)
    func memory(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let history = RandomHistory(seed: seed, count: 300, days: 19_900...20_200)
        let ledger = try SummedLedger()
        try ledger.append(history.events, &random)
        try ledger.store.keepSums()
        let memory = try LedgerSnapshot(store: Given.store([history.events]))
        let file = try LedgerSnapshot(store: ledger.store)
        for _ in 0..<20 {
            let asked = try ReportPairs.parameters(&random)
            let now = Day(daysSince1970: 20_000)
            let one = try memory.report(asked, now: now, withSums: true)
            let other = try file.report(asked, now: now, withSums: true)
            #expect(one.digest == other.digest)
            #expect(one.leftOut == other.leftOut)
        }
    }

    @Test("a renamed category is summed up under its new name")
    func renames() throws {
        let ledger = try SummedLedger(step: 4)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        try program.append([.lineAdded(Given.line(700, day: 3, category: "food"))])
        try ledger.store.keepSums()
        let rename = CategoryRenamed(from: try CategoryPath("food"), to: try CategoryPath("meals"))
        try program.append([.categoryRenamed(rename)])
        let report = try LedgerSnapshot(store: ledger.store).report(
            ReportParameters(period: .monthly, by: .category(depth: nil)), now: Given.day(0),
            withSums: true)
        #expect(try ledger.store.summedEvents(upTo: 100) == 4)
        #expect(report.rows.map(\.category) == ["meals"])
        #expect(report.rows.map(\.sum) == ["7.00"])
    }
}
