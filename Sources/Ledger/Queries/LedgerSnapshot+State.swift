internal import EventLog

extension LedgerSnapshot {
    /// What `decide` needs to know for a command.
    ///
    /// - Complexity: O(*n*) in the links after the oldest target, and in the hot columns when the
    ///   command names a category or a closed account.
    public func state(for command: Command) throws(StoreError) -> LedgerState {
        var state = try state(for: command.targets, withCategories: command.namesCategories)
        if command.isAboutStatements { state.statements = try statements() }
        if command.isAboutBudgets { state.budgets = try budgetBook() }
        if case .attach = command { state.attachments = try attachments() }
        if case .setGoal = command { state.goals = try goalBook() }
        if case .setPrices = command { state.prices = try priceBook() }
        if case .skipRepeat = command { state.repeats = try repeatBook() }
        if command.isAboutAttributes { state.attributes = try attributes() }
        if command.isAboutLinks { state.links = try todoLinks() }
        if case .people = command { state.organisation = try organisation() }
        state.idleAccounts = try idleAccounts(among: command.accountNames)
        state.closedFacts = try closedFacts(for: command, state)
        return state
    }

    private func closedFacts(
        for command: Command, _ state: LedgerState
    ) throws(StoreError) -> ClosingRule.Known {
        switch command {
        case .assertStatement, .withdrawStatement: try closedFacts(statements: true)
        case .changeAccount(let id, _): try closedFacts(accounts: [id])
        case .renameCategory: try closedFacts(categories: true)
        default: ClosingRule.Known()
        }
    }

    /// Of the accounts of some names those that are closed, have no live lines, and an opening
    /// balance of zero.
    ///
    /// - Complexity: O(*n*) in the hot columns when one of them is closed.
    package func idleAccounts(
        among names: some Sequence<String>
    ) throws(StoreError) -> Set<UInt64> {
        let closed = Set(names.compactMap { referenceData.account(named: $0.trimmed) })
            .filter { $0.isClosed && $0.facts.opening.minor == 0 }
        if closed.isEmpty { return [] }
        let balances = try balances()
        return Set(closed.map(\.position).filter { !balances.hasLines($0) })
    }

    /// The lines and tasks that were created at some positions, and all other lines of the same
    /// entries.
    ///
    /// Positions at which no line and no task was created are missing from what comes back.
    ///
    /// - Parameters:
    ///   - ids: The positions.
    ///   - withCategories: Whether the categories in use are wanted; they take another pass.
    ///   - spans: Ranges, ascending, that the store reads as they are, where these are known.
    /// - Complexity: O(*n*) in the links after the oldest target.
    package func state(
        for ids: [UInt64], withCategories: Bool = true, spans: [Range<UInt64>] = []
    ) throws(StoreError) -> LedgerState {
        try state(for: ids, withCategories: withCategories, spans: spans, areLines: false)
    }

    /// As ``state(for:withCategories:spans:)``.
    ///
    /// - Parameter areLines: Whether lines are known to have been created at all of the positions.
    func state(
        for ids: [UInt64], withCategories: Bool, spans: [Range<UInt64>], areLines: Bool
    ) throws(StoreError) -> LedgerState {
        let versions = try versions(of: ids, spans: spans, areLines: areLines)
        var state = LedgerState(count: count, referenceData: referenceData)
        state.correction = correction
        if withCategories { state.categories = try categories() }
        try store.readEvents(
            at: versions.positions, [.links, .hot, .facts, .text], spans: spans
        ) { position, event, _ in
            state.apply(event, at: position)
        }
        for id in Array(state.lines.keys) { state.lines[id]?.entry = versions.entry(of: id) }
        return state
    }

    /// The positions of all versions of some entities.
    struct Versions {
        /// All of them, ascending.
        var positions: [UInt64] = []
        /// The lines of each entry of several, by its first line, that one included.
        fileprivate(set) var members: [UInt64: [UInt64]] = [:]
        /// The first line of each line that is not the first itself.
        fileprivate(set) var leaders: [UInt64: UInt64] = [:]

        /// The ids of all lines of a line's entry, ascending.
        func entry(of id: UInt64) -> [UInt64] { members[leaders[id] ?? id] ?? [id] }
    }

