import Application
import Ledger
import Support
import Testing

/// How the number of open tasks went, against a count by hand and against a model that keeps every
/// task's status day by day.
@Suite struct TaskFlowTests {
    private func add(_ title: String, in env: Environment) throws -> String {
        var task = TaskInput()
        task.title = title
        return "\(try AddTask.run(AddTask.Input(task), in: env).id)"
    }

    @Test("weeks by hand") func byHand() throws {
        let env = try opened()
        let a = try add("A", in: env.at("2026-01-01T10:00:00Z"))
        let b = try add("B", in: env.at("2026-01-02T10:00:00Z"))
        _ = try CompleteTasks.run(EntriesInput(ids: [a]), in: env.at("2026-01-05T10:00:00Z"))
        _ = try add("C", in: env.at("2026-01-06T10:00:00Z"))
        _ = try ReopenTasks.run(EntriesInput(ids: [a]), in: env.at("2026-01-07T10:00:00Z"))
        _ = try DropTasks.run(EntriesInput(ids: [b]), in: env.at("2026-01-14T10:00:00Z"))
        // Told late, and done before anything else.
        var told = AddTask.Input(TaskInput())
        (told.task.title, told.done) = ("D", "2026-01-06 09:00")
        _ = try AddTask.run(told, in: env.at("2026-01-15T10:00:00Z"))
        let flow = try TaskBurndown.run(
            TaskBurndown.Input(period: "2026"), in: env.at("2026-01-15T12:00:00Z"))
        let rows = flow.rows.map {
            "\($0.start) +\($0.added) -\($0.done) x\($0.dropped) r\($0.reopened) =\($0.open)"
        }
        #expect(
            rows == [
                "2025-12-29 +2 -0 x0 r0 =2", "2026-01-05 +2 -2 x0 r1 =3",
                "2026-01-12 +0 -0 x1 r0 =2",
            ])
        #expect(flow.open == 2)
        // More came than went: no end is in sight.
        #expect(flow.end == "")
    }

    @Test("any history as its model", arguments: 1...12) func law(_ seed: UInt64) throws {
        var choices = RandomChoices(seed: seed)
        let env = try opened()
        var status: [String: TodoStatus] = [:]
        var order: [String] = []
        var openByDay: [Day: Int] = [:]
        var events: [Day: [String: Int]] = [:]
        let start = try #require(Day("2026-01-15"))
        var day = start
        for _ in 0..<60 {
            day = day.adding(days: choices.choose(4))
            let now = try env.at("\(day)T12:00:00Z")
            let open = order.filter { status[$0] == .open }
            let closed = order.filter { status[$0] != .open }
            switch choices.choose(5) {
            case 2 where !open.isEmpty:
                let id = open[choices.choose(open.count)]
                _ = try CompleteTasks.run(EntriesInput(ids: [id]), in: now)
                status[id] = .completed
                events[day, default: [:]]["done", default: 0] += 1
            case 3 where !open.isEmpty:
                let id = open[choices.choose(open.count)]
                _ = try DropTasks.run(EntriesInput(ids: [id]), in: now)
                status[id] = .dropped
                events[day, default: [:]]["dropped", default: 0] += 1
            case 4 where !closed.isEmpty:
                let id = closed[choices.choose(closed.count)]
                _ = try ReopenTasks.run(EntriesInput(ids: [id]), in: now)
                status[id] = .open
                events[day, default: [:]]["reopened", default: 0] += 1
            default:
                let id = try add("T", in: now)
                status[id] = .open
                order.append(id)
                events[day, default: [:]]["added", default: 0] += 1
            }
            openByDay[day] = status.values.count { $0 == .open }
        }
        let flow = try TaskBurndown.run(
            TaskBurndown.Input(every: "daily", period: "since 2026-01-15"),
            in: env.at("\(day)T23:00:00Z"))
        #expect(flow.rows.count == start.days(until: day) + 1)
        var expected = 0
        for row in flow.rows {
            expected = openByDay[row.start] ?? expected
            let told = events[row.start] ?? [:]
            #expect(row.open == expected, "\(row.start)")
            #expect(row.added == told["added"] ?? 0, "\(row.start)")
            #expect(row.done == told["done"] ?? 0, "\(row.start)")
            #expect(row.dropped == told["dropped"] ?? 0, "\(row.start)")
            #expect(row.reopened == told["reopened"] ?? 0, "\(row.start)")
        }
    }
}
