extension Decider {
    /// Lines that have the status already are passed over.
    mutating func mark(_ ids: [UInt64], _ status: LineStatus?) throws(DecisionError) {
        try checkOpened()
        if ids.isEmpty { throw .nothingGiven }
        var seen: Set<UInt64> = []
        for id in ids where seen.insert(id).inserted {
            let line = try line(id)
            if line.isVoided { throw .alreadyVoided(id) }
            if line.status == status { continue }
            decision.events.append(.lineMarked(LineMarked(.position(id), status)))
        }
        if decision.events.isEmpty { throw .nothingChanged }
    }

    /// A goal of the same name, in any case, is replaced; an amount of zero ends it.
    mutating func setGoal(_ goal: NewGoal) throws(DecisionError) {
        try checkOpened()
        let typed = try checkedName(goal.name)
        let goals = state.goals.goals
        let old = goals.first { $0.set.name.lowercased() == typed.lowercased() }
        guard let amount = goal.amount else {
            guard let old else {
                let names = goals.map(\.set.name)
                throw .unknownGoal(typed, suggestions: Spelling.nearest(to: typed, among: names))
            }
            let nothing = Money(minor: 0, currency: old.set.amount.currency)
            decision.events.append(
                .goalSet(
                    GoalSet(
                        old.set.name, nothing, in: old.set.account, from: goal.day,
                        reason: goal.reason)))
            return
        }
        try check(amount, line: 0)
        if amount.minor <= 0 { throw .zeroAmount(line: 0) }
        let account = Reference.position(try usableAccount(named: goal.account).position)
        let name = old?.set.name ?? typed
        if let old, old.set.amount == amount, old.set.until == goal.until,
            old.set.account == account
        {
            throw .nothingChanged
        }
        decision.events.append(
            .goalSet(
                GoalSet(
                    name, amount, in: account, from: goal.day, until: goal.until,
                    reason: goal.reason)))
        appendReopened()
    }
}

/// A goal as someone states it.
public struct NewGoal: Hashable, Sendable {
    /// What it is for.
    package var name: String
    /// How much is to be there, more than zero; `nil` ends the goal.
    package var amount: Money?
    /// The name of the account in which it is put aside; of no matter where the goal ends.
    package var account: String
    /// Today in the ledger's zone.
    package var day: Day
    /// The day at whose end it is to be there; `nil` for no day.
    package var until: Day?
    /// Why; may be empty.
    package var reason: String

    /// A goal.
    public init(
        _ name: String, _ amount: Money?, in account: String, from day: Day, until: Day? = nil,
        reason: String = ""
    ) {
        self.name = name
        self.amount = amount
        self.account = account
        self.day = day
        self.until = until
        self.reason = reason
    }
}
