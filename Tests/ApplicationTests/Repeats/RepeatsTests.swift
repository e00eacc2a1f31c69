import Application
import EventLog
import Ledger
import Support
import Testing

/// What comes again, through its requests; it is noon of 2026-01-15.
@Suite("What comes again, asked for") struct RepeatsTests {
    private static func rent(
        _ env: Environment, from: String = "2025-11", post: Bool = true, every: String? = nil
    ) throws {
        let line = LineInput(amount: "980", title: "Rent", category: "home:rent", account: "giro")
        _ = try AddRepeat.run(
            AddRepeat.Input(
                line: line, every: every ?? "month on the 1st", from: from, post: post), in: env)
    }

    private static func days(_ env: Environment) throws -> [String] {
        try env.snapshot().lines().map { "\($0.facts.day) \($0.facts.amount)" }.sorted()
    }

    @discardableResult
    private static func post(
        _ input: PostRepeats.Input = .init(), _ env: Environment
    ) throws -> [String] {
        try PostRepeats.run(input, in: env).rows.map {
            "\($0.day)" + ($0.known == true ? " known" : "")
        }
    }

    @Test("what is due is recorded once, however often it is asked for") func once() throws {
        let env = try opened()
        try Self.rent(env)
        let due = ["2025-11-01", "2025-12-01", "2026-01-01"]
        #expect(try Self.post(env.dryRun()) == due)
        #expect(try Self.days(env) == [])
        #expect(try Self.post(env) == due)
        #expect(try Self.post(env) == [])
        #expect(try Self.days(env) == due.map { "\($0) 980.00" })
        // One of them again, and one that is to come.
        #expect(try Self.post(.init(id: "rent", day: "2025-12-01"), env) == ["2025-12-01 known"])
        #expect(try Self.post(.init(id: "rent", day: "2026-02-01"), env) == ["2026-02-01"])
        #expect(try Self.post(.init(until: "2026-03"), env) == ["2026-03-01"])
        #expect(try Self.days(env).count == 5)
    }

    @discardableResult
    private static func post(_ env: Environment) throws -> [String] { try post(.init(), env) }

    @Test("what was recorded and voided is not expected again") func voided() throws {
        let env = try opened()
        try Self.rent(env)
        try Self.post(env)
        let lines = try env.snapshot().lines()
        _ = try VoidEntry.run(EntriesInput(ids: lines.map { "\($0.id)" }), in: env)
        #expect(try Self.post(env) == [])
        #expect(try Self.days(env) == [])
    }

