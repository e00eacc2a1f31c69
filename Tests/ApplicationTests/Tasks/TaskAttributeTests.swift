import Application
import Ledger
import Support
import Testing

/// Attributes of tasks: declared once, set, changed, taken back.
@Suite struct TaskAttributeTests {
    private func row(_ id: String, in env: Environment) throws -> TaskRow {
        try #require(try ShowTask.run(EntryInput(id: id), in: env).rows.first)
    }

    private func add(_ values: [String: String], in env: Environment) throws -> UInt64 {
        var task = TaskInput()
        task.title = "Paint"
        task.attributes = values
        return try AddTask.run(AddTask.Input(task), in: env).id
    }

    /// What is typed and what is kept; spans by ISO 8601.
    private static let values: [(kind: String, typed: String, kept: String)] = [
        ("number", "2.5", "2.5"), ("number", "-3", "-3"), ("number", "0,000001", "0.000001"),
        ("number", "7.0", "7"), ("duration", "90min", "PT1H30M"), ("duration", "2h", "PT2H"),
        ("duration", "2d", "P2D"), ("duration", "PT1H30M", "PT1H30M"),
        ("duration", "p1dt1s", "P1DT1S"), ("money", "300", "300.00 EUR"),
        ("money", "12.50 USD", "12.50 USD"), ("date", "2026-12-01", "2026-12-01"),
        ("date", "2026-12-01 14:30", "2026-12-01T14:30:00Z"), ("text", "wide open", "wide open"),
    ]

    @Test("hold values of their kind", arguments: values)
    func holds(_ kind: String, _ typed: String, _ kept: String) throws {
        let env = try opened()
        _ = try DeclareAttribute.run(.init(name: "x1", kind: kind), in: env)
        let id = "\(try add(["x1": typed], in: env))"
        #expect(try row(id, in: env).attributes == ["x1": kept])
        // What is kept is read as itself.
        var task = TaskInput()
        task.attributes = ["x1": kept]
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try EditTask.run(EditTask.Input(id: id, task), in: env)
        }
    }

    @Test("refuse what is none") func refuses() throws {
        let env = try opened()
        let kinds = ["n": "number", "d": "duration", "m": "money", "t": "date"]
        for (name, kind) in kinds {
            _ = try DeclareAttribute.run(.init(name: name, kind: kind), in: env)
        }
        _ = try DeclareAttribute.run(.init(name: "size", choices: ["S", "M"]), in: env)
        let wrong = [
            ["n": "two"], ["n": "1.2345678"], ["n": "1.2.3"], ["d": "long"], ["d": "P"],
            ["d": "PT5"], ["m": "much"], ["t": "soonish"], ["size": "XL"], ["width": "3"],
            ["n": "99999999999999999999"], ["n": "+-5"], ["n": "--5"],
            ["d": "P" + String(repeating: "999999999W", count: 15_300)],
        ]
        let events = try env.events()
        for values in wrong {
            #expect(throws: ApplicationError.self, "\(values)") { try add(values, in: env) }
        }
        for name in ["due", "Big", "", "a b", "tag", "is", "9a", "or", "depends", "parent"] {
            #expect(throws: ApplicationError.self, "\(name)") {
                try DeclareAttribute.run(.init(name: name), in: env)
            }
        }
        // The same again is nothing new, another kind a contradiction.
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try DeclareAttribute.run(.init(name: "n", kind: "number"), in: env)
        }
        #expect(throws: ApplicationError.decision(.badAttribute(.known("n", .number)))) {
            try DeclareAttribute.run(.init(name: "n", kind: "text"), in: env)
        }
        #expect(try env.events() == events)
    }

    @Test("change, go, and come back with an undo") func undone() throws {
        let env = try opened()
        _ = try DeclareAttribute.run(.init(name: "size", choices: ["S", "M", "L"]), in: env)
        let id = "\(try add(["size": "m", "planned": "80"], in: env))"
        #expect(try row(id, in: env).attributes == ["planned": "80.00 EUR", "size": "M"])
        var task = TaskInput()
        task.attributes = ["size": "L", "planned": ""]
        _ = try EditTask.run(EditTask.Input(id: id, task), in: env)
        #expect(try row(id, in: env).attributes == ["size": "L"])
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try row(id, in: env).attributes == ["planned": "80.00 EUR", "size": "M"])
        _ = try RedoCommits.run(RedoCommits.Input(), in: env)
        #expect(try row(id, in: env).attributes == ["size": "L"])
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).events == env.events())
    }

    @Test("of many tasks change in one commit, and only where they change") func many() throws {
        let env = try opened()
        let ids = try (0..<3).map { _ in "\(try add([:], in: env))" }
        var task = TaskInput()
        (task.project, task.due) = ("home", "2026-02-01")
        let written = try EditTasks.run(
            EditTasks.Input(ids: ids, task, addTags: ["diy"]), in: env)
        #expect(written.ids.map { "\($0)" } == ids)
        for id in ids {
            let row = try row(id, in: env)
            #expect(row.project == "home" && row.tags == ["diy"] && row.deadline == "2026-02-01")
        }
        var other = TaskInput()
        other.priority = "H"
        _ = try EditTask.run(EditTask.Input(id: ids[0], other), in: env)
        let second = try EditTasks.run(EditTasks.Input(ids: ids, other), in: env)
        #expect(second.ids.map { "\($0)" } == Array(ids[1...]))
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try ids.map { try row($0, in: env).priority } == [1, nil, nil])
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try EditTasks.run(EditTasks.Input(ids: ids, task), in: env)
        }
    }

    @Test("go along when a task is duplicated; it is open again") func duplicated() throws {
        let env = try opened()
        let id = "\(try add(["planned": "80"], in: env))"
        _ = try CompleteTasks.run(EntriesInput(ids: [id]), in: env)
        var task = TaskInput()
        task.due = "2026-02-01"
        let copy = try DuplicateTask.run(
            DuplicateTask.Input(id: id, task, addTags: ["again"]), in: env)
        let row = try row("\(copy.id)", in: env)
        #expect(row.title == "Paint" && row.status == .open && row.tags == ["again"])
        #expect(row.attributes == ["planned": "80.00 EUR"] && row.deadline == "2026-02-01")
    }
}
