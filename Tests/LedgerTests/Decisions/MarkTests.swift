import Ledger
import Support
import Testing

/// The status of lines, and what accounts are. The first commit behind the ledger begins at 4.
@Suite("Marks of lines and types of accounts")
struct MarkTests {
    private static let lines: [Event] = [
        .lineAdded(Given.line(1_000, "Rent", account: 3)),
        .lineAdded(Given.line(2_000, "Food", day: 3)),
    ]

    private static func marked(_ id: UInt64, _ status: LineStatus?) -> Event {
        .lineMarked(LineMarked(.position(id), status))
    }

    private static func typed(_ id: UInt64, _ type: AccountType?) -> Event {
        .accountTyped(AccountTyped(.position(id), type))
    }

    @Test("a line is marked once, and unmarked") func decides() throws {
        let given = Given.ledger + Self.lines
        let voided = Event.lineVoided(
            LineVoided(
                target: .position(5), previous: .position(5),
                replaced: Given.line(2_000, day: 3).facts))
        try expect(
            given: given, when: .mark([4, 5, 4], .pending),
            then: [Self.marked(4, .pending), Self.marked(5, .pending)])
        let marked = given + [Self.marked(4, .pending)]
        try expect(
            given: marked, when: .mark([4, 5], .pending), then: [Self.marked(5, .pending)])
        try expect(
            given: marked, when: .mark([4], .cleared), then: [Self.marked(4, .cleared)])
        try expect(given: marked, when: .mark([4], nil), then: [Self.marked(4, nil)])
        expect(given: marked, when: .mark([4], .pending), refused: .nothingChanged)
        expect(given: given, when: .mark([4], nil), refused: .nothingChanged)
        expect(given: given, when: .mark([], .cleared), refused: .nothingGiven)
        expect(given: given, when: .mark([99], .cleared), refused: .unknownTarget(99))
        expect(
            given: given + [voided], when: .mark([5], .cleared), refused: .alreadyVoided(5))
    }

    @Test("terms ask for a status, for none, and for neither") func finds() throws {
        let events =
            Given.ledger + Self.lines + [
                .lineAdded(Given.line(3_000, "Tea", day: 4)), Self.marked(4, .pending),
                Self.marked(5, .pending), Self.marked(5, .cleared),
            ]
        let snapshot = try LedgerSnapshot(store: Given.store([events]))
        func ids(_ text: String) throws -> [UInt64] {
            let query = try LineQuery(
                parsing: text, referenceData: snapshot.referenceData, today: Given.day(9),
                weekStart: .monday)
            return try snapshot.ids(of: query)
        }
        for (text, found) in [
            ("status:pending", [4]), ("status:!", [4]), ("status:cleared", [5]),
            ("status:*", [5]), ("status:", [6]), ("status:unmarked", [6]),
            ("not:status:", [4, 5]), ("not:status:pending", [5, 6]),
            ("status:pending status:cleared", [4, 5]), ("status:pending rent", [4]),
            ("status:pending food", []), ("status:cleared or tea", [5, 6]),
        ] as [(String, [UInt64])] {
            #expect(try ids(text) == found, "\(text)")
        }
        let error = #expect(throws: LineQueryError.self) { try ids("status:clear") }
        #expect(error?.fault == .status("clear"))
        let rows = try snapshot.lines().map { LineRow($0, referenceData: snapshot.referenceData) }
        #expect(rows.map(\.status) == [nil, .cleared, .pending])
        // A mark makes no version.
        #expect(rows.allSatisfy { $0.version == $0.id })
    }

