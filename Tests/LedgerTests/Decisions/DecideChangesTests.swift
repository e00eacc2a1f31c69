import Ledger
import Support
import Testing

/// Position 4 is an expense, 5 and 6 are one entry of two lines, 7 is a task.
@Suite("Deciding on changes of lines")
struct DecideChangesTests {
    private static let line = Given.line(1250, "Lunch", category: "food", account: 2)
    private static let first = Given.line(700, "Shop", category: "food")
    private static let second = Given.line(300, "Shop", category: "home", entry: 5)
    private static let ledger =
        Given.ledger + [
            .lineAdded(line), .lineAdded(first), .lineAdded(second),
            .taskAdded(TaskAdded(facts: TodoFacts(title: "Call"))),
        ]
    private let ledger = DecideChangesTests.ledger
    private let line = DecideChangesTests.line

    private func voided(_ position: UInt64, _ line: LineAdded, _ reason: String = "") -> Event {
        .lineVoided(
            LineVoided(
                target: .position(position), previous: .position(position), replaced: line.facts,
                reason: reason))
    }

    @Test func amendsWithCompleteFactsAndTheOldOnes() throws {
        var changes = LineChanges()
        changes.amount = Given.euros(1300)
        changes.category = .set("food:lunch")
        changes.title = "Lunch"
        changes.note = "with Bo"
        changes.time = .set(.noon)
        var facts = line.facts
        facts.amount = Given.euros(1300)
        facts.category = try CategoryPath("food:lunch")
        try expect(
            given: ledger, when: .amend(4, changes, reason: "receipt"),
            then: [
                .lineAmended(
                    LineAmended(
                        target: .position(4), previous: .position(4), facts: facts,
                        replaced: line.facts, changes: [.amount, .category, .note, .time],
                        details: LineDetails(time: .noon, note: "with Bo"), reason: "receipt"))
            ])
    }

    @Test func amendsTheCurrentVersion() throws {
        var facts = line.facts
        facts.day = Given.day(5)
        let amended = LineAmended(
            target: .position(4), previous: .position(4), facts: facts, replaced: line.facts,
            changes: .day)
        var changes = LineChanges()
        changes.account = .clear
        var newer = facts
        newer.account = nil
        try expect(
            given: ledger + [.lineAmended(amended)], when: .amend(4, changes, reason: ""),
            then: [
                .lineAmended(
                    LineAmended(
                        target: .position(4), previous: .position(8), facts: newer,
                        replaced: facts, changes: .account))
            ])
    }

    @Test func amendsDayAndKindOfAllLinesOfAnEntry() throws {
        var changes = LineChanges()
        changes.day = Given.day(1)
        changes.kind = .income
        let all = try decision(given: ledger, when: .amend(6, changes, reason: ""))
        let amended = all.events.compactMap { event -> LineAmended? in
            if case .lineAmended(let line) = event { line } else { nil }
        }
        #expect(amended.map(\.target) == [.position(6), .position(5)])
        #expect(amended.allSatisfy { $0.facts.day == Given.day(1) && $0.facts.kind == .income })
        changes.kind = .transfer
        expect(given: ledger, when: .amend(6, changes, reason: ""), refused: .mixedKinds(line: 6))
    }

    @Test func amendsTheAmountOfOneLineOfAPurchase() throws {
        var changes = LineChanges()
        changes.amount = Money(minor: 777, currency: try #require(Currency.iso("EUR")))
        let decision = try decision(given: ledger, when: .amend(6, changes, reason: ""))
        #expect(decision.events.count == 1)
    }

    @Test func tellsTextsApartByBytes() throws {
        var changes = LineChanges()
        changes.title = "Caf\u{E9}"
        let given = Given.ledger + [.lineAdded(Given.line(1, "Cafe\u{301}"))]
        let decision = try decision(given: given, when: .amend(4, changes, reason: ""))
        guard case .lineAmended(let event) = decision.events.first else {
            Issue.record("no amendment")
            return
        }
        #expect(event.changes == .title)
        #expect(Array(event.details.title.utf8) == [0x43, 0x61, 0x66, 0xC3, 0xA9])
    }

    @Test func voidsAllLinesOfAnEntry() throws {
        try expect(
            given: ledger, when: .void([6, 5, 4], reason: "twice"),
            then: [
                voided(5, DecideChangesTests.first, "twice"),
                voided(6, DecideChangesTests.second, "twice"), voided(4, line, "twice"),
            ],
            notes: [DecisionNote(.wholeEntry, given: "6", used: "2")])
    }

    @Test func restoresWithTheFactsItHad() throws {
        var facts = line.facts
        facts.amount = Given.euros(1)
        let amended = LineAmended(
            target: .position(4), previous: .position(4), facts: facts, replaced: line.facts,
            changes: .amount)
        let void = LineVoided(target: .position(4), previous: .position(8), replaced: facts)
        try expect(
            given: ledger + [.lineAmended(amended), .lineVoided(void)],
            when: .restore([4], reason: "was right"),
            then: [
                .lineRestored(
                    LineRestored(
                        target: .position(4), previous: .position(9), facts: facts,
                        reason: "was right"))
            ])
    }

    @Test func refuses() throws {
        var title = LineChanges()
        title.title = "x"
        var same = LineChanges()
        same.title = "Lunch"
        same.day = Given.day(0)
        same.account = .set("CASH")
        expect(given: ledger, when: .amend(4, same, reason: ""), refused: .nothingChanged)
        expect(
            given: ledger, when: .amend(4, LineChanges(), reason: ""), refused: .nothingChanged)
        expect(given: ledger, when: .amend(99, title, reason: ""), refused: .unknownTarget(99))
        expect(given: ledger, when: .amend(1, title, reason: ""), refused: .unknownTarget(1))
        expect(given: ledger, when: .amend(7, title, reason: ""), refused: .notALine(7))
        expect(given: ledger, when: .void([], reason: ""), refused: .nothingGiven)
        expect(given: ledger, when: .void([4, 99], reason: ""), refused: .unknownTarget(99))
        expect(given: ledger, when: .restore([4], reason: ""), refused: .notVoided(4))
        let gone = ledger + [voided(4, line)]
        expect(given: gone, when: .void([4], reason: ""), refused: .alreadyVoided(4))
        expect(given: gone, when: .amend(4, title, reason: ""), refused: .alreadyVoided(4))
        expect(given: gone, when: .amend(8, title, reason: ""), refused: .unknownTarget(8))
    }
}
