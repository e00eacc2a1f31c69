internal import EventLog

/// What becomes of settings, categories, accounts, statements, closings, budgets, what comes again,
/// prices, files, goals and persons when commits are taken back.
struct ReferenceDataUndo: Sendable {
    /// What cannot be taken back.
    private(set) var conflicts: [UndoConflict]
    /// What becomes of persons and the organisation.
    let people: PeopleUndo
    private let names: UndoNames
    private let settings: Reversion<Settings>?
    private var accounts: [Reversion<ReferenceData.Account>]
    private let renames: RenameUndo
    private let statements: StatementUndo
    private var closings: ClosingUndo
    private let plans: SayingUndo<BudgetBook>
    private let repeats: SayingUndo<RepeatBook>
    private let prices: SayingUndo<PriceBook>
    private let files: AttachmentUndo
    private let goals: [Reversion<GoalState>]
    /// What the person should know: accounts that stay open.
    private(set) var notes: [DecisionNote] = []

    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        let referenceData = snapshot.referenceData
        names = UndoNames(referenceData)
        people = try PeopleUndo(scope, snapshot)
        closings = try ClosingUndo(scope, snapshot)
        plans = try SayingUndo(scope, snapshot)
        repeats = try SayingUndo(scope, snapshot)
        prices = try SayingUndo(scope, snapshot)
        files = try AttachmentUndo(scope, snapshot)
        goals = try Reversion.goals(scope, snapshot)
        settings =
            scope.settings.isEmpty
            ? nil : Reversion(settingsOf: referenceData, undoing: scope.undone)
        let found = try Reversion.accounts(scope, snapshot)
        accounts = found.filter { $0.conflict == nil }
        renames = try RenameUndo(scope, snapshot)
        statements = try StatementUndo(scope, snapshot)
        var conflicts = people.conflicts(names) + closings.conflicts(names)
        for clash in settings?.clashes(referenceData) ?? [] {
            let label = EntityLabel(id: clash.version, type: "settings", title: "")
            conflicts.append(UndoConflict(label, clash))
        }
        for account in found { conflicts += account.conflicts(names) }
        for goal in goals {
            conflicts += goal.clashes(referenceData).map { clash in
                let title = goal.now.goal.name
                let label = EntityLabel(id: clash.version, type: "goal", title: title)
                return UndoConflict(label, clash)
            }
        }
        self.conflicts = conflicts + renames.conflicts(names) + statements.conflicts(names)
    }

    /// Whether something that is taken back was said of a file whose text was erased.
    var followsErased: Bool { files.followsErased }

    /// Whether it matters how many lines name an account.
    var opensAccounts: Bool { accounts.contains(where: \.leavesNothing) }

    /// Keeps accounts open that lines still name.
    ///
    /// - Parameter lines: How many live lines name each account.
    mutating func keepOpen(_ lines: [UInt64: Int]) {
        accounts.removeAll { account in
            guard account.leavesNothing, let count = lines[account.now.position], count > 0 else {
                return false
            }
            let name = account.now.facts.name
            notes.append(DecisionNote(.accountStaysOpen, given: name, used: String(count)))
            return true
        }
    }

    /// The first closing that is ended.
    var endedClosing: ReferenceData.Closing? { closings.changed.first { !$0.isClosed }?.closing }

    /// The closings that are made again.
    var remadeClosings: [ReferenceData.Closing] { closings.remade }

    /// Makes closings not again of which the figures are others by now.
    mutating func leaveOpen(_ moved: [(closing: UInt64, conflict: UndoConflict)]) {
        closings.leaveOpen(Set(moved.map(\.closing)))
        conflicts += moved.map(\.conflict)
    }

    /// The events before those of lines and tasks.
    var eventsBefore: [Event] {
        let parts = common + accounts.filter { !$0.target.isClosed }
        return parts.flatMap { $0.events(from: 0, reason: "") }
    }

    /// The events behind those of lines and tasks.
    func eventsAfter(reason: String) -> [Event] {
        let parts = accounts.filter(\.target.isClosed) + last
        return parts.flatMap { $0.events(from: 0, reason: reason) }
    }

    /// What changes.
    var changes: [UndoChange] { (common + accounts + last).flatMap { $0.changes(names) } }

    private var common: [any UndoPart] { (settings.map { [$0] } ?? []) + [renames] }

    private var last: [any UndoPart] {
        [statements, closings, plans, repeats, prices, files, people] + goals
    }
}

extension Reversion<ReferenceData.Account> {
    /// What becomes of the accounts of which commits speak.
    fileprivate static func accounts(
        _ scope: UndoScope, _ snapshot: LedgerSnapshot
    ) throws(StoreError) -> [Reversion] {
        var found: [Reversion] = []
        if scope.accounts.isEmpty { return found }
        try snapshot.store.readEvents(at: scope.accounts, [.hot, .facts]) { position, event, _ in
            guard case .accountOpened(let opened) = event else { return }
            let account = Reversion(
                account: position, opened, in: snapshot.referenceData, undoing: scope.undone)
            if let account { found.append(account) }
        }
        return found
    }
}
