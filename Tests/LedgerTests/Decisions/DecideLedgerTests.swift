import Ledger
import Support
import Testing

@Suite("Deciding on the ledger itself")
struct DecideLedgerTests {
    private let ledger = Given.ledger
    private let id = Array(repeating: UInt8(7), count: 16)

    @Test func opensWithTheOwner() throws {
        let opening = OpenLedger(ledgerID: id, settings: Given.settings, owner: " Ada ")
        try expect(
            given: [], when: .open(opening),
            then: [
                .ledgerOpened(
                    LedgerOpened(
                        ledgerID: id, settings: Given.settings, schemas: EventSchema.written)),
                .personAdded(PersonAdded(name: "Ada")),
            ])
        expect(given: ledger, when: .open(opening), refused: .alreadyOpened)
        var bad = opening
        bad.owner = "\t"
        expect(given: [], when: .open(bad), refused: .emptyName)
        bad = opening
        bad.ledgerID = [1]
        expect(given: [], when: .open(bad), refused: .badLedgerID)
    }

    @Test func opensAccounts() throws {
        let account = AccountOpened(
            name: " Card", opening: Given.euros(-500), day: Given.day(1))
        var opened = account
        opened.name = "Card"
        try expect(given: ledger, when: .openAccount(account), then: [.accountOpened(opened)])
        var twin = account
        twin.name = "bank"
        expect(
            given: ledger, when: .openAccount(twin), refused: .duplicateAccount("Bank", 3))
    }

    @Test func changesOnlyWhatDiffers() throws {
        let change = SettingsChanged(
            baseCurrency: Given.currency("EUR"), zoneName: "Europe/Berlin", weekStart: .sunday)
        try expect(
            given: ledger, when: .changeSettings(change),
            then: [.settingsChanged(SettingsChanged(weekStart: .sunday))])
        expect(
            given: ledger, when: .changeSettings(SettingsChanged(weekStart: .monday)),
            refused: .nothingChanged)
    }

    @Test func declaresCurrenciesOnce() throws {
        let points = try #require(Currency(code: "POINTS", exponent: 1))
        try expect(
            given: ledger, when: .declareCurrency(points), then: [.currencyDeclared(points)])
        let line = NewLine(
            kind: .income, amount: Money(minor: 15, currency: points), day: Given.day(0),
            details: LineDetails(title: "Bonus"))
        let given = ledger + [.currencyDeclared(points)]
        #expect(try decision(given: given, when: .addEntry([line])).events.count == 1)
        expect(
            given: given, when: .declareCurrency(points), refused: .duplicateCurrency(points))
        let euro = try #require(Currency(code: "EUR", exponent: 4))
        expect(
            given: ledger, when: .declareCurrency(euro),
            refused: .duplicateCurrency(Given.currency("EUR")))
    }

    @Test func renamesCategories() throws {
        let given = ledger + [.lineAdded(Given.line(1, category: "food:out:lunch"))]
        func renamed(_ from: String, _ to: String) throws -> Event {
            .categoryRenamed(
                CategoryRenamed(from: try CategoryPath(from), to: try CategoryPath(to)))
        }
        try expect(
            given: given, when: .renameCategory(from: "food:out", to: "fun"),
            then: [renamed("food:out", "fun")])
        try expect(
            given: given, when: .renameCategory(from: "FOOD", to: "Food"),
            then: [renamed("food", "Food")],
            notes: [DecisionNote(.categorySpelling, given: "FOOD", used: "food")])
        let after = try given + [renamed("food", "meals")]
        try expect(
            given: after, when: .renameCategory(from: "meals:out", to: "fun"),
            then: [renamed("meals:out", "fun")])
        expect(
            given: after, when: .renameCategory(from: "food", to: "x"),
            refused: .unknownCategory("food", suggestions: []))
        expect(
            given: given, when: .renameCategory(from: "food", to: "food"),
            refused: .nothingChanged)
    }
}

/// Position 4 is an open task.
@Suite("Deciding on tasks")
struct DecideTasksTests {
    private static let facts = TodoFacts(title: "Call", deadline: .day(Given.day(2)))
    private let ledger = Given.ledger + [.taskAdded(TaskAdded(facts: facts))]

    private func change(_ previous: UInt64, _ reason: String = "") -> TaskChange {
        TaskChange(target: .position(4), previous: .position(previous), reason: reason)
    }

    @Test func addsAndEdits() throws {
        let facts = DecideTasksTests.facts
        try expect(
            given: Given.ledger, when: .addTask(facts),
            then: [.taskAdded(TaskAdded(facts: facts))])
        var changes = TodoChanges()
        changes.priority = .set(1)
        changes.deadline = .clear
        let edited = TodoFacts(title: "Call", priority: 1)
        try expect(
            given: ledger, when: .editTask(4, changes),
            then: [
                .taskEdited(
                    TaskEdited(target: .position(4), previous: .position(4), facts: edited))
            ])
        expect(given: ledger, when: .editTask(4, TodoChanges()), refused: .nothingChanged)
        expect(
            given: Given.ledger, when: .addTask(TodoFacts(title: " ")),
            refused: .emptyTitle(line: 0))
        expect(
            given: Given.ledger, when: .addTask(TodoFacts(title: "a", priority: 10)),
            refused: .badPriority(10))
        expect(
            given: Given.ledger, when: .addTask(TodoFacts(title: "a", assignee: .position(3))),
            refused: .unknownPerson(3))
    }

