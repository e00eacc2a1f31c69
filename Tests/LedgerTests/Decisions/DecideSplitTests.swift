import EventLog
import Ledger
import Support
import Testing

/// Position 4 is Bo, 5 a line of 10.00 that Ada paid and both share.
@Suite("Deciding on lines that are split")
struct DecideSplitTests {
    private static let shares = [Share(person: 1, minor: 500), Share(person: 4, minor: 500)]
    private static let line: LineAdded = {
        var line = Given.line(1_000, "Dinner")
        line.details.payer = .position(1)
        line.details.shares = shares
        return line
    }()
    private static let ledger =
        Given.ledger + [.personAdded(PersonAdded(name: "Bo")), .lineAdded(line)]
    private let line = DecideSplitTests.line
    private let ledger = DecideSplitTests.ledger

    private func facts(_ cents: Int64) -> LineFacts {
        var facts = line.facts
        facts.amount = Given.euros(cents)
        return facts
    }

    @Test("an amount alone does not change while shares make up the old one")
    func keepsSharesWhole() throws {
        var changes = LineChanges()
        changes.amount = Given.euros(1_100)
        let error = DecisionError.unlikeShares(5, Given.euros(1_100), ["Ada", "Bo"])
        expect(given: ledger, when: .amend(5, changes, reason: ""), refused: error)
        expect(
            given: ledger, when: .amendAll([5], changes, reason: ""), refused: error)
        changes.shares = .clear
        try expect(
            given: ledger, when: .amend(5, changes, reason: ""),
            then: [
                Make.amended(5, after: 5, facts(1_100), was: line.facts, [.amount, .shares])
            ])
        let new = [Share(person: 4, minor: 1_100)]
        changes.shares = .set(new)
        try expect(
            given: ledger, when: .amend(5, changes, reason: ""),
            then: [
                Make.amended(
                    5, after: 5, facts(1_100), was: line.facts, [.amount, .shares],
                    LineDetails(shares: new))
            ])
        changes.shares = .set(DecideSplitTests.shares)
        expect(given: ledger, when: .amend(5, changes, reason: ""), refused: error)
    }

    @Test("another currency keeps the shares where they are still the amount")
    func changesCurrency() throws {
        var changes = LineChanges()
        changes.amount = Money(minor: 1_000, currency: Given.currency("USD"))
        var facts = line.facts
        facts.amount = Money(minor: 1_000, currency: Given.currency("USD"))
        try expect(
            given: ledger, when: .amend(5, changes, reason: ""),
            then: [Make.amended(5, after: 5, facts, was: line.facts, .amount)])
    }

    @Test("new lines are held to their shares, and to known persons")
    func checksNewLines() {
        var new = NewLine(kind: .expense, amount: Given.euros(900), day: Given.day(0))
        new.details = line.details
        expect(
            given: ledger, when: .addEntry([new]),
            refused: .unlikeShares(nil, Given.euros(900), ["Ada", "Bo"]))
        new.details.shares = [Share(person: 2, minor: 900)]
        expect(given: ledger, when: .addEntry([new]), refused: .unknownPerson(2))
    }

    @Test("a file that restates the amount ends the split, and says so")
    func endsByImport() throws {
        var changes = LineChanges()
        changes.amount = Given.euros(1_200)
        let start = ImportStart(
            origin: "import", changes: [ImportStart.Change(id: 5, changes: changes)])
        let state = try LedgerSnapshot(store: Given.store([ledger])).state(for: [5])
        let decision = try ImportDecision(start, state)
        #expect(
            decision.opening.last
                == Make.amended(5, after: 5, facts(1_200), was: line.facts, [.amount, .shares]))
        #expect(decision.notes == [DecisionNote(.splitEnded, given: "5", used: "12.00")])
    }

    @Test("an undo brings back amount and shares together, or is in conflict")
    func undoes() throws {
        let both = Make.amended(
            5, after: 5, facts(1_100), was: line.facts, [.amount, .shares],
            LineDetails(shares: [Share(person: 4, minor: 1_100)]))
        let commits: [[Event]] = [
            [.personAdded(PersonAdded(name: "Bo"))], [.lineAdded(line)], [both],
        ]
        #expect(
            try Undoing(commits).events(.newest) == [
                Make.amended(
                    5, after: 6, line.facts, was: facts(1_100), [.amount, .shares],
                    LineDetails(shares: DecideSplitTests.shares))
            ])
        // 6 ends the split, 7 changes the amount: the shares of 5 are not 11.00.
        let ended = Make.amended(5, after: 5, line.facts, was: line.facts, .shares)
        let raised = Make.amended(5, after: 6, facts(1_100), was: line.facts, .amount)
        let given = try Undoing(Array(commits.prefix(2)) + [[ended], [raised]])
        #expect(
            try given.conflicts(.events([6])) == ["line 5 amount: 10.00, now 11.00, by 7"])
        #expect(try given.conflicts(.events([7])).isEmpty)
        // Without the later amount the split comes back, and nothing else is said to change.
        let ending = try Undoing(Array(commits.prefix(2)) + [[ended]])
        #expect(
            try ending.events(.newest) == [
                Make.amended(
                    5, after: 6, line.facts, was: line.facts, .shares,
                    LineDetails(shares: DecideSplitTests.shares))
            ])
    }

    @Test("where an amendment was lost, shares that are not the amount are none")
    func survivesLoss() throws {
        var facts = facts(1_100)
        facts.day = Given.day(3)
        let late = Make.amended(5, after: 6, facts, was: self.facts(1_100), .day)
        let lost = Event.unknown(Row(type: 22, schema: 1, isCritical: false, fields: []))
        let snapshot = try LedgerSnapshot(store: Given.store([ledger, [lost], [late]]))
        let state = try snapshot.state(for: [5])
        #expect(state.lines[5]?.details.shares == [])
        #expect(state.lines[5]?.facts.amount == Given.euros(1_100))
    }
}
