/// What someone wants to happen. `decide` makes events of it, or says why not.
public enum Command: Hashable, Sendable {
    /// Opens the ledger: its first two events, the second of which is the owner.
    case open(OpenLedger)
    /// Records an expense, an income or a transfer of one or more lines of one kind. Accounts that
    /// they name and that are not known are opened.
    case addEntry([NewLine], LineStatus? = nil)
    /// Changes one line.
    case amend(UInt64, LineChanges, reason: String)
    /// Changes lines, those that are so already left out, in a batch of their own.
    case amendAll([UInt64], LineChanges, reason: String)
    /// Changes groups of lines, each as rules say, those that are so already left out, in a batch
    /// of their own; no line is in two groups.
    case applyRules([RuledLines])
    /// Takes lines back, each with all lines of its entry, in a batch of their own.
    case voidAll([UInt64], reason: String)
    /// Takes lines back, each with all lines of its entry.
    case void([UInt64], reason: String)
    /// Brings voided lines back, each with all lines of its entry.
    case restore([UInt64], reason: String)
    /// Opens an account or payment method.
    case openAccount(AccountOpened, AccountType? = nil)
    /// Changes, closes or reopens the account of a position.
    case changeAccount(UInt64, AccountChanges)
    /// Notes what a statement says is in the account of a position at the end of a day.
    case assertStatement(UInt64, Money, Day)
    /// Holds a statement against the ledger no more.
    case withdrawStatement(UInt64, reason: String)
    /// Gives lines a status, or none; those that have it already are left out.
    case mark([UInt64], LineStatus?)
    /// Says that files belong to a line or a task, or no more.
    case attach(FilesToAttach)
    /// Says what is to be put aside for something, or that nothing is any more.
    case setGoal(NewGoal)
    /// Says what is to be spent in a category.
    case setBudget(NewBudget)
    /// Ends the budget of a category, that of a currency or all.
    case endBudget(EndBudget)
    /// Tells what currencies are worth in others; what holds already is passed over.
    case setPrices([PriceSet])
    /// Says that something comes again.
    case addRepeat(NewRepeat)
    /// Passes over a day of what comes again, or all from it on.
    case skipRepeat(RepeatGap)
    /// Closes the books of a period.
    case closeBooks(CloseBooks)
    /// Opens closed books again, by the position of the closing.
    case reopenBooks(UInt64, reason: String)
    /// Erases text for good: says so; what was said is done by the store.
    case eraseTexts(EraseTexts)
    /// Adds a person.
    case addPerson(name: String)
    /// Changes persons, units, memberships and rights.
    case people(PeopleCommand)
    /// Changes what is in force; what is `nil` or equal stays.
    case changeSettings(SettingsChanged)
    /// Declares a currency of the ledger's own.
    case declareCurrency(Currency)
    /// Gives a category, and everything below it, another name.
    case renameCategory(from: String, to: String)
    /// Records a task, with its moments and what has to be done before.
    case addTask(TodoFacts, TodoPlan = TodoPlan())
    /// Records tasks of a file, and what it says otherwise of others.
    case importTasks(TasksToImport)
    /// Changes a task.
    case editTask(UInt64, TodoChanges)
    /// Declares an attribute of tasks.
    case declareAttribute(TaskAttributeDeclared)
    /// Completes a task.
    case completeTask(UInt64, reason: String)
    /// Takes up a completed or dropped task again.
    case reopenTask(UInt64, reason: String)
    /// Gives a task another deadline, or none.
    case rescheduleTask(UInt64, Deadline?)
    /// Drops a task.
    case dropTask(UInt64, reason: String)
    /// Completes or drops a task that was closed the other way: it is taken up again and closed in
    /// one.
    case closeOtherwise(UInt64, isDropped: Bool, reason: String)
    /// Begins to work on a task.
    case startTask(UInt64, reason: String)
    /// Ends to work on a task for now.
    case stopTask(UInt64, reason: String)

    /// The ids that the command names: what `LedgerSnapshot.state(for:)` has to look up.
    package var targets: [UInt64] {
        switch self {
        case .amend(let id, _, _), .completeTask(let id, _), .reopenTask(let id, _),
            .rescheduleTask(let id, _), .dropTask(let id, _), .closeOtherwise(let id, _, _),
            .startTask(let id, _), .stopTask(let id, _):
            [id]
        case .addTask(_, let plan): plan.prerequisites + [plan.parent].compactMap(\.self)
        case .editTask(let id, let changes):
            [id] + changes.addedPrerequisites + [changes.parent].compactMap(\.self)
        case .void(let ids, _), .restore(let ids, _), .amendAll(let ids, _, _),
            .voidAll(let ids, _), .mark(let ids, _):
            ids
        case .importTasks(let tasks): tasks.changes.map(\.id)
        case .applyRules(let groups): groups.flatMap(\.ids)
        case .eraseTexts(let texts): texts.ids
        case .attach(let files): [files.target]
        default: []
        }
    }

    /// What lines are to be changed by.
    var lineChanges: [LineChanges] {
        switch self {
        case .amend(_, let changes, _), .amendAll(_, let changes, _): [changes]
        case .applyRules(let groups): groups.map(\.changes)
        default: []
        }
    }
}

/// Lines that the same rules find.
public struct RuledLines: Hashable, Sendable {
    /// Their ids.
    package var ids: [UInt64]
    /// What the rules say of them.
    package var changes: LineChanges
    /// Which rules these are; goes into the history of the lines.
    package var reason: String

    /// Lines and what changes of them.
    public init(ids: [UInt64], changes: LineChanges, reason: String) {
        self.ids = ids
        self.changes = changes
        self.reason = reason
    }
}

