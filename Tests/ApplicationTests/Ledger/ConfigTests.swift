import Application
import Ledger
import Support
import Testing

@Suite struct ConfigTests {
    @Test func changesWhatHoldsFromThenOn() throws {
        let env = try opened()
        // 2026-01-04 is a Sunday.
        try env.add("5", day: "2026-01-04")  // 2
        let input = ChangeConfig.Input(currency: "usd", zone: "Asia/Tokyo", weekStart: "Sun")
        let written = try ChangeConfig.run(input, in: env)
        #expect(written.id == 3)
        #expect(written.position == 3)
        let config = try ShowConfig.run(NoInput(), in: env)
        #expect(config.currency == "USD")
        #expect(config.zone == "Asia/Tokyo")
        #expect(config.weekStart == "sunday")
        #expect(config.owner == "Ada")
        #expect(config.since == 3)
        #expect(config.root == written.root)

        let weekly = SpendingReportEndpoint.Input(period: "weekly")
        let now = try SpendingReportEndpoint.run(weekly, in: env)
        #expect(now.settings.weekStart == "sunday")
        #expect(now.settings.currency == "USD")
        #expect(now.settings.zone == "Asia/Tokyo")
        #expect(now.rows.map(\.start.description) == ["2026-01-04"])
        // What was recorded keeps its currency.
        #expect(now.rows.map(\.currency) == ["EUR"])
        let before = env.with { $0.asOf = .position(2) }
        let then = try SpendingReportEndpoint.run(weekly, in: before)
        #expect(then.settings.weekStart == "monday")
        #expect(then.settings.currency == "EUR")
        #expect(then.settings.zone == "UTC")
        #expect(then.rows.map(\.start.description) == ["2025-12-29"])
        #expect(try ShowConfig.run(NoInput(), in: before).since == 0)
    }

    @Test func refusesWhatInitRefuses() throws {
        let env = try opened()
        func change(_ input: ChangeConfig.Input) throws { _ = try ChangeConfig.run(input, in: env) }
        #expect(throws: ApplicationError.unknownCurrency("EURX", suggestions: ["EUR"])) {
            try change(ChangeConfig.Input(currency: "EURX"))
        }
        #expect {
            try change(ChangeConfig.Input(zone: "Europe/Berlim"))
        } throws: { error in
            (error as? ApplicationError)?.code == "zone.unknownName"
        }
        let names = Weekday.allCases.map(\.name)
        #expect(throws: ApplicationError.badChoice(field: "weekStart", "noday", allowed: names)) {
            try change(ChangeConfig.Input(weekStart: "noday"))
        }
        for same in [
            ChangeConfig.Input(), ChangeConfig.Input(currency: "eur", weekStart: "monday"),
        ] {
            #expect(throws: ApplicationError.decision(.nothingChanged)) { try change(same) }
        }
        #expect(throws: ApplicationError.readOnlyPast) {
            try ChangeConfig.run(
                ChangeConfig.Input(currency: "USD"), in: env.with { $0.asOf = .position(1) })
        }
        #expect(try env.events() == 2)
    }

    @Test func writesOnceUnderAKeyAndNothingInADraft() throws {
        let env = try opened()
        let keyed = env.with { $0.key = "k" }
        let input = ChangeConfig.Input(weekStart: "sunday")
        _ = try ChangeConfig.run(input, in: keyed.dryRun())
        #expect(try env.events() == 2)
        let first = try ChangeConfig.run(input, in: keyed)
        _ = try ChangeConfig.run(ChangeConfig.Input(weekStart: "monday"), in: env)
        #expect(try ChangeConfig.run(input, in: keyed).id == first.id)
        #expect(try env.events() == 4)
    }

    @Test func letsReadersLook() throws {
        let env = try opened().with { $0.access = .granted([.read]) }
        #expect(try Router.call(ShowConfig.self, NoInput(), in: env).currency == "EUR")
        #expect(throws: ApplicationError.denied(path: "config/change", missing: [.write])) {
            try Router.call(ChangeConfig.self, ChangeConfig.Input(currency: "USD"), in: env)
        }
    }
}
