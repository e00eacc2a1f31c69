package import EventLog

/// What was said of budgets, and which of it holds.
package struct BudgetBook: Projection, Hashable {
    /// Something that was said.
    enum Saying: Hashable {
        case set(BudgetSet)
        case ended(BudgetEnded)
    }

    /// All of it by position, in the order of the log.
    private(set) var sayings: [(position: UInt64, saying: Saying)] = []
    /// What was taken back, or holds again: the last word on each.
    private var holds: [UInt64: Bool] = [:]

    /// An empty book.
    package init() {}

    /// `budgets`.
    package static let name = "budgets"
    /// 1.
    package static let version = 1
    /// Everything but commits.
    package static let sections: Sections = [.links, .hot, .facts, .text]

    /// The types of the events that a book takes in.
    static let types: Set<EventType> = [
        .budgetSet, .budgetEnded, .budgetWithdrawn, .budgetRestored,
    ]

    /// Where the first thing was said; `nil` for nothing.
    package var firstPosition: UInt64? { sayings.first?.position }

    /// What was said at positions, such as `food 400.00 EUR monthly from 2026-01-01`.
    package func titles(in positions: Range<UInt64>, _ referenceData: ReferenceData) -> [String] {
        sayings.filter { positions.contains($0.position) }.map { $0.saying.title(referenceData) }
    }

    /// The categories that have budgets, as they are called now.
    func categories(_ referenceData: ReferenceData) -> Set<CategoryPath> {
        var found: Set<CategoryPath> = []
        for (position, saying) in sayings where holds(position) {
            switch saying {
            case .set(let set): found.insert(referenceData.renamed(set.category))
            case .ended(let ended): found.remove(referenceData.renamed(ended.category))
            }
        }
        return found
    }

    /// Where it was said last what the budget of a category is, or that it ended, and holds; `nil`
    /// where that was never said.
    ///
    /// - Parameters:
    ///   - typed: The category in any case, as it is called now or was.
    ///   - currency: That of the budget; `nil` for any.
    package func lastVersion(
        of typed: CategoryPath, _ currency: Currency?, _ referenceData: ReferenceData
    ) -> UInt64? {
        let known = sayings.filter { holds($0.position) }.map { position, saying in
            let (then, currency) = saying.subject
            return (
                position: position, then: then, now: referenceData.renamed(then),
                currency: currency
            )
        }
        let isNow = known.contains { $0.now.isSameIgnoringCase(as: typed) }
        let was = known.last { $0.then.isSameIgnoringCase(as: typed) }?.then ?? typed
        let wanted = isNow ? typed : referenceData.renamed(was)
        return known.last {
            $0.now.isSameIgnoringCase(as: wanted)
                && (currency == nil || $0.currency == currency)
        }?.position
    }

    /// Whether what the event at a position says holds.
    func holds(_ position: UInt64) -> Bool { holds[position] ?? true }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent(of: BudgetBook.types) { position, event in
            switch event {
            case .budgetSet(let set): sayings.append((position, .set(set)))
            case .budgetEnded(let ended): sayings.append((position, .ended(ended)))
            case .budgetWithdrawn(let change): take(change, holds: false)
            case .budgetRestored(let change): take(change, holds: true)
            default: break
            }
        }
    }

    private mutating func take(_ change: PlanChange, holds isHeld: Bool) {
        if let target = change.target.position { holds[target] = isHeld }
    }

    /// Takes in the book of the events that follow.
    package mutating func merge(_ other: BudgetBook) {
        sayings += other.sayings
        holds.merge(other.holds) { $1 }
    }

    /// Whether both say the same.
    package static func == (left: BudgetBook, right: BudgetBook) -> Bool {
        left.holds == right.holds
            && left.sayings.elementsEqual(right.sayings) {
                $0.position == $1.position && $0.saying == $1.saying
            }
    }

    /// Hashes what is compared.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(holds)
        for entry in sayings {
            hasher.combine(entry.position)
            hasher.combine(entry.saying)
        }
    }
}

