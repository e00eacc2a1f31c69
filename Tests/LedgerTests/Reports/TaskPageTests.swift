import EventLog
import Ledger
import Support
import Testing

/// What is known of the tasks that are not on a page says the same of those that are on it as all
/// that there is to know.
@Suite("Pages of tasks")
struct TaskPageTests {
    private static let start: Int64 = 1_767_225_600_000

    /// Tasks that are added, changed, closed and taken up again at random, with expenses between.
    private static func commits(seed: UInt64, count: Int) -> [[Event]] {
        var random = SeededRandom(seed: seed)
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        func deadline() -> Deadline? {
            switch below(3) {
            case 0: nil
            case 1: .day(Given.day(Int32(below(60))))
            default:
                .instant(Timestamp(millisecondsSince1970: start + Int64(below(60 * 86_400_000))))
            }
        }
        func facts() -> TodoFacts {
            let projects = [nil, "home", "Home:garden", "homework", "Büro"]
            return TodoFacts(
                title: "Task \(below(9))", note: ["", "Call Zoë", "at HOME"][below(3)],
                deadline: deadline(), urgency: TodoUrgency.allCases[below(3)],
                colour: TodoColour.allCases[below(TodoColour.allCases.count)],
                priority: [nil, 1, 2][below(3)],
                project: projects[below(projects.count)].flatMap { try? CategoryPath($0) },
                tags: ["Trip", "garden", "überall"].filter { _ in below(3) == 0 },
                assignee: below(3) == 0 ? .position(1) : nil)
        }
        var commits = [Given.ledger]
        var versions: [(id: UInt64, last: UInt64)] = []
        for position in 4..<UInt64(count) {
            let place = below(max(1, versions.count))
            guard below(5) > 1, versions.indices.contains(place) else {
                guard below(3) > 0 else {
                    commits.append([.lineAdded(Given.line(100, "Tea"))])
                    continue
                }
                versions.append((position, position))
                commits.append([.taskAdded(TaskAdded(facts: facts()))])
                continue
            }
            let target = Reference.position(versions[place].id)
            let previous = Reference.position(versions[place].last)
            versions[place].last = position
            let change = TaskChange(target: target, previous: previous)
            let events: [Event] = [
                .taskCompleted(change), .taskReopened(change), .taskDropped(change),
                .taskEdited(TaskEdited(target: target, previous: previous, facts: facts())),
                .taskRescheduled(
                    TaskRescheduled(target: target, previous: previous, deadline: deadline())),
                .taskTimed(
                    TaskTimed(
                        target: target, previous: previous, moment: TodoMoment.allCases[below(3)],
                        time: deadline())),
                .taskFinished(
                    TaskFinished(
                        target: target, previous: previous,
                        time: Timestamp(millisecondsSince1970: start + Int64(below(86_400_000))))),
            ]
            commits.append([events[below(events.count)]])
        }
        return commits
    }

    private static func filters(_ clock: TaskClock) -> [TaskFilter] {
        let tabs: [Set<TaskTab>] = [
            Set(TaskTab.allCases), [.done], [.failed, .today, .upcoming], [.upcoming], [],
        ]
        return tabs.flatMap { tabs in
            [false, true].flatMap { withDropped in
                [nil, clock.tomorrowStart, clock.now.adding(milliseconds: 1)].map { before in
                    var filter = TaskFilter()
                    (filter.tabs, filter.withDropped) = (tabs, withDropped)
                    filter.dueBefore = before
                    return filter
                }
            }
        }
    }

    /// Filters about what tasks say, one thing and several at a time.
    private static func wordings() -> [TaskFilter] {
        let changes: [(inout TaskFilter) -> Void] = [
            { $0.project = try? CategoryPath("HOME") },
            { $0.project = try? CategoryPath("home:garden") },
            { $0.project = try? CategoryPath("nowhere") },
            { $0.tags = ["trip"] }, { $0.tags = ["garden", "ÜBERALL"] }, { $0.tags = ["tri"] },
            { $0.urgency = .urgent }, { $0.colour = TodoColour.allCases.last },
            { $0.priority = 2 }, { $0.assignee = 1 }, { $0.assignee = 9 },
            { $0.text = "task 3" }, { $0.text = "home ZOË" }, { $0.text = "büro" },
            { $0.text = "garden Task 1" }, { $0.text = " " }, { $0.text = "nothing" },
        ]
        var filters: [TaskFilter] = []
        for (index, change) in changes.enumerated() {
            var filter = TaskFilter()
            change(&filter)
            filters.append(filter)
            filter.tabs = [.upcoming, .done]
            changes[(index + 5) % changes.count](&filter)
            filters.append(filter)
            filter.dueBefore = Timestamp(millisecondsSince1970: start + 40 * 86_400_000)
            filters.append(filter)
        }
        return filters
    }

