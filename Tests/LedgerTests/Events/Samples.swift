import EventLog
import Ledger
import Testing

/// Events to try things with.
enum Samples {
    static func euro(_ cents: Int64) throws -> Money {
        Money(minor: cents, currency: try currency("EUR", 2))
    }

    static func currency(_ code: String, _ exponent: Int) throws -> Currency {
        try #require(Currency(code: code, exponent: exponent))
    }

    static func category(_ text: String) throws -> CategoryPath {
        try CategoryPath(text)
    }

    static func facts(
        cents: Int64 = 1_250, day: Int32 = 20_544, account: Reference? = nil
    ) throws -> LineFacts {
        LineFacts(
            kind: .expense, amount: try euro(cents), day: Day(daysSince1970: day),
            account: account)
    }

    static func line(cents: Int64 = 1_250, day: Int32 = 20_544) throws -> Event {
        .lineAdded(LineAdded(facts: try facts(cents: cents, day: day)))
    }

    /// Every kind of event that the ledger knows, each with as much in it as it can have, and one
    /// that it does not know. They may stand in one commit: references point at earlier ones.
    static func everyEvent() throws -> [Event] {
        try openings() + lines() + tasks() + others() + budgets() + repeats() + prices()
            + merges() + devices() + marks()
            + [unknown]
    }

    /// What a row is read as, by itself and in a batch.
    static func reading(
        _ row: Row, at position: UInt64
    ) throws -> (alone: Result<Event, StoreError>, batched: [Result<Event, StoreError>]) {
        let alone = Result { () throws(StoreError) in try Event(row: row, at: position) }
        var builder = BatchBuilder(firstPosition: position, sections: .all)
        builder.append(row)
        var batched: [Result<Event, StoreError>] = []
        try builder.finish().forEachEvent { view throws(StoreError) in
            batched.append(Result { () throws(StoreError) in try view.event() })
        }
        return (alone, batched)
    }

    static var unknown: Event {
        .unknown(
            Row(
                type: 4_000, schema: 3, isCritical: false,
                fields: [
                    Field(ColumnID(rawValue: 0x18), .bytes([1, 2, 3])),
                    Field(ColumnID(rawValue: 0x2F), .integer(-7)),
                    Field(ColumnID(rawValue: 0x6F), .bytes([])),
                    Field(ColumnID(rawValue: 0xFC), .bytes([0xFF, 0x00])),
                ]))
    }

    private static func openings() throws -> [Event] {
        let settings = Settings(
            baseCurrency: try currency("EUR", 2), zoneName: "Europe/Berlin", weekStart: .monday)
        return [
            .ledgerOpened(
                LedgerOpened(
                    ledgerID: Array(1...16), settings: settings, schemas: "1 1 a critical\n")),
            .personAdded(PersonAdded(name: "Ada")),
            .settingsChanged(
                SettingsChanged(
                    baseCurrency: try currency("JPY", 0), zoneName: "Asia/Tokyo",
                    weekStart: .sunday)),
            .currencyDeclared(try currency("MILES", 3)),
            .accountOpened(
                AccountOpened(
                    name: "Giro", opening: try euro(-4_200), day: Day(daysSince1970: 20_000))),
            .batchStarted(
                BatchStarted(
                    origin: "import", fileName: "mai.csv", counts: ["rows": 120, "skipped": -1])),
            .categoryRenamed(
                CategoryRenamed(from: try category("Food"), to: try category("Living:Food"))),
        ]
    }

    private static func lines() throws -> [Event] {
        var old = try facts(account: .position(4))
        old.category = try category("Living:Food:Fruit & nuts")
        old.flags = .counterpart
        var new = old
        new.kind = .transfer
        new.amount = Money(minor: .min, currency: try currency("JPY", 0))
        new.category = nil
        new.flags = [.incoming, .counterpart]
        new.day = Day(daysSince1970: -1)
        let time: TimeOfDay = try #require(TimeOfDay(secondsSinceMidnight: 86_399))
        let details = LineDetails(
            time: time, payer: .position(1), shares: [Share(person: 1, minor: 1_250)],
            externalID: "2026-05/0007", title: "Market | Apples", note: "two\nlines",
            tags: ["fruit", "", "été"])
        return [
            .lineAdded(LineAdded(facts: old, details: details)),
            .lineAdded(LineAdded(facts: try facts(), entry: .position(7))),
            .lineAmended(
                LineAmended(
                    target: .position(7), previous: .position(7), facts: new, replaced: old,
                    changes: [.kind, .amount, .day, .category, .flags, .title],
                    details: LineDetails(title: "Pears"), reason: "typed wrong")),
            .lineVoided(
                LineVoided(
                    target: .position(7), previous: .position(9), replaced: new, reason: "twice")),
            .lineRestored(
                LineRestored(
                    target: .position(7), previous: .position(10), facts: new,
                    reason: "not twice")),
        ]
    }

