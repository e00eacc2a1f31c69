import EventLog
import Ledger
import Support
import Testing

/// What happened to a line or a task, looked for where filters beside the log allow it, is what a
/// look at all events finds.
@Suite("Versions found by filters of links are all there are")
struct LinkSumsTests {
    /// Compares some histories, as of the end and as of events before it.
    ///
    /// - Returns: How often filters told anything.
    private static func compare(
        _ ledger: SummedLedger, step: UInt64, _ random: inout SeededRandom, _ note: Comment
    ) throws -> Int {
        // Without the device's secret nothing beside the log is believed.
        let plain = try SummedLedger.open(ledger.storage, step: step, secret: nil)
        let end = try ledger.store.head().count
        var told = 0
        for _ in 0..<6 {
            let isNow = Bool.random(using: &random)
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let quick = try LedgerSnapshot(store: ledger.store, upTo: count)
            let all = try LedgerSnapshot(store: plain, upTo: count)
            let id = UInt64.random(in: 0..<count, using: &random)
            #expect(
                try quick.history(of: id) == all.history(of: id), "\(note), \(id) as of \(count)")
            #expect(try !all.hasLinkSums(for: id))
            if try quick.hasLinkSums(for: id) { told += 1 }
        }
        return told
    }

    @Test("over random commands, undone and erased", arguments: Soak.seeds(16))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let step = [1, 4, 16][Int(seed % 3)] as UInt64
        let ledger = try SummedLedger(step: step)
        var program = try RandomProgram(
            seed: seed, on: ledger.store, splits: seed % 2 == 0, budgets: true)
        var told = 0
        for _ in 0..<60 {
            try program.step()
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 2, 3: try ledger.store.keepSums()
            case 4: try ledger.store.keepSums(anew: true)
            case 5: try ledger.store.seal()
            default: break
            }
            told += try LinkSumsTests.compare(ledger, step: step, &random, "seed \(seed)")
        }
        #expect(told > 10, "filters told something \(told) times")
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("past sums that are kept for good, too") func keptForGood() throws {
        var random = SeededRandom(seed: 3)
        let ledger = try SummedLedger(step: 1)
        let history = RandomHistory(seed: 3, count: 700, days: 19_990...20_060)
        try ledger.append(history.events, &random)
        try ledger.store.keepSums()
        #expect(try ledger.files.count == 3)
        var told = 0
        for _ in 0..<20 {
            told += try LinkSumsTests.compare(ledger, step: 1, &random, "700 events")
        }
        #expect(told > 60)
        #expect(try ledger.store.dropFalseSums() == [])
    }
}
