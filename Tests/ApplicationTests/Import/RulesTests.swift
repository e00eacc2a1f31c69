import Application
import EventLog
import Ledger
import Support
import Testing

@Suite("Changing lines by rules")
struct RulesTests {
    private func shop() throws -> Environment {
        let env = try opened()
        try env.add("10", "Market hall", day: "2026-01-01")  // 2
        try env.add("20", "Market tea", day: "2026-02-05", category: "home")  // 3
        try env.add("30", "Tea", day: "2026-02-06")  // 4
        return env
    }

    private func save(
        _ name: String, _ query: String, _ env: Environment, dryRun: Bool? = nil,
        _ change: (inout Rule.Changes) -> Void
    ) throws -> SaveRule.Output {
        var changes = Rule.Changes()
        change(&changes)
        let rule = Rule(name: name, query: query, changes: changes)
        return try SaveRule.run(SaveRule.Input(rule: rule, dryRun: dryRun), in: env)
    }

    private func apply(
        _ env: Environment, _ query: String = "", rules: [String]? = nil,
        _ change: (inout ManyInput) -> Void = { _ in }
    ) throws -> ManyWritten {
        var lines = ManyInput(query: query)
        change(&lines)
        return try ApplyRules.run(ApplyRules.Input(lines: lines, rules: rules), in: env)
    }