    @Test("what ended is told as such when a later end is asked for") func laterEnd() throws {
        let env = try opened()
        try Self.rent(env)
        _ = try StopRepeat.run(.init(id: "rent", day: "2026-06-01"), in: env)
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try StopRepeat.run(.init(id: "rent", day: "2026-06-01"), in: env)
        }
        let error = #expect(throws: ApplicationError.self) {
            try StopRepeat.run(.init(id: "rent", day: "2027-01-01"), in: env)
        }
        guard case .decision(.notADay(_, "Rent", Day("2027-01-01"), nil)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("what is proposed is recorded by itself, with another amount if need be")
    func proposed() throws {
        let env = try opened()
        try Self.rent(env, post: false)
        #expect(try Self.post(env) == [])
        #expect(
            try Self.post(.init(id: "rent", day: "2025-12-01", amount: "990.50"), env)
                == ["2025-12-01"])
        #expect(try Self.days(env) == ["2025-12-01 990.50"])
        // The same day with another amount is another thing.
        #expect {
            try Self.post(.init(id: "rent", day: "2025-12-01", amount: "1"), env)
        } throws: { error in
            (error as? ApplicationError)?.code == "store.keyConflict"
        }
        #expect(try Self.post(.init(id: "rent"), env) == ["2025-11-01", "2026-01-01"])
        #expect {
            try Self.post(.init(id: "rent", day: "2025-12-02"), env)
        } throws: { error in
            (error as? ApplicationError)?.code == "decision.notADay"
        }
    }

    /// Rent stands under 3, behind the account that opens with it.
    @Test("what comes again so already is refused; what differs, or comes when it ended, is not")
    func twins() throws {
        let env = try opened()
        try Self.rent(env)
        let twin = ApplicationError.decision(.duplicateRepeat("Rent", 3))
        for from in ["2025-11", "2026-03"] {
            #expect(throws: twin) { try Self.rent(env, from: from) }
        }
        try Self.rent(env, from: "2025-09")
        try Self.rent(env, post: false)
        try Self.rent(env, every: "month on the 2nd")
        for id in ["3", "4"] { _ = try StopRepeat.run(.init(id: id, day: "2026-06-01"), in: env) }
        try Self.rent(env, from: "2026-06")
        var task = TaskInput()
        task.title = "Water plants"
        let water = AddRepeat.Input(task: task, every: "week on saturday")
        _ = try AddRepeat.run(water, in: env)
        #expect {
            try AddRepeat.run(water, in: env)
        } throws: { ($0 as? ApplicationError)?.code == "decision.duplicateRepeat" }
        // The same request again, under its key, is no second one.
        let keyed = env.with { $0.key = "tea" }
        let tea = AddRepeat.Input(line: LineInput(amount: "5", title: "Tea"), every: "day")
        #expect(try AddRepeat.run(tea, in: keyed).id == AddRepeat.run(tea, in: keyed).id)
    }

    @Test("a rule says the category of what comes again without one") func ruled() throws {
        let env = try opened()
        for (name, query, category) in [
            ("rent", "rent kind:expense cat:", "home:rent"), ("all", "amt:>1", "other"),
        ] {
            var changes = Rule.Changes()
            changes.category = category
            let rule = Rule(name: name, query: query, changes: changes)
            _ = try SaveRule.run(SaveRule.Input(rule: rule), in: env)
        }
        func note(_ line: LineInput) throws -> [String] {
            try AddRepeat.run(AddRepeat.Input(line: line, every: "month on the 1st"), in: env)
                .notes.filter { $0.kind == .categoryByRule }.map { "\($0.given) by \($0.used)" }
        }
        #expect(try note(LineInput(amount: "980", title: "Rent")) == ["home:rent by rent"])
        #expect(try note(LineInput(amount: "20", title: "Gym")) == ["other by all"])
        #expect(try note(LineInput(amount: "1", title: "Paper")) == [])
        #expect(try note(LineInput(amount: "981", title: "Rent", category: "flat")) == [])
        #expect(try note(LineInput(amount: "50", title: "Rent", kind: .transfer)) == [])
        let rows = try ListRepeats.run(.init(), in: env).rows
        #expect(rows.map(\.category) == ["home:rent", "other", "", "flat", ""])
    }

    @Test("many at once record each time once") func manyAtOnce() async throws {
        let env = try opened()
        try Self.rent(env, from: "2025-12-20", every: "day")
        let new = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try PostRepeats.run(.init(), in: env).rows.count { $0.known != true }
                }
            }
            return try await group.reduce(0, +)
        }
        // 20 December to 15 January.
        #expect(new == 27)
        #expect(try Self.days(env).count == 27)
        #expect(Set(try Self.days(env)).count == 27)
    }

    @Test("what was passed over is not recorded, nor what comes no more") func gaps() throws {
        let env = try opened()
        try Self.rent(env)
        _ = try SkipRepeat.run(.init(id: "rent", day: "2025-12-01"), in: env)
        _ = try StopRepeat.run(.init(id: "rent", day: "2026-01-01"), in: env)
        #expect(try Self.post(env) == ["2025-11-01"])
        // What was recorded, the end, and what was passed over.
        for _ in 0..<3 { _ = try UndoCommits.run(.init(), in: env) }
        #expect(try ListRepeats.run(.init(), in: env).rows.first?.until == nil)
        // November was recorded, and is voided.
        #expect(try Self.post(env) == ["2025-12-01", "2026-01-01"])
    }

    @Test("a closed month is closed for what comes again") func closed() throws {
        let env = try opened()
        try Self.rent(env)
        _ = try answer("close", #"{"period":"2025-11"}"#, in: env)
        #expect {
            try Self.post(.init(id: "rent", day: "2025-11-01"), env)
        } throws: { error in
            (error as? ApplicationError)?.code == "decision.closedPeriod"
        }
        #expect(try Self.days(env) == [])
        // Of all that is due the rest is recorded.
        let posted = try PostRepeats.run(.init(), in: env)
        #expect(posted.rows.map { "\($0.day)" } == ["2025-12-01", "2026-01-01"])
        #expect(posted.closed?.map { "\($0.day)" } == ["2025-11-01"])
        _ = try SkipRepeat.run(.init(id: "rent", day: "2025-11-01"), in: env)
        #expect(try PostRepeats.run(.init(), in: env).closed == nil)
        let other = try opened()
        try Self.rent(other)
        _ = try answer("close", #"{"period":"2025-11"}"#, in: other)
        #expect(try Self.post(other.with { $0.correction = "late" }).count == 3)
    }

    @Test("what is due lists tasks and money, late ones first") func due() throws {
        let env = try opened()
        try Self.rent(env)
        try Self.post(.init(id: "rent", day: "2025-12-01"), env)
        var task = TaskInput()
        task.title = "Water plants"
        _ = try AddRepeat.run(
            AddRepeat.Input(task: task, every: "week on saturday", from: "2026-01-11"), in: env)
        func due(_ within: String?) throws -> [String] {
            let list = try DueTasks.run(.init(within: within), in: env)
            return (list.expected ?? []).map { "\($0.day) \($0.kind)\($0.late ? " late" : "")" }
        }
        #expect(try due(nil) == ["2025-11-01 expense late", "2026-01-01 expense late"])
        #expect(try due("2d").last == "2026-01-17 task")
        #expect(try due("36h").last == "2026-01-17 task")
        #expect(try due("35h").last == "2026-01-01 expense late")
        _ = try PostRepeats.run(.init(id: "plants", day: "2026-01-17"), in: env)
        #expect(try due("2d").count == 2)
        let tasks = try DueTasks.run(.init(within: "2d"), in: env).rows
        #expect(tasks.map(\.deadline) == ["2026-01-17"])
    }
}