extension BudgetBook {
    /// The budgets that hold, each with all its goals, by category, then by currency.
    ///
    /// - Parameter referenceData: What categories are called now.
    package func budgets(_ referenceData: ReferenceData) -> [Budget] {
        var budgets: [BudgetKey: [Budget.Goal]] = [:]
        for (position, saying) in sayings where holds(position) {
            let goal: Budget.Goal
            let key: BudgetKey
            switch saying {
            case .set(let set):
                key = BudgetKey(referenceData.renamed(set.category), set.goal.currency)
                goal = Budget.Goal(
                    position: position, day: set.day, minor: set.goal.minor, period: set.period,
                    rollsOver: set.rollsOver)
            case .ended(let ended):
                key = BudgetKey(referenceData.renamed(ended.category), ended.currency)
                goal = Budget.Goal(
                    position: position, day: ended.day, minor: nil, period: .daily,
                    rollsOver: false)
            }
            // The last word on a day holds.
            budgets[key, default: []].removeAll { $0.day >= goal.day }
            budgets[key, default: []].append(goal)
        }
        let currencies = referenceData.currencyOrder
        return budgets.filter { $0.value.contains { $0.minor != nil } }
            .map { Budget(category: $0.key.category, currency: $0.key.currency, goals: $0.value) }
            .sorted { left, right in
                let order = NameOrder.compared(left.category.text, right.category.text)
                return order == 0
                    ? currencies.isBefore(left.currency, right.currency) : order < 0
            }
    }
}

extension BudgetBook {
    /// What a goal that was said at a position takes the place of, such as `400.00 EUR monthly from
    /// 2026-01-01, rolls over`; `nil` for nothing.
    package func replaced(at position: UInt64, _ referenceData: ReferenceData) -> String? {
        guard
            case .set(let set)? = sayings.first(where: { $0.position == position })?.saying
        else { return nil }
        var earlier = self
        earlier.sayings.removeAll { $0.position >= position }
        let key = BudgetKey(referenceData.renamed(set.category), set.goal.currency)
        let was = earlier.budgets(referenceData).first {
            BudgetKey($0.category, $0.currency) == key
        }
        // One that begins later goes as well.
        let later = was?.goals.last { $0.day > set.day && $0.minor != nil }
        guard let goal = was?.goal(on: set.day) ?? later, let minor = goal.minor else { return nil }
        return Saying.title(
            Money(minor: minor, currency: key.currency), goal.period, from: goal.day,
            rollsOver: goal.rollsOver)
    }
}

/// What a budget is known by.
private struct BudgetKey: Hashable {
    let category: CategoryPath
    let currency: Currency

    init(_ category: CategoryPath, _ currency: Currency) {
        self.category = category
        self.currency = currency
    }
}

extension BudgetBook.Saying {
    /// Of which budget it is said; the category is as it was called then.
    fileprivate var subject: (category: CategoryPath, currency: Currency) {
        switch self {
        case .set(let set): (set.category, set.goal.currency)
        case .ended(let ended): (ended.category, ended.currency)
        }
    }

    /// `400.00 EUR monthly from 2026-01-01, rolls over`
    fileprivate static func title(
        _ goal: Money, _ period: Period, from day: Day, rollsOver: Bool
    ) -> String {
        "\(goal) \(goal.currency.code) \(period) from \(day)" + (rollsOver ? ", rolls over" : "")
    }

    /// `food 400.00 EUR monthly from 2026-01-01`, or `food EUR, none from 2026-03-01`
    func title(_ referenceData: ReferenceData) -> String {
        switch self {
        case .set(let set):
            "\(referenceData.renamed(set.category)) "
                + Self.title(set.goal, set.period, from: set.day, rollsOver: set.rollsOver)
        case .ended(let ended):
            "\(referenceData.renamed(ended.category)) \(ended.currency.code), none from "
                + "\(ended.day)"
        }
    }
}
