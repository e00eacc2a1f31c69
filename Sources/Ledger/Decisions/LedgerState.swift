/// What `decide` needs to know: the reference data, and the lines and tasks that a command names.
public struct LedgerState: Hashable, Sendable {
    /// How many events were seen; what `EventStore.append` is to expect.
    public var count: UInt64
    /// Settings, persons, accounts, currencies and renames.
    public var referenceData: ReferenceData
    /// The categories in use.
    public var categories: CategoryIndex
    /// Lines by the position of their creation: those asked for and all others of their entries.
    public var lines: [UInt64: LineState]
    /// Tasks by the position of their creation.
    public var todos: [UInt64: TodoState]
    /// Which tasks wait for which, where the command is about that.
    public var links = TodoLinks()
    /// The attributes that tasks may have, where the command sets some.
    public var attributes: [TaskAttributeDeclared] = []
    /// The statements held against the ledger, where the command is about one.
    public var statements = StatementBook()
    /// What was said of budgets, where the command is about one.
    public var budgets = BudgetBook()
    /// The prices that were told, where the command is about some.
    public var prices = PriceBook()
    /// The files that belong to something, where the command is about some.
    public var attachments = AttachmentBook()
    /// The goals that were set, where the command is about one.
    public var goals = GoalBook()
    /// What was said of what comes again, where the command is about it.
    public var repeats = RepeatBook()
    /// The organisation, where the command is about it.
    public var organisation = Organisation()
    /// Of the closed accounts that the command names, those that are empty and have no live lines.
    public var idleAccounts: Set<UInt64> = []
    /// Why lines of closed periods may be changed; `nil` where they must not.
    public var correction: String?
    /// What of closed periods the command may change and the reference data does not have.
    public var closedFacts = ClosingRule.Known()

    /// A state; without arguments that of a ledger without events.
    public init(
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
public struct LineState: Hashable, Sendable {
    /// The position of its creation: its id.
    public var id: UInt64
    /// The position of its current version.
    public var version: UInt64
    /// What reports need.
    public var facts: LineFacts
    /// Everything else.
    public var details: LineDetails
    /// Whether it does not count any more.
    public var isVoided: Bool
    /// The ids of all lines of its entry, itself included, ascending.
    public var entry: [UInt64]
    /// The flags that it had when it was a transfer last.
    var transferFlags: LineFlags = []
    /// How far it has come with a bank; `nil` where nothing is said.
    public var status: LineStatus?

    /// A line.
    public init(
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
public struct TodoState: Hashable, Sendable {
    /// The position of its creation: its id.
    public var id: UInt64
    /// The position of its current version.
    public var version: UInt64
    /// What it says.
    public var facts: TodoFacts
    /// Whether it is still to be done.
    public var status: TodoStatus
    /// When it is hidden until, when it is to be taken up, and until when it is of use.
    public var moments: [TodoMoment: Deadline] = [:]
    /// The tasks that have to be done before, by position, ascending.
    public var prerequisites: [UInt64] = []
    /// Whether it is being worked on.
    public var isStarted = false
    /// What it has of attributes, by their names.
    public var values: [String: TodoValue] = [:]
    /// When it was completed, where that was told; `nil` where the commit's clock says it.
    public var finishedAt: Timestamp?

    /// A task.
    public init(id: UInt64, version: UInt64, facts: TodoFacts, status: TodoStatus = .open) {
        self.id = id
        self.version = version
        self.facts = facts
        self.status = status
    }
}
