import Ledger
import Support
import Testing

/// The first commit behind the ledger begins at 4.
@Suite("Undoing what tasks, accounts, settings, categories and statements are")
struct UndoOtherTests {
    private static let call = TodoFacts(title: "Call", tags: ["phone"])
    private static let due = Deadline.day(Given.day(9))

    private static var urgentCall: TodoFacts {
        var facts = call
        facts.urgency = .urgent
        return facts
    }

    private static let edited = Event.taskEdited(
        TaskEdited(target: .position(4), previous: .position(4), facts: urgentCall))
    private static let moved = Event.taskRescheduled(
        TaskRescheduled(target: .position(4), previous: .position(4), deadline: due))

    private static func change(_ previous: UInt64) -> TaskChange {
        Make.change(4, after: .position(previous))
    }

    private static let tasks: [(String, [Event], Event)] = [
        (
            "edited", [edited],
            .taskEdited(
                TaskEdited(target: .position(4), previous: .position(5), facts: call))
        ),
        (
            "rescheduled", [moved],
            .taskRescheduled(
                TaskRescheduled(target: .position(4), previous: .position(5), deadline: nil))
        ),
        ("completed", [.taskCompleted(change(4))], .taskReopened(change(5))),
        ("dropped", [.taskDropped(change(4))], .taskReopened(change(5))),
        (
            "reopened after completion", [.taskCompleted(change(4)), .taskReopened(change(5))],
            .taskCompleted(change(6))
        ),
        (
            "reopened after being dropped", [.taskDropped(change(4)), .taskReopened(change(5))],
            .taskDropped(change(6))
        ),
    ]

    @Test("takes back what a task was", arguments: tasks.indices)
    func undoesTasks(_ index: Int) throws {
        let (_, events, inverse) = UndoOtherTests.tasks[index]
        let added = Event.taskAdded(TaskAdded(facts: UndoOtherTests.call))
        let given = try Undoing([[added]] + events.map { [$0] })
        #expect(try given.events(.newest) == [inverse])
    }

