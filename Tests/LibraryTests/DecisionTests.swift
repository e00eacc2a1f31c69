import EventLog
import Ledger
import LedgerTesting
import Testing

/// What is recorded by commands: they see to it that the events agree with what is there.
@Suite("Every command")
struct DecisionTests {
    private let day = Given.day(10)

    @Test("is decided on what a snapshot says, and appended") func deciding() throws {
        let store = try Given.store(Given.household)
        let lunch = NewLine(
            kind: .expense, amount: Given.euros(1_250), day: day, category: "food:lunch",
            account: "Cash", details: LineDetails(title: "Lunch"))
        let command = Command.addEntry([lunch])
        let state: LedgerState = try LedgerSnapshot(store: store).state(for: command)
        let decision: Decision = try decide(command, state)
        let commit = NewCommit(
            id: .random(), recordedAt: .now, actor: .position(1), batch: decision.batch,
            events: decision.events)
        #expect(try store.append(commit, expecting: 11).positions == 11..<12)
        #expect(decision.notes.isEmpty)
    }

    @Test("says what it made of what was typed") func notes() throws {
        let decision = try decision(
            given: Given.household.flatMap(\.self),
            when: .addEntry([
                NewLine(
                    kind: .expense, amount: Given.euros(900), day: day, category: "Food:Lunch",
                    details: LineDetails(title: "Lunch"))
            ]))
        let note: DecisionNote = try #require(decision.notes.first)
        #expect(note.kind == DecisionNote.Kind.categorySpelling)
        #expect(note.used == "food:lunch")
    }

    private func lines() throws -> [Command] {
        var changes = LineChanges()
        changes.amount = Given.euros(1_400)
        changes.category = Change.clear
        return [
            .amend(5, changes, reason: "typed wrong"),
            .applyRules([RuledLines(ids: [5], changes: changes, reason: "a rule")]),
            .void([5], reason: "twice"), .mark([5], .cleared),
            .attach(
                FilesToAttach([.init("a.pdf", content: String(repeating: "0", count: 64))], of: 5)),
            .eraseTexts(EraseTexts(ids: [5], reason: "asked for")),
        ]
    }

    private func plans() throws -> [Command] {
        let rent = NewLine(
            kind: .expense, amount: Given.euros(98_000), day: day,
            details: LineDetails(title: "Rent"))
        let monthly = try Recurrence(parsing: "month", from: day)
        let month = DayRange(start: Given.day(0), end: Given.day(31))
        return [
            .setBudget(
                NewBudget(category: "food", goal: Given.euros(1), period: .monthly, day: day)),
            .setGoal(NewGoal("Bike", Given.euros(90_000), in: "Bank", from: day)),
            .addRepeat(NewRepeat(rent, monthly, from: day)),
            .changeAccount(2, AccountChanges(name: "Purse")),
            .closeBooks(
                CloseBooks(
                    days: month, digest: Array(0..<32), root: Array(32..<64), reason: "audited",
                    today: Given.day(60))),
            .people(PeopleCommand.changePerson(1, PersonChanges(post: "treasurer"))),
        ]
    }

    private func tasks() -> [Command] {
        let facts = TodoFacts(title: "Tax return")
        let task = TasksToImport.Task(facts, TodoStatus.open)
        return [
            .addTask(facts, TodoPlan(moments: [.wait: .day(day)])),
            .importTasks(TasksToImport(fileName: "tasks.txt", new: [task])),
        ]
    }

    @Test("becomes one event or more") func every() throws {
        for command in try lines() + plans() + tasks() {
            let decision = try decision(given: Given.household.flatMap(\.self), when: command)
            #expect(!decision.events.isEmpty, "\(command)")
        }
    }

    @Test("is refused with a reason that says what is wrong") func refused() {
        let household = Given.household.flatMap(\.self)
        expect(
            given: household, when: .amend(2, LineChanges(), reason: ""),
            refused: DecisionError.unknownTarget(2))
        var changes = TodoChanges()
        changes.title = "Tax"
        for command in [
            .open(OpenLedger(ledgerID: [], settings: Given.settings, owner: "Ada")),
            .editTask(5, changes),
            .endBudget(EndBudget(category: "travel", today: day)),
            .skipRepeat(RepeatGap(id: 5, day: day)),
        ] as [Command] {
            #expect(throws: DecisionError.self) {
                try decision(given: household, when: command)
            }
        }
    }

    /// What a program may say about a refusal.
    private func advice(_ error: DecisionError) -> String {
        switch error {
        case .cannotUndo(_, NotUndoable.opening): "a ledger stays opened"
        case .undoConflicts(let conflicts): conflicts.map(advice).joined(separator: ", ")
        case .badAttribute(TaskAttributeFault.unknown(_, let known)): "one of \(known)"
        case .badCategory(CategoryPathError.emptySegment(let text)): "no empty part: \(text)"
        default: error.description
        }
    }

    private func advice(_ conflict: UndoConflict) -> String {
        "first take back event \(conflict.by), which changed the \(conflict.field)"
    }

    @Test("is refused in words") func words() {
        #expect(advice(.badAttribute(.unknown("size", known: ["effort"]))) == #"one of ["effort"]"#)
        #expect(!advice(.emptyName).isEmpty)
    }
}
