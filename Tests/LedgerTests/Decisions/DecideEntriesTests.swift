import Ledger
import Support
import Testing

@Suite("Deciding on new entries")
struct DecideEntriesTests {
    private func new(
        _ cents: Int64, _ title: String = "Lunch", kind: EntryKind = .expense,
        category: String? = nil, account: String? = nil, isIncoming: Bool = false
    ) -> NewLine {
        NewLine(
            kind: kind, amount: Given.euros(cents), day: Given.day(3), category: category,
            account: account, isIncoming: isIncoming, details: LineDetails(title: title))
    }

    @Test func addsOneLine() throws {
        try expect(
            given: Given.ledger,
            when: .addEntry([new(1250, category: " food : eating out ", account: "cash")]),
            then: [
                .lineAdded(
                    Given.line(1250, "Lunch", day: 3, category: "food:eating out", account: 2))
            ])
    }

    @Test("accounts that lines name are opened before them, once") func opensAccounts() throws {
        var lines = [(100, 0), (200, 1), (300, 0)].map { cents, index in
            var line = Given.line(Int64(cents), cents == 100 ? "Lunch" : "", day: 3)
            line.facts.account = .inThisCommit(index)
            line.entry = cents == 100 ? nil : .inThisCommit(2)
            return line
        }
        let opened = ["Giro", "card"].map { name in
            Event.accountOpened(
                AccountOpened(name: name, opening: Given.euros(0), day: Given.day(3)))
        }
        let names = [" Giro", "card", "giro"]
        let added = zip([100, 200, 300], names).map { cents, name in
            new(Int64(cents), cents == 100 ? "Lunch" : "", account: name)
        }
        let done = try decision(given: Given.ledger, when: .addEntry(added))
        #expect(done.events == opened + lines.map { .lineAdded($0) })
        #expect(done.notes.map(\.kind) == [.accountOpened, .accountOpened])
        #expect(done.notes.map(\.used) == ["Giro", "card"])
        lines[0].facts.account = .position(2)
        try expect(
            given: Given.ledger, when: .addEntry([new(100, account: "cash")]),
            then: [.lineAdded(lines[0])])
    }

    @Test func tiesLinesOfOneEntry() throws {
        var second = Given.line(300, "", day: 3, category: "home")
        second.entry = .inThisCommit(0)
        try expect(
            given: Given.ledger,
            when: .addEntry([new(700, category: "food"), new(300, "", category: "home")]),
            then: [
                .lineAdded(Given.line(700, "Lunch", day: 3, category: "food")),
                .lineAdded(second),
            ])
    }

    @Test func countsOnlyTheOutgoingSideOfATransfer() throws {
        var incoming = Given.line(
            5000, "Saving", day: 3, kind: .transfer, account: 3, flags: [.incoming, .counterpart])
        incoming.entry = .inThisCommit(0)
        try expect(
            given: Given.ledger,
            when: .addEntry([
                new(5000, "Saving", kind: .transfer, account: "Cash"),
                new(5000, "Saving", kind: .transfer, account: "Bank", isIncoming: true),
            ]),
            then: [
                .lineAdded(Given.line(5000, "Saving", day: 3, kind: .transfer, account: 2)),
                .lineAdded(incoming),
            ])
    }

    @Test func allowsAOneSidedTransfer() throws {
        try expect(
            given: Given.ledger,
            when: .addEntry([
                new(5000, "Gift", kind: .transfer, account: "Bank", isIncoming: true)
            ]),
            then: [
                .lineAdded(
                    Given.line(
                        5000, "Gift", day: 3, kind: .transfer, account: 3, flags: .incoming))
            ])
    }

    @Test(
        "takes the known spelling",
        arguments: [
            ("FOOD", "Food"), ("food:lunch", "Food:Lunch"), ("food:Dinner", "Food:Dinner"),
            ("Food:LUNCH:Quick", "Food:Lunch:Quick"),
        ])
    func takesKnownSpelling(_ typed: String, _ used: String) throws {
        try expect(
            given: Given.ledger + [.lineAdded(Given.line(1, category: "Food:Lunch"))],
            when: .addEntry([new(100, category: typed)]),
            then: [.lineAdded(Given.line(100, "Lunch", day: 3, category: used))],
            notes: [DecisionNote(.categorySpelling, given: typed, used: used)])
    }

