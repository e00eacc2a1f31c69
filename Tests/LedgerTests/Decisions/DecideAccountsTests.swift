import Ledger
import Support
import Testing

@Suite("Deciding on accounts and statements")
struct DecideAccountsTests {
    private let bank = AccountOpened(name: "Bank", opening: Given.euros(0), day: Given.day(0))

    private func changed(
        _ facts: AccountOpened, isClosed: Bool = false, previous: UInt64 = 3
    ) -> Event {
        .accountChanged(
            AccountChanged(
                target: .position(3), previous: .position(previous), facts: facts,
                isClosed: isClosed))
    }

    /// The events of an import of some lines, and the notes.
    private func importing(
        _ lines: [NewLine], given: [Event]
    ) throws -> (events: [Event], notes: [DecisionNote]) {
        let start = ImportStart(
            origin: "import",
            accounts: lines.map { line in
                ImportStart.Account(
                    name: line.account ?? "", currency: line.amount.currency, day: line.day)
            })
        let snapshot = try LedgerSnapshot(store: Given.store([given]))
        var state = try snapshot.state(for: [])
        state.idleAccounts = try snapshot.idleAccounts(among: lines.compactMap(\.account))
        var decision = try ImportDecision(start, state)
        var events = decision.opening
        for line in lines { events.append(try decision.event(of: line)) }
        return (events, decision.notes)
    }

    private func new(_ account: String?, day: Int32 = 3) -> NewLine {
        NewLine(
            kind: .expense, amount: Given.euros(100), day: Given.day(day), account: account,
            details: LineDetails(title: "Tea"))
    }

    @Test func changesWhatIsNamed() throws {
        var facts = bank
        facts.name = "House bank"
        facts.opening = Given.euros(-500)
        let changes = AccountChanges(name: " House bank", opening: Given.euros(-500))
        try expect(
            given: Given.ledger, when: .changeAccount(3, changes), then: [changed(facts)])
        // The next change follows this one, and keeps what it does not name.
        facts.day = Given.day(9)
        try expect(
            given: Given.ledger + [changed(facts)],
            when: .changeAccount(3, AccountChanges(isClosed: true)),
            then: [changed(facts, isClosed: true, previous: 4)])
    }

    @Test func respells() throws {
        var facts = bank
        facts.name = "BANK"
        try expect(
            given: Given.ledger, when: .changeAccount(3, AccountChanges(name: "BANK")),
            then: [changed(facts)])
    }

    @Test(arguments: [
        (3 as UInt64, AccountChanges(), DecisionError.nothingChanged),
        (3, AccountChanges(name: "Bank", isClosed: false), .nothingChanged),
        (3, AccountChanges(name: "cash"), .duplicateAccount("Cash", 2)),
        (3, AccountChanges(name: " "), .emptyName),
        (1, AccountChanges(isClosed: true), .notAnAccount(1)),
        (3, AccountChanges(opening: Given.euros(.min)), .amountTooLarge(line: 0)),
    ])
    func refuses(_ id: UInt64, _ changes: AccountChanges, _ error: DecisionError) {
        expect(given: Given.ledger, when: .changeAccount(id, changes), refused: error)
    }

    @Test("a closed account takes no new lines, however they come") func closed() throws {
        let used = Event.lineAdded(Given.line(100, "x", account: 3))
        let other = Event.lineAdded(Given.line(100, "y", account: 2))
        let given = Given.ledger + [used, other, changed(bank, isClosed: true)]
        let refusal = DecisionError.closedAccount("Bank", 3)
        expect(given: given, when: .addEntry([new("bank")]), refused: refusal)
        #expect(throws: refusal) { try importing([new("Cash"), new("bank")], given: given) }
        #expect(try importing([new("Cash")], given: given).events.count == 2)
        var changes = LineChanges()
        changes.account = .set("Bank")
        expect(given: given, when: .amend(5, changes, reason: ""), refused: refusal)
        expect(given: given, when: .amendAll([5], changes, reason: ""), refused: refusal)
        expect(given: given, when: .openAccount(bank), refused: refusal)
        // What it has stays, and can be changed in everything else.
        var amount = LineChanges()
        amount.amount = Given.euros(200)
        #expect(try decision(given: given, when: .amend(4, amount, reason: "")).events.count == 1)
        #expect(try decision(given: given, when: .void([4], reason: "")).events.count == 1)
        try expect(
            given: given, when: .changeAccount(3, AccountChanges(isClosed: false)),
            then: [changed(bank, previous: 6)])
    }

