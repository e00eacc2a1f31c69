internal import EventLog

/// What becomes of settings, categories, accounts and statements when commits are taken back.
struct ReferenceDataUndo: Sendable {
    /// What cannot be taken back.
    private(set) var conflicts: [UndoConflict] = []
    private let referenceData: ReferenceData
    private var settings: Reversion<Settings>?
    private var accounts: [Reversion<ReferenceData.Account>] = []
    private var renames: [(position: UInt64, names: CategoryRenamed)] = []
    private var statements = StatementUndo()
    private var closings: ClosingUndo
    /// What becomes of persons and the organisation.
    let people: PeopleUndo
    /// The accounts that stay open, with the number of lines that name them.
    private var inUse: [UInt64: Int] = [:]

    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        referenceData = snapshot.referenceData
        closings = ClosingUndo(snapshot.referenceData)
        people = try PeopleUndo(scope, snapshot)
        conflicts = people.conflicts
        takeBackClosings(scope)
        if !scope.settings.isEmpty { takeBackSettings(scope) }
        if !scope.accounts.isEmpty { try takeBackAccounts(scope, snapshot) }
        if !scope.renames.isEmpty { try takeBackRenames(scope, snapshot) }
        if !scope.statements.isEmpty { try takeBackStatements(scope, snapshot) }
    }

    /// Whether it matters how many lines name an account.
    var opensAccounts: Bool { accounts.contains(where: \.leavesNothing) }

    /// Keeps accounts open that lines still name.
    mutating func keepOpen(_ lines: [UInt64: Int]) {
        inUse = lines.filter { $0.value > 0 }
    }

    /// What the person should know.
    var notes: [DecisionNote] {
        accounts.compactMap { account in
            guard account.leavesNothing, let lines = inUse[account.now.position] else { return nil }
            return DecisionNote(
                .accountStaysOpen, given: account.now.facts.name, used: String(lines))
        }
    }

    /// The first closing that is ended.
    var endedClosing: ReferenceData.Closing? { closings.changed.first { !$0.isClosed }?.closing }

    /// The events before those of lines and tasks.
    var eventsBefore: [Event] {
        var events: [Event] = []
        if let event = settings?.event { events.append(event) }
        events += renames.map { .categoryRenamed($0.names) }
        return events + accountEvents.filter { !$0.closes }.map(\.event)
    }

    /// The events behind those of lines and tasks.
    func eventsAfter(reason: String) -> [Event] {
        accountEvents.filter(\.closes).map(\.event) + statements.events(reason: reason)
            + closings.events(reason: reason) + people.events(reason: reason)
    }

    private var accountEvents: [(event: Event, closes: Bool)] {
        accounts.compactMap { account in
            let event = account.event(staysOpen: inUse[account.now.position] != nil)
            guard case .accountChanged(let change) = event else { return nil }
            return (.accountChanged(change), change.isClosed)
        }
    }

    /// What changes.
    var changes: [UndoChange] {
        var changes: [UndoChange] = []
        if let settings {
            changes += settings.changes(referenceData).map {
                UndoChange($0, id: settings.lastPosition, type: "settings", title: "")
            }
        }
        for rename in renames {
            let change = FieldChange(
                field: "name", was: rename.names.from.text, now: rename.names.to.text)
            changes.append(
                UndoChange(
                    change, id: rename.position, type: "category", title: rename.names.from.text))
        }
        for account in accounts {
            let isKept = account.leavesNothing && inUse[account.now.position] != nil
            if isKept { continue }
            changes += account.changes(referenceData).map {
                UndoChange(
                    $0, id: account.now.position, type: "account", title: account.now.facts.name)
            }
        }
        for noted in statements.changed {
            let change = FieldChange(
                field: "withdrawn", was: noted.stands ? "yes" : nil,
                now: noted.stands ? nil : "yes")
            changes.append(
                UndoChange(
                    change, id: noted.position, type: "statement",
                    title: noted.statement.title(referenceData)))
        }
        for (closing, isClosed) in closings.changed {
            let change = FieldChange(
                field: "closed", was: isClosed ? nil : "yes", now: isClosed ? "yes" : nil)
            changes.append(
                UndoChange(
                    change, id: closing.position, type: "closing", title: closing.title))
        }
        return changes + people.changes
    }
}

