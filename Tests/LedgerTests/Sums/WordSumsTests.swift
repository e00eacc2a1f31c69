import EventLog
import Ledger
import Support
import Testing

/// Text that is looked for where filters beside the log allow it is what a look at all of it finds.
@Suite("Text found by filters of words is all there is")
struct WordSumsTests {
    private static let words = [
        "line 4", "Line 42", "LINE 1", "title 3", "Note 4", "lunch", "food:lunch", "od:lun",
        "new 7",
        "other:2", "task 5", "none", "abc", "Zürich", "ZÜRICH", "zu\u{308}rich", "\u{212A}ilo",
        "kilo", "İzmir", "xylo",
    ]

    private static func query(_ random: inout SeededRandom) throws -> LineQuery {
        func word() throws -> String { try #require(words.randomElement(using: &random)) }
        var query = LineQuery()
        for _ in 0...Int.random(in: 0..<2, using: &random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1, 2, 3: query.require(.text(try word()))
            case 4: query.require(.title(try word()))
            case 5: query.require(.note(try word()))
            case 6: query.require(.payee(try word()))
            case 7: query.require(anyOf: [.text(try word()), .title(try word())])
            case 8:
                query.require(.tag(["trip:rome", "trip", "long tag", "a"][Int(count(&random))]))
            case 9: query.require(anyOf: [.text(try word()), .kind(.income)])
            case 10: query.require(.kind(.expense))
            default:
                let day = Given.day(Int32.random(in: 0..<20, using: &random))
                query.require(.days(DayRange(start: day, end: .max)))
            }
        }
        return query
    }

    private static func count(_ random: inout SeededRandom) -> UInt64 {
        UInt64.random(in: 0..<4, using: &random)
    }

    /// Compares some searches, as of the end and as of events before it.
    ///
    /// - Returns: How often filters told anything.
    private static func compare(
        _ ledger: SummedLedger, _ random: inout SeededRandom, times: Int, _ note: Comment
    ) throws -> Int {
        let quick = try SummedLedger.open(ledger.storage)
        // Without the device's secret nothing beside the log is believed.
        let plain = try SummedLedger.open(ledger.storage, secret: nil)
        let end = try quick.head().count
        var told = 0
        for _ in 0..<times {
            let isNow = Bool.random(using: &random)
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let (some, all) = (
                try LedgerSnapshot(store: quick, upTo: count),
                try LedgerSnapshot(store: plain, upTo: count)
            )
            let order = LineFilter.Order.allCases.randomElement(using: &random) ?? .day
            var filter = LineFilter(
                try query(&random), withVoided: Int.random(in: 0..<6, using: &random) == 0,
                order: order, limit: Bool.random(using: &random) ? nil : Int(self.count(&random)))
            filter.everyVersion = Int.random(in: 0..<6, using: &random) == 0
            // On several cores what is found is the same.
            let found = try some.search(filter, threads: Int.random(in: 1...3, using: &random))
            let expected = try all.search(filter, threads: 1)
            #expect(found.lines == expected.lines, "\(note), as of \(count): \(filter)")
            #expect(found.count == expected.count, "\(note), as of \(count): \(filter)")
            #expect(found.sums == expected.sums, "\(note), as of \(count): \(filter)")
            let word = words.randomElement(using: &random) ?? ""
            #expect(try some.find(word) == all.find(word), "\(note), as of \(count): \(word)")
            #expect(try !all.hasWordSums(for: word))
            if try some.hasWordSums(for: word) { told += 1 }
        }
        return told
    }

