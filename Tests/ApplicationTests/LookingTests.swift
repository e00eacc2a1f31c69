import Application
import Ledger
import Support
import Testing

@Suite struct LookingTests {
    private func household() throws -> Environment {
        let env = try opened()
        try env.add("10", "Rent", day: "2026-01-01", category: "home:rent")  // 2
        try env.add("20", "Market", day: "2026-01-05", category: "food")  // 3
        try env.add("-3", "Market", day: "2026-01-06", category: "food:fruit")  // 4
        try env.add("2.5", "Tea house", day: "2026-01-15", category: "food")  // 5
        return env
    }

    @Test func findsIdsInEveryForm() throws {
        let env = try household().with { $0.lastList = [5, 3] }
        func shown(_ id: String) throws -> UInt64 {
            try ShowEntry.run(EntryInput(id: id), in: env).id
        }
        #expect(try shown("3") == 3)
        #expect(try shown("#3") == 3)
        #expect(try shown(".2") == 3)
        #expect(try shown("rent") == 2)
        #expect(try shown("tea HOUSE") == 5)
        #expect(throws: ApplicationError.noSuchRow(".3", count: 2)) { try shown(".3") }
        #expect(throws: ApplicationError.noSuchRow(".0", count: 2)) { try shown(".0") }
        for id in ["6", "99999999999999999999", "cinema", "", "1"] {
            #expect(throws: ApplicationError.unknownID(id)) { try shown(id) }
        }
        #expect {
            try shown("market")
        } throws: { error in
            guard case .ambiguousID("market", let found)? = error as? ApplicationError else {
                return false
            }
            return found.map(\.id) == [4, 3]
        }
    }

    @Test("a note is an id where there is no title") func notesAsIds() throws {
        let env = try household()
        let input = AmendEntry.Input(id: "rent").with(title: "", note: "Landlord\nMarch")
        _ = try AmendEntry.run(input, in: env)
        _ = try AmendEntry.run(AmendEntry.Input(id: "tea").with(note: "landlord"), in: env)
        #expect(try ShowEntry.run(EntryInput(id: "landlord"), in: env).id == 2)
        #expect(try ShowEntry.run(EntryInput(id: "march"), in: env).id == 2)
        #expect(throws: ApplicationError.unknownID("rent")) {
            try ShowEntry.run(EntryInput(id: "rent"), in: env)
        }
        let snapshot = try env.snapshot()
        #expect(try snapshot.find("landlord").map(\.title) == ["Landlord"])
    }

    @Test func prefersWhatCanBeChanged() throws {
        let env = try household()
        _ = try VoidEntry.run(EntriesInput(ids: ["4"]), in: env)
        #expect(try VoidEntry.run(EntriesInput(ids: ["market"]), in: env).id == 3)
        #expect(throws: ApplicationError.self) {
            try RestoreEntry.run(EntriesInput(ids: ["market"]), in: env)
        }
    }

    @Test(arguments: [
        (ListEntries.Input(), [5, 4, 3, 2]), (ListEntries.Input(limit: 2), [5, 4]),
        (ListEntries.Input(range: "last month"), []),
        (ListEntries.Input(begin: "2026-01-05", end: "2026-01-15"), [4, 3]),
        (ListEntries.Input(begin: "today"), [5]),
        (ListEntries.Input(range: "this week", limit: 0), []),
        (ListEntries.Input(category: "Food"), [5, 4, 3]),
        (ListEntries.Input(category: "food:fruit"), [4]),
        (ListEntries.Input(query: "house"), [5]), (ListEntries.Input(kinds: [.income]), []),
        (ListEntries.Input(amount: ">2.5"), [3, 2]),
        (ListEntries.Input(amount: ">=2,50"), [5, 3, 2]),
        (ListEntries.Input(amount: "<0"), [4]), (ListEntries.Input(amount: "10"), [2]),
        (ListEntries.Input(amount: "2..10"), [5, 2]),
        (ListEntries.Input(amount: "..5", limit: 1), [5]),
        (ListEntries.Input(query: "cat:food not:cat:food:fruit amt:>2.5"), [3]),
        (ListEntries.Input(query: "who:ada"), []),
        (ListEntries.Input(query: "by:a"), [5, 4, 3, 2]),
        (ListEntries.Input(sort: "amount"), [3, 2, 5, 4]),
        (ListEntries.Input(sort: "position", limit: 2), [5, 4]),
    ])
    func lists(input: ListEntries.Input, ids: [UInt64]) throws {
        let list = try ListEntries.run(input, in: try household())
        #expect(list.rows.map(\.id) == ids)
    }

    @Test func saysWhetherThereIsMore() throws {
        let env = try household()
        #expect(try ListEntries.run(ListEntries.Input(limit: 3), in: env).more)
        #expect(try !ListEntries.run(ListEntries.Input(limit: 4), in: env).more)
        let filtered = ListEntries.Input(amount: ">2", limit: 1)
        #expect(try ListEntries.run(filtered, in: env).more)
    }

    @Test func refusesWhatIsNoFilter() throws {
        let env = try household()
        func list(_ input: ListEntries.Input) throws { _ = try ListEntries.run(input, in: env) }
        for text in ["", "..", "many", ">", "1e3"] {
            #expect(throws: ApplicationError.badAmountFilter(text)) {
                try list(ListEntries.Input(amount: text))
            }
        }
        #expect(throws: ApplicationError.outOfRange(field: "limit", -1)) {
            try list(ListEntries.Input(limit: -1))
        }
        #expect(throws: ApplicationError.decision(.unknownAccount("Bank", suggestions: []))) {
            try list(ListEntries.Input(account: "Bank"))
        }
        #expect {
            try list(ListEntries.Input(begin: "2026-02-30"))
        } throws: { error in
            (error as? ApplicationError)?.code == "badDate.noSuchDay"
        }
        let (begin, end) = (Day(daysSince1970: 20_463), Day(daysSince1970: 20_458))
        #expect(throws: ApplicationError.emptyRange(begin: begin, end: end)) {
            try list(ListEntries.Input(begin: "2026-01-10", end: "2026-01-05"))
        }
    }

    @Test func reportsByPeriodAndCategory() throws {
        let env = try household()
        func rows(_ input: SpendingReportEndpoint.Input) throws -> [String] {
            try SpendingReportEndpoint.run(input, in: env).rows.map {
                "\($0.start) \($0.category ?? "-") \($0.sum) \($0.count)"
            }
        }
        #expect(
            try rows(.init(period: "weekly")) == [
                "2025-12-29 - 10.00 1", "2026-01-05 - 17.00 2", "2026-01-12 - 2.50 1",
            ])
        #expect(
            try rows(.init(range: "weekly", weekStart: "sunday")) == [
                "2025-12-28 - 10.00 1", "2026-01-04 - 17.00 2", "2026-01-11 - 2.50 1",
            ])
        #expect(
            try rows(.init(period: "monthly", by: "category", depth: 1)) == [
                "2026-01-01 food 19.50 3", "2026-01-01 home 10.00 1",
            ])
        #expect(try rows(.init(range: "2026-01-05")) == ["2026-01-05 - 20.00 1"])
        #expect(try rows(.init(depth: 1)).count == 2)
        #expect(throws: ApplicationError.outOfRange(field: "depth", 0)) {
            try rows(.init(depth: 0))
        }
        #expect(throws: ApplicationError.self) { try rows(.init(period: "hourly")) }
        #expect(throws: ApplicationError.self) { try rows(.init(by: "mood")) }
    }

    @Test func looksIntoThePast() throws {
        let env = try household()
        let then = env.with { $0.asOf = .position(3) }
        #expect(try then.sums() == ["expense 30.00 EUR 2"])
        let list = try ListEntries.run(ListEntries.Input(), in: then)
        #expect(list.position == 3)
        #expect(throws: ApplicationError.readOnlyPast) { try then.add("1") }
        #expect(throws: ApplicationError.beyondEnd(position: 6, last: 5)) {
            try env.with { $0.asOf = .position(6) }.snapshot()
        }
        let clock = Timestamp(millisecondsSince1970: 1_768_478_400_000)
        #expect(try env.past("3") == .position(3))
        #expect(try env.past("2026-01-15T12:00:00Z") == .time(clock))
        #expect(try env.past("today") == .time(Timestamp("2026-01-15T23:59:59.999Z") ?? clock))
        #expect(try env.moment("2026-01-02") == Timestamp("2026-01-02T12:00:00Z"))
        #expect(try env.with { $0.asOf = .time(clock) }.sums() == env.sums())
        let before = env.with { $0.asOf = .time(clock.adding(milliseconds: -1)) }
        #expect(throws: ApplicationError.report(.notOpened)) { try before.sums() }
    }

    @Test func replaysTheSame() throws {
        let env = try household()
        let report = SpendingReportEndpoint.Input(period: "monthly")
        let all = try ReplayLedger.run(ReplayLedger.Input(report: report), in: env)
        #expect(all.summary.events == 6)
        #expect(all.summary.commits == 5)
        #expect(all.summary.position == 5)
        let names = ["spending", "categories", "accounts", "chart", "tasks", "statements"]
        #expect(all.summary.projections == names)
        #expect(all.summary.rebuilt.map(\.name) == names)
        #expect(all.report == (try SpendingReportEndpoint.run(report, in: env)))
        let part = try ReplayLedger.run(ReplayLedger.Input(to: 3, report: report), in: env)
        #expect(part.summary.events == 4)
        #expect(part.summary.commits == 3)
        #expect(part.report?.rows.map(\.sum) == ["30.00"])
        let then = try ListEntries.run(
            ListEntries.Input(), in: env.with { $0.asOf = .position(3) })
        #expect(part.summary.root == then.root)
        let past = ReplayLedger.Input(asOf: "2025-12-31", report: nil)
        #expect(try ReplayLedger.run(past, in: env).summary.events == 0)
    }

    @Test func saysWhatTheLogIs() throws {
        let env = try household()
        let info = try LedgerInfo.run(NoInput(), in: env)
        #expect(info.ledger == "0102030405060708090a0b0c0d0e0f10")
        #expect(info.events == 6)
        #expect(info.commits == 5)
        let verified = try VerifyLog.run(VerifyLog.Input(), in: env)
        #expect(verified.root == info.root)
        #expect(verified.events == 6)
        #expect(try SealLog.run(NoInput(), in: env).root == info.root)
    }

    @Test func writesNothingInADraft() throws {
        let env = try household()
        // Ids are hashed, so they must be the same for the same root.
        let before = env.newCommitID()
        let draft = env.with { $0.newCommitID = { before } }.dryRun()
        #expect(draft.isDryRun)
        let id = try draft.add("99", "Sofa")
        #expect(try ShowEntry.run(EntryInput(id: "sofa"), in: draft).id == id)
        #expect(try draft.events() == 7)
        #expect(try env.events() == 6)
        #expect(try env.with { $0.newCommitID = { before } }.add("99", "Sofa") == id)
        #expect(try env.root() == draft.root())
        let nowhere = Environment.test.dryRun()
        _ = try InitLedger.run(InitLedger.Input(), in: nowhere)
        #expect(try nowhere.events() == 2)
    }
}

extension AmendEntry.Input {
    fileprivate func with(title: String? = nil, note: String? = nil) -> AmendEntry.Input {
        var input = self
        input.title = title
        input.note = note
        return input
    }
}
