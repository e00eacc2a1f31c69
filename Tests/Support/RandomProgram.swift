internal import EventLog
package import Ledger

/// Commands at random on a store: everything that can be undone.
package struct RandomProgram {
    /// Where it records.
    package let store: any EventStore
    private var random: SeededRandom
    private var names = 0
    /// Why lines of closed periods may be changed; `nil` where they must not.
    package var correction: String?
    /// Whether lines are split among persons, in several currencies.
    private let splits: Bool
    /// Whether budgets are set, and things come again.
    private let budgets: Bool
    /// Seconds from one event to the next.
    package var pace: Int64 = 1
    /// Steps that recorded something.
    package private(set) var recorded = 0
    /// Commands that were refused.
    package private(set) var refused = 0

    /// A program on an empty store.
    package init(
        seed: UInt64, on kind: StoreKind, splits: Bool = false, budgets: Bool = false
    ) throws {
        try self.init(seed: seed, on: kind.makeStore(), splits: splits, budgets: budgets)
    }

    /// A program on a store that is empty.
    package init(
        seed: UInt64, on store: any EventStore, splits: Bool = false, budgets: Bool = false
    ) throws {
        random = SeededRandom(seed: seed)
        self.store = store
        self.splits = splits
        self.budgets = budgets
        try append(Given.ledger, actor: nil)
        if splits {
            try append([.personAdded(PersonAdded(name: "Bo"))])
            try append([.personAdded(PersonAdded(name: "Cy"))])
        }
    }

    /// The ledger as it is.
    package var snapshot: LedgerSnapshot {
        get throws {
            var snapshot = try LedgerSnapshot(store: store)
            snapshot.correction = correction
            return snapshot
        }
    }

    /// Records something; a command that makes no sense is tried again as another one.
    ///
    /// - Throws: What the store throws: what is decided can be appended.
    package mutating func step() throws {
        let snapshot = try snapshot
        while true {
            do {
                let decision = try decision(snapshot)
                try append(decision.events, batch: decision.batch)
                guard try store.head().count > snapshot.count else { throw NothingRecorded() }
                recorded += 1
                return
            } catch is DecisionError {
                refused += 1
            }
        }
    }

    /// An append that left the store as it was.
    private struct NothingRecorded: Error {}

    /// What is recorded next.
    private mutating func decision(_ snapshot: LedgerSnapshot) throws -> Decision {
        if let events = try event(snapshot) { return Decision(events: events) }
        if number(below: 16) == 0 {
            return Decision(events: try imported(snapshot), batch: .inThisCommit(0))
        }
        let command = try command(4..<max(5, snapshot.count))
        return try decide(command, snapshot.state(for: command))
    }

    /// A number below another.
    package mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    /// Appends a commit, a second after the one before, or as the pace is.
    package func append(
        _ events: [Event], actor: UInt64? = 1, batch: Reference? = nil
    ) throws {
        let count = try store.head().count
        let time = 1_767_225_600_000 + Int64(count) * pace * 1_000
        let commit = NewCommit(
            id: CommitID(high: 9, low: count),
            recordedAt: Timestamp(millisecondsSince1970: time),
            actor: actor.map { .position($0) }, batch: batch, events: events)
        _ = try store.append(commit, expecting: nil)
    }

    /// Plans an undo and appends it, unless something is in the way.
    ///
    /// - Returns: Whether it was appended.
    package func undo(_ target: UndoTarget, skipsConflicts: Bool = false) throws -> Bool {
        let snapshot = try snapshot
        let plan = try UndoPlan(
            of: snapshot.commits(toUndo: target, by: 1), in: snapshot, reason: "", limit: 5)
        if plan.hindrance != nil || plan.commits.isEmpty { return false }
        if !plan.conflicts.isEmpty, !skipsConflicts { return false }
        do { try plan.checkClosings() } catch { return false }
        var events: [Event] = []
        try plan.events { events.append($0) }
        try append(events)
        return true
    }

    private mutating func line() throws -> NewLine {
        let kind = number(below: 4) == 0 ? EntryKind.income : .expense
        let category = ["food", "food:lunch", "home", nil][number(below: 4)]
        var line = NewLine(
            kind: kind, amount: Given.euros(Int64(1 + number(below: 500))),
            day: Given.day(Int32(number(below: 20))), category: category,
            account: ["Cash", "Bank", nil][number(below: 3)],
            details: LineDetails(title: "Line \(number(below: 99))", tags: ["a"]))
        if splits {
            line.amount = amount()
            if number(below: 8) > 0 { line.details.payer = .position(person()) }
            if number(below: 4) > 0 { line.details.shares = try shares(of: line.amount) }
        }
        return line
    }

    /// Ada, Bo or Cy.
    private mutating func person() -> UInt64 { [1, 4, 5][number(below: 3)] }

    private mutating func amount() -> Money {
        let code = ["EUR", "JPY", "KWD"][number(below: 3)]
        let minor = Int64(number(below: 2_000)) - 600
        return Money(minor: minor == 0 ? 7 : minor, currency: Given.currency(code))
    }

    /// Some persons in some order, with weights.
    private mutating func shares(of amount: Money) throws -> [Share] {
        let persons = ([1, 4, 5] as [UInt64]).shuffled(using: &random).prefix(1 + number(below: 3))
        let parts = persons.map { person in
            (person: person, portion: Split.Portion.weight(Int64(1 + number(below: 5))))
        }
        return try Split(parts).shares(of: amount.minor)
    }

    /// Amounts and shares that mostly fit.
    private mutating func split(_ changes: inout LineChanges) throws {
        if changes.amount != nil { changes.amount = amount() }
        switch number(below: 4) {
        case 0: changes.shares = .clear
        case 1: changes.shares = .set(try shares(of: changes.amount ?? amount()))
        case 2:
            let amount = amount()
            (changes.amount, changes.shares) = (amount, .set(try shares(of: amount)))
        default: changes.payer = number(below: 3) == 0 ? .clear : .set(.position(person()))
        }
    }

    /// The events of an import of two lines, the first of a new account.
    private mutating func imported(_ snapshot: LedgerSnapshot) throws -> [Event] {
        var lines = [try line(), try line()]
        names += 1
        lines[0].account = "Card \(names)"
        let start = ImportStart(
            origin: "import", fileName: "a.csv",
            accounts: lines.compactMap { line in
                line.account.map {
                    ImportStart.Account(name: $0, currency: line.amount.currency, day: line.day)
                }
            })
        var decision = try ImportDecision(start, snapshot.state(for: []))
        var events = decision.opening
        for line in lines { events.append(try decision.event(of: line)) }
        return try events + decision.ending()
    }

    private mutating func lineChanges() throws -> LineChanges {
        var changes = LineChanges()
        if number(below: 2) == 0 { changes.amount = Given.euros(Int64(1 + number(below: 9))) }
        if number(below: 3) == 0 { changes.day = Given.day(Int32(number(below: 20))) }
        if number(below: 3) == 0 { changes.category = .set("other:\(number(below: 3))") }
        if number(below: 3) == 0 { changes.account = .clear }
        if number(below: 3) == 0 { changes.title = "Title \(number(below: 5))" }
        if number(below: 3) == 0 { changes.note = "Note \(number(below: 5))" }
        if number(below: 4) == 0 { changes.tags = ["b", "c"] }
        if splits { try split(&changes) }
        return changes
    }

    private mutating func command(_ ids: Range<UInt64>) throws -> Command {
        let id = UInt64.random(in: ids, using: &random)
        switch number(below: 16) {
        case 0, 1: return .addEntry([try line()])
        case 2:
            let first = try line()
            var second = try line()
            second.kind = first.kind
            return .addEntry([first, second])
        case 3, 4, 5, 6: return .amend(id, try lineChanges(), reason: "")
        case 7: return .void([id], reason: "")
        case 8: return .restore([id], reason: "")
        case 9: return .addTask(TodoFacts(title: "Task \(number(below: 99))"))
        case 10:
            var changes = TodoChanges()
            changes.title = "Task \(number(below: 99))"
            if number(below: 2) == 0 { changes.priority = .set(UInt8(1 + number(below: 9))) }
            if number(below: 4) == 0 {
                let day = Deadline.day(Given.day(Int32(number(below: 60))))
                changes.moments = [TodoMoment.allCases[number(below: 3)]: .set(day)]
            }
            return .editTask(id, changes)
        case 11: return .completeTask(id, reason: "")
        case 12: return .reopenTask(id, reason: "")
        case 13: return .rescheduleTask(id, .day(Given.day(Int32(number(below: 9)))))
        case 14: return .dropTask(id, reason: "")
        default:
            let starts: [Weekday] = [.monday, .saturday, .sunday]
            return .changeSettings(SettingsChanged(weekStart: starts[number(below: 3)]))
        }
    }

    /// What no command makes, or only of names that are new.
    private mutating func event(_ snapshot: LedgerSnapshot) throws -> [Event]? {
        names += 1
        let index = number(below: snapshot.referenceData.accounts.count)
        let account = snapshot.referenceData.accounts[index]
        switch number(below: 12) {
        case 0:
            let category = try snapshot.lines().compactMap(\.facts.category).first
            guard let category else { return nil }
            let to = try CategoryPath("new \(names)")
            let from = snapshot.referenceData.renamed(category)
            return [.categoryRenamed(CategoryRenamed(from: from, to: to))]
        case 1:
            var facts = account.facts
            facts.opening = Given.euros(Int64(number(below: 1_000)))
            if facts == account.facts { return nil }
            return [
                .accountChanged(
                    AccountChanged(
                        target: .position(account.position),
                        previous: .position(account.version), facts: facts,
                        isClosed: account.isClosed))
            ]
        case 2:
            return [
                .statementAsserted(
                    StatementAsserted(
                        account: .position(account.position),
                        balance: Given.euros(Int64(number(below: 3))), day: Given.day(5)))
            ]
        case 3 where budgets:
            return [
                .budgetSet(
                    BudgetSet(
                        category: try CategoryPath("food"),
                        goal: Given.euros(Int64(1 + number(below: 9))), period: .monthly,
                        day: Given.day(Int32(number(below: 3) * 40)),
                        rollsOver: number(below: 2) == 0))
            ]
        case 4 where budgets && number(below: 3) == 0:
            let dollar = Given.currency("USD")
            guard let rate = Rate(digits: Int64(1 + number(below: 9)), scale: 1) else { return nil }
            return [
                .priceSet(
                    PriceSet(
                        dollar, in: Given.currency("EUR"), rate,
                        on: Given.day(Int32(number(below: 9)))))
            ]
        case 4 where budgets: return [try rule(snapshot)]
        case 5 where budgets: return try mark(snapshot, account.position)
        default: return nil
        }
    }

    /// The status of a line, what an account is, or a goal.
    private mutating func mark(
        _ snapshot: LedgerSnapshot, _ account: UInt64
    ) throws -> [Event]? {
        switch number(below: 3) {
        case 0:
            guard let line = try snapshot.lines().first(where: { $0.status != .cleared }) else {
                return nil
            }
            let status: LineStatus = line.status == nil ? .pending : .cleared
            return [.lineMarked(LineMarked(.position(line.id), status))]
        case 1:
            let now = snapshot.referenceData.account(at: account)?.type
            let type: AccountType? = now == nil ? .liability : nil
            return [.accountTyped(AccountTyped(.position(account), type))]
        default:
            return [
                .goalSet(
                    GoalSet(
                        ["Bike", "Trip"][number(below: 2)],
                        Given.euros(Int64(number(below: 4) * 1_000)), in: .position(account),
                        from: Given.day(0)))
            ]
        }
    }

    /// Something that comes again, or does not once, or no more.
    private mutating func rule(_ snapshot: LedgerSnapshot) throws -> Event {
        let day = Given.day(Int32(number(below: 60)))
        let rules = try snapshot.repeatBook().rules
        if !rules.isEmpty, number(below: 2) == 0 {
            let rule = rules[number(below: rules.count)]
            let isEnd = number(below: 3) == 0
            return .repeatSkipped(
                RepeatSkipped(target: .position(rule.id), day: day, stops: isEnd))
        }
        let facts = LineFacts(
            kind: .expense, amount: Given.euros(Int64(1 + number(below: 9))), day: day)
        let phrase = ["day", "week", "month on the 31st"][number(below: 3)]
        return .repeatAdded(
            RepeatAdded(
                number(below: 2) == 0
                    ? .task(TodoFacts(title: "Again"), from: day)
                    : .line(facts, LineDetails(title: "Again")),
                try Recurrence(parsing: phrase, from: day)))
    }
}