    @Test(
        "of tasks that say something are those of the whole list",
        arguments: [StoreKind.memory, .file])
    func pagesOfWordings(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for (index, events) in TaskPageTests.commits(seed: 6, count: 5_000).enumerated() {
            _ = try store.append(
                NewCommit(
                    id: CommitID(high: 3, low: UInt64(index)),
                    recordedAt: Timestamp(millisecondsSince1970: Int64(index)), events: events),
                expecting: nil)
            if index == 4_200 { _ = try (store as? FileEventStore)?.seal() }
        }
        let noon = Timestamp(millisecondsSince1970: TaskPageTests.start + 30 * 86_400_000)
        let clock = TaskClock(now: noon, zone: .utc)
        let snapshot = try LedgerSnapshot(store: store)
        var shown = 0
        for filter in TaskPageTests.wordings() {
            let whole = try snapshot.tasks(filter, clock)
            for places in [0..<20, 7..<8, 0..<140, 0..<Int.max] {
                let page = try snapshot.tasks(filter, clock, page: places)
                #expect(page == whole.page(places), "\(filter), \(places)")
                shown += page.rows.count
            }
        }
        #expect(shown > 2_000)
    }

    @Test("are those of the whole list", arguments: [1, 2] as [UInt64])
    func pages(seed: UInt64) throws {
        let store = try Given.store(TaskPageTests.commits(seed: seed, count: 900))
        let noon = Timestamp(millisecondsSince1970: TaskPageTests.start + 30 * 86_400_000)
        var shown = 0
        for end in [900, 333, 5] as [UInt64] {
            let snapshot = try LedgerSnapshot(store: store, upTo: end)
            let clock = TaskClock(now: noon, zone: .utc)
            for filter in TaskPageTests.filters(clock) {
                let whole = try snapshot.tasks(filter, clock)
                for places in [0..<20, 7..<8, 20..<140, 150..<160, 0..<0, 0..<Int.max] {
                    let page = try snapshot.tasks(filter, clock, page: places)
                    #expect(page == whole.page(places), "\(end), \(filter), \(places)")
                    shown += page.rows.count
                }
            }
            var filter = TaskFilter()
            filter.project = try? CategoryPath("home")
            #expect(
                try snapshot.tasks(filter, clock, page: 1..<3)
                    == (try snapshot.tasks(filter, clock).page(1..<3)))
        }
        #expect(shown > 4_000)
    }

    @Test("read no text but that of their own tasks") func reads() throws {
        let commits = TaskPageTests.commits(seed: 3, count: 300)
        let store = SpyEventStore(over: try Given.store(commits))
        let snapshot = try LedgerSnapshot(store: store)
        store.forget()
        let clock = TaskClock(
            now: Timestamp(millisecondsSince1970: TaskPageTests.start), zone: .utc)
        let page = try snapshot.tasks(TaskFilter(), clock, page: 0..<1)
        let tasks = TypeSet((Array(12...17) + Array(45...50)).map { UInt16($0) })
        let asked = store.calls.compactMap { call in
            if case .read(let positions, let types) = call { (positions, types) } else { nil }
        }
        #expect(asked.count { $0.0 == 0..<300 } == 1)
        #expect(asked.allSatisfy { $0.0.count < 300 || $0.1 == tasks })
        #expect(page.rows.count == 1)
        #expect(try snapshot.task(page.rows[0].id, clock).rows == page.rows)
    }

    /// The law of projections.
    @Test func mergesAtEveryCut() throws {
        let store = try Given.store(TaskPageTests.commits(seed: 4, count: 60))
        let whole: TodoIndex = try store.project(0..<60)
        #expect(try store.taskIndex(of: 0..<60) == whole)
        #expect(try store.taskIndex(of: 0..<60, threads: 3) == whole)
        let table = try LedgerSnapshot(store: store).todos()
        #expect(whole.entries.count == table.entries.count)
        for (found, entry) in zip(whole.entries, table.entries) {
            #expect(found.id == entry.state.id)
            #expect(found.status == entry.state.status)
            #expect(found.deadline == entry.state.facts.deadline)
        }
        for one in 0...UInt64(60) {
            for two in one...60 {
                var left: TodoIndex = try store.project(0..<one)
                var right: TodoIndex = try store.project(one..<two)
                right.merge(try store.project(two..<60))
                left.merge(right)
                #expect(left == whole, "cut at \(one) and \(two)")
            }
        }
    }
}