    /// Keeping each level with all above it would take a gigabyte.
    @Test("a category of very many levels costs what its length does") func deep() throws {
        let levels = [String](repeating: "a", count: 30_000).joined(separator: ":")
        try expect(
            given: Given.ledger + [.lineAdded(Given.line(1, category: "Food:\(levels)"))],
            when: .addEntry([new(100, category: "food:\(levels):B")]),
            then: [.lineAdded(Given.line(100, "Lunch", day: 3, category: "Food:\(levels):B"))],
            notes: [
                DecisionNote(
                    .categorySpelling, given: "food:\(levels):B", used: "Food:\(levels):B")
            ])
    }

    @Test func keepsASpellingThatIsKnown() throws {
        try expect(
            given: Given.ledger + [
                .lineAdded(Given.line(1, category: "Food")),
                .lineAdded(Given.line(1, category: "food")),
            ],
            when: .addEntry([new(100, category: "food")]),
            then: [.lineAdded(Given.line(100, "Lunch", day: 3, category: "food"))])
    }

    @Test func forgetsTheSpellingOfAVoidedLine() throws {
        let line = Given.line(1, category: "FOOD")
        let voided = LineVoided(
            target: .position(4), previous: .position(4), replaced: line.facts)
        try expect(
            given: Given.ledger + [.lineAdded(line), .lineVoided(voided)],
            when: .addEntry([new(100, category: "food")]),
            then: [.lineAdded(Given.line(100, "Lunch", day: 3, category: "food"))])
    }

    @Test func refuses() throws {
        let ledger = Given.ledger
        func refused(_ lines: [NewLine], _ error: DecisionError) {
            expect(given: ledger, when: .addEntry(lines), refused: error)
        }
        expect(given: [], when: .addEntry([new(1)]), refused: .notOpened)
        refused([], .nothingGiven)
        refused([new(1, " ")], .emptyTitle(line: 0))
        refused([new(1), new(0)], .zeroAmount(line: 1))
        refused([new(.min)], .amountTooLarge(line: 0))
        refused([new(1), new(1, kind: .income)], .mixedKinds(line: nil))
        refused([new(1, kind: .transfer), new(1, kind: .transfer)], .transferShape(line: nil))
        refused([new(1, category: "a::b")], .badCategory(.emptySegment(text: "a::b")))
        var line = new(1)
        line.details.payer = .position(2)
        refused([line], .unknownPerson(2))
        line = new(1)
        line.details.tags = ["ok", "a\nb"]
        refused([line], .badTag("a\nb"))
        let points = try #require(Currency(code: "POINTS", exponent: 1))
        line = new(1)
        line.amount = Money(minor: 1, currency: points)
        refused([line], .unknownCurrency(points))
        let wrong = try #require(Currency(code: "EUR", exponent: 3))
        line.amount = Money(minor: 1, currency: wrong)
        refused([line], .unknownCurrency(wrong))
    }

    @Test func importsAsABatch() throws {
        var second = new(0, "", category: "food", account: "Card")
        second.day = Given.day(1)
        let lines = [new(-5, account: "Card"), second, new(7, account: "bank")]
        let start = ImportStart(
            origin: "import", fileName: "a.csv", counts: ["read": 3],
            accounts: lines.map { line in
                ImportStart.Account(
                    name: line.account ?? "", currency: line.amount.currency, day: line.day)
            })
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger]))
        var decision = try ImportDecision(start, snapshot.state(for: []))
        var events = decision.opening
        for line in lines { events.append(try decision.event(of: line)) }
        var first = Given.line(-5, "Lunch", day: 3)
        first.facts.account = .inThisCommit(1)
        var other = Given.line(0, "", day: 1, category: "food")
        other.facts.account = .inThisCommit(1)
        #expect(
            events == [
                .batchStarted(
                    BatchStarted(origin: "import", fileName: "a.csv", counts: ["read": 3])),
                .accountOpened(
                    AccountOpened(name: "Card", opening: Given.euros(0), day: Given.day(1))),
                .lineAdded(first), .lineAdded(other),
                .lineAdded(Given.line(7, "Lunch", day: 3, account: 3)),
            ])
        #expect(decision.notes == [DecisionNote(.accountOpened, given: "Card", used: "Card")])
    }
}