    @Test func completesReopensAndDrops() throws {
        try expect(
            given: ledger, when: .completeTask(4, reason: "done"),
            then: [.taskCompleted(change(4, "done"))])
        let done = ledger + [.taskCompleted(change(4))]
        expect(
            given: done, when: .completeTask(4, reason: ""), refused: .taskClosed(4, .completed))
        expect(
            given: done, when: .rescheduleTask(4, nil), refused: .taskClosed(4, .completed))
        try expect(
            given: done, when: .reopenTask(4, reason: ""), then: [.taskReopened(change(5))])
        expect(given: ledger, when: .reopenTask(4, reason: ""), refused: .taskOpen(4))
        let open = done + [.taskReopened(change(5))]
        try expect(
            given: open, when: .dropTask(4, reason: ""), then: [.taskDropped(change(6))])
        expect(
            given: open + [.taskDropped(change(6))], when: .completeTask(4, reason: ""),
            refused: .taskClosed(4, .dropped))
    }

    @Test func closesOtherwiseInOne() throws {
        let done = ledger + [.taskCompleted(change(4))]
        let dropped = ledger + [.taskDropped(change(4))]
        let again = TaskChange(
            target: .position(4), previous: .inThisCommit(0), reason: "not needed")
        try expect(
            given: done, when: .closeOtherwise(4, isDropped: true, reason: "not needed"),
            then: [.taskReopened(change(5, "not needed")), .taskDropped(again)])
        try expect(
            given: dropped, when: .closeOtherwise(4, isDropped: false, reason: "not needed"),
            then: [.taskReopened(change(5, "not needed")), .taskCompleted(again)])
        try expect(
            given: ledger, when: .closeOtherwise(4, isDropped: true, reason: ""),
            then: [.taskDropped(change(4))])
        expect(
            given: done, when: .closeOtherwise(4, isDropped: false, reason: ""),
            refused: .taskClosed(4, .completed))
        expect(
            given: dropped, when: .closeOtherwise(4, isDropped: true, reason: ""),
            refused: .taskClosed(4, .dropped))
    }

    @Test func keepsWhatIsNotNamed() throws {
        let all = TodoFacts(
            title: "Call", note: "at home", deadline: .day(Given.day(2)), urgency: .urgent,
            colour: .pink, priority: 5, project: try CategoryPath("home"), tags: ["a"],
            assignee: .position(1))
        let given = Given.ledger + [.taskAdded(TaskAdded(facts: all))]
        var changes = TodoChanges()
        changes.title = "Ring"
        var facts = all
        facts.title = "Ring"
        try expect(
            given: given, when: .editTask(4, changes),
            then: [
                .taskEdited(
                    TaskEdited(target: .position(4), previous: .position(4), facts: facts))
            ])
        changes.project = .clear
        changes.assignee = .clear
        (facts.project, facts.assignee) = (nil, nil)
        // A closed task can be edited: its title may be wrong all the same.
        try expect(
            given: given + [.taskCompleted(change(4))], when: .editTask(4, changes),
            then: [
                .taskEdited(
                    TaskEdited(target: .position(4), previous: .position(5), facts: facts))
            ])
        changes.title = " "
        expect(given: given, when: .editTask(4, changes), refused: .emptyTitle(line: 0))
        changes.title = nil
        changes.tags = [""]
        expect(given: given, when: .editTask(4, changes), refused: .badTag(""))
    }

    @Test func takesUpWhatWasDroppedAndTakesDeadlinesAway() throws {
        let dropped = ledger + [.taskDropped(change(4))]
        try expect(
            given: dropped, when: .reopenTask(4, reason: "after all"),
            then: [.taskReopened(change(5, "after all"))])
        expect(
            given: dropped, when: .dropTask(4, reason: ""), refused: .taskClosed(4, .dropped))
        expect(
            given: dropped, when: .rescheduleTask(4, .day(Given.day(3))),
            refused: .taskClosed(4, .dropped))
        try expect(
            given: ledger, when: .rescheduleTask(4, nil),
            then: [
                .taskRescheduled(
                    TaskRescheduled(
                        target: .position(4), previous: .position(4), deadline: nil))
            ])
        // A day and an instant are not the same deadline, even where both fail at once.
        let last = Timestamp(millisecondsSince1970: 1_767_484_799_999)
        try expect(
            given: ledger, when: .rescheduleTask(4, .instant(last)),
            then: [
                .taskRescheduled(
                    TaskRescheduled(
                        target: .position(4), previous: .position(4), deadline: .instant(last)))
            ])
    }

    @Test func reschedules() throws {
        try expect(
            given: ledger, when: .rescheduleTask(4, .day(Given.day(9))),
            then: [
                .taskRescheduled(
                    TaskRescheduled(
                        target: .position(4), previous: .position(4),
                        deadline: .day(Given.day(9))))
            ])
        expect(
            given: ledger, when: .rescheduleTask(4, .day(Given.day(2))),
            refused: .nothingChanged)
        expect(given: ledger, when: .rescheduleTask(1, nil), refused: .unknownTarget(1))
        let line = ledger + [.lineAdded(Given.line(1))]
        expect(given: line, when: .dropTask(5, reason: ""), refused: .notATask(5))
    }
}