    @Test("the first rule says what a field becomes, the tags of all are added")
    func comesTogether() throws {
        let env = try shop()
        let first = try save("market", "market", env) {
            $0.category = "food"
            $0.addTags = ["shop"]
        }
        #expect(first.found == 2 && first.replaced == nil)
        _ = try save("tea", "tea", env) {
            $0.category = "drinks"
            $0.payee = "Tea house"
            $0.addTags = ["Tea"]
        }
        let preview = try apply(env) { $0.preview = true }
        #expect(preview.lines == 3 && preview.batch == nil)
        #expect(try env.events() == 5)
        let cells = try #require(preview.cells).map {
            "\($0.start?.description ?? "") \($0.category ?? "") \($0.was) \($0.now)"
        }
        #expect(
            cells == [
                "2026-01-01  10.00 0.00", "2026-01-01 food 0.00 10.00",
                "2026-02-01  30.00 0.00", "2026-02-01 drinks 0.00 30.00",
                "2026-02-01 food 0.00 20.00", "2026-02-01 home 20.00 0.00",
            ])
        let done = try apply(env)
        #expect(done.lines == 3 && done.same == 0)
        #expect(done.cells == preview.cells)
        #expect(
            done.rules.map { $0.map { "\($0.name) \($0.lines)" } } == ["market 2", "tea 2"])
        let totals = done.totals.map { "\($0.category) \($0.change) \($0.count)" }
        #expect(totals == [" -40.00 -2", "drinks 30.00 1", "food 30.00 2", "home -20.00 -1"])
        let rows = try ListEntries.run(ListEntries.Input(), in: env).rows
        #expect(rows.map(\.category) == ["drinks", "food", "food"])
        #expect(rows.map(\.payee) == ["Tea house", "Tea house", nil])
        #expect(rows.map(\.tags) == [["Tea"], ["shop", "Tea"], ["shop"]])
        let history = try EntryHistory.run(EntryInput(id: "3"), in: env)
        #expect(history.versions.last?.reason == "rules market, tea")
        #expect(history.versions.last?.batch == done.batch)
    }

    @Test("a rule that is there already is saved once, another one of its name takes its place")
    func once() throws {
        let env = try shop()
        _ = try save("tea", "tea", env) { $0.category = "drinks" }
        #expect(throws: ApplicationError.rule(.exists("tea"))) {
            try save(" tea ", "tea", env) { $0.category = "drinks" }
        }
        #expect(ApplicationError.rule(.exists("tea")).exitClass == .refused)
        #expect(try save("tea", "tea", env) { $0.category = "food" }.replaced != nil)
    }

    @Test func isIdempotentAndCanBeUndone() throws {
        let env = try shop()
        _ = try save("tea", "title:tea", env) { $0.category = "drinks" }
        let done = try apply(env)
        let again = try apply(env)
        #expect(again.lines == 0 && again.same == 2 && again.batch == nil)
        #expect(again.rules?.map(\.lines) == [0])
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try ListEntries.run(ListEntries.Input(query: "cat:drinks"), in: env).rows.isEmpty)
        #expect(try apply(env).batch != done.batch)
    }

    @Test("only some rules, only some lines, and only what someone saw")
    func isNarrowed() throws {
        let env = try shop()
        _ = try save("market", "market", env) { $0.category = "food" }
        _ = try save("tea", "tea cat:", env) { $0.category = "drinks" }
        let some = try apply(env, "date:2026-01") { $0.preview = true }
        #expect(some.rows.map(\.id) == [2])
        let tea = try apply(env, rules: ["tea"]) { $0.preview = true }
        #expect(tea.rows.map(\.id) == [4] && tea.rules?.map(\.name) == ["tea"])
        #expect(throws: ApplicationError.store(.conflict(expected: 4, actual: 5))) {
            try apply(env) { $0.seen = 4 }
        }
    }

    @Test func keepsRulesInTheirPlace() throws {
        let env = try shop()
        _ = try save("a", "tea", env) { $0.category = "x" }
        _ = try save("b", "tea", env) { $0.category = "y" }
        _ = try save("c", "tea", env, dryRun: true) { $0.category = "z" }
        let old = try #require(try save(" a ", "hall", env) { $0.note = "" }.replaced)
        #expect(old.query == "tea")
        let list = try ListKept<Rule>.run(NoInput(), in: env)
        #expect(list.rows.map(\.name) == ["a", "b"])
        #expect(
            try RemoveKept<Rule>.run(RemoveKept<Rule>.Input(name: "a"), in: env).query == "hall")
        #expect(try ListKept<Rule>.run(NoInput(), in: env).rows.map(\.name) == ["b"])
    }

    @Test func refusesWhatIsNoRule() throws {
        let env = try shop()
        #expect(throws: ApplicationError.rule(.noRules)) { try apply(env) }
        #expect(throws: ApplicationError.rule(.noTerms("a"))) {
            try save("a", " \n", env) { $0.category = "x" }
        }
        #expect(throws: ApplicationError.rule(.noChange("a"))) {
            try save("a", "tea", env) { _ in }
        }
        #expect(throws: ApplicationError.decision(.emptyName)) {
            try save(" ", "tea", env) { $0.category = "x" }
        }
        #expect(throws: ApplicationError.self) { try save("a", "ctg:x", env) { $0.note = "x" } }
        #expect(throws: ApplicationError.unknownPerson("Nobody", suggestions: [])) {
            try save("a", "tea", env) { $0.payer = "Nobody" }
        }
        #expect(try ListKept<Rule>.run(NoInput(), in: env).rows.isEmpty)
        _ = try save("tea", "tea", env) { $0.category = "x" }
        #expect(throws: ApplicationError.rule(.unknown("tae", known: ["tea"]))) {
            try apply(env, rules: ["tae"])
        }
        #expect(throws: ApplicationError.rule(.unknown("tae", known: ["tea"]))) {
            try RemoveKept<Rule>.run(RemoveKept<Rule>.Input(name: "tae"), in: env)
        }
    }

    @Test func keepsWhatItDoesNotKnow() throws {
        let text = """
            {"version":1,"rules":[{"name":"a","where":"tea","since":2025,
            "set":{"category":"x","newer":[1]}}]}
            """
        var file = try KeptFile<Rule>(bytes(text), path: "rules.json")
        var changes = Rule.Changes()
        changes.addTags = ["t"]
        file.save(Rule(name: "a", query: "hall", changes: changes))
        let rule = try #require(JSONValue(parsing: file.bytes)?["rules"]?.array?.first)
        #expect(rule["since"]?.integer == 2_025 && rule["where"]?.string == "hall")
        #expect(rule["set"]?["newer"]?.array?.first?.integer == 1)
        #expect(rule["set"]?["category"] == nil)
        #expect(rule["set"]?["addTags"]?.array?.first?.string == "t")
    }
}
