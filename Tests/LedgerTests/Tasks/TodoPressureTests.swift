import EventLog
import Ledger
import Support
import Testing

/// Urgency with Taskwarrior's coefficients, held against sums by hand.
@Suite("How much a task presses")
struct TodoPressureTests {
    /// 2026-06-15T12:00:00Z
    private static let now = Timestamp(millisecondsSince1970: 1_781_524_800_000)
    private static let dayLength: Int64 = 86_400_000

    private static func after(_ days: Int64) -> Timestamp {
        now.adding(milliseconds: days * dayLength)
    }

    private func pressure(
        _ facts: TodoFacts = TodoFacts(title: "Task"), age days: Int64 = 0,
        _ change: (inout TodoState, inout TodoPressure.Surroundings) -> Void = { _, _ in }
    ) throws -> TodoPressure {
        var todo = TodoState(id: 4, version: 4, facts: facts)
        var around = TodoPressure.Surroundings(addedAt: Self.after(-days))
        change(&todo, &around)
        let clock = TaskClock(now: Self.now, zone: .utc)
        return TodoPressure(todo, around, clock)
    }

    @Test(
        "a deadline counts from 0.2 to 1 times 12",
        arguments: [
            (30, 2_400), (15, 2_400), (14, 2_400), (7, 5_600), (0, 8_800), (-1, 9_257),
            (-7, 12_000), (-100, 12_000),
        ] as [(Int64, Int64)])
    func due(_ days: Int64, _ sum: Int64) throws {
        let facts = TodoFacts(title: "Task", deadline: .instant(Self.after(days)))
        #expect(try pressure(facts).sum == sum)
    }

    @Test("a day counts from its start, as Taskwarrior has it") func today() throws {
        // Half a day late: (14.5 · 0.8 / 21 + 0.2) · 12 = 9.02857…
        let day = try #require(Day("2026-06-15"))
        let today = try pressure(TodoFacts(title: "Task", deadline: .day(day)))
        #expect(today.sum == 9_029)
        #expect(today.terms.map(\.factor) == [752])
    }

    @Test(
        "age is whole days of a year, times 2",
        arguments: [(0, 0), (1, 5), (100, 548), (365, 2_000), (900, 2_000)] as [(Int64, Int64)])
    func age(_ days: Int64, _ sum: Int64) throws {
        #expect(try pressure(age: days).sum == sum)
    }

    @Test("each other term is its coefficient") func others() throws {
        func sum(_ facts: TodoFacts) throws -> Int64 { try pressure(facts).sum }
        let priorities: [Int64] = [6_000, 6_000, 6_000, 3_900, 3_900, 3_900, 1_800, 1_800, 1_800]
        for (index, expected) in priorities.enumerated() {
            #expect(try sum(TodoFacts(title: "T", priority: UInt8(index + 1))) == expected)
        }
        #expect(try sum(TodoFacts(title: "T", tags: ["a"])) == 800)
        #expect(try sum(TodoFacts(title: "T", tags: ["a", "b"])) == 900)
        #expect(try sum(TodoFacts(title: "T", tags: ["a", "b", "c", "d"])) == 1_000)
        #expect(try sum(TodoFacts(title: "T", tags: ["next"])) == 15_800)
        #expect(try sum(TodoFacts(title: "T", project: try CategoryPath("home"))) == 1_000)
        #expect(try pressure { $1.annotations = 1 }.sum == 800)
        #expect(try pressure { $1.annotations = 7 }.sum == 1_000)
        #expect(try pressure { $1.isBlocked = true }.sum == -5_000)
        #expect(try pressure { $1.isBlocking = true }.sum == 8_000)
        #expect(try pressure { todo, _ in todo.isStarted = true }.sum == 4_000)
        let wait = Deadline.instant(Self.after(1))
        #expect(try pressure { todo, _ in todo.moments[.wait] = wait }.sum == -3_000)
        #expect(try pressure { todo, _ in todo.moments[.scheduled] = wait }.sum == 0)
        let past = Deadline.instant(Self.after(-1))
        #expect(try pressure { todo, _ in todo.moments[.scheduled] = past }.sum == 5_000)
        #expect(try pressure { todo, _ in todo.moments[.wait] = past }.sum == 0)
    }

    @Test("thousandths as text") func texts() {
        let texts = [0, 5, 800, 8_980, 12_000, -3_000, -250].map { TodoPressure.text($0) }
        #expect(texts == ["0.0", "0.005", "0.8", "8.98", "12.0", "-3.0", "-0.25"])
    }
}
