import EventLog
import Ledger
import LedgerTesting
import Testing

/// Every event that a program may record, made by hand.
///
/// Commands make them, too, and see to it that they agree with what is there; whoever appends
/// events without a command sees to that alone, and asks `brokenRules()` whether they do.
@Suite("Every event")
struct EveryEventTests {
    private let day = Given.day(10)
    private let time = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private let line: Reference = .position(4)

    private func category() throws -> CategoryPath { try CategoryPath("Living:Food") }

    private func lines() throws -> [Event] {
        let facts = LineFacts(
            kind: EntryKind.expense, amount: Given.euros(1_250), day: day,
            category: try category(), account: .position(2), flags: LineFlags.incoming)
        let details = LineDetails(
            time: TimeOfDay(hour: 12, minute: 30), payer: .position(1),
            shares: [Share(person: 1, minor: 1_250)], title: "Lunch", tags: ["team"])
        var right = facts
        right.amount = Given.euros(1_300)
        let fields: FieldMask = [.amount]
        return [
            .lineAdded(LineAdded(facts: facts, details: details)),
            .lineAmended(
                LineAmended(
                    target: line, previous: line, facts: right, replaced: facts, changes: fields,
                    reason: "tip forgotten")),
            .lineVoided(LineVoided(target: line, previous: .position(5), replaced: right)),
            .lineRestored(LineRestored(target: line, previous: .position(6), facts: right)),
            .lineMarked(LineMarked(line, LineStatus.cleared)),
            .fileAttached(
                FileAttached(line, "bill.pdf", content: String(repeating: "0f", count: 32))),
        ]
    }

    private func accounts() throws -> [Event] {
        let facts = AccountOpened(name: "Giro", opening: Given.euros(0), day: Given.day(0))
        return [
            .accountOpened(AccountOpened(name: "Card", opening: Given.euros(0), day: day)),
            .accountChanged(
                AccountChanged(target: .position(3), previous: .position(3), facts: facts)),
            .accountTyped(AccountTyped(.position(3), AccountType.liability)),
            .statementAsserted(
                StatementAsserted(account: .position(3), balance: Given.euros(0), day: day)),
            .assertionWithdrawn(AssertionWithdrawn(target: .position(13), reason: "misread")),
            .goalSet(GoalSet("Bike", Given.euros(90_000), in: .position(3), from: day)),
        ]
    }

