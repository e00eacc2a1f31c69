import Ledger
import Support
import Testing

@Suite("Deciding on changes of many lines")
struct DecideBulkTests {
    /// 4 lunch, 5 and 6 a purchase of two lines, 7 and 8 the sides of a transfer, 9 in Cash.
    private static let lines: [LineAdded] = [
        Given.line(1250, "Lunch", category: "food"),
        Given.line(300, "Market", day: 1, category: "food"),
        Given.line(700, "Market", day: 1, category: "home", entry: 5),
        Given.line(5000, "Cash", day: 2, kind: .transfer, account: 3),
        Given.line(
            5000, "Cash", day: 2, kind: .transfer, account: 2, flags: [.incoming, .counterpart],
            entry: 7),
        Given.line(99, "Tea", day: 3, category: "food:tea", account: 2),
    ]

    private let ledger = Given.ledger + DecideBulkTests.lines.map { .lineAdded($0) }

    private func amended(
        _ id: UInt64, _ changes: FieldMask, reason: String = "",
        details: LineDetails = LineDetails(), _ change: (inout LineFacts) -> Void
    ) -> Event {
        let old = DecideBulkTests.lines[Int(id) - 4].facts
        var facts = old
        change(&facts)
        return .lineAmended(
            LineAmended(
                target: .position(id), previous: .position(id), facts: facts, replaced: old,
                changes: changes, details: details, reason: reason))
    }

    private func batch(_ origin: String, changed: Int64, same: Int64) -> Event {
        .batchStarted(BatchStarted(origin: origin, counts: ["changed": changed, "same": same]))
    }

    @Test func changesEachAndLeavesOutWhatIsSo() throws {
        let food = try CategoryPath("food")
        var changes = LineChanges()
        changes.category = .set("FOOD")
        try expect(
            given: ledger, when: .amendAll([4, 6, 9, 6], changes, reason: "tidy"),
            then: [
                batch("amend", changed: 2, same: 1),
                amended(6, .category, reason: "tidy") { $0.category = food },
                amended(9, .category, reason: "tidy") { $0.category = food },
            ],
            notes: [DecisionNote(.categorySpelling, given: "FOOD", used: "food")])
        let decision = try decision(given: ledger, when: .amendAll([6], changes, reason: ""))
        #expect(decision.batch == .inThisCommit(0))
    }

    @Test("other lines of an entry follow in what they share") func shares() throws {
        var changes = LineChanges()
        changes.day = Given.day(9)
        try expect(
            given: ledger, when: .amendAll([6, 8], changes, reason: ""),
            then: [
                batch("amend", changed: 4, same: 0),
                amended(6, .day) { $0.day = Given.day(9) },
                amended(5, .day) { $0.day = Given.day(9) },
                amended(8, .day) { $0.day = Given.day(9) },
                amended(7, .day) { $0.day = Given.day(9) },
            ])
        let both = try decision(given: ledger, when: .amendAll([5, 6], changes, reason: ""))
        #expect(both.events.count == 3)
    }

    @Test func addsAndRemovesTags() throws {
        var tagged = DecideBulkTests.lines[0]
        tagged.details.tags = ["Work", "trip"]
        let given = Given.ledger + [.lineAdded(tagged)]
        var changes = LineChanges()
        changes.removedTags = ["WORK", "none"]
        changes.addedTags = ["Trip", "new", "NEW"]
        let decision = try decision(given: given, when: .amendAll([4], changes, reason: ""))
        guard case .lineAmended(let event) = decision.events.last else {
            Issue.record("no amendment")
            return
        }
        #expect(event.details.tags == ["trip", "new"])
        #expect(event.changes == .tags)
        changes.removedTags = ["none"]
        changes.addedTags = ["trip"]
        expect(given: given, when: .amendAll([4], changes, reason: ""), refused: .nothingChanged)
        changes.addedTags = ["a\nb"]
        expect(given: given, when: .amend(4, changes, reason: ""), refused: .badTag("a\nb"))
    }

    @Test func voidsWholeEntriesInOneBatch() throws {
        func voided(_ id: UInt64) -> Event {
            .lineVoided(
                LineVoided(
                    target: .position(id), previous: .position(id),
                    replaced: DecideBulkTests.lines[Int(id) - 4].facts, reason: "twice"))
        }
        try expect(
            given: ledger, when: .voidAll([6, 9, 5], reason: "twice"),
            then: [batch("void", changed: 3, same: 0), voided(5), voided(6), voided(9)])
    }