    @Test func dropsTasksThatWereAdded() throws {
        let added = Event.taskAdded(TaskAdded(facts: UndoOtherTests.call))
        let given = try Undoing([[added]])
        #expect(try given.events(.newest) == [.taskDropped(UndoOtherTests.change(4))])
        // Completed since: that is in the way, unless it is undone as well.
        try given.append([.taskCompleted(UndoOtherTests.change(4))])
        #expect(
            try given.conflicts(.events([4])) == ["task 4 status: open, now completed, by 5"])
        #expect(
            try given.events(.events([4, 5])) == [
                .taskReopened(UndoOtherTests.change(5)),
                .taskDropped(Make.change(4, after: .inThisCommit(2))),
            ])
    }

    @Test func findsTasksThatWereChangedSince() throws {
        let added = Event.taskAdded(TaskAdded(facts: UndoOtherTests.call))
        var other = UndoOtherTests.urgentCall
        other.note = "now"
        let given = try Undoing([[added], [UndoOtherTests.edited]])
        // Another field does no harm.
        try given.append([
            .taskEdited(TaskEdited(target: .position(4), previous: .position(5), facts: other))
        ])
        var back = other
        back.urgency = .basic
        #expect(
            try given.events(.events([5])) == [
                .taskEdited(TaskEdited(target: .position(4), previous: .position(6), facts: back))
            ])
        try given.append([.taskDropped(UndoOtherTests.change(6))])
        #expect(
            try given.conflicts(.events([5])) == ["task 4 status: open, now dropped, by 7"])
    }

    private static let card = AccountOpened(
        name: "Card", opening: Given.euros(0), day: Given.day(1))

    private static func changed(
        _ facts: AccountOpened, after previous: UInt64, isClosed: Bool = false
    ) -> Event {
        .accountChanged(
            AccountChanged(
                target: .position(4), previous: .position(previous), facts: facts,
                isClosed: isClosed))
    }

    @Test func closesAccountsThatWereOpened() throws {
        let own = Given.line(500, "Shoes", account: 4)
        let given = try Undoing([[.accountOpened(UndoOtherTests.card), .lineAdded(own)]])
        #expect(
            try given.events(.newest) == [
                Make.voided(5, own.facts),
                UndoOtherTests.changed(UndoOtherTests.card, after: 4, isClosed: true),
            ])
        // A line that stays names the account.
        try given.append([.lineAdded(own)])
        #expect(try given.events(.events([4])) == [Make.voided(5, own.facts)])
        #expect(
            try given.plan(.events([4])).notes == [
                DecisionNote(.accountStaysOpen, given: "Card", used: "1")
            ])
        #expect(try given.events(.events([4, 6])).count == 3)
    }

    @Test func changesAccountsBack() throws {
        var richer = UndoOtherTests.card
        richer.opening = Given.euros(900)
        let given = try Undoing([
            [.accountOpened(UndoOtherTests.card)], [UndoOtherTests.changed(richer, after: 4)],
            [UndoOtherTests.changed(richer, after: 5, isClosed: true)],
        ])
        #expect(try given.events(.newest) == [UndoOtherTests.changed(richer, after: 6)])
        #expect(
            try given.events(.events([5, 6])) == [
                UndoOtherTests.changed(UndoOtherTests.card, after: 6)
            ])
        #expect(try given.conflicts(.events([5])) == ["account 4 closed: -, now yes, by 6"])
        #expect(
            try given.conflicts(.events([4])) == [
                "account 4 opening: 0.00, now 9.00, by 5", "account 4 closed: -, now yes, by 6",
            ])
    }

    @Test func putsSettingsBack() throws {
        let given = try Undoing([
            [.settingsChanged(SettingsChanged(zoneName: "UTC", weekStart: .sunday))],
            [.settingsChanged(SettingsChanged(weekStart: .saturday))],
        ])
        #expect(
            try given.events(.newest) == [.settingsChanged(SettingsChanged(weekStart: .sunday))])
        #expect(
            try given.conflicts(.events([4])) == [
                "settings 4 weekStart: sunday, now saturday, by 5"
            ])
        #expect(
            try given.events(.events([4, 5])) == [
                .settingsChanged(SettingsChanged(zoneName: "Europe/Berlin", weekStart: .monday))
            ])
    }

    private static func renamed(_ from: String, _ to: String) throws -> Event {
        .categoryRenamed(CategoryRenamed(from: try CategoryPath(from), to: try CategoryPath(to)))
    }

    @Test func givesCategoriesTheirNamesBack() throws {
        let line = Event.lineAdded(Given.line(1, "x", category: "food:lunch"))
        let given = try Undoing([[line], [try UndoOtherTests.renamed("food", "meals")]])
        #expect(try given.events(.newest) == [try UndoOtherTests.renamed("meals", "food")])
        // A line that was recorded under the new name since is renamed with it.
        try given.append([.lineAdded(Given.line(2, "y", category: "meals"))])
        #expect(try given.events(.events([5])) == [try UndoOtherTests.renamed("meals", "food")])
        // And again, after a redo.
        try given.undo(.events([5]))
        try given.undo(.newestUndo)
        #expect(try given.events(.events([5])) == [try UndoOtherTests.renamed("meals", "food")])
        try given.append([try UndoOtherTests.renamed("meals", "eating")])
        let last = try given.snapshot.count - 1
        #expect(
            try given.conflicts(.events([5])) == ["category 5 name: meals, now eating, by \(last)"])
    }

    @Test func keepsCategoriesThatBecameOne() throws {
        let food = Event.lineAdded(Given.line(1, "x", category: "food"))
        let meals = Event.lineAdded(Given.line(1, "y", category: "meals"))
        let renamed = try UndoOtherTests.renamed("food", "meals")
        let before = try Undoing([[food], [meals], [renamed]])
        #expect(try before.conflicts(.newest) == ["category 6 merged: meals, now meals, by 6"])
        let snacks = Event.lineAdded(Given.line(1, "z", category: "snacks"))
        let since = try Undoing([
            [food], [snacks], [renamed], [try UndoOtherTests.renamed("snacks", "meals")],
        ])
        #expect(
            try since.conflicts(.events([6])) == ["category 6 merged: meals, now meals, by 7"])
    }

    @Test func withdrawsStatementsAndAssertsThemAgain() throws {
        let statement = StatementAsserted(
            account: .position(3), balance: Given.euros(120_450), day: Given.day(30))
        let given = try Undoing([[.statementAsserted(statement)]])
        let withdrawn = Event.assertionWithdrawn(AssertionWithdrawn(target: .position(4)))
        #expect(try given.events(.newest) == [withdrawn])
        try given.append([withdrawn])
        #expect(try given.events(.newest) == [.statementAsserted(statement)])
        #expect(
            try given.conflicts(.events([4])) == ["statement 4 withdrawn: -, now yes, by 5"])
        #expect(try given.events(.events([4, 5])) == [])
        // The statement that was asserted again stands for the first.
        try given.undo(.newest)
        #expect(
            try given.events(.events([4])) == [
                .assertionWithdrawn(AssertionWithdrawn(target: .position(7)))
            ])
    }

    @Test func keepsWhatHasNoInverse() throws {
        let coin = Given.currency("???")
        let given = try Undoing([
            [.personAdded(PersonAdded(name: "Bo"))], [.currencyDeclared(coin)],
            [.batchStarted(BatchStarted(origin: "import"))],
            [.personAdded(PersonAdded(name: "Cy")), .lineAdded(Given.line(1, "x"))],
        ])
        #expect(try given.plan(.events([4])).hindrance == .person)
        #expect(try given.plan(.events([5])).hindrance == .currency)
        #expect(try given.plan(.events([6])).hindrance == .nothing)
        #expect(try given.plan(.events([0])).hindrance == .opening)
        let mixed = try given.plan(.newest)
        #expect(mixed.hindrance == nil)
        #expect(mixed.notes == [DecisionNote(.personStays, given: "7", used: "Cy")])
        #expect(try given.events(.newest).count == 1)
    }
}
