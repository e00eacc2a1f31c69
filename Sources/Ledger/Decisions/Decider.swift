/// Makes events of a command, or says why not: nothing but its arguments counts.
///
/// - Parameters:
///   - command: What someone wants.
///   - state: The ledger as the person saw it, with everything that the command names; the events
///     must be appended with `expecting: state.count`, or decided anew.
/// - Returns: The events of one commit and what the person should know.
/// - Throws: ``DecisionError``, with which nothing happens.
/// - Complexity: O(*n* · *c*) in the lines that the command names and the categories in use.
public func decide(
    _ command: Command, _ state: LedgerState
) throws(DecisionError) -> Decision {
    var decider = Decider(state)
    switch command {
    case .open(let opening): try decider.open(opening)
    case .addEntry(let lines, let status): try decider.addEntry(lines, status)
    case .amend(let id, let changes, let reason): try decider.amend(id, changes, reason)
    case .amendAll(let ids, let changes, let reason):
        let lines = RuledLines(ids: ids, changes: changes, reason: reason)
        try decider.amendAll([lines], batch: "amend")
    case .applyRules(let groups): try decider.amendAll(groups, batch: "rules")
    case .voidAll(let ids, let reason): try decider.voidAll(ids, reason)
    case .void(let ids, let reason): try decider.void(ids, reason)
    case .restore(let ids, let reason): try decider.restore(ids, reason)
    case .openAccount(let account, let type): try decider.openAccount(account, type)
    case .changeAccount(let id, let changes): try decider.changeAccount(id, changes)
    case .assertStatement(let id, let balance, let day):
        try decider.assertStatement(id, balance, day)
    case .withdrawStatement(let id, let reason): try decider.withdrawStatement(id, reason)
    case .mark(let ids, let status): try decider.mark(ids, status)
    case .attach(let files): try decider.attach(files)
    case .setGoal(let goal): try decider.setGoal(goal)
    case .setBudget(let budget): try decider.setBudget(budget)
    case .endBudget(let end): try decider.endBudget(end)
    case .setPrices(let prices): try decider.setPrices(prices)
    case .addRepeat(let rule): try decider.addRepeat(rule)
    case .skipRepeat(let skip): try decider.skipRepeat(skip)
    case .closeBooks(let snapshot): try decider.closeBooks(snapshot)
    case .reopenBooks(let closing, let reason): try decider.reopenBooks(closing, reason)
    case .eraseTexts(let texts): try decider.erase(texts)
    case .addPerson(let name): try decider.addPerson(name)
    case .people(let command): try decider.people(command)
    case .changeSettings(let change): try decider.changeSettings(change)
    case .declareCurrency(let currency): try decider.declareCurrency(currency)
    case .renameCategory(let from, let to): try decider.renameCategory(from, to)
    case .addTask(let facts, let plan): try decider.addTask(facts, plan)
    case .importTasks(let tasks): try decider.importTasks(tasks)
    case .editTask(let id, let changes): try decider.editTask(id, changes)
    case .declareAttribute(let attribute): try decider.declareAttribute(attribute)
    case .completeTask(let id, let reason): try decider.completeTask(id, reason)
    case .reopenTask(let id, let reason): try decider.reopenTask(id, reason)
    case .rescheduleTask(let id, let deadline): try decider.rescheduleTask(id, deadline)
    case .dropTask(let id, let reason): try decider.dropTask(id, reason)
    case .closeOtherwise(let id, let isDropped, let reason):
        try decider.closeOtherwise(id, isDropped: isDropped, reason)
    case .startTask(let id, let reason): try decider.startTask(id, reason)
    case .stopTask(let id, let reason): try decider.stopTask(id, reason)
    }
    try decider.correct()
    return decider.decision
}

/// A decision in the making: the state, what came of it so far, and the rules that several commands
/// share.
struct Decider {
    let state: LedgerState
    var decision = Decision(events: [])
    /// Closed accounts that are taken up again, by position.
    var reopened: Set<UInt64> = []
    /// Those of them without an event yet.
    var toReopen: [ReferenceData.Account] = []
    /// The spelling of each category text that was looked up.
    private var spelled: [String: CategoryPath] = [:]
    private var spellingTree: CategorySpelling?
    /// The accounts that were looked up, by the text they were named with.
    private var named: [String: ReferenceData.Account] = [:]
    /// The accounts that this commit opens, by their names in lower case.
    private(set) var opened: [String: Reference] = [:]
    /// Whether a new category that is spelt nearly like a known one is noted.
    var tellsSimilar = false
    /// Categories as they were spelled and as they are called now, ascending.
    private var known: [CategoryPath]?

    init(_ state: LedgerState) { self.state = state }

    var referenceData: ReferenceData { state.referenceData }