    @Test func refuses() {
        var changes = LineChanges()
        changes.kind = .transfer
        expect(
            given: ledger, when: .amendAll([4, 6], changes, reason: ""),
            refused: .mixedKinds(line: 6))
        expect(given: ledger, when: .amendAll([], changes, reason: ""), refused: .nothingGiven)
        expect(given: ledger, when: .voidAll([], reason: ""), refused: .nothingGiven)
        expect(given: ledger, when: .voidAll([4, 1], reason: ""), refused: .unknownTarget(1))
        expect(given: [], when: .voidAll([4], reason: ""), refused: .notOpened)
        changes.kind = .expense
        expect(
            given: ledger, when: .amendAll([4, 9], changes, reason: ""), refused: .nothingChanged)
    }

    @Test("no amendment makes a transfer go from an account into itself") func intoItself() throws {
        var changes = LineChanges()
        changes.account = .set("Cash")
        expect(
            given: ledger, when: .amend(7, changes, reason: ""),
            refused: .transferShape(line: 7))
        expect(
            given: ledger, when: .amendAll([4, 7], changes, reason: ""),
            refused: .transferShape(line: 7))
        changes.account = .set("Purse")
        expect(
            given: ledger, when: .amendAll([7, 8], changes, reason: ""),
            refused: .transferShape(line: 7))
        _ = try decision(given: ledger, when: .amend(7, changes, reason: ""))
    }

    @Test("an amount becomes no zero, and one that is zero stays") func zero() throws {
        var changes = LineChanges()
        changes.amount = Given.euros(0)
        expect(given: ledger, when: .amend(4, changes, reason: ""), refused: .zeroAmount(line: 0))
        changes.title = "Nothing"
        let free = ledger + [.lineAdded(Given.line(0, "Free"))]
        _ = try decision(given: free, when: .amend(10, changes, reason: ""))
    }

    @Test("a transfer that was something else for a while goes where it went")
    func keepsDirection() throws {
        var changes = LineChanges()
        changes.kind = .expense
        let incoming = Given.line(100, "In", kind: .transfer, account: 2, flags: .incoming)
        let given = Given.ledger + [.lineAdded(incoming)]
        let away = try decision(given: given, when: .amend(4, changes, reason: ""))
        changes.kind = .transfer
        let back = try decision(
            given: given + away.events, when: .amend(4, changes, reason: ""))
        guard case .lineAmended(let first) = away.events.first,
            case .lineAmended(let second) = back.events.first
        else {
            Issue.record("no amendment")
            return
        }
        #expect(first.facts.flags == [])
        #expect(second.facts.flags == .incoming)
        #expect(second.facts == incoming.facts)
    }

    @Test("an income that becomes a transfer goes into its account")
    func incomeComesIn() throws {
        var changes = LineChanges()
        changes.kind = .transfer
        let income = Given.line(100, "In", kind: .income, account: 2)
        let decision = try decision(
            given: Given.ledger + [.lineAdded(income)], when: .amend(4, changes, reason: ""))
        guard case .lineAmended(let event) = decision.events.first else {
            Issue.record("no amendment")
            return
        }
        #expect(event.facts.kind == .transfer && event.facts.flags == .incoming)
    }

    @Test("a plan says what was, what is and what reports change by") func plan() throws {
        var changes = LineChanges()
        changes.category = .set("fun")
        let command = Command.amendAll([4, 9, 8], changes, reason: "")
        let given = try state(of: command)
        let plan = BulkPlan(try decide(command, given), given, limit: 2)
        #expect(plan.lines == 3)
        #expect(plan.rows.map(\.id) == [4, 9])
        #expect(plan.rows.map(\.was) == ["food", "food:tea"])
        #expect(plan.rows.map(\.now) == ["fun", "fun"])
        // The other side of a transfer counts nowhere.
        #expect(
            plan.totals.map { "\($0.kind) \($0.category) \($0.change) \($0.count)" } == [
                "expense food -12.50 -1", "expense food:tea -0.99 -1", "expense fun 13.49 2",
            ])
        let void = Command.voidAll([5], reason: "")
        let before = try state(of: void)
        let voided = BulkPlan(try decide(void, before), before)
        #expect(voided.lines == 2)
        #expect(voided.totals.map(\.change) == ["-3.00", "-7.00"])
    }

    @Test("what reports change by is told in the ledger's own currency first")
    func ownCurrencyFirst() throws {
        var facts = Given.line(800, category: "food").facts
        facts.amount = Money(minor: 800, currency: Given.currency("CHF"))
        let foreign = LineAdded(facts: facts, details: LineDetails(title: "Bern"), entry: nil)
        let void = Command.voidAll([4, 10], reason: "")
        let before = try LedgerSnapshot(store: Given.store([ledger + [.lineAdded(foreign)]]))
            .state(for: void)
        let plan = BulkPlan(try decide(void, before), before)
        #expect(
            plan.totals.map { "\($0.category) \($0.change) \($0.currency)" } == [
                "food -12.50 EUR", "food -8.00 CHF",
            ])
    }

    private func state(of command: Command) throws -> LedgerState {
        try LedgerSnapshot(store: Given.store([ledger])).state(for: command)
    }
}
