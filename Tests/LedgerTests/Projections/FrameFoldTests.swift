import EventLog
import Ledger
import Support
import Testing

/// Projections of frames as they are stored are those of batches, and those of plain bookkeeping.
@Suite("Folding frames as they are stored")
struct FrameFoldTests {
    /// What each projection comes to.
    struct Tables: Equatable {
        var spending = SpendingTable()
        var accounts = AccountTable()
        var categories = CategoryIndex()

        /// Batch by batch, without frames.
        init(batchesOf store: any EventStore) throws {
            try store.read(0 ..< .max, .report) { batch throws(StoreError) in
                try spending.apply(batch)
                try accounts.apply(batch)
                try categories.apply(batch)
                return .next
            }
        }

        init(_ store: any EventStore, threads: Int) throws {
            spending = try store.project(0 ..< .max, threads: threads)
            accounts = try store.project(0 ..< .max, threads: threads)
            categories = try store.project(0 ..< .max, threads: threads)
        }

        static func == (left: Tables, right: Tables) -> Bool {
            left.spending == right.spending && left.categories == right.categories
                && Set(left.accounts.entries) == Set(right.accounts.entries)
        }
    }

    /// A log in memory with events in commits of one size.
    static func store(_ events: [Event], commits size: Int) throws -> FileEventStore {
        let store = try #require(try StoreKind.file.makeStore() as? FileEventStore)
        for (number, start) in stride(from: 0, to: events.count, by: size).enumerated() {
            let commit = NewCommit(
                id: CommitID(high: 3, low: UInt64(number)),
                recordedAt: Timestamp(millisecondsSince1970: Int64(number)),
                actor: start > 1 ? .position(1) : nil,
                events: Array(events[start..<min(start + size, events.count)]))
            _ = try store.append(commit, expecting: nil)
        }
        return store
    }

    /// How many frames the table takes as they are stored, and how many batches it is handed.
    static func taken(_ store: any EventStore) throws -> (frames: Int, batches: Int) {
        var table = SpendingTable()
        var space = ScratchBuffers()
        var taken = (frames: 0, batches: 0)
        try store.readHot(0 ..< .max) { frame in
            let isTaken = table.apply(frame, using: &space)
            if isTaken { taken.frames += 1 }
            return isTaken
        } batch: { batch throws(StoreError) in
            try table.apply(batch)
            taken.batches += 1
        }
        return taken
    }

    static func totals(_ table: SpendingTable) -> [String: SpendingTable.Cell] {
        var totals: [String: SpendingTable.Cell] = [:]
        for entry in table.entries {
            let group = entry.group
            let key = RandomHistory.key(
                entry.day, group.kind, group.currency, group.category, group.account)
            totals[key] = entry.cell
        }
        return totals
    }

