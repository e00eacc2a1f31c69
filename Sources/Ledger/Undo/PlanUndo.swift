internal import EventLog

/// What was said of budgets and is taken back, or holds again: each saying by itself, so that
/// nothing stands against it.
struct PlanUndo: UndoPart {
    private let book: BudgetBook
    /// Whether what an event said is to hold, by position.
    private var wanted: [UInt64: Bool] = [:]

    /// - Complexity: O(*n*) in the events about budgets; nothing where none is taken back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.plans.isEmpty {
            book = BudgetBook()
            return
        }
        book = try snapshot.budgetBook()
        var wanted: [UInt64: Bool] = [:]
        let positions: [UInt64] = scope.plans.sorted()
        try snapshot.store.readEvents(at: positions, BudgetBook.sections) { position, event, _ in
            switch event {
            case .budgetSet, .budgetEnded: wanted[position] = false
            // What was said in a commit that is taken back, too, does not hold.
            case .budgetWithdrawn(let change):
                if let target = change.target.position {
                    wanted[target] = !scope.undone.contains(target)
                }
            case .budgetRestored(let change):
                if let target = change.target.position { wanted[target] = false }
            default: break
            }
        }
        self.wanted = wanted
    }

    private var changed: [(position: UInt64, saying: BudgetBook.Saying, holds: Bool)] {
        book.sayings.compactMap { position, saying in
            guard let holds = wanted[position], holds != book.holds(position) else { return nil }
            return (position, saying, holds)
        }
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] { [] }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.map { position, saying, holds in
            let label = EntityLabel(
                id: position, type: "budget", title: saying.title(names.referenceData))
            return UndoChange(label, "withdrawn", becomes: !holds)
        }
    }

    func events(from index: Int, reason: String) -> [Event] {
        changed.map { position, _, holds in
            let change = PlanChange(target: .position(position), reason: reason)
            return holds ? .budgetRestored(change) : .budgetWithdrawn(change)
        }
    }
}

extension BudgetBook.Saying {
    /// `food 400.00 EUR monthly from 2026-01-01`, or `food EUR, none from 2026-03-01`
    func title(_ referenceData: ReferenceData) -> String {
        switch self {
        case .set(let set):
            "\(referenceData.renamed(set.category)) \(set.goal) \(set.goal.currency.code) "
                + "\(set.period) from \(set.day)" + (set.rollsOver ? ", rolls over" : "")
        case .ended(let ended):
            "\(referenceData.renamed(ended.category)) \(ended.currency.code), none from "
                + "\(ended.day)"
        }
    }
}
