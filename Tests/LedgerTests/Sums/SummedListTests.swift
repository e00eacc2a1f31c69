import EventLog
import Ledger
import Support
import Testing

/// The first lines of a list, their number and their sums, with sums beside the log are what a
/// program finds that believes none.
@Suite("Lists with sums equal those without")
struct SummedListTests {
    private static func filter(_ random: inout SeededRandom) throws -> LineFilter {
        let days = (0..<2).map { _ in Int32.random(in: 19_900...20_460, using: &random) }.sorted()
        let range = DayRange(
            start: Bool.random(using: &random) ? .min : Day(daysSince1970: days[0]),
            end: Bool.random(using: &random) ? .max : Day(daysSince1970: days[1]))
        let kind = EntryKind.allCases.randomElement(using: &random) ?? .expense
        var query = LineQuery()
        let categories = ["food", "food:lunch", "other", "eat", "home"]
        switch Int.random(in: 0..<9, using: &random) {
        case 0: query.require(.kind(kind))
        case 4, 5:
            let path = try CategoryPath(categories.randomElement(using: &random) ?? "food")
            query.require(.category(path, exactly: Bool.random(using: &random)))
        case 6: query.require(.account([UInt64.random(in: 0..<12, using: &random)]))
        case 1: query.require(.currency("JPY"))
        case 2, 3: query.require(.days(range))
        default: break
        }
        let orders: [LineFilter.Order] = [.day, .day, .day, .position]
        return LineFilter(
            query, order: orders.randomElement(using: &random) ?? .day,
            limit: [0, 1, 2, 5, 20, 400].randomElement(using: &random))
    }

    /// Compares some lists, as of the end and as of events before it.
    ///
    /// - Returns: In how many of them sums took part.
    private static func compare(
        _ ledger: SummedLedger, step: UInt64, _ folds: KeptFolds, _ random: inout SeededRandom,
        _ note: Comment
    ) throws -> Int {
        let plain = try SummedLedger.open(ledger.storage, step: step, secret: nil)
        let end = try ledger.store.head().count
        var summed = 0
        for _ in 0..<6 {
            let isNow = Bool.random(using: &random)
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let filter = try filter(&random)
            let all = try LedgerSnapshot(store: plain, upTo: count).list(filter)
            var snapshot = try LedgerSnapshot(store: ledger.store, upTo: count)
            #expect(try snapshot.list(filter) == all, "\(note), as of \(count): \(filter)")
            // What is kept from one answer to the next says the same.
            snapshot.folds = folds
            #expect(try snapshot.list(filter) == all, "\(note), as of \(count): \(filter)")
            if try ledger.store.summedEvents(upTo: count) > 0 { summed += 1 }
        }
        return summed
    }

    @Test("over random histories, false events among them", arguments: Soak.seeds(16))
    func histories(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let step = [1, 2, 16, 64][Int(seed % 4)] as UInt64
        let ledger = try SummedLedger(step: step)
        let events = RandomHistory(
            seed: seed, count: 600, days: 19_900...20_400, oneFalseIn: seed % 3 == 0 ? 3 : nil
        ).events
        let folds = KeptFolds()
        var (rest, summed) = (events[...], 0)
        while !rest.isEmpty {
            let next = rest.prefix(Int.random(in: 4...120, using: &random))
            rest = rest.dropFirst(next.count)
            try ledger.append(Array(next), &random)
            if Bool.random(using: &random) { try ledger.store.keepSums() }
            summed += try SummedListTests.compare(
                ledger, step: step, folds, &random, "seed \(seed)")
        }
        #expect(summed > 0)
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("over random commands, undone and erased", arguments: Soak.seeds(12))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: 8)
        var program = try RandomProgram(seed: seed, on: ledger.store, splits: seed % 2 == 0)
        let folds = KeptFolds()
        var summed = 0
        for _ in 0..<50 {
            try program.step()
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 2, 3, 4: try ledger.store.keepSums()
            case 5: try ledger.store.seal()
            default: break
            }
            summed += try SummedListTests.compare(ledger, step: 8, folds, &random, "seed \(seed)")
        }
        #expect(summed > 0)
        #expect(try ledger.store.dropFalseSums() == [])
    }
}