    @Test("a closed account that nothing uses is taken up again, once") func idle() throws {
        let line = Given.line(100, "x", account: 3)
        let voided = LineVoided(
            target: .position(4), previous: .position(4), replaced: line.facts)
        let given =
            Given.ledger
            + [.lineAdded(line), .lineVoided(voided), changed(bank, isClosed: true)]
        let added = Event.lineAdded(Given.line(100, "Tea", day: 3, account: 3))
        let note = DecisionNote(.accountReopened, given: "bank", used: "Bank")
        let (events, notes) = try importing([new("bank"), new("BANK")], given: given)
        #expect(
            events == [
                .batchStarted(BatchStarted(origin: "import")), changed(bank, previous: 6), added,
                added,
            ])
        #expect(notes == [note])
        try expect(
            given: given, when: .addEntry([new("bank")]),
            then: [added, changed(bank, previous: 6)],
            notes: [DecisionNote(.accountReopened, given: "bank", used: "Bank")])
    }

    @Test("a line before the opening balance is recorded, with a note") func beforeOpening() throws
    {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(-1), day: Given.day(5))
        let given = Given.ledger + [.accountOpened(opened)]
        let note = DecisionNote(.beforeOpening, given: "Visa", used: "2026-01-06")
        #expect(try decision(given: given, when: .addEntry([new("visa", day: 4)])).notes == [note])
        #expect(try decision(given: given, when: .addEntry([new("visa", day: 5)])).notes == [])
    }

    @Test func notesStatements() throws {
        func asserted(_ cents: Int64) -> Event {
            .statementAsserted(
                StatementAsserted(
                    account: .position(3), balance: Given.euros(cents), day: Given.day(2)))
        }
        let command = Command.assertStatement(3, Given.euros(-50), Given.day(2))
        try expect(given: Given.ledger, when: command, then: [asserted(-50)])
        expect(given: Given.ledger + [asserted(-50)], when: command, refused: .nothingChanged)
        // Another figure for the same day takes the place of the first.
        try expect(
            given: Given.ledger + [asserted(7)], when: command,
            then: [
                .assertionWithdrawn(AssertionWithdrawn(target: .position(4))), asserted(-50),
            ], notes: [DecisionNote(.statementReplaced, given: "4", used: "0.07")])
        // Other currencies and days are statements of their own.
        let yen = Money(minor: 5, currency: Given.currency("JPY"))
        let other = Command.assertStatement(3, yen, Given.day(2))
        #expect(
            try decision(given: Given.ledger + [asserted(7)], when: other).events.count == 1)
        expect(
            given: Given.ledger, when: .assertStatement(1, yen, Given.day(2)),
            refused: .notAnAccount(1))
    }

    @Test func withdrawsStatementsOnce() throws {
        let asserted = Event.statementAsserted(
            StatementAsserted(
                account: .position(3), balance: Given.euros(1), day: Given.day(2)))
        let withdrawal = AssertionWithdrawn(target: .position(4), reason: "mistyped")
        let command = Command.withdrawStatement(4, reason: "mistyped")
        try expect(
            given: Given.ledger + [asserted], when: command,
            then: [.assertionWithdrawn(withdrawal)])
        expect(
            given: Given.ledger + [asserted, .assertionWithdrawn(withdrawal)], when: command,
            refused: .alreadyWithdrawn(4))
        expect(
            given: Given.ledger, when: .withdrawStatement(3, reason: ""), refused: .notAStatement(3)
        )
    }
}
