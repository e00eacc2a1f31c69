import Application
import Ledger
import Support
import Testing

@Suite struct DemoTests {
    @Test func tellsTheSameStoryEveryTime() throws {
        let env = Environment.test
        let told = try DemoLedger.run(NoInput(), in: env)
        #expect(told == (try DemoLedger.run(NoInput(), in: .test)))
        #expect(told.start.description == "2025-01-01")
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
        #expect(Set(report.rows.map(\.start)).count == 12)
        let refunds = try ListEntries.run(ListEntries.Input(amount: "<0"), in: env)
        #expect(refunds.rows.count >= 2)
        let market = try ListEntries.run(ListEntries.Input(query: "market"), in: env).rows
        #expect(market.contains { $0.entry.count == 2 })
        #expect(market.contains { $0.version != $0.id })
        let dinner = try EntryHistory.run(EntryInput(id: "passport"), in: env)
        #expect(dinner.type == "task")
        #expect(dinner.versions.map(\.action) == [.added, .completed])
    }
}
