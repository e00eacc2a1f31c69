import Application
import Ledger
import Support
import Testing

/// Weights of one's own in what presses. It is 2026-01-15T12:00:00Z.
@Suite struct TaskUrgencyTests {
    private func urgencies(_ weights: [String: String]) throws -> [String] {
        let env = try opened { $0.weights = PressureWeights(reading: weights) }
        func add(_ title: String, _ change: (inout TaskInput) -> Void) throws {
            var task = TaskInput()
            task.title = title
            change(&task)
            _ = try AddTask.run(AddTask.Input(task), in: env)
        }
        try add("A") { ($0.priority, $0.tags) = ("H", ["shop"]) }
        try add("B") { ($0.priority, $0.project) = ("M", "home:garden") }
        try add("C") { $0.due = "2026-01-15" }
        return try NextTasks.run(NextTasks.Input(), in: env).rows.map {
            "\($0.title) \($0.urgency)"
        }
    }

    /// Sums by hand from the terms of Taskwarrior: H 6.0, M 3.9, one tag 0.8, a project 1.0, a
    /// deadline today (12 h late of a day that began) 12 · (0.8 · 14.5 / 21 + 0.2).
    @Test("sums by hand") func byHand() throws {
        #expect(try urgencies([:]) == ["C 9.029", "A 6.8", "B 4.9"])
        #expect(try urgencies(["due": "15"]) == ["C 11.286", "A 6.8", "B 4.9"])
        #expect(try urgencies(["priority": "10", "due": "0"]) == ["A 10.8", "B 7.5", "C 0.0"])
        #expect(
            try urgencies(["tag:shop": "-3", "project:home": "7.25"])
                == ["B 12.15", "C 9.029", "A 3.8"])
        // What is no weight counts as if it were not there.
        #expect(try urgencies(["due": "much", "nosuch": "3"]) == ["C 9.029", "A 6.8", "B 4.9"])
    }
}