/// How a ledger begins.
public struct OpenLedger: Hashable, Sendable {
    /// 16 random bytes.
    package var ledgerID: [UInt8]
    /// Currency, zone and week start.
    package var settings: Settings
    /// The owner's name, not empty.
    package var owner: String

    /// A beginning.
    public init(ledgerID: [UInt8], settings: Settings, owner: String) {
        self.ledgerID = ledgerID
        self.settings = settings
        self.owner = owner
    }
}

/// A line as someone states it: names instead of positions.
public struct NewLine: Hashable, Sendable {
    /// Expense, income or transfer.
    package var kind: EntryKind
    /// Positive is the kind's ordinary direction, negative a refund.
    package var amount: Money
    /// The day on which it counts.
    package var day: Day
    /// Segments joined by `:`; `nil` or blank is uncategorised.
    package var category: String?
    /// The name of an account; `nil` or empty is none.
    package var account: String?
    /// Whether a transfer goes into the account; means nothing in other kinds.
    package var isIncoming: Bool
    /// Everything else.
    package var details: LineDetails

    /// A line to record.
    public init(
        kind: EntryKind, amount: Money, day: Day, category: String? = nil, account: String? = nil,
        isIncoming: Bool = false, details: LineDetails = LineDetails()
    ) {
        self.kind = kind
        self.amount = amount
        self.day = day
        self.category = category
        self.account = account
        self.isIncoming = isIncoming
        self.details = details
    }
}

/// What an amendment does to a value that may be missing.
public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It stays as it is.
    case keep
    /// It becomes the given value.
    case set(Value)
    /// There is none any more.
    case clear

    /// The value after the change.
    package func applied(to old: Value?) -> Value? {
        switch self {
        case .keep: old
        case .set(let value): value
        case .clear: nil
        }
    }
}

/// What an amendment changes of a line; everything else stays.
public struct LineChanges: Hashable, Sendable {
    /// Another kind; only for an entry of one line.
    public var kind: EntryKind?
    /// Another amount.
    public var amount: Money?
    /// Another day.
    public var day: Day?
    /// Another category.
    public var category: Change<String> = .keep
    /// Another account, by name.
    public var account: Change<String> = .keep
    /// Another direction of a transfer of one line.
    public var isIncoming: Bool?
    /// Another time of day.
    public var time: Change<TimeOfDay> = .keep
    /// Another payer, a person.
    public var payer: Change<Reference> = .keep
    /// Other shares, ascending by person; together the amount.
    public var shares: Change<[Share]> = .keep
    /// Another id of another system.
    public var externalID: Change<String> = .keep
    /// Another title; see ``LineDetails/set(payee:title:)``.
    public var title: String?
    /// Another payee.
    public var payee: String?
    /// Whether a title that names no payee leaves the one that is there.
    public var keepsPayee = false
    /// Another note.
    public var note: String?
    /// Other tags, all of them.
    public var tags: [String]?
    /// Tags that come behind the others, unless they are there in any case.
    public var addedTags: [String] = []
    /// Tags that go, in any case.
    public var removedTags: [String] = []

    /// No change.
    public init() {}
}

/// What an edit changes of a task; everything else stays.
public struct TodoChanges: Hashable, Sendable {
    /// Another title, not blank.
    public var title: String?
    /// Another note.
    public var note: String?
    /// Another deadline.
    public var deadline: Change<Deadline> = .keep
    /// Another urgency.
    public var urgency: TodoUrgency?
    /// Another colour.
    public var colour: TodoColour?
    /// Another priority, 1 (highest) … 9.
    public var priority: Change<UInt8> = .keep
    /// Another project, segments joined by `:`.
    public var project: Change<CategoryPath> = .keep
    /// Other tags, all of them.
    public var tags: [String]?
    /// Another assignee, a person.
    public var assignee: Change<Reference> = .keep
    /// Other moments.
    public var moments: [TodoMoment: Change<Deadline>] = [:]
    /// Tasks that have to be done before, besides those that it waits for.
    public var addedPrerequisites: [UInt64] = []
    /// Tasks for which it waits no more.
    public var removedPrerequisites: [UInt64] = []
    /// Other values of attributes, by their names.
    public var values: [String: Change<TodoValue>] = [:]
    /// A task of which it becomes a part, and which waits for it from now on.
    public var parent: UInt64?

    /// No change.
    public init() {}
}

/// When a new task is hidden, to be taken up and of use, and for what it waits.
public struct TodoPlan: Hashable, Sendable {
    /// Its moments.
    package var moments: [TodoMoment: Deadline]
    /// The tasks that have to be done before.
    package var prerequisites: [UInt64]
    /// The task of which it is a part, and which waits for it; `nil` for none.
    package var parent: UInt64?
    /// When it was completed, if it was.
    package var finishedAt: Timestamp?
    /// What it has of attributes, by their names.
    package var values: [String: TodoValue] = [:]

    /// A plan; without arguments none.
    public init(
        moments: [TodoMoment: Deadline] = [:], prerequisites: [UInt64] = [],
        finishedAt: Timestamp? = nil
    ) {
        self.moments = moments
        self.prerequisites = prerequisites
        self.finishedAt = finishedAt
    }
}

extension TodoFacts {
    /// Takes in what changes.
    package mutating func take(_ changes: TodoChanges) {
        title = changes.title ?? title
        note = changes.note ?? note
        deadline = changes.deadline.applied(to: deadline)
        urgency = changes.urgency ?? urgency
        colour = changes.colour ?? colour
        priority = changes.priority.applied(to: priority)
        project = changes.project.applied(to: project)
        tags = changes.tags ?? tags
        assignee = changes.assignee.applied(to: assignee)
    }
}
