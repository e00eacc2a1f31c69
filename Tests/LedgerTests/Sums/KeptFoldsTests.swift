import EventLog
import Ledger
import Support
import Testing

/// What is kept from one answer to the next says what a fold over all events does.
@Suite("Tables that are carried on")
struct KeptFoldsTests {
    /// Compares what answers are made of, as of the end and as of events before it.
    private func compare(
        _ store: FileEventStore, _ folds: KeptFolds, _ random: inout SeededRandom, _ note: Comment
    ) throws {
        let end = try store.head().count
        for _ in 0..<3 {
            let isNow = Int.random(in: 0..<3, using: &random) > 0
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let plain = try LedgerSnapshot(store: store, upTo: count)
            var quick = plain
            quick.folds = folds
            let asked = try ReportPairs.parameters(&random)
            let now = Day(daysSince1970: Int32.random(in: 20_000...20_470, using: &random))
            #expect(
                try quick.report(asked, now: now, withSums: true) == plain.report(asked, now: now),
                note)
            #expect(try quick.spending() == plain.spending(), note)
            #expect(
                try quick.balanceReport(on: now, withClosed: true)
                    == plain.balanceReport(on: now, withClosed: true), note)
            let list = LineFilter(limit: Int.random(in: 1...60, using: &random))
            #expect(try quick.list(list) == plain.list(list), note)
            var budgets = BudgetParameters(period: Bool.random(using: &random) ? .monthly : nil)
            if Bool.random(using: &random) {
                let first = now.adding(days: Int.random(in: -90...30, using: &random))
                budgets.range = DayRange(start: first, end: first.adding(days: 40))
            }
            #expect(
                try quick.budgetReport(budgets, now: now, withSums: true)
                    == plain.budgetReport(budgets, now: now), note)
            if Bool.random(using: &random) { try compareFigures(quick, plain, &random, note) }
        }
    }

    /// Compares who paid, and who was named last, as of the end or as of events before it.
    private func comparePeople(
        _ store: FileEventStore, _ folds: KeptFolds, _ random: inout SeededRandom
    ) throws {
        let end = try store.head().count
        let isNow = Int.random(in: 0..<4, using: &random) > 0
        let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
        let plain = try LedgerSnapshot(store: store, upTo: count)
        var quick = plain
        quick.folds = folds
        #expect(try quick.sharedMoney(in: .all) == plain.sharedMoney(in: .all))
        #expect(try quick.peopleBalance(in: .all) == plain.peopleBalance(in: .all))
        let days = DayRange(start: Given.day(2), end: .max)
        #expect(try quick.peopleBalance(in: days) == plain.peopleBalance(in: days))
        #expect(try quick.contacts(ContactQuery()) == plain.contacts(ContactQuery()))
    }

    /// Compares pages of a figure with all of its events at once.
    private func compareFigures(
        _ quick: LedgerSnapshot, _ plain: LedgerSnapshot, _ random: inout SeededRandom,
        _ note: Comment
    ) throws {
        var query = FigureQuery(kind: Bool.random(using: &random) ? nil : .expense)
        let path = try plain.categories().categories.randomElement(using: &random)
        if let path, Bool.random(using: &random) {
            query.categories = .shown(path, depth: Bool.random(using: &random) ? 1 : nil)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            query.range = DayRange(start: Day(daysSince1970: 20_020), end: .max)
        }
        let euro = Given.currency("EUR")
        let whole = try plain.history(of: query, in: euro)
        for skip in [0, Int.random(in: 0...(whole.events + 1), using: &random)] {
            let page = try quick.history(of: query, in: euro, skip: skip, limit: 5)
            #expect(page.rows == Array(whole.rows.dropFirst(skip).prefix(5)), note)
            #expect(page.sum == whole.sum && page.count == whole.count, note)
            #expect(page.events == whole.events, note)
            #expect(page.more == (whole.events > skip + 5), note)
        }
    }

    @Test("over random commands, undone, done again and erased", arguments: Soak.seeds(10))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: 8)
        let folds = KeptFolds(figureStep: 8)
        var program = try RandomProgram(
            seed: seed, on: ledger.store, splits: seed % 2 == 0, budgets: true)
        for _ in 0..<50 {
            try program.step()
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1: _ = try? program.undo(.newestUndo)
            case 2:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 3 where seed % 2 == 0: try ledger.store.keepSums()
            case 4: try ledger.store.seal()
            default: break
            }
            try compare(ledger.store, folds, &random, "seed \(seed)")
            if Bool.random(using: &random) { try comparePeople(ledger.store, folds, &random) }
        }
    }

    @Test("over random histories, of one log and of another", arguments: Soak.seeds(10, from: 50))
    func histories(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let folds = KeptFolds(figureStep: 8)
        // Of the other log the same positions say something else.
        for part in 0..<2 as Range<UInt64> {
            let ledger = try SummedLedger(step: 64)
            let events = RandomHistory(
                seed: seed + 1_000 * part, count: 700, oneWildIn: seed % 3 == 0 ? 9 : nil,
                days: 19_900...20_400, oneFalseIn: seed % 4 == 0 ? 5 : nil
            ).events
            var rest = events[...]
            while !rest.isEmpty {
                let size = Int.random(in: 1...90, using: &random)
                let next = rest.prefix(rest.count == 700 ? 4 : size)
                rest = rest.dropFirst(next.count)
                try ledger.append(Array(next), &random)
                if Bool.random(using: &random) { try ledger.store.seal() }
                if Int.random(in: 0..<4, using: &random) == 0 { try ledger.store.keepSums() }
                try compare(ledger.store, folds, &random, "seed \(seed)")
            }
        }
    }

    @Test("only what was appended since is read") func readsTheRest() throws {
        var random = SeededRandom(seed: 3)
        let ledger = try SummedLedger()
        let folds = KeptFolds()
        let events = RandomHistory(seed: 3, count: 300, days: 19_990...20_060).events
        try ledger.append(Array(events.prefix(200)), &random)
        func snapshot(upTo count: UInt64? = nil) throws -> LedgerSnapshot {
            var snapshot = try LedgerSnapshot(store: ledger.store, upTo: count)
            snapshot.folds = folds
            return snapshot
        }
        #expect(folds.keptEvents == 0)
        _ = try snapshot().spending()
        #expect(folds.keptEvents == 200)
        // A past is added up for itself, and takes nothing away.
        _ = try snapshot(upTo: 150).spending()
        #expect(folds.keptEvents == 200)
        try ledger.append(Array(events.dropFirst(200)), &random)
        _ = try snapshot().spending()
        #expect(folds.keptEvents == 300)
        // What is signed is added up for it.
        let fresh = KeptFolds()
        var signed = try snapshot()
        signed.folds = fresh
        _ = try signed.report(ReportParameters(by: .category(depth: nil)), now: Given.day(0))
        _ = try signed.pin(of: .all)
        #expect(fresh.keptEvents == 0)
        _ = try signed.report(
            ReportParameters(by: .category(depth: nil)), now: Given.day(0), withSums: true)
        #expect(fresh.keptEvents == 300)
    }

    /// 4 events, and 20 times 5: behind 0 a mark stands where 8 or more have come since the last.
    @Test("a figure that is looked at after each commit is marked, too") func marks() throws {
        let ledger = try SummedLedger()
        let program = try RandomProgram(seed: 2, on: ledger.store)
        let folds = KeptFolds(figureStep: 8)
        for _ in 0..<20 {
            try program.append((1...5).map { .lineAdded(Given.line($0)) })
            var snapshot = try program.snapshot
            snapshot.folds = folds
            _ = try snapshot.history(of: FigureQuery(), in: Given.currency("EUR"), limit: 3)
        }
        // At 9, 19, 29 and so on to 99, beside the one at 0.
        #expect(folds.keptMarks == 11)
    }

    @Test("what a writer took back before it was durable is in no table") func takenBack() throws {
        var random = SeededRandom(seed: 5)
        let ledger = try SummedLedger()
        let folds = KeptFolds()
        let file = "000000000000-0000.log"
        let days: ClosedRange<Int32> = 19_990...20_060
        let events = RandomHistory(seed: 5, count: 90, days: days).events
        let others = RandomHistory(seed: 6, count: 90, days: days).events
        try ledger.append(Array(events.prefix(60)), &random)
        let before = try #require(ledger.storage.bytes(of: file))
        var other = ledger
        other.store = try SummedLedger.open(ledger.storage)
        try other.append(Array(events[60...]), &random)
        // The frames are there, and no slot says yet that they were synced.
        let slots = Int(SegmentHeader.slotOffsets[0])..<SegmentHeader.bytes
        var seen = try #require(ledger.storage.bytes(of: file))
        seen.replaceSubrange(slots, with: before[slots])
        ledger.storage.replace(file, bytes: seen)
        let reader = try SummedLedger.open(ledger.storage)
        func spending(_ folds: KeptFolds?) throws -> SpendingTable {
            var snapshot = try LedgerSnapshot(store: reader)
            snapshot.folds = folds
            return try snapshot.spending()
        }
        #expect(try reader.head().count == 90)
        #expect(try spending(folds) == spending(nil))
        #expect(folds.keptEvents == 0)
        ledger.storage.replace(file, bytes: before)
        other.store = try SummedLedger.open(ledger.storage)
        try other.append(Array(others[60...]), &random)
        #expect(try reader.head().count == 90)
        #expect(try spending(folds) == spending(nil))
        #expect(folds.keptEvents == 90)
    }
}
