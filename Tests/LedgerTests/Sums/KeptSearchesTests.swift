import EventLog
import Ledger
import Support
import Testing

/// What is kept of a search from one answer to the next says what a look at all lines does.
@Suite("Searches that are carried on")
struct KeptSearchesTests {
    private static let words = ["line", "line 4", "LINE 1", "note", "lunch", "food:lunch", "none"]

    /// Few questions, so that each is asked again and again.
    private static func filter(_ random: inout SeededRandom) throws -> LineFilter {
        var query = LineQuery()
        let word = try #require(words.randomElement(using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: query.require(.title(word))
        case 1: query.require(anyOf: [.text(word), .kind(.income)])
        case 2: query.require(.tag("a"))
        case 3:
            query.require(.text(word))
            query.require(anyOf: [.kind(.expense), .uncategorised])
        default: query.require(.text(word))
        }
        let order = LineFilter.Order.allCases.randomElement(using: &random) ?? .day
        return LineFilter(query, order: order, limit: [0, 1, 3, 60].randomElement(using: &random))
    }

    private static func compare(
        _ store: FileEventStore, _ folds: KeptFolds, _ filter: LineFilter, upTo count: UInt64,
        threads: Int = 1, _ note: Comment
    ) throws {
        let plain = try LedgerSnapshot(store: store, upTo: count)
        var quick = plain
        quick.folds = folds
        let (found, all) = (
            try quick.search(filter, threads: threads), try plain.search(filter, threads: 1)
        )
        #expect(found.lines == all.lines, "\(note), as of \(count): \(filter)")
        #expect(found.count == all.count, "\(note), as of \(count): \(filter)")
        #expect(found.sums == all.sums, "\(note), as of \(count): \(filter)")
    }

    @Test("over random commands, renamed, undone and erased", arguments: Soak.seeds(10))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger(step: 8)
        let folds = KeptFolds()
        var program = try RandomProgram(seed: seed, on: ledger.store, splits: seed % 3 == 0)
        for _ in 0..<90 {
            try program.step()
            let end = try ledger.store.head().count
            switch Int.random(in: 0..<12, using: &random) {
            case 0: _ = try program.undo(.newest)
            case 1: _ = try? program.undo(.newestUndo)
            case 2:
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 3: try ledger.store.keepSums()
            case 4: try ledger.store.seal()
            default: break
            }
            for _ in 0..<4 {
                let isNow = Int.random(in: 0..<3, using: &random) > 0
                let end = try ledger.store.head().count
                let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
                try KeptSearchesTests.compare(
                    ledger.store, folds, KeptSearchesTests.filter(&random), upTo: count,
                    "seed \(seed)")
            }
        }
        #expect(folds.keptSearches > 0)
    }

    @Test("over histories of payees and tags", arguments: Soak.seeds(6))
    func histories(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let folds = KeptFolds()
        let ledger = try SummedLedger(step: 64)
        var rest = NamedHistory(seed: seed, count: 500).events[...]
        var filters: [LineFilter] = []
        for word in ["bakery", "rolls", "moss", "trip"] {
            var query = LineQuery()
            query.require(.text(word))
            filters.append(LineFilter(query, limit: 4))
        }
        while !rest.isEmpty {
            let isFirst = try ledger.store.head().count == 0
            let next = rest.prefix(isFirst ? 4 : Int.random(in: 1...60, using: &random))
            rest = rest.dropFirst(next.count)
            try ledger.append(Array(next), &random)
            for filter in filters {
                try KeptSearchesTests.compare(
                    ledger.store, folds, filter, upTo: ledger.store.head().count, "seed \(seed)")
            }
        }
    }

    @Test("where more lines pass than are kept, and the first of them go")
    func many() throws {
        let ledger = try SummedLedger(step: 512)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        let folds = KeptFolds()
        for part in 0..<13 as Range<Int> {
            let lines = (0..<100).map { number in
                let index = part * 100 + number
                return Event.lineAdded(
                    Given.line(Int64(index), "Bar \(index)", day: Int32(index % 40)))
            }
            try program.append(lines)
        }
        var query = LineQuery()
        query.require(.text("bar"))
        for order in LineFilter.Order.allCases {
            for limit in [3, 700] {
                let filter = LineFilter(query, order: order, limit: limit)
                for round in 0..<9 {
                    let snapshot = try program.snapshot
                    try KeptSearchesTests.compare(
                        ledger.store, folds, filter, upTo: snapshot.count, "round \(round)")
                    // The first page goes, with a line far behind it, and another one comes.
                    let first = try snapshot.search(filter, threads: 1).lines
                    for line in first.prefix(2) + first.suffix(1) {
                        let command = Command.void([line.id], reason: "")
                        let state = try program.snapshot.state(for: command)
                        try program.append(decide(command, state).events)
                    }
                    try program.append([
                        .lineAdded(Given.line(5, "Bar", day: Int32(round * 5)))
                    ])
                }
            }
        }
    }

    /// 1,600 lines, of which 512 are kept: of so many days, or all of one day and time.
    @Test("where what came behind the limit was dropped", arguments: [false, true])
    func dropped(isOneDay: Bool) throws {
        let noon = try #require(TimeOfDay(hour: 12, minute: 0))
        let ledger = try SummedLedger(step: 512)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        let folds = KeptFolds()
        for part in 0..<16 as Range<Int32> {
            let lines = (1...100 as ClosedRange<Int32>).map { number -> Event in
                let index = part * 100 + number
                var line = Given.line(Int64(index), "Bar", day: isOneDay ? 1 : index)
                line.details.time = noon
                return .lineAdded(line)
            }
            try program.append(lines)
        }
        var query = LineQuery()
        query.require(.days(DayRange(start: Given.day(0), end: .max)))
        query.require(.amount(try #require(AmountRange(">0"))))
        let filter = LineFilter(query, limit: 512)
        func compare(_ note: Comment) throws {
            let end = try ledger.store.head().count
            try KeptSearchesTests.compare(ledger.store, folds, filter, upTo: end, note)
        }
        try compare("at first")
        let first = try #require(
            try program.snapshot.search(filter, threads: 1).lines.first?.id)
        // The first line goes behind all others, or goes and one comes behind all others.
        var changes = LineChanges()
        changes.time = .set(try #require(TimeOfDay(hour: 0, minute: 1)))
        let command: Command =
            isOneDay ? .amend(first, changes, reason: "") : .void([first], reason: "")
        try program.append(decide(command, program.snapshot.state(for: command)).events)
        if !isOneDay { try program.append([.lineAdded(Given.line(5, "Bar", day: 0))]) }
        try compare("with others behind")
        #expect(folds.keptSearches == 1)
    }

    /// 1,600 lines that pass behind as many that do not: each of two cores takes one half.
    @Test("where one core dropped what came behind the limit, and the other one found nothing")
    func droppedByOne() throws {
        let ledger = try SummedLedger(step: 512)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        let folds = KeptFolds()
        for part in 0..<32 as Range<Int32> {
            let lines = (1...100 as ClosedRange<Int32>).map { number -> Event in
                let index = part * 100 + number
                return .lineAdded(
                    Given.line(Int64(index), part < 16 ? "Tea" : "Bar", day: index))
            }
            try program.append(lines)
        }
        var query = LineQuery()
        query.require(.text("bar"))
        let filter = LineFilter(query, limit: 512)
        func compare(_ note: Comment) throws {
            let end = try ledger.store.head().count
            try KeptSearchesTests.compare(
                ledger.store, folds, filter, upTo: end, threads: 2, note)
        }
        try compare("at first")
        let first = try #require(
            try program.snapshot.search(filter, threads: 1).lines.first?.id)
        let command = Command.void([first], reason: "")
        try program.append(decide(command, program.snapshot.state(for: command)).events)
        try program.append([.lineAdded(Given.line(5, "Bar", day: 0))])
        try compare("with another one behind")
        #expect(folds.keptSearches == 1)
    }

    @Test("16 of them are kept, and none of a log that is gone")
    func bounds() throws {
        let folds = KeptFolds()
        func ask(_ questions: Int) throws {
            let ledger = try SummedLedger(step: 512)
            let program = try RandomProgram(seed: 1, on: ledger.store)
            try program.append((1...40).map { .lineAdded(Given.line($0, "Bar \($0)")) })
            // Those that fell out are asked again, and each among fewer events, too.
            for number in Array(1...questions) + [1, 2, questions] {
                var query = LineQuery()
                query.require(.text("bar \(number)"))
                let filter = LineFilter(query, limit: 3)
                let end = try ledger.store.head().count
                for count in [end, end - 5] {
                    try KeptSearchesTests.compare(
                        ledger.store, folds, filter, upTo: count, "\(number)")
                }
            }
            #expect(folds.keptSearches == min(questions, 16))
        }
        try ask(20)
        try ask(3)
    }
}