    private static func budgets() throws -> [Event] {
        let food = try category("Living:Food")
        return [
            .budgetSet(
                BudgetSet(
                    category: food, goal: try euro(40_000), period: .monthly,
                    day: Day(daysSince1970: 20_454), rollsOver: true, reason: "agreed")),
            .budgetEnded(
                BudgetEnded(
                    category: food, currency: try currency("EUR", 2),
                    day: Day(daysSince1970: 20_513), reason: "moved")),
            .budgetWithdrawn(PlanChange(target: .position(7), reason: "misread")),
            .budgetRestored(PlanChange(target: .position(7), reason: "right after all")),
        ]
    }

    private static func prices() throws -> [Event] {
        let rate = try #require(Rate(digits: 108, scale: 2))
        return [
            .priceSet(
                PriceSet(
                    try currency("EUR", 2), in: try currency("USD", 2), rate,
                    on: Day(daysSince1970: 20_454), reason: "from the bank")),
            .priceWithdrawn(PlanChange(target: .position(7), reason: "misread")),
            .priceRestored(PlanChange(target: .position(7), reason: "right after all")),
        ]
    }

    private static func marks() throws -> [Event] {
        [
            .accountTyped(AccountTyped(.position(4), .liability)),
            .accountTyped(AccountTyped(.position(4), nil)),
            .lineMarked(LineMarked(.position(7), .pending)),
            .lineMarked(LineMarked(.position(7), .cleared)),
            .lineMarked(LineMarked(.position(7), nil)),
            .fileAttached(
                FileAttached(
                    .position(7), "bill.pdf", content: String(repeating: "0f", count: 32))),
            .fileAttached(FileAttached(.position(7), "", content: "", ends: true)),
            .goalSet(
                GoalSet(
                    "Bike", try euro(300_000), in: .position(4), from: Day(daysSince1970: 20_454),
                    until: Day(daysSince1970: 20_999), reason: "the old one is broken")),
        ]
    }

    private static func merges() -> [Event] {
        let id = [UInt8](0..<16)
        return [
            .commitSetAside(
                CommitSetAside(
                    commit: id, target: .position(3), reason: "otherwise", content: "5.00 EUR",
                    goesOn: true)),
            .branchMerged(
                BranchMerged(
                    shared: 3, root: [UInt8](repeating: 7, count: 32),
                    counts: ["aside": 1, "events": 4], known: [id, id.reversed()])),
        ]
    }

