/// What `decide` needs to know: the reference data, and the lines and tasks that a command names.
public struct LedgerState: Hashable, Sendable {
    /// How many events were seen; what `EventStore.append` is to expect.
    package var count: UInt64
    /// Settings, persons, accounts, currencies and renames.
    package var referenceData: ReferenceData
    /// The categories in use.
    package var categories: CategoryIndex
    /// Lines by the position of their creation: those asked for and all others of their entries.
    package var lines: [UInt64: LineState]
    /// Tasks by the position of their creation.
    package var todos: [UInt64: TodoState]
    /// Which tasks wait for which, where the command is about that.
    package var links = TodoLinks()
    /// The attributes that tasks may have, where the command sets some.
    package var attributes: [TaskAttributeDeclared] = []
    /// The statements held against the ledger, where the command is about one.
    package var statements = StatementBook()
    /// What was said of budgets, where the command is about one.
    package var budgets = BudgetBook()
    /// The prices that were told, where the command is about some.
    package var prices = PriceBook()
    /// The files that belong to something, where the command is about some.
    package var attachments = AttachmentBook()
    /// The goals that were set, where the command is about one.
    package var goals = GoalBook()
    /// What was said of what comes again, where the command is about it.
    package var repeats = RepeatBook()
    /// The organisation, where the command is about it.
    package var organisation = Organisation()
    /// Of the closed accounts that the command names, those that are empty and have no live lines.
    package var idleAccounts: Set<UInt64> = []
    /// Why lines of closed periods may be changed; `nil` where they must not.
    package var correction: String?
    /// What of closed periods the command may change and the reference data does not have.
    package var closedFacts = ClosingRule.Known()

    /// A state; without arguments that of a ledger without events.
    package init(
        count: UInt64 = 0, referenceData: ReferenceData = ReferenceData(),
        categories: CategoryIndex = CategoryIndex(),
        lines: [UInt64: LineState] = [:], todos: [UInt64: TodoState] = [:]
    ) {
        self.count = count
        self.referenceData = referenceData
        self.categories = categories
        self.lines = lines
        self.todos = todos
    }
}

/// A line in its current version.
package struct LineState: Hashable, Sendable {
    /// The position of its creation: its id.
    package var id: UInt64
    /// The position of its current version.
    package var version: UInt64
    /// What reports need.
    package var facts: LineFacts
    /// Everything else.
    package var details: LineDetails
    /// Whether it does not count any more.
    package var isVoided: Bool
    /// The ids of all lines of its entry, itself included, ascending.
    package var entry: [UInt64]
    /// The flags that it had when it was a transfer last.
    var transferFlags: LineFlags = []
    /// How far it has come with a bank; `nil` where nothing is said.
    package var status: LineStatus?

    /// A line.
    package init(
        id: UInt64, version: UInt64, facts: LineFacts, details: LineDetails = LineDetails(),
        isVoided: Bool = false, entry: [UInt64]? = nil
    ) {
        self.id = id
        self.version = version
        self.facts = facts
        self.details = details
        self.isVoided = isVoided
        self.entry = entry ?? [id]
    }
}

/// Whether a task is still to be done.
public enum TodoStatus: String, CaseIterable, Codable, Hashable, Sendable {
    /// It is to be done.
    case open
    /// It was done.
    case completed
    /// It will not be done.
    case dropped
}

/// A task in its current version.
package struct TodoState: Hashable, Sendable {
    /// The position of its creation: its id.
    package var id: UInt64
    /// The position of its current version.
    package var version: UInt64
    /// What it says.
    package var facts: TodoFacts
    /// Whether it is still to be done.
    package var status: TodoStatus
    /// When it is hidden until, when it is to be taken up, and until when it is of use.
    package var moments: [TodoMoment: Deadline] = [:]
    /// The tasks that have to be done before, by position, ascending.
    package var prerequisites: [UInt64] = []
    /// Whether it is being worked on.
    package var isStarted = false
    /// What it has of attributes, by their names.
    package var values: [String: TodoValue] = [:]
    /// When it was completed, where that was told; `nil` where the commit's clock says it.
    package var finishedAt: Timestamp?

    /// A task.
    package init(id: UInt64, version: UInt64, facts: TodoFacts, status: TodoStatus = .open) {
        self.id = id
        self.version = version
        self.facts = facts
        self.status = status
    }
}
