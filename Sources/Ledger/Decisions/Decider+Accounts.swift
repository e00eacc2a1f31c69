extension Decider {
    mutating func changeAccount(
        _ id: UInt64, _ changes: AccountChanges
    ) throws(DecisionError) {
        try checkOpened()
        let account = try account(at: id)
        var facts = account.facts
        if let name = changes.name {
            facts.name = try checkedName(name)
            if let other = referenceData.account(named: facts.name), other.position != id {
                throw .duplicateAccount(other.facts.name, other.position)
            }
        }
        if let opening = changes.opening {
            try check(opening, line: 0)
            facts.opening = opening
        }
        if let day = changes.day { facts.day = day }
        let isClosed = changes.isClosed ?? account.isClosed
        let isSame = facts == account.facts && facts.name.isSame(as: account.facts.name)
        let type = changes.type.applied(to: account.type)
        if !isSame || isClosed != account.isClosed {
            decision.events.append(.accountChanged(change(account, facts, isClosed)))
        }
        if type != account.type {
            decision.events.append(.accountTyped(AccountTyped(.position(id), type)))
        }
        if decision.events.isEmpty { throw .nothingChanged }
    }

    /// A statement of the same account, currency and day is withdrawn: there is one a day.
    mutating func assertStatement(
        _ id: UInt64, _ balance: Money, _ day: Day
    ) throws(DecisionError) {
        try checkOpened()
        let account = try account(at: id)
        try check(balance, line: 0)
        for other in state.statements.statements
        where other.account == id && other.day == day && other.balance.currency == balance.currency
        {
            if other.balance == balance { throw .nothingChanged }
            decision.events.append(
                .assertionWithdrawn(AssertionWithdrawn(target: .position(other.id))))
            decision.notes.append(
                DecisionNote(
                    .statementReplaced, given: String(other.id), used: other.balance.description))
        }
        decision.events.append(
            .statementAsserted(
                StatementAsserted(
                    account: .position(account.position), balance: balance, day: day)))
    }

    mutating func withdrawStatement(_ id: UInt64, _ reason: String) throws(DecisionError) {
        try checkOpened()
        guard state.statements.statements.contains(where: { $0.id == id }) else {
            throw state.statements.isWithdrawn(id) ? .alreadyWithdrawn(id) : .notAStatement(id)
        }
        decision.events.append(
            .assertionWithdrawn(AssertionWithdrawn(target: .position(id), reason: reason)))
    }

    /// The account that a new line names. One that is closed takes no new lines, but one that no
    /// line ever used, as it is left behind where what opened it was undone, is taken up again.
    mutating func usableAccount(named name: String) throws(DecisionError) -> ReferenceData.Account {
        let account = try account(named: name)
        guard account.isClosed else { return account }
        guard state.idleAccounts.contains(account.position) else {
            throw .closedAccount(account.facts.name, account.position)
        }
        if reopened.insert(account.position).inserted {
            toReopen.append(account)
            decision.notes.append(
                DecisionNote(.accountReopened, given: name, used: account.facts.name))
        }
        return account
    }

    /// The events for what ``usableAccount(named:)`` took up again.
    mutating func appendReopened() {
        for account in toReopen {
            decision.events.append(.accountChanged(change(account, account.facts, false)))
        }
        toReopen = []
    }

    /// A note when the opening balance of a line's account contains the line.
    mutating func noteIfBeforeOpening(_ facts: LineFacts) {
        guard let account = facts.account?.position.flatMap(referenceData.account(at:)),
            account.facts.opening.minor != 0, facts.day < account.facts.day,
            facts.amount.currency == account.facts.opening.currency
        else { return }
        decision.notes.append(
            DecisionNote(
                .beforeOpening, given: account.facts.name, used: account.facts.day.description))
    }

    private func account(at id: UInt64) throws(DecisionError) -> ReferenceData.Account {
        guard let account = referenceData.account(at: id) else { throw .notAnAccount(id) }
        return account
    }

    private func change(
        _ account: ReferenceData.Account, _ facts: AccountOpened, _ isClosed: Bool
    ) -> AccountChanged {
        AccountChanged(
            target: .position(account.position), previous: .position(account.version),
            facts: facts, isClosed: isClosed)
    }
}

/// What a change of an account does; everything else stays.
public struct AccountChanges: Hashable, Sendable {
    /// Another name.
    package var name: String?
    /// Another opening balance.
    package var opening: Money?
    /// Another day from which the opening balance holds.
    package var day: Day?
    /// Whether no new line may name it.
    package var isClosed: Bool?
    /// What it is in a balance sheet, or that nothing is said of it.
    package var type: Change<AccountType>

    /// A change; without arguments none.
    public init(
        name: String? = nil, opening: Money? = nil, day: Day? = nil, isClosed: Bool? = nil,
        type: Change<AccountType> = .keep
    ) {
        self.name = name
        self.opening = opening
        self.day = day
        self.isClosed = isClosed
        self.type = type
    }
}