    private func plans() throws -> [Event] {
        let dollar = Given.currency("USD")
        let rate = try Rate(parsing: "1.08")
        let facts = LineFacts(kind: .expense, amount: Given.euros(98_000), day: day)
        let monthly = try Recurrence(parsing: "month", from: day)
        return [
            .budgetSet(
                BudgetSet(
                    category: try category(), goal: Given.euros(40_000), period: Period.monthly,
                    day: day)),
            .budgetWithdrawn(PlanChange(target: .position(16))),
            .budgetEnded(
                BudgetEnded(category: try category(), currency: dollar, day: Given.day(60))),
            .priceSet(PriceSet(Given.currency("EUR"), in: dollar, rate, on: day)),
            .repeatAdded(
                RepeatAdded(.line(facts, LineDetails(title: "Rent")), monthly, posts: true)),
            .repeatSkipped(RepeatSkipped(target: .position(20), day: day)),
            .currencyDeclared(try #require(Currency(code: "MILES", exponent: 0))),
            .settingsChanged(SettingsChanged(weekStart: Weekday.sunday)),
            .categoryRenamed(
                CategoryRenamed(from: try category(), to: try CategoryPath("Food"))),
        ]
    }

    private var people: [Event] {
        let facts = PersonFacts(name: "Bo", post: "clerk")
        let unit = UnitFacts(name: "Sales")
        return [
            .personAdded(PersonAdded(name: "Bo")),
            .personChanged(
                PersonChanged(target: .position(25), previous: .position(25), facts: facts)),
            .unitAdded(UnitAdded(facts: unit)),
            .unitChanged(
                UnitChanged(target: .position(27), previous: .position(27), facts: unit)),
            .membershipSet(MembershipSet(person: .position(25), unit: .position(27))),
            .membershipEnded(MembershipEnded(person: .position(25), unit: .position(27))),
            .rightsGranted(
                RightsChanged(person: .position(25), unit: .position(27), rights: Rights.read)),
        ]
    }

    /// The task is event 32, and each change of it comes after the one before.
    private var tasks: [Event] {
        let task: Reference = .position(32)
        let due: Deadline = .day(Given.day(30))
        var facts = TodoFacts(title: "Tax return", deadline: due)
        facts.urgency = TodoUrgency.important
        facts.colour = TodoColour.blue
        return [
            .taskAdded(TaskAdded(facts: facts)),
            .taskEdited(TaskEdited(target: task, previous: .position(32), facts: facts)),
            .taskRescheduled(
                TaskRescheduled(target: task, previous: .position(33), deadline: due)),
            .taskTimed(
                TaskTimed(
                    target: task, previous: .position(34), moment: TodoMoment.wait, time: due)),
            .taskAttributeDeclared(
                TaskAttributeDeclared(name: "effort", kind: TodoAttributeKind.duration)),
            .taskValued(
                TaskValued(
                    target: task, previous: .position(35), attribute: "effort",
                    value: TodoValue.duration(5_400))),
            .taskCompleted(TaskChange(target: task, previous: .position(37))),
            .taskFinished(TaskFinished(target: task, previous: .position(38), time: time)),
            .taskLinked(
                TaskLinked(target: task, previous: .position(39), prerequisite: .position(32))),
        ]
    }

    private var others: [Event] {
        [
            .batchStarted(BatchStarted(origin: "import", fileName: "may.csv")),
            .commitUndone(CommitUndone(commit: .position(7))),
            .booksClosed(
                BooksClosed(
                    days: DayRange(start: Given.day(0), end: Given.day(31)),
                    digest: Array(0..<32), root: Array(32..<64), pinned: 3)),
            .booksReopened(BooksReopened(target: .position(43), reason: "late bill")),
            .textErased(TextErased(target: .position(4), reason: "asked for")),
        ]
    }

    @Test("reads back as it was recorded") func readBack() throws {
        let events = try lines() + accounts() + plans() + people + tasks + others
        let store = try Given.store([Given.ledger, events])
        let read: [RecordedEvent] = try store.events(in: 4..<store.head().count)
        #expect(read.map(\.event) == events)
        for recorded in read {
            let type: EventType = try #require(recorded.event.type)
            #expect(!type.name.isEmpty)
        }
    }

    /// Whose key a device's event tells of; these are made by `ledger devices` and `ledger merge`,
    /// and nobody writes them by hand.
    private func words(_ event: Event) -> String {
        switch event {
        case .deviceAdded(let event): name(of: event)
        case .deviceRevoked(let event): reason(of: event)
        case .commitSigned(let event): number(of: event)
        case .commitsVouched(let event): commits(of: event).joined(separator: " ")
        case .branchMerged(let event): origin(of: event)
        case .commitSetAside(let event): reason(of: event)
        case .schemasDeclared(let event): schemas(of: event)
        case .ledgerOpened(let event): zone(of: event)
        case .custom(let event): number(of: event)
        default: ""
        }
    }

    private func name(of event: DeviceAdded) -> String { event.name }
    private func reason(of event: DeviceRevoked) -> String { event.reason }
    private func number(of event: CommitSigned) -> String { "\(event.number)" }
    private func commits(of event: CommitsVouched) -> [String] { event.commits.map { "\($0.id)" } }
    private func origin(of event: BranchMerged) -> String { "after event \(event.shared)" }
    private func reason(of event: CommitSetAside) -> String { event.reason }
    private func schemas(of event: SchemasDeclared) -> String { event.schemas }
    private func zone(of event: LedgerOpened) -> String { event.settings.zoneName }
    private func number(of event: CustomEventRecord) -> String { "\(event.number)" }

    @Test("what only the ledger writes can be read") func readOnly() {
        #expect(words(Given.ledger[0]) == "Europe/Berlin")
        let all: [EventSchema] = EventSchema.all
        #expect(all.contains { $0.name.contains("line") })
    }
}
