extension Decider {
    mutating func open(_ opening: OpenLedger) throws(DecisionError) {
        guard state.count == 0, referenceData.ledgerID == nil else { throw .alreadyOpened }
        if opening.ledgerID.count != 16 { throw .badLedgerID }
        try check(opening.settings.baseCurrency)
        var settings = opening.settings
        settings.zoneName = try checkedName(settings.zoneName)
        let owner = try checkedName(opening.owner)
        decision.events = [
            .ledgerOpened(
                LedgerOpened(
                    ledgerID: opening.ledgerID, settings: settings, schemas: EventSchema.written)),
            .personAdded(PersonAdded(name: owner)),
        ]
    }

    mutating func openAccount(
        _ account: AccountOpened, _ type: AccountType?
    ) throws(DecisionError) {
        try checkOpened()
        var account = account
        account.name = try checkedName(account.name)
        if let other = referenceData.account(named: account.name) {
            if other.isClosed { throw .closedAccount(other.facts.name, other.position) }
            throw .duplicateAccount(other.facts.name, other.position)
        }
        try check(account.opening, line: 0)
        decision.events.append(.accountOpened(account))
        if let type {
            decision.events.append(.accountTyped(AccountTyped(.inThisCommit(0), type)))
        }
    }

    mutating func addPerson(_ name: String) throws(DecisionError) {
        try checkOpened()
        decision.events.append(.personAdded(PersonAdded(name: try checkedName(name))))
    }

    mutating func changeSettings(_ change: SettingsChanged) throws(DecisionError) {
        guard let settings = referenceData.settings else { throw .notOpened }
        var change = change
        if let currency = change.baseCurrency { try check(currency) }
        if let zone = change.zoneName { change.zoneName = try checkedName(zone) }
        if change.baseCurrency == settings.baseCurrency { change.baseCurrency = nil }
        if change.zoneName == settings.zoneName { change.zoneName = nil }
        if change.weekStart == settings.weekStart { change.weekStart = nil }
        if change == SettingsChanged() { throw .nothingChanged }
        decision.events.append(.settingsChanged(change))
    }

    mutating func declareCurrency(_ currency: Currency) throws(DecisionError) {
        try checkOpened()
        if let other = referenceData.currency(code: currency.code) {
            throw .duplicateCurrency(other)
        }
        decision.events.append(.currencyDeclared(currency))
    }

    mutating func renameCategory(_ from: String, _ to: String) throws(DecisionError) {
        try checkOpened()
        let typed = try path(from)
        let wanted = try path(to)
        let current = Set(state.categories.categories.map(referenceData.renamed)).sorted()
        let old = CategoryIndex.spelling(of: typed, among: current)
        guard current.contains(where: { old.contains($0) }) else {
            let names = current.map(\.text)
            throw .unknownCategory(from, suggestions: Spelling.nearest(to: from, among: names))
        }
        // A new spelling of the old name is what was asked for.
        let isRespelled = wanted.isSameIgnoringCase(as: old)
        let new = isRespelled ? wanted : CategoryIndex.spelling(of: wanted, among: current)
        if new == old { throw .nothingChanged }
        for (given, used) in [(typed, old), (wanted, new)] where given != used {
            decision.notes.append(
                DecisionNote(.categorySpelling, given: given.text, used: used.text))
        }
        let budgets = state.budgets.categories(referenceData)
        for category in budgets.sorted() where old.contains(category) {
            let joined = category.replacing(old, with: new)
            if joined == category || !budgets.contains(joined) { continue }
            decision.notes.append(
                DecisionNote(.budgetReplaced, given: category.text, used: joined.text))
        }
        decision.events.append(.categoryRenamed(CategoryRenamed(from: old, to: new)))
    }
}