    private static func devices() -> [Event] {
        let (key, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        return [
            .deviceAdded(
                DeviceAdded(
                    name: "laptop", key: key, by: key, root: [UInt8](repeating: 3, count: 32))),
            .deviceRevoked(DeviceRevoked(key: other, by: key, signed: 7, reason: "lost")),
            .commitSigned(
                CommitSigned(key: key, signature: [UInt8](repeating: 4, count: 64), number: 8)),
            .commitsVouched(
                CommitsVouched([CommitsVouched.Commit(id: [UInt8](0..<16), digest: other)])),
        ]
    }

    private static func repeats() throws -> [Event] {
        let day = Day(daysSince1970: 20_454)
        var facts = try facts(day: 20_454, account: .position(4))
        facts.kind = .transfer
        facts.category = try category("Living:Rent")
        facts.flags = .incoming
        let details = LineDetails(title: "Hausbau AG | Rent", note: "flat 3", tags: ["home"])
        let task = TodoFacts(
            title: "Water plants", note: "all of them", urgency: .urgent, colour: .teal,
            priority: 2, project: try category("Home"), tags: ["garden"],
            assignee: .position(1))
        return [
            .repeatAdded(
                RepeatAdded(
                    .line(facts, details), try Recurrence(parsing: "month on the 31st", from: day),
                    last: Day(daysSince1970: 21_000), posts: true)),
            .repeatAdded(
                RepeatAdded(
                    .task(task, from: day), try Recurrence(parsing: "2 weeks", from: day))),
            .repeatSkipped(
                RepeatSkipped(target: .position(7), day: day, stops: true, reason: "moved out")),
            .repeatWithdrawn(PlanChange(target: .position(7), reason: "misread")),
            .repeatRestored(PlanChange(target: .position(7), reason: "right after all")),
        ]
    }

    private static func others() throws -> [Event] {
        let facts = AccountOpened(
            name: "Giro", opening: try euro(99), day: Day(daysSince1970: 20_001))
        let asserted = StatementAsserted(
            account: .position(4), balance: try euro(120_450), day: Day(daysSince1970: 20_543))
        return [
            .accountChanged(
                AccountChanged(
                    target: .position(4), previous: .position(4), facts: facts, isClosed: true)),
            .statementAsserted(asserted),
            .assertionWithdrawn(AssertionWithdrawn(target: .position(19), reason: "misread")),
            .commitUndone(CommitUndone(commit: .position(7), reason: "by mistake")),
            .schemasDeclared(SchemasDeclared(schemas: EventSchema.written)),
            .booksClosed(
                BooksClosed(
                    days: DayRange(
                        start: Day(daysSince1970: 20_513), end: Day(daysSince1970: 20_544)),
                    digest: Array(0..<32), root: Array(32..<64), pinned: 3, reason: "audited")),
            .booksReopened(
                BooksReopened(target: .position(7), isCorrection: true, reason: "late bill")),
            .textErased(
                TextErased(target: .position(2), isRecorder: true, reason: "asked for")),
        ] + people
    }

    private static var people: [Event] {
        let facts = PersonFacts(
            name: "Bo", post: "clerk", picture: "bo.png", contact: "bo@example.org")
        let rights = RightsChanged(
            person: .position(1), unit: .position(2), rights: [.read, .share], reason: "audit")
        return [
            .personChanged(
                PersonChanged(target: .position(1), previous: .position(1), facts: facts)),
            .unitAdded(UnitAdded(facts: UnitFacts(name: "Sales", parent: .position(2)))),
            .unitChanged(
                UnitChanged(
                    target: .position(2), previous: .position(2),
                    facts: UnitFacts(name: "Trade", parent: .position(1)), isClosed: true)),
            .membershipSet(
                MembershipSet(person: .position(1), unit: .position(2), post: "clerk")),
            .membershipEnded(
                MembershipEnded(person: .position(1), unit: .position(2), reason: "moved")),
            .rightsGranted(rights), .rightsRevoked(rights),
        ]
    }

    private static func tasks() throws -> [Event] {
        let facts = TodoFacts(
            title: "Tax return", note: "by post", deadline: .day(Day(daysSince1970: 20_666)),
            urgency: .important, colour: .blue, priority: 1, project: try category("Home:Office"),
            tags: ["tax"], assignee: .position(1))
        var edited = facts
        edited.deadline = .instant(Timestamp(millisecondsSince1970: 1_785_492_000_123))
        return [
            .taskAdded(TaskAdded(facts: facts)),
            .taskEdited(TaskEdited(target: .position(12), previous: .position(12), facts: edited)),
            .taskCompleted(
                TaskChange(target: .position(12), previous: .position(13), reason: "done")),
            .taskReopened(TaskChange(target: .position(12), previous: .position(14))),
            .taskRescheduled(
                TaskRescheduled(
                    target: .position(12), previous: .position(15),
                    deadline: .day(Day(daysSince1970: 20_700)))),
            .taskDropped(
                TaskChange(target: .position(12), previous: .position(16), reason: "moot")),
            .taskTimed(
                TaskTimed(
                    target: .position(12), previous: .position(17), moment: .wait,
                    time: .day(Day(daysSince1970: 20_650)))),
            .taskTimed(
                TaskTimed(
                    target: .position(12), previous: .position(18), moment: .until,
                    time: .instant(Timestamp(millisecondsSince1970: 1_785_492_000_123)))),
            .taskLinked(
                TaskLinked(
                    target: .position(12), previous: .position(19), prerequisite: .position(11),
                    ends: true)),
            .taskStarted(
                TaskChange(target: .position(12), previous: .position(20), reason: "now")),
            .taskStopped(
                TaskChange(target: .position(12), previous: .position(21), reason: "lunch")),
            .taskFinished(
                TaskFinished(
                    target: .position(12), previous: .position(22),
                    time: Timestamp(millisecondsSince1970: 1_785_492_000_123), reason: "told")),
        ] + (try values())
    }

    /// A task with a value of each kind, and with none any more.
    private static func values() throws -> [Event] {
        let declared = TaskAttributeDeclared(name: "size", kind: .text, choices: ["S", "M"])
        let values: [(String, TodoValue?)] = [
            ("size", .text("M")), ("weight", .number(-2_500_000)),
            ("planned", .money(Money(minor: 30_000, currency: try currency("EUR", 2)))),
            ("asked", .date(.day(Day(daysSince1970: 20_650)))),
            ("called", .date(.instant(Timestamp(millisecondsSince1970: 1_785_492_000_123)))),
            ("estimate", .duration(5_400)), ("size", nil),
        ]
        return [.taskAttributeDeclared(declared)]
            + values.enumerated().map { index, value in
                .taskValued(
                    TaskValued(
                        target: .position(12), previous: .position(23 + UInt64(index)),
                        attribute: value.0, value: value.1))
            }
    }
}
