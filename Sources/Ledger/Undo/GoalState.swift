internal import EventLog

/// A goal as undoing sees it.
struct GoalState: FieldwiseRevertible {
    /// Where the last word on it was said.
    var position: UInt64
    /// What it said.
    var goal: GoalSet

    static let fields: [RevertibleField<GoalState>] = [
        RevertibleField("name", text: \.goal.name),
        RevertibleField("amount", \.goal.amount) { $0.minor == 0 ? nil : $0.description },
        // Is taken with the amount.
        RevertibleField("currency", \.goal.amount) { $0.currency.code },
        RevertibleField("by", \.goal.until) { $0?.description },
        RevertibleField("account", FieldAccess(\.goal.account)) { goal, referenceData in
            referenceData.accountName(goal.goal.account)
        },
    ]

    var isInactive: Bool { goal.amount.minor == 0 }

    mutating func leave() { goal.amount = Money(minor: 0, currency: goal.amount.currency) }

    func label(_ names: UndoNames) -> EntityLabel {
        EntityLabel(id: position, type: "goal", title: goal.name)
    }

    static var goneField: String { "amount" }

    func events(
        toBecome target: GoalState, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        var set = target.goal
        set.reason = reason
        return [.goalSet(set)]
    }
}

extension Reversion<GoalState> {
    /// What becomes of the goals of which commits speak.
    static func goals(
        _ scope: UndoScope, _ snapshot: LedgerSnapshot
    ) throws(StoreError) -> [Reversion] {
        if scope.goals.isEmpty { return [] }
        let entries = try snapshot.goalBook().entries
        let meant = Set(scope.goals)
        let names = Set(entries.filter { meant.contains($0.position) }.map(\.key))
        return names.sorted().compactMap { name in
            Reversion(
                entries.filter { $0.key == name }.map { entry in
                    Version(
                        position: entry.position,
                        entity: GoalState(position: entry.position, goal: entry.set),
                        isUndone: scope.undone.contains(entry.position))
                })
        }
    }
}

extension GoalBook.Entry {
    fileprivate var key: String { self.set.name.lowercased() }
}
