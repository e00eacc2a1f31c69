import EventLog
import Ledger
import Support
import Testing

/// Tasks with sums are those of a look at all events, however long ago they were closed.
@Suite("Tasks by sums equal those of all events")
struct TaskSumsTests {
    /// Does something to a task, or adds one.
    private static func step(
        _ program: RandomProgram, _ random: inout SeededRandom
    ) throws {
        let snapshot = try program.snapshot
        let ids = try snapshot.todos().entries.map(\.state.id)
        let id = ids.randomElement(using: &random) ?? 5
        let recent = ids.suffix(6).randomElement(using: &random) ?? 5
        let day = Day(daysSince1970: 20_454 + Int32.random(in: -40...900, using: &random))
        let command: Command
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2, 3:
            var facts = TodoFacts(
                title: "Task \(snapshot.count)",
                deadline: Bool.random(using: &random) ? .day(day) : nil)
            if Bool.random(using: &random) { facts.tags = ["shop"] }
            if Int.random(in: 0..<4, using: &random) == 0 {
                let moment = Int64(day.daysSince1970) * 86_400_000 + 3_600_000
                facts.deadline = .instant(Timestamp(millisecondsSince1970: moment))
            }
            command = .addTask(facts)
        case 4, 5, 6, 7: command = .completeTask(recent, reason: "")
        case 8: command = .completeTask(id, reason: "done")
        case 9: command = .dropTask(recent, reason: "")
        case 10: command = .reopenTask(id, reason: "")
        case 11: command = .rescheduleTask(id, .day(day))
        case 12: command = .startTask(recent, reason: "")
        default:
            var changes = TodoChanges()
            changes.note = "Note \(snapshot.count)"
            changes.moments = [TodoMoment.wait: .set(.day(day))]
            command = .editTask(id, changes)
        }
        guard let decision = try? decide(command, snapshot.state(for: command)) else { return }
        try program.append(decision.events)
    }

    private static func filter(_ random: inout SeededRandom, _ now: Timestamp) -> TaskFilter {
        var filter = TaskFilter()
        filter.tabs = [.failed, .today, .upcoming]
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: filter.dueBefore = now.adding(milliseconds: 86_400_000)
        case 2: filter.hidden = .only
        case 3: filter.hidden = .with
        case 4: filter.tags = ["shop"]
        case 5: filter.tabs = Set(TaskTab.allCases)
        case 6: filter.dueBefore = now.adding(milliseconds: -86_400_000 * 300)
        default: break
        }
        return filter
    }

    /// What is held of tasks while old ones are settled is what they are, and no open one is not
    /// held.
    private static func expectSettling(_ snapshot: LedgerSnapshot, _ note: Comment) throws {
        let all = try snapshot.todos().entries
        for (least, threads) in [(1, 1), (3, 2)] {
            let tasks = try snapshot.settlingTasks(holding: least, threads: threads)
            #expect(tasks.count == all.count, note)
            #expect(Set(tasks.entries).isSubset(of: all), note)
            let held = Set(tasks.entries.map(\.state.id))
            let others = all.filter { !held.contains($0.state.id) }
            #expect(others.allSatisfy { $0.state.status != .open }, note)
        }
    }

    private static func compare(
        _ store: FileEventStore, _ folds: KeptFolds, pace: Int64, _ random: inout SeededRandom,
        _ note: Comment
    ) throws -> Int {
        let end = try store.head().count
        var summed = 0
        for _ in 0..<3 {
            let isNow = Bool.random(using: &random)
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let snapshot = try LedgerSnapshot(store: store, upTo: count)
            let late = Int64.random(in: -3...40, using: &random) * 86_400_000
            let now = Timestamp(
                millisecondsSince1970: 1_767_225_600_000 + Int64(count) * pace * 1_000 + late)
            let clock = TaskClock(now: now, zone: .utc)
            if try snapshot.hasTaskSums() { summed += 1 }
            // What is kept from one answer to the next says the same.
            var quick = snapshot
            quick.folds = folds
            let open = try snapshot.openTasks(withSums: false)
            #expect(try snapshot.openTasks(withSums: true) == open, "\(note), as of \(count)")
            #expect(try quick.openTasks(withSums: true) == open, "\(note), as of \(count)")
            try expectSettling(snapshot, "\(note), as of \(count)")
            let filter = filter(&random, now)
            for page in [0..<3, 2..<5, 0..<Int.max] {
                let all = try snapshot.tasks(filter, clock, page: page)
                let summed = try snapshot.tasks(filter, clock, page: page, withSums: true)
                #expect(summed == all, "\(note), as of \(count): \(filter)")
                let kept = try quick.tasks(filter, clock, page: page, withSums: true)
                #expect(kept == all, "\(note), as of \(count): \(filter)")
            }
            let ago = Int64.random(in: -9...90, using: &random) * 86_400_000
            let start = now.adding(milliseconds: -ago)
            func isWanted(_ row: TaskRow) -> Bool {
                row.status == .open || (row.completedAt.map { $0 >= start } ?? false)
            }
            let all = try snapshot.tasks(TaskFilter(), clock).rows.filter(isWanted)
            let some = try snapshot.tasks(
                TaskFilter(), clock, completedFrom: start, withSums: true
            ).rows.filter(isWanted)
            #expect(some == all, "\(note), as of \(count)")
        }
        return summed
    }

    @Test("over random programs of some years", arguments: Soak.seeds(12))
    func programs(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let step = [1, 8, 32][Int(seed % 3)] as UInt64
        let ledger = try SummedLedger(step: step)
        var program = try RandomProgram(seed: seed, on: ledger.store)
        program.pace = [3_600, 86_400, 200_000][Int(seed % 4 % 3)]
        let folds = KeptFolds()
        var summed = 0
        for _ in 0..<50 {
            try TaskSumsTests.step(program, &random)
            try TaskSumsTests.step(program, &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try? program.undo(.newest)
            case 1:
                let end = try program.snapshot.count
                try ledger.store.eraseText(at: [UInt64.random(in: 4..<max(5, end), using: &random)])
            case 2, 3, 4: try ledger.store.keepSums()
            case 5: try ledger.store.keepSums(anew: true)
            case 6: try program.step()
            default: try ledger.store.seal()
            }
            #expect(try ledger.store.dropFalseSums() == [])
            summed += try TaskSumsTests.compare(
                ledger.store, folds, pace: program.pace, &random, "seed \(seed)")
        }
        #expect(summed > 10, "sums answered \(summed) times")
    }

    @Test("of what was closed long ago there are numbers, and no text") func settled() throws {
        let ledger = try SummedLedger(step: 4)
        var program = try RandomProgram(seed: 1, on: ledger.store)
        program.pace = 20 * 86_400
        func does(_ command: Command) throws {
            try program.append(decide(command, try program.snapshot.state(for: command)).events)
        }
        try does(.addTask(TodoFacts(title: "Old secret")))
        let id = try #require(try program.snapshot.todos().entries.first?.state.id)
        try does(.completeTask(id, reason: ""))
        for _ in 0..<6 { try does(.addTask(TodoFacts(title: "Open"))) }
        let tasks = try program.snapshot.settlingTasks(holding: 1)
        #expect(tasks.count == 7)
        #expect(tasks.entries.count == 6)
        try ledger.store.keepSums()
        let name = try #require(try ledger.files.first)
        let bytes = try #require(ledger.storage.bytes(of: name))
        func says(_ text: String) -> Bool {
            let wanted = Array(text.utf8)
            return bytes.indices.dropLast(wanted.count - 1).contains {
                bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
            }
        }
        #expect(says("Open") && !says("Old secret"))
        let clock = TaskClock(now: Timestamp(millisecondsSince1970: 1_800_000_000_000), zone: .utc)
        var filter = TaskFilter()
        filter.tabs = [.failed, .today, .upcoming]
        let list = try program.snapshot.tasks(filter, clock, page: 0..<2, withSums: true)
        #expect(list.counts.done == 1 && list.count == 6)
        // It comes back with all that it said.
        try does(.reopenTask(id, reason: ""))
        let open = try program.snapshot.openTasks(withSums: true)
        #expect(open.first?.state.facts.title == "Old secret" && open.count == 7)
        try ledger.store.keepSums()
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("lie in the newest sums only, and come back where these are gone")
    func newest() throws {
        let ledger = try SummedLedger(step: 1)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        func grow(to end: UInt64) throws {
            while try ledger.store.head().count < end {
                try program.append([.taskAdded(TaskAdded(facts: TodoFacts(title: "Task")))])
            }
            try ledger.store.keepSums()
        }
        func hasTasks(_ count: UInt64) throws -> Bool {
            let snapshot = try LedgerSnapshot(store: ledger.store, upTo: count)
            let open = try snapshot.openTasks(withSums: true)
            #expect(try open == snapshot.openTasks(withSums: false))
            return try snapshot.hasTaskSums()
        }
        try grow(to: 256)
        #expect(try hasTasks(256))
        try grow(to: 258)
        #expect(try !hasTasks(256) && hasTasks(258))
        #expect(try ledger.files == ["000000000256.sums", "000000000258.sums"])
        #expect(try ledger.store.dropFalseSums() == [])
        try ledger.storage.remove("000000000258.sums")
        try grow(to: 260)
        #expect(try !hasTasks(256) && hasTasks(260))
        try ledger.store.keepSums(anew: true)
        #expect(try !hasTasks(256) && hasTasks(260))
        #expect(try ledger.store.dropFalseSums() == [])
    }

    @Test("the first of many open tasks are those of all") func many() throws {
        let ledger = try SummedLedger(step: 64)
        let program = try RandomProgram(seed: 1, on: ledger.store)
        for part in 0..<7 as Range<Int32> {
            let tasks = (0..<100 as Range<Int32>).map { number in
                let index = 100 * part + number
                let day = Day(daysSince1970: 20_454 + index * 37 % 101)
                let facts = TodoFacts(
                    title: "Task \(index)", deadline: index % 5 == 0 ? nil : .day(day))
                return Event.taskAdded(TaskAdded(facts: facts))
            }
            try program.append(tasks)
        }
        try ledger.store.keepSums()
        var snapshot = try LedgerSnapshot(store: ledger.store)
        snapshot.folds = KeptFolds()
        let clock = TaskClock(
            now: Timestamp(millisecondsSince1970: 20_500 * 86_400_000 + 1), zone: .utc)
        var filter = TaskFilter()
        filter.tabs = [.failed, .today, .upcoming]
        let all = try snapshot.tasks(filter, clock)
        #expect(all.rows.count == 700)
        for page in [0..<3, 2..<40, 130..<131, 650..<720, 0..<Int.max] {
            let found = try snapshot.tasks(filter, clock, page: page, withSums: true)
            #expect(found.rows == all.page(page).rows, "\(page)")
            #expect(found.count == 700 && found.counts == all.counts, "\(page)")
            let terms = try snapshot.tasks(filter, clock, page: page)
            #expect(terms == found, "\(page)")
        }
    }
}
