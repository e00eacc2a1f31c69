import Application
import Ledger
import Support
import Testing

@Suite struct DemoTests {
    @Test func tellsTheSameStoryEveryTime() throws {
        let env = Environment.test
        let told = try DemoLedger.run(NoInput(), in: env)
        #expect(told == (try DemoLedger.run(NoInput(), in: .test)))
        #expect(told.start.description == "2025-01-16")
        #expect(told.end.description == "2026-01-16")
        #expect((380...520).contains(told.lines))
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).root == told.root)
        #expect(throws: ApplicationError.ledgerExists(home: "memory", events: told.events)) {
            try DemoLedger.run(NoInput(), in: env)
        }
    }

    @Test func hasSomethingOfEverything() throws {
        let env = Environment.test
        _ = try DemoLedger.run(NoInput(), in: env)
        let report = try SpendingReportEndpoint.run(.init(period: "monthly"), in: env)
        #expect(Set(report.rows.map(\.currency)) == ["EUR", "JPY"])
        #expect(Set(report.rows.map(\.kind)) == Set(EntryKind.allCases))
        #expect(Set(report.rows.map(\.start)).count == 13)
        let refunds = try ListEntries.run(ListEntries.Input(amount: "<0"), in: env)
        #expect(refunds.rows.count >= 2)
        let market = try ListEntries.run(ListEntries.Input(query: "market"), in: env).rows
        #expect(market.contains { $0.entry.count == 2 })
        #expect(market.contains { $0.version != $0.id })
        let dinner = try EntryHistory.run(EntryInput(id: "passport"), in: env)
        #expect(dinner.type == "task")
        #expect(dinner.versions.map(\.action) == [.added, .completed])
    }

    @Test(
        "it ends today, whatever day that is, with what lies ahead",
        arguments: ["2024-02-29", "2025-03-01", "2025-12-31", "2026-01-01", "2026-07-31"])
    func ends(today: String) throws {
        let day = try #require(Day(today))
        let now = Zone.utc.timestamp(of: day, .noon)
        let env = Environment.test.with { $0.now = { now } }
        let told = try DemoLedger.run(NoInput(), in: env)
        #expect(told.end <= day.adding(days: 1) && told.end > day.adding(days: -4))
        #expect(told.start >= day.adding(days: -366) && told.start < day.adding(days: -360))
        // Nothing is recorded in the future: the next entry needs no word about the clock.
        let newest = try ListLog.run(ListLog.Input(limit: 1), in: env).rows
        #expect(newest.first?.recordedAt == now)
        let tea = LineInput(amount: "1", title: "Tea")
        _ = try AddEntry.run(AddEntry.Input(lines: [tea]), in: env)
        // Due in 0, 1 and 5 days; the rent and the ticket come on the next first of a month.
        let tasks = try ListTasks.run(ListTasks.Input(tab: "open"), in: env).rows
        let due = tasks.filter { $0.title == "Call the landlord" }
        #expect(due.map(\.dueLocal) == [today] && due.map(\.tab) == [.today])
        #expect(tasks.contains { $0.late })
        let rules = try ListRepeats.run(ListRepeats.Input(), in: env).rows
        #expect(rules.count == 3 && rules.allSatisfy { ($0.next ?? day) > day })
        let month = try SpendingReportEndpoint.run(.init(range: "this month"), in: env)
        #expect(!month.rows.isEmpty)
        let budgets = try ReportBudgets.run(.init(), in: env).rows
        #expect(budgets.count == 3)
    }
}
