import Application
import Ledger
import Support
import Testing

@Suite struct EntryTests {
    @Test func opensALedgerOnce() throws {
        let env = Environment.test
        #expect(throws: ApplicationError.noLedger(home: "memory")) { try env.add("1") }
        let input = InitLedger.Input(
            currency: "jpy", zone: "Etc/UTC", weekStart: "Sun", owner: "Grace")
        let opened = try InitLedger.run(input, in: env)
        #expect(opened.currency == "JPY")
        #expect(opened.zone == "Etc/UTC")
        #expect(opened.weekStart == "sunday")
        #expect(opened.owner == "Grace")
        #expect(opened.ledger == "0102030405060708090a0b0c0d0e0f10")
        #expect(opened.position == 1)
        #expect(throws: ApplicationError.ledgerExists(home: "memory", events: 2)) {
            try InitLedger.run(input, in: env)
        }
    }

    @Test func refusesSettingsThatAreNone() {
        #expect(throws: ApplicationError.unknownCurrency("EURX", suggestions: ["EUR"])) {
            try InitLedger.run(InitLedger.Input(currency: "EURX"), in: .test)
        }
        #expect(throws: ApplicationError.self) {
            try InitLedger.run(InitLedger.Input(zone: "Europe/Berlim"), in: .test)
        }
        let names = Weekday.allCases.map(\.name)
        #expect(
            throws: ApplicationError.badChoice(field: "weekStart", "noday", allowed: names)
        ) {
            try InitLedger.run(InitLedger.Input(weekStart: "noday"), in: .test)
        }
    }

    @Test func addsAndLists() throws {
        let env = try opened()
        let line = LineInput(
            amount: "12.50", title: "Lunch", note: "soup", category: "food:eating out",
            day: "yesterday", time: "12:30", tags: ["work"])
        let written = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
        #expect(written.id == 2)
        #expect(written.position == 2)
        #expect(written.root.count == 64)
        let list = try ListEntries.run(ListEntries.Input(), in: env)
        let row = try #require(list.rows.first)
        #expect(row.day.description == "2026-01-14")
        #expect(row.amount == "12.50")
        #expect(row.currency == "EUR")
        #expect(row.category == "food:eating out")
        #expect(row.time == "12:30")
        #expect(row.tags == ["work"])
        #expect(list.root == written.root)
    }

    @Test func addsSeveralLinesAsOneEntry() throws {
        let env = try opened()
        let input = AddEntry.Input(lines: [
            LineInput(amount: "20", title: "Market", category: "food", day: "2026-01-03"),
            LineInput(amount: "5", category: "home"),
        ])
        let written = try AddEntry.run(input, in: env)
        let shown = try ShowEntry.run(EntryInput(id: "3"), in: env)
        #expect(written.id == 2)
        #expect(shown.rows.map(\.id) == [2, 3])
        #expect(shown.rows.map(\.title) == ["Market", "Market"])
        #expect(shown.rows.map(\.day.description) == ["2026-01-03", "2026-01-03"])
        let voided = try VoidEntry.run(EntriesInput(ids: ["3"]), in: env)
        #expect(voided.notes.map(\.kind) == [.wholeEntry])
        #expect(try env.sums() == [])
    }

    @Test func opensAccountsThatAreNamed() throws {
        let env = try opened()
        let line = LineInput(amount: "9", title: "Tea", account: " Cash ")
        let written = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
        // The account is 2, the line 3, both in one commit.
        #expect(written.id == 3)
        #expect(written.notes == [DecisionNote(.accountOpened, given: "Cash", used: "Cash")])
        #expect(try LedgerInfo.run(NoInput(), in: env).commits == 2)
        let again = LineInput(amount: "9", title: "Tea", account: "cash")
        let second = try AddEntry.run(AddEntry.Input(lines: [again]), in: env)
        #expect(second.id == 4)
        #expect(second.notes == [])
        let rows = try ListEntries.run(ListEntries.Input(account: "CASH"), in: env).rows
        #expect(rows.map(\.account) == ["Cash", "Cash"])
        #expect(throws: ApplicationError.decision(.duplicateAccount("Cash", 2))) {
            try OpenAccount.run(OpenAccount.Input(name: "CASH"), in: env)
        }
    }

    @Test func movesMoneyBetweenAccounts() throws {
        let env = try opened()
        let opening = OpenAccount.Input(name: "Bank", opening: "100", day: "2026-01-01")
        #expect(try OpenAccount.run(opening, in: env).id == 2)
        let input = AddEntry.Input(
            lines: [LineInput(amount: "50", title: "Change")], from: "Bank", to: "Purse",
            received: "8000", receivedCurrency: "JPY")
        let written = try AddEntry.run(input, in: env)
        let rows = try ShowEntry.run(EntryInput(id: "\(written.id)"), in: env).rows
        #expect(rows.map(\.account) == ["Bank", "Purse"])
        #expect(rows.map(\.amount) == ["50.00", "8000"])
        #expect(rows.map(\.currency) == ["EUR", "JPY"])
        #expect(rows.map(\.incoming) == [false, true])
        #expect(try env.sums() == ["transfer 50.00 EUR 1"])
        let one = AddEntry.Input(lines: [LineInput(amount: "7", title: "Gift")], to: "Bank")
        let side = try ShowEntry.run(
            EntryInput(id: "\(AddEntry.run(one, in: env).id)"), in: env)
        #expect(side.rows.map(\.incoming) == [true])
    }

    @Test(arguments: [
        ("0.001", AmountError.tooManyFractionDigits(allowed: 2)), ("inf", .malformed(text: "inf")),
        ("1e3", .malformed(text: "1e3")), ("9223372036854775808", .outOfRange), ("", .empty),
    ])
    func refusesAmounts(text: String, error: AmountError) throws {
        let env = try opened()
        #expect(throws: ApplicationError.badAmount(text, error)) { try env.add(text) }
    }

    @Test func refusesNothingAndZero() throws {
        let env = try opened()
        #expect(throws: ApplicationError.decision(.nothingGiven)) {
            try AddEntry.run(AddEntry.Input(lines: []), in: env)
        }
        #expect(throws: ApplicationError.decision(.zeroAmount(line: 0))) { try env.add("0") }
        #expect(throws: ApplicationError.decision(.emptyTitle(line: 0))) { try env.add("1", " ") }
        #expect(throws: ApplicationError.unknownCurrency("EUO", suggestions: ["EUR"])) {
            try AddEntry.run(
                AddEntry.Input(lines: [LineInput(amount: "1", currency: "EUO", title: "x")]),
                in: env)
        }
        #expect(throws: ApplicationError.badTime("25:00")) {
            try AddEntry.run(
                AddEntry.Input(lines: [LineInput(amount: "1", title: "x", time: "25:00")]),
                in: env)
        }
        #expect(try env.events() == 2)
    }

    @Test func amendsAndKeepsWhatWas() throws {
        let env = try opened()
        let id = try env.add("12.50", category: "food")
        var input = AmendEntry.Input(id: "#\(id)")
        (input.amount, input.category, input.note) = ("13,40", "", "with tip")
        input.reason = "receipt"
        #expect(try AmendEntry.run(input, in: env).id == id)
        let history = try EntryHistory.run(EntryInput(id: "lunch"), in: env)
        #expect(history.versions.map(\.action) == [.added, .amended])
        let changes = history.versions[1].changes.map {
            "\($0.field): \($0.was ?? "-") → \($0.now ?? "-")"
        }
        #expect(
            changes == ["amount: 12.50 → 13.40", "category: food → -", "note: - → with tip"])
        #expect(history.versions[1].reason == "receipt")
        var again = AmendEntry.Input(id: "\(id)")
        again.amount = "13.40"
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try AmendEntry.run(again, in: env)
        }
        again.amount = nil
        again.currency = "USD"
        _ = try AmendEntry.run(again, in: env)
        #expect(try env.sums() == ["expense 13.40 USD 1"])
    }

    @Test func voidsAndRestores() throws {
        let env = try opened()
        let id = try env.add("5")
        _ = try VoidEntry.run(EntriesInput(ids: ["\(id)"], reason: "twice"), in: env)
        #expect(try env.sums() == [])
        #expect(throws: ApplicationError.decision(.alreadyVoided(id))) {
            try VoidEntry.run(EntriesInput(ids: ["\(id)"]), in: env)
        }
        _ = try RestoreEntry.run(EntriesInput(ids: ["lunch"]), in: env)
        #expect(try env.sums() == ["expense 5.00 EUR 1"])
        #expect(throws: ApplicationError.decision(.notVoided(id))) {
            try RestoreEntry.run(EntriesInput(ids: ["\(id)"]), in: env)
        }
    }

    @Test func writesOnceUnderAKey() throws {
        let env = try opened()
        let id = try env.add("5", key: "a")
        #expect(try env.add("5", key: "a") == id)
        #expect(throws: ApplicationError.store(.keyConflict(key: "a", position: id))) {
            try env.add("6", key: "a")
        }
        let void = EntriesInput(ids: ["lunch"])
        let keyed = env.with { $0.key = "b" }
        let first = try VoidEntry.run(void, in: keyed)
        #expect(try VoidEntry.run(void, in: keyed).position == first.position)
        #expect(try env.events() == 4)
    }
}
