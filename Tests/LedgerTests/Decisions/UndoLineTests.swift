import Ledger
import Support
import Testing

/// The first commit behind the ledger begins at 4.
@Suite("Undoing what lines are")
struct UndoLineTests {
    private let lunch = Given.line(1250, "Lunch", category: "food", account: 2)

    /// The facts with another amount.
    private func facts(_ cents: Int64) -> LineFacts {
        var facts = lunch.facts
        facts.amount = Given.euros(cents)
        return facts
    }

    @Test func voidsWhatWasAddedWithAllLinesOfTheEntry() throws {
        let shop = Given.line(700, "Shop")
        let soap = Given.line(300, "Soap", entry: 4)
        let given = try Undoing([[.lineAdded(shop), .lineAdded(soap)]])
        let expected = [
            Make.voided(4, shop.facts, reason: "twice"),
            Make.voided(5, soap.facts, reason: "twice"),
        ]
        #expect(try given.events(.newest, reason: "twice") == expected)
        #expect(try given.events(.events([5]), reason: "twice") == expected)
        #expect(try given.changes(.newest) == ["line 4 voided: - → yes", "line 5 voided: - → yes"])
    }

    @Test func bringsBackWhatWasVoided() throws {
        let given = try Undoing([[.lineAdded(lunch)], [Make.voided(4, lunch.facts)]])
        #expect(
            try given.events(.newest) == [Make.restored(4, after: .position(5), lunch.facts)])
    }

    @Test func voidsWhatWasRestored() throws {
        let given = try Undoing([
            [.lineAdded(lunch)], [Make.voided(4, lunch.facts)],
            [Make.restored(4, after: .position(5), lunch.facts)],
        ])
        #expect(
            try given.events(.newest) == [Make.voided(4, after: .position(6), lunch.facts)])
    }

    @Test func amendsBackTheFieldsThatChanged() throws {
        var after = facts(1300)
        after.day = Given.day(3)
        let given = try Undoing([
            [.lineAdded(lunch)],
            [
                Make.amended(
                    4, after: 4, facts(1300), was: lunch.facts, [.amount, .title, .tags],
                    LineDetails(title: "Dinner", tags: ["work"]))
            ],
            // Another field, changed later, stays.
            [Make.amended(4, after: 5, after, was: facts(1300), .day)],
        ])
        var back = after
        back.amount = Given.euros(1250)
        #expect(
            try given.events(.events([5])) == [
                Make.amended(
                    4, after: 6, back, was: after, [.amount, .title, .tags],
                    LineDetails(title: "Lunch"))
            ])
        #expect(
            try given.changes(.events([5])) == [
                "line 4 amount: 13.00 → 12.50", "line 4 title: Dinner → Lunch",
                "line 4 tags: work → -",
            ])
    }

    @Test func netsWhatIsUndoneTogether() throws {
        let given = try Undoing([
            [.lineAdded(lunch)], [Make.amended(4, after: 4, facts(1), was: lunch.facts, .amount)],
            [Make.voided(4, after: .position(5), facts(1))],
        ])
        // Added, amended and voided: nothing is left to do.
        #expect(try given.events(.events([4, 5, 6])) == [])
        // Amended and voided: restored, then amended, each after the one before.
        var back = LineAmended(
            target: .position(4), previous: .inThisCommit(2), facts: lunch.facts,
            replaced: facts(1), changes: .amount)
        #expect(
            try given.events(.events([5, 6])) == [
                Make.restored(4, after: .position(6), facts(1)), .lineAmended(back),
            ])
        // Two amendments become one.
        let twice = try Undoing([
            [.lineAdded(lunch)], [Make.amended(4, after: 4, facts(1), was: lunch.facts, .amount)],
            [Make.amended(4, after: 5, facts(2), was: facts(1), .amount)],
        ])
        back.previous = .position(6)
        back.replaced = facts(2)
        #expect(try twice.events(.events([5, 6])) == [.lineAmended(back)])
        // An amount that came back to what it was.
        let same = try Undoing([
            [.lineAdded(lunch)], [Make.amended(4, after: 4, facts(1), was: lunch.facts, .amount)],
            [Make.amended(4, after: 5, lunch.facts, was: facts(1), .amount)],
        ])
        #expect(try same.events(.events([5, 6])) == [])
        // What is voided in between changes while it is restored.
        let voided = try Undoing([
            [.lineAdded(lunch)], [Make.voided(4, lunch.facts)],
            [Make.restored(4, after: .position(5), lunch.facts)],
            [Make.amended(4, after: 6, facts(1), was: lunch.facts, .amount)],
        ])
        back.previous = .position(7)
        back.replaced = facts(1)
        #expect(
            try voided.events(.events([6, 7])) == [
                .lineAmended(back), Make.voided(4, after: .inThisCommit(2), lunch.facts),
            ])
    }

    @Test func findsWhatWasChangedSince() throws {
        let given = try Undoing([
            [.lineAdded(lunch)], [Make.amended(4, after: 4, facts(1), was: lunch.facts, .amount)],
            [Make.amended(4, after: 5, facts(2), was: facts(1), .amount)],
        ])
        #expect(
            try given.conflicts(.events([4])) == ["line 4 amount: 12.50, now 0.02, by 6"])
        #expect(try given.conflicts(.events([5])) == ["line 4 amount: 0.01, now 0.02, by 6"])
        #expect(try given.conflicts(.events([6])) == [])
        // Both amendments but not the one between: the older of them is in the way.
        try given.append([Make.amended(4, after: 6, facts(3), was: facts(2), .amount)])
        #expect(
            try given.conflicts(.events([5, 7])) == ["line 4 amount: 0.01, now 0.02, by 6"])
    }

    @Test func findsWhatWasVoidedOrRestoredSince() throws {
        let given = try Undoing([
            [.lineAdded(lunch)], [Make.amended(4, after: 4, facts(1), was: lunch.facts, .amount)],
            [Make.voided(4, after: .position(5), facts(1))],
        ])
        #expect(
            try given.conflicts(.events([4])) == [
                "line 4 amount: 12.50, now 0.01, by 5", "line 4 voided: -, now yes, by 6",
            ])
        #expect(try given.conflicts(.events([5])) == ["line 4 voided: -, now yes, by 6"])
        try given.append([Make.restored(4, after: .position(6), facts(1))])
        #expect(try given.conflicts(.events([6])) == ["line 4 voided: yes, now -, by 7"])
        #expect(try given.conflicts(.events([5])) == [])
    }

    @Test func leavesWholeEntriesOut() throws {
        let shop = Given.line(700, "Shop")
        let soap = Given.line(300, "Soap", entry: 4)
        var cheaper = soap.facts
        cheaper.amount = Given.euros(200)
        let given = try Undoing([
            [.lineAdded(shop), .lineAdded(soap)], [.lineAdded(lunch)],
            [Make.amended(5, after: 5, cheaper, was: soap.facts, .amount)],
        ])
        #expect(
            try given.conflicts(.events([4, 6])) == ["line 5 amount: 3.00, now 2.00, by 7"])
        // Nothing of the entry is undone, and so its commit is not marked either.
        #expect(try given.events(.events([4, 6])) == [Make.voided(6, lunch.facts)])
        #expect(try given.plan(.events([4, 6])).commits.map(\.id) == [6])
    }

    @Test func tellsTextsApartByBytes() throws {
        let accented = Given.line(1, "Cafe\u{301}")
        let given = try Undoing([
            [.lineAdded(accented)],
            [
                Make.amended(
                    4, after: 4, accented.facts, was: accented.facts, .title,
                    LineDetails(title: "Caf\u{E9}"))
            ],
        ])
        guard case .lineAmended(let event) = try given.events(.newest).first else {
            Issue.record("no amendment")
            return
        }
        #expect(Array(event.details.title.utf8) == Array("Cafe\u{301}".utf8))
    }
}