extension ReferenceDataUndo {
    private mutating func takeBackSettings(_ scope: UndoScope) {
        guard let found = Reversion(settingsOf: referenceData, undoing: scope.undone) else {
            return
        }
        conflicts += found.clashes(referenceData).map {
            UndoConflict($0, id: $0.version, type: "settings", title: "")
        }
        settings = found
    }

    private mutating func takeBackAccounts(_ scope: UndoScope, _ snapshot: LedgerSnapshot)
        throws(StoreError)
    {
        var opened: [(UInt64, AccountOpened)] = []
        try snapshot.store.readEvents(at: scope.accounts, [.hot, .facts]) { position, event, _ in
            if case .accountOpened(let account) = event { opened.append((position, account)) }
        }
        for (id, facts) in opened {
            guard
                let account = Reversion(
                    account: id, facts, in: referenceData, undoing: scope.undone)
            else { continue }
            conflicts += account.clashes(referenceData).map {
                UndoConflict($0, id: id, type: "account", title: account.now.facts.name)
            }
            if account.conflict == nil { accounts.append(account) }
        }
    }

    private mutating func takeBackRenames(_ scope: UndoScope, _ snapshot: LedgerSnapshot)
        throws(StoreError)
    {
        var undo = RenameUndo(referenceData, used: try snapshot.categories().categories)
        for position in scope.renames {
            guard let index = referenceData.renames.firstIndex(where: { $0.position == position })
            else {
                continue
            }
            let before: CategoryIndex = try snapshot.store.project(0..<position)
            guard let clash = undo.rollBack(index, before: before.categories) else {
                if let names = undo.inverses.last { renames.append((position, names)) }
                continue
            }
            let names = clash.rename.names
            conflicts.append(
                UndoConflict(
                    id: position, type: "category", title: names.to.text,
                    field: clash.name == nil ? "merged" : "name", set: names.to.text,
                    now: clash.name?.text ?? names.to.text, by: clash.by))
        }
    }

    private mutating func takeBackClosings(_ scope: UndoScope) {
        for position in scope.closings {
            guard let other = closings.rollBack(position) else { continue }
            conflicts.append(
                UndoConflict(
                    id: position, type: "closing", title: other.title, field: "closed", set: nil,
                    now: "yes", by: other.position))
        }
    }

    private mutating func takeBackStatements(
        _ scope: UndoScope, _ snapshot: LedgerSnapshot
    ) throws(StoreError) {
        let types: Set<EventType> = [.statementAsserted, .assertionWithdrawn]
        var found: [UInt64] = []
        let wanted = TypeSet(types.map(\.rawValue))
        try snapshot.store.read(0..<snapshot.count, .hot, holding: wanted) {
            batch throws(StoreError) in
            let isWanted = try batch.knownTypes().map { $0.map(types.contains) ?? false }
            guard isWanted.contains(true) else { return .next }
            for index in 0..<batch.count where isWanted[Int(batch.keyCodes[index])] {
                found.append(batch.firstPosition + UInt64(index))
            }
            return .next
        }
        try snapshot.store.readEvents(at: found, [.links, .hot, .facts, .text]) {
            position, event, _ in
            statements.apply(event, at: position)
        }
        for position in scope.statements {
            guard let noted = statements.rollBack(position) else { continue }
            conflicts.append(
                UndoConflict(
                    id: noted.position, type: "statement",
                    title: noted.statement.title(referenceData),
                    field: "withdrawn", set: nil, now: "yes", by: noted.withdrawn ?? position))
        }
    }
}

extension ReferenceData.Closing {
    /// `2026-03-01..2026-04-01`
    fileprivate var title: String { closed.days.description }
}

extension StatementAsserted {
    /// `Bank 1204.50 EUR on 2026-03-31`
    fileprivate func title(_ referenceData: ReferenceData) -> String {
        let name = referenceData.accountName(account) ?? ""
        return "\(name) \(balance) \(balance.currency.code) on \(day)"
    }
}
