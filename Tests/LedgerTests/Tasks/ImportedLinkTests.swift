import EventLog
import Ledger
import Support
import Testing

/// Tasks of a file that wait for each other.
@Suite("Tasks of a file that wait")
struct ImportedLinkTests {
    private typealias Task = TasksToImport.Task

    private static func task(_ prerequisites: [Task.Prerequisite] = []) -> Task {
        var task = Task(TodoFacts(title: "Task"), .open)
        task.prerequisites = prerequisites
        return task
    }

    private static func links(_ decision: Decision) -> [[UInt64]] {
        // Each new task is an event behind the one of the batch.
        func number(_ task: Reference) -> UInt64 {
            switch task {
            case .position(let id): id
            case .inThisCommit(let index): UInt64(1_000_000 + index - 1)
            }
        }
        return decision.events.compactMap { event in
            guard case .taskLinked(let link) = event else { return nil }
            return [number(link.target), number(link.prerequisite)]
        }
    }

    @Test("only what closes a ring is left out, in the order of the file", arguments: 1...20)
    func rings(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let program = try RandomProgram(seed: seed, on: .memory)
        for _ in 0..<3 {
            try program.append([.taskAdded(TaskAdded(facts: TodoFacts(title: "Task")))])
        }
        try program.append([
            .taskLinked(
                TaskLinked(
                    target: .position(4), previous: .position(4), prerequisite: .position(5)))
        ])
        var (new, changed): ([Task], Task) = ([], ImportedLinkTests.task([.known(5)]))
        func one() -> Task.Prerequisite {
            let number = Int.random(in: 0..<11, using: &random)
            return number < 8 ? .new(number) : .known(UInt64(number - 4))
        }
        for _ in 0..<8 {
            new.append(ImportedLinkTests.task(seed % 2 == 0 ? [one()] : [one(), one()]))
        }
        changed.prerequisites += [.new(Int.random(in: 0..<8, using: &random))]
        func number(_ task: Task.Prerequisite) -> UInt64 {
            switch task {
            case .known(let id): id
            case .new(let index): UInt64(1_000_000 + index)
            }
        }
        var links = TodoLinks()
        links.take(4, 5, ends: false)
        var (wanted, leftOut): ([[UInt64]], Int) = ([], 0)
        var all: [(UInt64, Task)] = []
        for (index, task) in new.enumerated() { all.append((number(.new(index)), task)) }
        all.append((4, changed))
        for (own, task) in all {
            for other in task.prerequisites.map(number) where own != 4 || other != 5 {
                if links.path(from: other, to: own) != nil {
                    leftOut += 1
                } else {
                    links.take(own, other, ends: false)
                    wanted.append([own, other])
                }
            }
        }
        let command = Command.importTasks(
            TasksToImport(fileName: "a", new: new, changes: [.init(4, changed)]))
        let decision = try decide(command, try program.snapshot.state(for: command))
        #expect(ImportedLinkTests.links(decision) == wanted)
        #expect(decision.notes.count == leftOut)
    }

    @Test("each event names the one before it that speaks of the same task")
    func previous() throws {
        let program = try RandomProgram(seed: 1, on: .memory)
        // A task of three events and one of a single one, each waiting for the other, and for one
        // more.
        var first = ImportedLinkTests.task([.new(1), .new(2)])
        first.status = .completed
        first.finishedAt = Timestamp(millisecondsSince1970: 0)
        first.moments = [.wait: .day(Day(daysSince1970: 0))]
        let second = ImportedLinkTests.task([.new(2), .new(0)])
        let tasks = TasksToImport(fileName: "a", new: [first, second, ImportedLinkTests.task()])
        let command = Command.importTasks(tasks)
        let decision = try decide(command, try program.snapshot.state(for: command))
        let said: [[Reference]] = decision.events.compactMap { event in
            switch event {
            case .taskTimed(let event): [event.target, event.previous]
            case .taskFinished(let event): [event.target, event.previous]
            case .taskLinked(let event): [event.target, event.previous, event.prerequisite]
            default: nil
            }
        }
        // The batch is event 0, the tasks are 1, 4 and 5.
        let wanted = [[1, 1], [1, 2], [1, 3, 4], [1, 6, 5], [4, 4, 5]]
        #expect(said == wanted.map { $0.map { .inThisCommit($0) } })
        #expect(decision.events.count == 9)
        #expect(decision.notes.map(\.kind) == [.dependencyLeftOut])
    }

    @Test("a task that waits for very many is no more work for each") func many() {
        func wait(for count: UInt64) -> Duration {
            ProcessorTime.of {
                var links = TodoLinks()
                for other in (1...count).reversed() { links.take(0, other, ends: false) }
                links.take(0, 7, ends: false)
                #expect(links[0] == Array(1...count))
                #expect(links.has(0, count) && !links.has(0, count + 1) && !links.has(1, 0))
                for other in 2...count { links.take(0, other, ends: true) }
                links.take(0, 2, ends: true)
                #expect(links[0] == [1] && links.path(from: 0, to: 1) == [0, 1])
                links.take(0, 1, ends: true)
                #expect(links == TodoLinks())
            }
        }
        // Sixteen times as many; who moves all for each takes 256 times as long.
        let few = wait(for: 20_000)
        let many = wait(for: 320_000)
        #expect(many < few * 80, "\(few), \(many)")
    }

    @Test("a chain of tasks that are awaited is not gone through for each") func chain() throws {
        let program = try RandomProgram(seed: 1, on: .memory)
        func decideChain(of count: Int) throws -> Duration {
            // Each of the first half waits for one of the second, where each waits for the one
            // before.
            var new = (0..<count).map { ImportedLinkTests.task([.new(count + $0)]) }
            new += (0..<count).map { ImportedLinkTests.task($0 == 0 ? [] : [.new(count + $0 - 1)]) }
            // Two that wait for each other, one of them for the chain as well.
            new += [.new(2 * count + 1), .new(2 * count)].map { ImportedLinkTests.task([$0]) }
            new[2 * count].prerequisites.append(.new(2 * count - 1))
            let command = Command.importTasks(TasksToImport(fileName: "a", new: new))
            let state = try program.snapshot.state(for: command)
            return try ProcessorTime.of {
                let decision = try decide(command, state)
                #expect(ImportedLinkTests.links(decision).count == 2 * count + 1)
                #expect(decision.notes.count == 1)
            }
        }
        // Sixteen times as long; who goes through it for each takes 256 times as long.
        let few = try decideChain(of: 1_000)
        let many = try decideChain(of: 16_000)
        #expect(many < few * 80, "\(few), \(many)")
    }
}