    /// Adds corrections where the events go against closed books.
    mutating func correct() throws(DecisionError) {
        var rule = ClosingRule(
            referenceData, correction: state.correction, known: state.closedFacts)
        for event in decision.events { rule.take(event) }
        decision.events += try rule.corrections()
    }

    func checkOpened() throws(DecisionError) {
        if referenceData.settings == nil { throw .notOpened }
    }

    /// A name without blanks around it.
    func checkedName(_ name: String) throws(DecisionError) -> String {
        let name = name.trimmed
        if name.isEmpty { throw .emptyName }
        return name
    }

    func check(_ currency: Currency) throws(DecisionError) {
        guard referenceData.currency(code: currency.code) == currency else {
            throw .unknownCurrency(currency)
        }
    }

    /// An amount must have a counterpart of the other sign.
    func check(_ amount: Money, line: Int) throws(DecisionError) {
        try check(amount.currency)
        if amount.minor == .min { throw .amountTooLarge(line: line) }
    }

    func check(_ tags: [String]) throws(DecisionError) {
        for tag in tags where tag.trimmed.isEmpty || tag.utf8.contains(UInt8(ascii: "\n")) {
            throw .badTag(tag)
        }
    }

    func check(person: Reference?) throws(DecisionError) {
        guard let position = person?.position else { return }
        if referenceData.person(at: position) == nil { throw .unknownPerson(position) }
    }

    /// - Parameter id: The line; `nil` for one that is new.
    func check(_ shares: [Share], of amount: Money, id: UInt64?) throws(DecisionError) {
        for share in shares { try check(person: .position(share.person)) }
        if shares.addUp(to: amount.minor) { return }
        let names = shares.map { share in
            referenceData.person(at: share.person)?.name.nonEmpty ?? "#\(share.person)"
        }
        throw .unlikeShares(id, amount, names)
    }

    mutating func account(named name: String) throws(DecisionError) -> ReferenceData.Account {
        if let account = named[name] ?? referenceData.account(named: name.trimmed) {
            named[name] = account
            return account
        }
        let names = referenceData.accounts.map(\.facts.name)
        throw .unknownAccount(name, suggestions: Spelling.nearest(to: name, among: names))
    }

    /// Opens the account that lines are to be of where none is called so: empty, from a day on.
    mutating func open(
        _ account: Change<String>, _ currency: Currency, from day: Day
    ) {
        guard case .set(let text) = account else { return }
        let name = text.trimmed
        guard !name.isEmpty, referenceData.account(named: name) == nil,
            opened[name.lowercased()] == nil
        else { return }
        opened[name.lowercased()] = .inThisCommit(decision.events.count)
        let nothing = Money(minor: 0, currency: currency)
        decision.events.append(
            .accountOpened(AccountOpened(name: name, opening: nothing, day: day)))
        decision.notes.append(DecisionNote(.accountOpened, given: text, used: name))
    }

    /// The account that lines are to be of.
    mutating func reference(toAccount name: String) throws(DecisionError) -> Reference {
        if let new = opened[name.trimmed.lowercased()] { return new }
        return .position(try usableAccount(named: name).position)
    }

    /// A note where a category is new and spelt nearly like one that is known.
    private mutating func noteIfSimilar(_ path: CategoryPath) {
        guard let near = CategoryIndex.similar(to: path, among: knownCategories()) else { return }
        decision.notes.append(DecisionNote(.similarCategory, given: path.text, used: near))
    }

    /// The categories in use, as they were spelled and as they are called now.
    mutating func knownCategories() -> [CategoryPath] {
        if let known { return known }
        let raw = state.categories.categories
        let all = Set(raw).union(raw.map(referenceData.renamed)).sorted()
        known = all
        return all
    }

    private mutating func spellings() -> CategorySpelling {
        if let spellingTree { return spellingTree }
        let tree = CategorySpelling(knownCategories())
        spellingTree = tree
        return tree
    }

    func path(_ text: String) throws(DecisionError) -> CategoryPath {
        do throws(CategoryPathError) { return try CategoryPath(text) } catch {
            throw .badCategory(error)
        }
    }

    /// A category in the spelling that is known; a note says so once where it differs. Blank text
    /// is uncategorised.
    mutating func category(_ text: String?) throws(DecisionError) -> CategoryPath? {
        guard let text, !text.trimmed.isEmpty else { return nil }
        if let found = spelled[text] { return found }
        let typed = try path(text)
        let found = spellings().spelling(of: typed)
        if found != typed {
            decision.notes.append(
                DecisionNote(.categorySpelling, given: typed.text, used: found.text))
        }
        let now = referenceData.renamed(found)
        if now != found {
            decision.notes.append(
                DecisionNote(.categoryRenamed, given: found.text, used: now.text))
        }
        if tellsSimilar { noteIfSimilar(found) }
        spelled[text] = found
        // Two spellings of a new category in one import are one, too.
        spellingTree?.insert(found)
        return found
    }
}
