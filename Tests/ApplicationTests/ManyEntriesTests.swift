import Application
import Ledger
import Support
import Testing

@Suite("Changing all that a query finds")
struct ManyEntriesTests {
    private func shop() throws -> Environment {
        let env = try opened()
        try env.add("10", "Market hall", day: "2026-01-01", category: "food")  // 2
        try env.add("20", "Market hall", day: "2026-01-05", category: "home")  // 3
        try env.add("30", "Tea", day: "2026-01-06", category: "food")  // 4
        return env
    }

    private func amend(
        _ query: String, _ env: Environment, category: String, key: String? = nil,
        _ change: (inout ManyInput) -> Void = { _ in }
    ) throws -> ManyWritten {
        var lines = ManyInput(query: query)
        lines.key = key
        change(&lines)
        var changes = AmendEntry.Input(id: "")
        changes.category = category
        return try AmendEntries.run(.init(lines: lines, changes: changes), in: env)
    }

    @Test func writesOneBatch() throws {
        let env = try shop()
        let done = try amend("market", env, category: "food")
        #expect(done.lines == 1)
        #expect(done.same == 1)
        #expect(done.batch == 5)
        #expect(done.position == 6)
        #expect(done.dryRun == nil)
        let list = try ListEntries.run(ListEntries.Input(query: "cat:food"), in: env)
        #expect(list.rows.map(\.id) == [4, 3, 2])
        let history = try EntryHistory.run(EntryInput(id: "3"), in: env)
        #expect(history.versions.last?.batch == 5)
        let voided = try VoidEntries.run(ManyInput(query: "cat:food not:tea"), in: env)
        #expect(voided.lines == 2)
        #expect(try env.sums() == ["expense 30.00 EUR 1"])
        let all = try ListEntries.run(ListEntries.Input(query: "market", voided: true), in: env)
        #expect(all.rows.map(\.voided) == [true, true])
        #expect(try ListEntries.run(ListEntries.Input(query: "market"), in: env).rows.isEmpty)
    }

    @Test func looksWithoutWriting() throws {
        let env = try shop()
        let root = try env.root()
        let preview = try amend("market", env, category: "fun") { $0.preview = true }
        #expect(preview.rows.map(\.was) == ["food", "home"])
        #expect(preview.batch == nil && preview.dryRun == true)
        #expect(try env.root() == root)
        // Who said yes to a list gets that list.
        try env.add("1", "Market stall", day: "2026-01-07")
        let seen = preview.position + 1
        #expect(throws: ApplicationError.store(.conflict(expected: 5, actual: 6))) {
            try amend("market", env, category: "fun") { $0.seen = seen }
        }
        #expect(try amend("market", env, category: "fun") { $0.seen = 6 }.lines == 3)
    }

    @Test func writesNothingForNothing() throws {
        let env = try shop()
        let root = try env.root()
        #expect(try amend("cinema", env, category: "fun").lines == 0)
        let same = try amend("tea", env, category: "food")
        #expect(same.lines == 0 && same.same == 1 && same.batch == nil)
        #expect(try env.root() == root)
        #expect(throws: ApplicationError.self) { try amend("market", env, category: "a::b") }
        #expect(throws: ApplicationError.self) { try amend("ctg:x", env, category: "a") }
    }

    @Test func repeatsUnderAKey() throws {
        let env = try shop()
        let first = try amend("market", env, category: "fun", key: "k")
        let again = try amend("market", env, category: "fun", key: "k")
        #expect(again.batch == first.batch)
        #expect(try env.events() == 8)
    }
}