    @Test(
        "equals batches and bookkeeping", arguments: [1, 2, 7, 150, 1_500, 65_536],
        [nil, 1, 40] as [Int?])
    func equalsBatches(commits size: Int, oneWildIn: Int?) throws {
        let history = RandomHistory(seed: UInt64(size), count: 4_500, oneWildIn: oneWildIn)
        let store = try FrameFoldTests.store(history.events, commits: size)
        let plain = try Tables(batchesOf: store)
        #expect(FrameFoldTests.totals(plain.spending) == history.totals)
        for threads in [1, 2, 3] { #expect(try Tables(store, threads: threads) == plain) }
        try store.seal()
        for threads in [1, 2] { #expect(try Tables(store, threads: threads) == plain) }
        // Cut anywhere, and a draft on top.
        var left: SpendingTable = try store.project(0..<1_234)
        left.merge(try store.project(1_234..<4_500))
        #expect(left == plain.spending)
        let draft = try OverlayEventStore(over: store)
        #expect(try draft.project(0..<4_500, threads: 2) == plain.spending)
    }

    @Test("usual frames are taken, wild ones are not")
    func takesFrames() throws {
        let usual = RandomHistory(seed: 3, count: 4_000, oneWildIn: 100)
        let store = try FrameFoldTests.store(usual.events, commits: 4_000)
        // The first frame opens accounts and uses them: only a batch says where.
        #expect(try FrameFoldTests.taken(store) == (0, 1))
        let later = try FrameFoldTests.store(usual.events, commits: 2_000)
        #expect(try FrameFoldTests.taken(later) == (1, 1))
        let wild = RandomHistory(seed: 3, count: 4_000, isWild: true)
        let other = try FrameFoldTests.store(wild.events, commits: 2_000)
        #expect(try FrameFoldTests.taken(other) == (0, 2))
    }

    @Test("tasks between lines do not widen their columns")
    func tasksDoNotWiden() throws {
        var events = Given.ledger
        for number in 0..<2_000 {
            let line = Given.line(Int64(number % 50), day: Int32(number / 100), category: "a")
            let todo = TaskAdded(facts: TodoFacts(title: "t"))
            events.append(number % 8 == 0 ? .taskAdded(todo) : .lineAdded(line))
        }
        let store = try FrameFoldTests.store(events, commits: 1_002)
        var widths: [Int?] = []
        try store.readHot(0 ..< .max) { frame in
            widths.append(frame.stated.numbers(.amount)?.width)
            widths.append(frame.stated.numbers(.amount)?.count)
            return true
        } batch: { _ in
            Issue.record("a small frame")
        }
        // Of the events of a frame every eighth is a task, and two more open the ledger.
        #expect(widths == [1, 1_002 - 125 - 2, 1, 1_002 - 125])
        #expect(try FrameFoldTests.taken(store).frames == 2)
    }

    @Test("sums beyond 64 bits on a day that is kept densely")
    func spills() throws {
        let cents = Array(repeating: Event.lineAdded(Given.line(1, category: "a")), count: 200)
        let most = Array(repeating: Event.lineAdded(Given.line(.max, category: "a")), count: 4)
        let least = Array(repeating: Event.lineAdded(Given.line(.min, category: "a")), count: 6)
        let store = try FrameFoldTests.store(
            Given.ledger + Array(cents.dropFirst(4)) + cents + most + least, commits: 200)
        #expect(try FrameFoldTests.taken(store).frames == 2)
        let table: SpendingTable = try store.project(0 ..< .max, threads: 2)
        // 396 + 4 × (2^63 − 1) − 6 × 2^63
        #expect(table.entries.map(\.cell.sum.description) == ["-18446744073709551224"])
        #expect(table.entries.map(\.cell.count) == [406])
        #expect(try table == Tables(batchesOf: store).spending)
    }

    @Test("more and more categories")
    func widens() throws {
        var random = SeededRandom(seed: 1)
        var events = Given.ledger
        var expected: [String: Int] = [:]
        for number in 0..<12_000 {
            let category = "c\(Int.random(in: 0...(number / 40), using: &random))"
            let day = Int32.random(in: 0..<3, using: &random)
            events.append(.lineAdded(Given.line(3, day: day, category: category)))
            expected["\(day) \(category)", default: 0] += 1
        }
        let store = try FrameFoldTests.store(events, commits: 1_500)
        let table: SpendingTable = try store.project(0 ..< .max)
        var found: [String: Int] = [:]
        for entry in table.entries {
            let day = entry.day.daysSince1970 - Given.day(0).daysSince1970
            found["\(day) \(entry.group.category?.text ?? "")"] = Int(entry.cell.count)
            #expect(entry.cell.sum == Int128(3 * entry.cell.count))
        }
        #expect(found == expected)
        #expect(try FrameFoldTests.taken(store).frames > 4)
    }

    @Test("a few lines a day for years, cell by cell")
    func fewADay() throws {
        var random = SeededRandom(seed: 9)
        var events = Given.ledger
        var expected: [String: Int64] = [:]
        for number in 0..<9_000 {
            let day = Int32(number / 3 - Int.random(in: 0..<400, using: &random))
            let category = "c\(Int.random(in: 0..<30, using: &random))"
            let amount = Int64.random(in: -50...90_000, using: &random)
            events.append(.lineAdded(Given.line(amount, day: day, category: category)))
            expected["\(day) \(category)", default: 0] += amount
        }
        let store = try FrameFoldTests.store(events, commits: 1_000)
        #expect(try FrameFoldTests.taken(store).frames >= 9)
        for threads in [1, 3] {
            let table: SpendingTable = try store.project(0 ..< .max, threads: threads)
            var found: [String: Int64] = [:]
            for entry in table.entries {
                let day = entry.day.daysSince1970 - Given.day(0).daysSince1970
                let sum = try #require(Int64(exactly: entry.cell.sum))
                found["\(day) \(entry.group.category?.text ?? "")"] = sum
            }
            #expect(found == expected)
            #expect(try table == Tables(batchesOf: store).spending)
        }
    }

    @Test("an event a year")
    func sparse() throws {
        let years = (0..<2_000).map { Event.lineAdded(Given.line(7, day: Int32($0 * 365))) }
        let store = try FrameFoldTests.store(Given.ledger + years, commits: 1_000)
        #expect(try store.project(0 ..< .max, as: SpendingTable.self).count == 2_000)
    }

    @Test("the largest sum that a frame of 65,536 lines adds up in one slot")
    func fullSlot() throws {
        var events = Given.ledger
        while events.count < Int(Limit.alignmentEvents) { events.append(.lineAdded(Given.line(0))) }
        events.append(.lineAdded(Given.line(0, day: 1, category: "b")))
        let most = Event.lineAdded(Given.line(Int64(UInt32.max), category: "a"))
        events += Array(repeating: most, count: Limit.frameEventsMax - 1)
        let store = try FrameFoldTests.store(
            Array(events[..<4_096]), commits: Int(Limit.alignmentEvents))
        let commit = NewCommit(
            id: CommitID(high: 4, low: 1), recordedAt: Timestamp(millisecondsSince1970: 9),
            actor: .position(1), events: Array(events[4_096...]))
        _ = try store.append(commit, expecting: nil)
        let taken = try FrameFoldTests.taken(store)
        #expect(taken.batches == 0)
        let table: SpendingTable = try store.project(0 ..< .max)
        let cells = table.entries.filter { $0.group.category?.text == "a" }.map(\.cell)
        // 65,535 × (2^32 − 1)
        #expect(cells == [SpendingTable.Cell(sum: 281_470_681_677_825, count: 65_535)])
    }
}