    @Test("over random commands, renamed, undone and erased", arguments: 0..<12 as Range<UInt64>)
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: [1, 4, 8, 16][Int(seed % 4)])
        var program = try RandomProgram(seed: seed, on: ledger.store, splits: seed % 3 == 0)
        var told = 0
        for _ in 0..<90 {
            try program.step()
            switch Int.random(in: 0..<12, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1: _ = try? program.undo(.newestUndo)
            case 2:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 3, 4, 5: try ledger.store.keepSums()
            case 6: try ledger.store.keepSums(anew: true)
            case 7:
                var line = Given.line(100, words.randomElement(using: &random) ?? "", day: 3)
                line.details.tags =
                    [["long tag"], ["trip:rome"], ["trip=rome"], ["Trip"]][
                        Int(WordSumsTests.count(&random))]
                try program.append([.lineAdded(line)])
            default: break
            }
            told += try WordSumsTests.compare(ledger, &random, times: 3, "seed \(seed)")
        }
        #expect(told > 0)
        #expect(try ledger.store.dropFalseSums() == [])
    }

    private var words: [String] { WordSumsTests.words }

    @Test("through sums that are kept for good, and where one of them is missing or wrong")
    func levels() throws {
        var random = SeededRandom(seed: 2)
        let ledger = try SummedLedger(step: 1)
        var program = try RandomProgram(seed: 2, on: ledger.store)
        while try program.snapshot.count < 560 { try program.step() }
        try ledger.store.keepSums()
        #expect(try ledger.files.count == 3)
        let snapshot = try LedgerSnapshot(store: ledger.store)
        #expect(try snapshot.hasWordSums(for: "xylophone"))
        #expect(try !snapshot.hasWordSums(for: "xyl"))
        #expect(try WordSumsTests.compare(ledger, &random, times: 60, "three files") > 0)
        let name = try #require(try ledger.files.first)
        let bytes = try #require(ledger.storage.bytes(of: name))
        for wrong in [Array(bytes.dropLast()), bytes + [0], []] {
            ledger.storage.replace(name, bytes: wrong)
            _ = try WordSumsTests.compare(ledger, &random, times: 20, "\(wrong.count) bytes")
        }
        var flipped = bytes
        flipped[bytes.count - 3] ^= 4
        ledger.storage.replace(name, bytes: flipped)
        _ = try WordSumsTests.compare(ledger, &random, times: 40, "a bit of a filter")
        #expect(try SummedLedger.open(ledger.storage).dropFalseSums() == [name])
        _ = try WordSumsTests.compare(ledger, &random, times: 40, "one is missing")
    }

    @Test("filters are the same however the events lie in the log") func layouts() throws {
        let ledger = try SummedLedger(step: 8)
        var program = try RandomProgram(seed: 7, on: ledger.store)
        for _ in 0..<60 { try program.step() }
        try ledger.store.keepSums()
        let name = try #require(try ledger.files.last)
        let before = try #require(ledger.storage.bytes(of: name))
        try ledger.store.seal()
        let store = try SummedLedger.open(ledger.storage, step: 8)
        #expect(try store.keepSums(anew: true))
        #expect(ledger.storage.bytes(of: name) == before)
    }

    @Test("texts that are looked for together are where each is alone") func together() throws {
        let ledger = try SummedLedger(step: 4)
        let program = try RandomProgram(seed: 3, on: ledger.store)
        for number in 0..<200 { try program.append([.lineAdded(Given.line(5, "Bar \(number)"))]) }
        try ledger.store.keepSums()
        let texts = ["bar 17", "xylophone", "ba", "Bar 151", "bar"]
        let snapshot = try LedgerSnapshot(store: ledger.store)
        let together = try snapshot.wordSpans(of: texts)
        for (text, spans) in zip(texts, together) {
            #expect(try snapshot.wordSpans(of: [text]) == [spans], "\(text)")
        }
        #expect(together[1] != nil && together[0] != together[3] && together[2] == nil)
        #expect(try snapshot.wordSpans(of: []).isEmpty)
    }

    @Test("one line of many is found") func rare() throws {
        let ledger = try SummedLedger(step: 8)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        for number in 0..<30 { try program.append([.lineAdded(Given.line(5, "Bar \(number)"))]) }
        try ledger.store.keepSums()
        var query = LineQuery()
        query.require(.text("xylophone"))
        #expect(try LedgerSnapshot(store: ledger.store).search(LineFilter(query)).lines.isEmpty)
        query = LineQuery()
        query.require(.text("bar 17"))
        let snapshot = try LedgerSnapshot(store: ledger.store)
        #expect(try snapshot.search(LineFilter(query)).lines.map(\.details.title) == ["Bar 17"])
        #expect(try snapshot.find("bar 17").map(\.title) == ["Bar 17"])
    }
}
