internal import EventLog

/// How much is to be spent in a category, and all below it, in each period from a day on.
public struct BudgetSet: Hashable, Sendable {
    /// What it is for; a fact that stays.
    public var category: CategoryPath
    /// How much a period.
    public var goal: Money
    /// The periods.
    public var period: Period
    /// The first day of the first period.
    public var day: Day
    /// Whether what is left of a period, or was overspent, is carried into the next.
    public var rollsOver: Bool
    /// Why; erasable, may be empty.
    public var reason: String

    /// A budget.
    public init(
        category: CategoryPath, goal: Money, period: Period, day: Day, rollsOver: Bool = false,
        reason: String = ""
    ) {
        self.category = category
        self.goal = goal
        self.period = period
        self.day = day
        self.rollsOver = rollsOver
        self.reason = reason
    }
}

/// The budget of a category in a currency holds no more from a day on.
public struct BudgetEnded: Hashable, Sendable {
    /// What it was for.
    public var category: CategoryPath
    /// Of which of its budgets.
    public var currency: Currency
    /// The first day without it.
    public var day: Day
    /// Why; erasable, may be empty.
    public var reason: String

    /// The end of a budget.
    public init(category: CategoryPath, currency: Currency, day: Day, reason: String = "") {
        self.category = category
        self.currency = currency
        self.day = day
        self.reason = reason
    }
}

/// What an earlier event said of a plan is taken back, or holds again.
public struct PlanChange: Hashable, Sendable {
    /// That event.
    public var target: Reference
    /// Why; erasable, may be empty.
    public var reason: String

    /// A change of what counts.
    public init(target: Reference, reason: String = "") {
        self.target = target
        self.reason = reason
    }
}

extension EventDeclaration {
    static let budgetSet = EventDeclaration(
        .budgetSet, "budget", "set", Event.budgetSet, isCritical: false,
        [
            .needed(.currency), .needed(.day), .needed(.amount), .needed(.name),
            .needed(.every), .maybe(.mode),
        ], .reason, undoneBy: .by([.budgetWithdrawn]), changesFigures: false)

    static let budgetEnded = EventDeclaration(
        .budgetEnded, "budget", "ended", Event.budgetEnded, isCritical: false,
        [.needed(.currency), .needed(.day), .needed(.name)], .reason,
        undoneBy: .by([.budgetWithdrawn]), changesFigures: false)

    static let budgetWithdrawn = EventDeclaration(
        .budgetWithdrawn, "budget", "withdrawn", Event.budgetWithdrawn, isCritical: false,
        [.needed(.target)], .reason, undoneBy: .by([.budgetRestored]), changesFigures: false)

    static let budgetRestored = EventDeclaration(
        .budgetRestored, "budget", "restored", Event.budgetRestored, isCritical: false,
        [.needed(.target)], .reason, undoneBy: .by([.budgetWithdrawn]), changesFigures: false)
}

extension BudgetSet: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(goal.currency, in: .currency)
        writer.add(day.daysSince1970, in: .day)
        writer.add(goal.minor, in: .amount)
        writer.add(category, in: .name)
        writer.add(fact: period.name, in: .every)
        if rollsOver { writer.add(1, in: .mode) }
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        category = try reader.required(.name, reader.category)
        goal = Money(
            minor: try reader.required(.amount, reader.integer),
            currency: try reader.required(.currency, reader.currency))
        let name = try reader.required(.every, reader.string)
        guard let period = Period(name: name), period.name.isSame(as: name) else {
            throw reader.undecodable(.every)
        }
        self.period = period
        day = try reader.required(.day, reader.day)
        let mode: UInt8 = try reader.integer(.mode) ?? 0
        if mode > 1 { throw reader.undecodable(.mode) }
        rollsOver = mode == 1
        reason = try reader.text(.reason)
    }
}

extension BudgetEnded: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(currency, in: .currency)
        writer.add(day.daysSince1970, in: .day)
        writer.add(category, in: .name)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        category = try reader.required(.name, reader.category)
        currency = try reader.required(.currency, reader.currency)
        day = try reader.required(.day, reader.day)
        reason = try reader.text(.reason)
    }
}

extension PlanChange: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        reason = try reader.text(.reason)
    }
}