    @Test("a mark changes no figure") func changesNothing() throws {
        let plain = try LedgerSnapshot(store: Given.store([Given.ledger + Self.lines]))
        let marked = try LedgerSnapshot(
            store: Given.store([Given.ledger + Self.lines + [Self.marked(4, .pending)]]))
        let parameters = ReportParameters(period: .daily, by: .category(depth: nil))
        #expect(
            try plain.report(parameters, now: Given.day(9)).rows
                == marked.report(parameters, now: Given.day(9)).rows)
        #expect(
            try plain.balanceReport(on: Given.day(9)).rows
                == marked.balanceReport(on: Given.day(9)).rows)
    }

    @Test("undoing brings the status back that was before") func undoes() throws {
        let given = try Undoing([
            Self.lines, [Self.marked(4, .pending)], [Self.marked(4, .cleared)],
        ])
        #expect(try given.events(.newest) == [Self.marked(4, .pending)])
        #expect(
            try given.conflicts(.events([6])) == ["line 4 status: pending, now cleared, by 7"])
        #expect(try given.events(.events([6, 7])) == [Self.marked(4, nil)])
        // With the lines that it belongs to nothing has to be said of it.
        let both = try Undoing([[Self.lines[0], .lineMarked(LineMarked(.position(4), .pending))]])
        let voided = LineVoided(
            target: .position(4), previous: .position(4),
            replaced: Given.line(1_000, account: 3).facts)
        #expect(try both.events(.newest) == [.lineVoided(voided)])
    }

    @Test("an account is what was said last, and undoing says what was before")
    func types() throws {
        try expect(
            given: Given.ledger, when: .changeAccount(3, AccountChanges(type: .set(.liability))),
            then: [Self.typed(3, .liability)])
        let typed = Given.ledger + [Self.typed(3, .liability)]
        expect(
            given: typed, when: .changeAccount(3, AccountChanges(type: .set(.liability))),
            refused: .nothingChanged)
        try expect(
            given: typed, when: .changeAccount(3, AccountChanges(type: .clear)),
            then: [Self.typed(3, nil)])
        let opened = AccountOpened(name: "Card", opening: Given.euros(0), day: Given.day(0))
        try expect(
            given: Given.ledger, when: .openAccount(opened, .liability),
            then: [
                .accountOpened(opened),
                .accountTyped(AccountTyped(.inThisCommit(0), .liability)),
            ])
        let given = try Undoing([[Self.typed(3, .liability)], [Self.typed(3, .asset)]])
        #expect(try given.snapshot.referenceData.account(at: 3)?.type == .asset)
        #expect(try given.events(.newest) == [Self.typed(3, .liability)])
        #expect(try given.events(.events([4, 5])) == [Self.typed(3, nil)])
        #expect(
            try given.conflicts(.events([4])) == ["account 3 type: liability, now asset, by 5"])
    }

    /// By hand: cash 30.00, bank 100.00, a card with 40.00 spent: 130.00 − 40.00 = 90.00; and
    /// 10.00 USD in the bank.
    @Test("a balance sheet adds up by type") func addsUp() throws {
        let dollars = LineAdded(
            facts: LineFacts(
                kind: .income, amount: Money(minor: 1_000, currency: Given.currency("USD")),
                day: Given.day(2), account: .position(3)))
        let card = AccountOpened(name: "Card", opening: Given.euros(0), day: Given.day(0))
        let events =
            Given.ledger + [
                .accountOpened(card), .accountTyped(AccountTyped(.position(4), .liability)),
                .lineAdded(Given.line(3_000, kind: .income, account: 2)),
                .lineAdded(Given.line(10_000, kind: .income, account: 3)),
                .lineAdded(Given.line(4_000, day: 1, account: 4)), .lineAdded(dollars),
            ]
        let snapshot = try LedgerSnapshot(store: Given.store([events]))
        let report = try snapshot.balanceReport(on: Given.day(5))
        #expect(
            report.types.map { "\($0.type) \($0.sum) \($0.currency)" } == [
                "asset 130.00 EUR", "asset 10.00 USD", "liability -40.00 EUR",
            ])
        #expect(
            report.totals.map { "\($0.sum) \($0.currency)" } == ["90.00 EUR", "10.00 USD"])
        let series = try snapshot.balanceSeries(
            .daily, in: DayRange(start: Given.day(0), end: Given.day(2)), weekStart: nil,
            today: Given.day(5))
        #expect(
            series.types.filter { $0.currency == "EUR" }.map {
                "\($0.start) \($0.type) \($0.sum)"
            } == [
                "2026-01-01 asset 130.00", "2026-01-01 liability 0.00",
                "2026-01-02 asset 130.00", "2026-01-02 liability -40.00",
            ])
    }

    /// By hand: 0.01 USD at 0.6 in each of two accounts is 0.006 and shown as 0.01 EUR twice;
    /// together it is 0.012 and shown as 0.01.
    @Test("what accounts come to in one currency is rounded once") func roundsOnce() throws {
        let dollar = Given.currency("USD")
        func income(_ account: UInt64) -> Event {
            .lineAdded(
                LineAdded(
                    facts: LineFacts(
                        kind: .income, amount: Money(minor: 1, currency: dollar),
                        day: Given.day(2), account: .position(account))))
        }
        let price = PriceSet(
            dollar, in: Given.currency("EUR"), try Rate(parsing: "0.6"), on: Given.day(0))
        let snapshot = try LedgerSnapshot(
            store: Given.store([Given.ledger + [.priceSet(price), income(2), income(3)]]))
        let exchange = Exchange(
            Given.currency("EUR"), at: .day, try snapshot.priceBook(), today: Given.day(5))
        let report = try snapshot.balanceReport(on: Given.day(5), in: exchange)
        #expect(report.rows.map(\.balance) == ["0.01", "0.01"])
        #expect(report.totals.map(\.sum) == ["0.01"])
    }
}
