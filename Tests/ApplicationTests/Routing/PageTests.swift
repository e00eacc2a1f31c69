import Application
import Ledger
import Testing

@Suite("Lists page by page") struct PageTests {
    @Test("of five lines two by two, and beyond the end") func lines() throws {
        let env = try opened()
        for day in 1...5 { try env.add("\(day)", "Tea \(day)", day: "2026-01-0\(day)") }
        func page(_ skip: Int?, _ limit: Int?) throws -> LineList {
            try ListEntries.run(ListEntries.Input(query: "tea", limit: limit, skip: skip), in: env)
        }
        let expected: [(skip: Int?, titles: [String], more: Bool)] = [
            (nil, ["Tea 5", "Tea 4"], true), (2, ["Tea 3", "Tea 2"], true), (4, ["Tea 1"], false),
            (5, [], false), (.max, [], false),
        ]
        for part in expected {
            let list = try page(part.skip, 2)
            #expect(list.rows.map(\.title) == part.titles)
            #expect(list.more == part.more && list.count == 5 && list.skipped == part.skip)
        }
        #expect(try page(3, nil).rows.map(\.title) == ["Tea 2", "Tea 1"])
        #expect(try page(1, 0).rows.isEmpty)
        #expect(throws: ApplicationError.outOfRange(field: "skip", -1)) { try page(-1, nil) }
        #expect(throws: ApplicationError.outOfRange(field: "limit", -2)) { try page(nil, -2) }
    }

    @Test("tasks by tabs, what presses first; within a page by deadline") func tasks() throws {
        let noon = try #require(Timestamp("2026-03-10T12:00:00Z"))
        let env = try opened { $0.now = { noon } }
        for (title, due) in [
            ("done", "2026-03-01"), ("late", "2026-03-09"), ("now", "2026-03-10"),
            ("soon", "2026-03-11"), ("ever", "none"),
        ] {
            var task = TaskInput()
            (task.title, task.due) = (title, due)
            _ = try AddTask.run(AddTask.Input(task), in: env)
        }
        _ = try CompleteTasks.run(EntriesInput(ids: ["done"]), in: env)
        func page(_ skip: Int?, _ limit: Int?) throws -> TaskList {
            var input = ListTasks.Input(all: true)
            (input.skip, input.limit) = (skip, limit)
            return try ListTasks.run(input, in: env)
        }
        #expect(try page(nil, 2).rows.map(\.title) == ["late", "now"])
        #expect(try page(2, 2).rows.map(\.title) == ["soon", "ever"])
        let last = try page(3, 2)
        // The last two, tab by tab, are ever and done; the earlier deadline comes first.
        #expect(last.rows.map(\.title) == ["done", "ever"] && !last.more && last.count == 5)
        #expect(last.rowsByTab.map(\.title) == ["ever", "done"] && last.skipped == 3)
        #expect(try page(2, 2).more)
        #expect(try page(9, nil).rows.isEmpty)
        var find = FindTasks.Input(text: "o")
        (find.skip, find.limit) = (1, 1)
        let found = try FindTasks.run(find, in: env)
        #expect(found.rows.map(\.title) == ["soon"] && found.count == 3 && found.more)
        #expect(throws: ApplicationError.outOfRange(field: "skip", -1)) { try page(-1, 2) }
    }
}