    /// Finds the versions of the entities created at some positions, and of all other lines of
    /// their entries, from the links alone.
    func versions(
        of ids: [UInt64], spans: [Range<UInt64>] = [], areLines: Bool = false
    ) throws(StoreError) -> Versions {
        var versions = Versions()
        let asked = Set(ids).filter { $0 < count }.sorted()
        if let known = found.versions(of: asked) { return known }
        var entities = try areLines ? entries(of: asked) : entities(at: asked, spans)
        guard let first = entities.min() else { return versions }
        var found = entities
        var (low, high) = (first, entities.max() ?? first)
        let areFew = asked.count <= LedgerSnapshot.fewEntities
        let whole = [LinkPart(events: first..<count, filter: nil)]
        for part in areFew ? try linkParts(from: first) : whole where part.mayHold(entities) {
            try store.readLinks(part.events, in: [.group, .target]) { column, position, link in
                // Most links point elsewhere.
                guard link >= low, link <= high, entities.contains(link) else { return }
                found.insert(position)
                guard column == .group else { return }
                entities.insert(position)
                low = min(low, position)
                high = max(high, position)
                versions.leaders[position] = link
                versions.members[link, default: [link]].append(position)
            }
        }
        versions.positions = found.sorted()
        self.found.keep(versions, of: asked)
        return versions
    }

    /// Of so many entities it is asked of each part of the log whether it may speak of them.
    static let fewEntities = 64

    /// Those of some lines that are parts of entries of several, ascending.
    ///
    /// - Complexity: O(*n*) in the links from the first of the lines on.
    package func parts(among lines: Set<UInt64>) throws(StoreError) -> [UInt64] {
        guard let first = lines.min() else { return [] }
        var parts: Set<UInt64> = []
        try store.readLinks(first..<count, in: [.group]) { _, position, leader in
            if lines.contains(position) { parts.insert(position) }
            if lines.contains(leader) { parts.insert(leader) }
        }
        return parts.sorted()
    }

    /// Lines, ascending, and the first lines of their entries.
    private func entries(of lines: [UInt64]) throws(StoreError) -> Set<UInt64> {
        guard let first = lines.first, let last = lines.last else { return [] }
        let asked = Set(lines)
        var entities = asked
        try store.readLinks(first..<(last + 1), in: [.group]) { _, position, leader in
            if asked.contains(position) { entities.insert(leader) }
        }
        return entities
    }

    /// The lines and tasks that were created at some positions, ascending, and the first lines of
    /// the entries.
    private func entities(
        at asked: [UInt64], _ spans: [Range<UInt64>]
    ) throws(StoreError) -> Set<UInt64> {
        var entities: Set<UInt64> = []
        try store.readRows(at: asked, [.links, .hot], spans: spans) { position, row, _ in
            switch EventType(rawValue: row.type) {
            case .lineAdded:
                let leader = row[.group]?.integer.flatMap { UInt64(exactly: $0) }
                entities.insert(leader ?? position)
                entities.insert(position)
            case .taskAdded: entities.insert(position)
            default: break
            }
        }
        return entities
    }
}

extension Command {
    /// Whether the categories in use matter.
    var namesCategories: Bool {
        switch self {
        case .addEntry(let lines, _): lines.contains { $0.category != nil }
        case .addRepeat(let rule): rule.line?.category != nil
        case .renameCategory, .setBudget, .endBudget: true
        default:
            lineChanges.contains { if case .set = $0.category { true } else { false } }
        }
    }
}

extension Command {
    /// Whether it matters what was said of budgets.
    var isAboutBudgets: Bool {
        switch self {
        case .setBudget, .endBudget, .renameCategory: true
        default: false
        }
    }

    /// Whether it matters which attributes tasks may have.
    var isAboutAttributes: Bool {
        switch self {
        case .declareAttribute: true
        case .addTask(_, let plan): !plan.values.isEmpty
        case .editTask(_, let changes): !changes.values.isEmpty
        case .importTasks(let tasks):
            tasks.new.contains { !$0.values.isEmpty }
                || tasks.changes.contains { !$0.task.values.isEmpty }
        default: false
        }
    }

    /// Whether it matters which tasks wait for which.
    var isAboutLinks: Bool {
        switch self {
        case .editTask(_, let changes):
            !changes.addedPrerequisites.isEmpty || changes.parent != nil
        case .addTask(_, let plan): plan.parent != nil && !plan.prerequisites.isEmpty
        case .importTasks(let tasks):
            tasks.new.contains { !$0.prerequisites.isEmpty }
                || tasks.changes.contains { !$0.task.prerequisites.isEmpty }
        default: false
        }
    }

    /// Whether the statements matter that are held against the ledger.
    var isAboutStatements: Bool {
        switch self {
        case .assertStatement, .withdrawStatement: true
        default: false
        }
    }

    /// The names of accounts that new lines, or lines that are changed, are to have.
    var accountNames: Set<String> {
        switch self {
        case .addEntry(let lines, _): Set(lines.compactMap { $0.account?.trimmed })
        case .addRepeat(let rule): Set([rule.line?.account?.trimmed].compactMap(\.self))
        default:
            Set(
                lineChanges.compactMap { changes in
                    if case .set(let name) = changes.account { name.trimmed } else { nil }
                })
        }
    }
}
