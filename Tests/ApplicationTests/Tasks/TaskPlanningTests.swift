import Application
import Ledger
import Support
import Testing

/// Parts, payments, agenda, burndown and review. It is 2026-01-15T12:00:00Z, a Thursday.
@Suite struct TaskPlanningTests {
    @discardableResult
    private func add(
        _ title: String, in env: Environment, _ change: (inout TaskInput) -> Void = { _ in }
    ) throws -> UInt64 {
        var task = TaskInput()
        task.title = title
        change(&task)
        return try AddTask.run(AddTask.Input(task), in: env).id
    }

    private func row(_ id: UInt64, in env: Environment) throws -> TaskRow {
        try #require(try ShowTask.run(EntryInput(id: "\(id)"), in: env).rows.first)
    }

    @Test("a whole waits for its parts, and no part for its whole") func parts() throws {
        let env = try opened()
        let whole = try add("Move", in: env)
        let boxes = try add("Boxes", in: env) { $0.parent = "Move" }
        let van = try add("Van", in: env)
        var edit = TaskInput()
        edit.parent = "Move"
        _ = try EditTask.run(EditTask.Input(id: "Van", edit), in: env)
        #expect(try row(whole, in: env).depends == [boxes, van])
        _ = try CompleteTasks.run(EntriesInput(ids: ["Boxes"]), in: env)
        #expect(try row(whole, in: env).waitsFor == [van])
        // Van waits for Keys; Keys as a part of Van would close a ring, and so would Move.
        let keys = try add("Keys", in: env)
        var depends = TaskInput()
        depends.depends = ["Keys"]
        _ = try EditTask.run(EditTask.Input(id: "Van", depends), in: env)
        for (part, parent) in [("Move", "Van"), ("Van", "Keys"), ("Move", "Keys")] {
            var ring = TaskInput()
            ring.parent = parent
            #expect(throws: ApplicationError.self, "\(part) of \(parent)") {
                try EditTask.run(EditTask.Input(id: part, ring), in: env)
            }
        }
        // A new part that waits for its whole.
        #expect(throws: ApplicationError.self) {
            try add("Ring", in: env) { ($0.parent, $0.depends) = ("Keys", ["Move"]) }
        }
        #expect(throws: ApplicationError.self) {
            try add("Ring", in: env) { ($0.parent, $0.depends) = ("Keys", ["Keys"]) }
        }
        // Both ways in one edit.
        let (one, two) = (try add("One", in: env), try add("Two", in: env))
        var both = TaskInput()
        (both.parent, both.depends) = ("\(two)", ["\(two)"])
        #expect(throws: ApplicationError.self) {
            try EditTask.run(EditTask.Input(id: "\(one)", both), in: env)
        }
        // Two parts in one commit, each behind the other; and a copy that is a part.
        var part = TaskInput()
        part.parent = "Keys"
        _ = try EditTasks.run(EditTasks.Input(ids: ["\(one)", "\(two)"], part), in: env)
        let copy = try DuplicateTask.run(DuplicateTask.Input(id: "\(one)", part), in: env).id
        #expect(try row(keys, in: env).depends == [one, two, copy])
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).brokenRules == nil)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try row(keys, in: env).depends == [])
    }

    @Test("what a task cost completes it, in one commit and with one undo") func paid() throws {
        let env = try opened()
        let bike = try add("Buy a bike", in: env) { $0.attributes = ["planned": "300"] }
        let lamp = try add("Buy a lamp", in: env) { $0.attributes = ["planned": "20 USD"] }
        let line = LineInput(amount: "285", category: "sport", account: "Card")
        let paid = try PayTask.run(PayTask.Input(id: "bike", line), in: env)
        _ = try PayTask.run(PayTask.Input(id: "lamp", LineInput(amount: "")), in: env)
        #expect(try row(bike, in: env).status == .completed)
        #expect(try env.sums() == ["expense 285.00 EUR 1", "expense 20.00 USD 1"])
        let shown = try ShowTask.run(EntryInput(id: "\(bike)"), in: env)
        #expect(shown.paid == ["\(paid.id): 285.00 EUR"])
        let entry = try ShowEntry.run(EntryInput(id: "\(paid.id)"), in: env)
        #expect(entry.rows.map(\.title) == ["Buy a bike"])
        let review = try TaskReview.run(TaskReview.Input(), in: env)
        #expect(review.done.map(\.id) == [bike, lamp])
        #expect(review.planned == ["300.00 EUR", "20.00 USD"])
        #expect(review.paid == ["285.00 EUR", "20.00 USD"])
        // Undone and done again, reopened and done for nothing: it was paid.
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        _ = try RedoCommits.run(RedoCommits.Input(), in: env)
        _ = try ReopenTasks.run(EntriesInput(ids: ["\(bike)"]), in: env)
        _ = try CompleteTasks.run(EntriesInput(ids: ["\(bike)"]), in: env)
        #expect(
            try TaskReview.run(TaskReview.Input(), in: env).paid == ["285.00 EUR", "20.00 USD"])
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try row(lamp, in: env).status == .open)
        #expect(try env.sums() == ["expense 285.00 EUR 1"])
        _ = try VoidEntry.run(EntriesInput(ids: ["\(paid.id)"]), in: env)
        #expect(try ShowTask.run(EntryInput(id: "\(bike)"), in: env).paid == nil)
        // Nothing was planned, and nothing is said.
        let tea = try add("Buy tea", in: env)
        #expect(throws: ApplicationError.badAmount("", .empty)) {
            try PayTask.run(PayTask.Input(id: "tea", LineInput(amount: "")), in: env)
        }
        #expect(try row(tea, in: env).status == .open)
    }

    @Test("an agenda has each day's deadlines, beginnings and what comes again") func agenda()
        throws
    {
        let env = try opened()
        try add("Tax", in: env) { $0.due = "2026-01-10" }
        try add("Call", in: env) { $0.due = "2026-01-16 14:30" }
        try add("Pay", in: env) { ($0.due, $0.scheduled) = ("2026-01-16", "2026-01-15") }
        try add("Plan", in: env) { $0.wait = "2026-01-18" }
        try add("Later", in: env) { $0.due = "2026-01-22" }
        _ = try AddRepeat.run(
            AddRepeat.Input(
                line: LineInput(amount: "980", title: "Rent"), every: "month on the 17th"),
            in: env)
        let agenda = try TaskAgenda.run(TaskAgenda.Input(), in: env)
        #expect(agenda.late.map(\.title) == ["Tax"])
        let days = agenda.rows.filter { !$0.items.isEmpty }.map { row in
            "\(row.day): "
                + row.items.map { "\($0.reason) \($0.time)\($0.title) \($0.amount)".trimmed }
                .joined(separator: ", ")
        }
        #expect(
            days == [
                "2026-01-15: scheduled Pay", "2026-01-16: due Pay, due 14:30Call",
                "2026-01-17: expected Rent 980.00 EUR", "2026-01-18: appears Plan",
            ])
        #expect(agenda.rows.map(\.day).first == Day("2026-01-15") && agenda.rows.count == 7)
        let next = try TaskAgenda.run(TaskAgenda.Input(period: "next week"), in: env)
        #expect(next.late.isEmpty && next.rows.flatMap(\.items).map(\.title) == ["Later"])
        let some = try TaskAgenda.run(TaskAgenda.Input(terms: "pay"), in: env)
        #expect(some.rows.flatMap(\.items).map(\.title) == ["Pay", "Pay"])
        #expect(throws: ApplicationError.self) {
            try TaskAgenda.run(TaskAgenda.Input(period: "since 2020"), in: env)
        }
    }
}
