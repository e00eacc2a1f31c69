public import EventLog

/// What happened: the one kind of thing that the ledger stores.
public enum Event: Hashable, Sendable {
    /// Position 0 of every ledger.
    case ledgerOpened(LedgerOpened)
    /// A person became known.
    case personAdded(PersonAdded)
    /// Settings of the ledger changed.
    case settingsChanged(SettingsChanged)
    /// The ledger declared a currency of its own.
    case currencyDeclared(Currency)
    /// An account was opened.
    case accountOpened(AccountOpened)
    /// A batch, such as an import, began.
    case batchStarted(BatchStarted)
    /// A category and everything below it got another name.
    case categoryRenamed(CategoryRenamed)
    /// A line of an expense, an income or a transfer was recorded.
    case lineAdded(LineAdded)
    /// A line was amended.
    indirect case lineAmended(LineAmended)
    /// A line was voided.
    case lineVoided(LineVoided)
    /// A voided line was restored.
    case lineRestored(LineRestored)
    /// A task was recorded.
    case taskAdded(TaskAdded)
    /// A task was edited.
    case taskEdited(TaskEdited)
    /// A task was completed.
    case taskCompleted(TaskChange)
    /// A completed or dropped task was taken up again.
    case taskReopened(TaskChange)
    /// A task got another deadline, or none.
    case taskRescheduled(TaskRescheduled)
    /// A task was dropped.
    case taskDropped(TaskChange)
    /// An account was changed, closed or taken up again.
    case accountChanged(AccountChanged)
    /// A statement's balance was noted.
    case statementAsserted(StatementAsserted)
    /// A statement's balance was withdrawn.
    case assertionWithdrawn(AssertionWithdrawn)
    /// A commit was taken back.
    case commitUndone(CommitUndone)
    /// A program said what its events look like.
    case schemasDeclared(SchemasDeclared)
    /// The books of a period were closed.
    case booksClosed(BooksClosed)
    /// Closed books were opened again.
    case booksReopened(BooksReopened)
    /// Text was erased for good.
    case textErased(TextErased)
    /// A person was changed.
    case personChanged(PersonChanged)
    /// A unit came into the organisation.
    case unitAdded(UnitAdded)
    /// A unit was renamed, moved, closed or taken up again.
    case unitChanged(UnitChanged)
    /// A person is in a unit, or has another post there.
    case membershipSet(MembershipSet)
    /// A person is not in a unit any more.
    case membershipEnded(MembershipEnded)
    /// A person may do something.
    case rightsGranted(RightsChanged)
    /// A person may not do something any more.
    case rightsRevoked(RightsChanged)
    /// A file belongs to a line or a task, or no more.
    case fileAttached(FileAttached)
    /// A category has a budget.
    case budgetSet(BudgetSet)
    /// A category has a budget no more.
    case budgetEnded(BudgetEnded)
    /// What was said of a budget is taken back.
    case budgetWithdrawn(PlanChange)
    /// What was said of a budget holds again.
    case budgetRestored(PlanChange)
    /// Something comes again.
    indirect case repeatAdded(RepeatAdded)
    /// Something that comes again does not once, or no more.
    case repeatSkipped(RepeatSkipped)
    /// What was said of what comes again is taken back.
    case repeatWithdrawn(PlanChange)
    /// What was said of what comes again holds again.
    case repeatRestored(PlanChange)
    /// A moment of a task was set, or taken away.
    case taskTimed(TaskTimed)
    /// A task waits for another one, or does not any more.
    case taskLinked(TaskLinked)
    /// A task is being worked on.
    case taskStarted(TaskChange)
    /// A task is not being worked on any more.
    case taskStopped(TaskChange)
    /// A task was completed at a moment that was told.
    case taskFinished(TaskFinished)
    /// A task has another value of an attribute.
    case taskValued(TaskValued)
    /// What a currency is worth in another is told.
    case priceSet(PriceSet)
    /// A price is taken back.
    case priceWithdrawn(PlanChange)
    /// A price holds again.
    case priceRestored(PlanChange)
    /// What an account is in a balance sheet is told.
    case accountTyped(AccountTyped)
    /// A line has a status, or none any more.
    case lineMarked(LineMarked)
    /// What is to be put aside for something is told.
    case goalSet(GoalSet)
    /// A commit of another branch was not taken in by a merge.
    case commitSetAside(CommitSetAside)
    /// Another branch of the log was taken in.
    case branchMerged(BranchMerged)
    /// Tasks may have an attribute.
    case taskAttributeDeclared(TaskAttributeDeclared)
    /// A device may sign what it records.
    case deviceAdded(DeviceAdded)
    /// What a device signs is not believed any more.
    case deviceRevoked(DeviceRevoked)
    /// A device signs the events of a commit.
    case commitSigned(CommitSigned)
    /// A device vouches for commits of others.
    case commitsVouched(CommitsVouched)
    /// An event of another package, known or not: see ``CustomEvent``.
    case custom(CustomEventRecord)
    /// An event of a type or schema version that this program does not know and may ignore.
    case unknown(Row)
}

extension Event {
    /// Its type; `nil` for a custom event, and for one that this program does not know.
    public var type: EventType? {
        switch self {
        case .ledgerOpened: .ledgerOpened
        case .personAdded: .personAdded
        case .settingsChanged: .settingsChanged
        case .currencyDeclared: .currencyDeclared
        case .accountOpened: .accountOpened
        case .batchStarted: .batchStarted
        case .categoryRenamed: .categoryRenamed
        case .lineAdded: .lineAdded
        case .lineAmended: .lineAmended
        case .lineVoided: .lineVoided
        case .lineRestored: .lineRestored
        case .taskAdded: .taskAdded
        case .taskEdited: .taskEdited
        case .taskCompleted: .taskCompleted
        case .taskReopened: .taskReopened
        case .taskRescheduled: .taskRescheduled
        case .taskDropped: .taskDropped
        case .accountChanged: .accountChanged
        case .statementAsserted: .statementAsserted
        case .assertionWithdrawn: .assertionWithdrawn
        case .commitUndone: .commitUndone
        case .schemasDeclared: .schemasDeclared
        case .booksClosed: .booksClosed
        case .booksReopened: .booksReopened
        case .textErased: .textErased
        case .personChanged: .personChanged
        case .unitAdded: .unitAdded
        case .unitChanged: .unitChanged
        case .membershipSet: .membershipSet
        case .membershipEnded: .membershipEnded
        case .rightsGranted: .rightsGranted
        case .rightsRevoked: .rightsRevoked
        case .fileAttached: .fileAttached
        case .budgetSet: .budgetSet
        case .budgetEnded: .budgetEnded
        case .budgetWithdrawn: .budgetWithdrawn
        case .budgetRestored: .budgetRestored
        case .repeatAdded: .repeatAdded
        case .repeatSkipped: .repeatSkipped
        case .repeatWithdrawn: .repeatWithdrawn
        case .repeatRestored: .repeatRestored
        case .taskTimed: .taskTimed
        case .taskLinked: .taskLinked
        case .taskStarted: .taskStarted
        case .taskStopped: .taskStopped
        case .taskFinished: .taskFinished
        case .taskValued: .taskValued
        case .priceSet: .priceSet
        case .priceWithdrawn: .priceWithdrawn
        case .priceRestored: .priceRestored
        case .accountTyped: .accountTyped
        case .lineMarked: .lineMarked
        case .goalSet: .goalSet
        case .commitSetAside: .commitSetAside
        case .branchMerged: .branchMerged
        case .taskAttributeDeclared: .taskAttributeDeclared
        case .deviceAdded: .deviceAdded
        case .deviceRevoked: .deviceRevoked
        case .commitSigned: .commitSigned
        case .commitsVouched: .commitsVouched
        case .custom, .unknown: nil
        }
    }

    /// What it says; `nil` for a custom event, and for one that this program does not know.
    var content: (any RowContent)? {
        switch self {
        case .ledgerOpened(let content): content
        case .personAdded(let content): content
        case .settingsChanged(let content): content
        case .currencyDeclared(let content): content
        case .accountOpened(let content): content
        case .batchStarted(let content): content
        case .categoryRenamed(let content): content
        case .lineAdded(let content): content
        case .lineAmended(let content): content
        case .lineVoided(let content): content
        case .lineRestored(let content): content
        case .taskAdded(let content): content
        case .taskEdited(let content): content
        case .taskCompleted(let content): content
        case .taskReopened(let content): content
        case .taskRescheduled(let content): content
        case .taskDropped(let content): content
        case .accountChanged(let content): content
        case .statementAsserted(let content): content
        case .assertionWithdrawn(let content): content
        case .commitUndone(let content): content
        case .schemasDeclared(let content): content
        case .booksClosed(let content): content
        case .booksReopened(let content): content
        case .textErased(let content): content
        case .personChanged(let content): content
        case .unitAdded(let content): content
        case .unitChanged(let content): content
        case .membershipSet(let content): content
        case .membershipEnded(let content): content
        case .rightsGranted(let content): content
        case .rightsRevoked(let content): content
        case .fileAttached(let content): content
        case .budgetSet(let content): content
        case .budgetEnded(let content): content
        case .budgetWithdrawn(let content): content
        case .budgetRestored(let content): content
        case .repeatAdded(let content): content
        case .repeatSkipped(let content): content
        case .repeatWithdrawn(let content): content
        case .repeatRestored(let content): content
        case .taskTimed(let content): content
        case .taskLinked(let content): content
        case .taskStarted(let content): content
        case .taskStopped(let content): content
        case .taskFinished(let content): content
        case .taskValued(let content): content
        case .priceSet(let content): content
        case .priceWithdrawn(let content): content
        case .priceRestored(let content): content
        case .accountTyped(let content): content
        case .lineMarked(let content): content
        case .goalSet(let content): content
        case .commitSetAside(let content): content
        case .branchMerged(let content): content
        case .taskAttributeDeclared(let content): content
        case .deviceAdded(let content): content
        case .deviceRevoked(let content): content
        case .commitSigned(let content): content
        case .commitsVouched(let content): content
        case .custom, .unknown: nil
        }
    }
}

/// The first event: what the ledger is.
public struct LedgerOpened: Hashable, Sendable {
    /// 16 random bytes.
    public var ledgerID: [UInt8]
    /// Currency, zone and week start.
    public var settings: Settings
    /// What the events look like that the program writes; `nil` where it did not say. See
    /// ``SchemasDeclared``.
    public var schemas: String?

    /// The first event of a ledger.
    public init(ledgerID: [UInt8], settings: Settings, schemas: String? = nil) {
        self.ledgerID = ledgerID
        self.settings = settings
        self.schemas = schemas
    }
}

/// What the events look like that a program writes from here on: the last event of the first commit
/// of a program whose schemas the ledger does not know yet.
public struct SchemasDeclared: Hashable, Sendable {
    /// An ``EventSchema/line`` for each type of event, each closed by a newline.
    public var schemas: String

    /// A declaration.
    package init(schemas: String) { self.schemas = schemas }
}

/// What reports and dates of a ledger depend on.
public struct Settings: Hashable, Sendable {
    /// The currency of amounts that name none.
    public var baseCurrency: Currency
    /// IANA name of the zone whose calendar days count.
    public var zoneName: String
    /// The day on which weeks start.
    public var weekStart: Weekday

    /// Complete settings.
    public init(baseCurrency: Currency, zoneName: String, weekStart: Weekday) {
        self.baseCurrency = baseCurrency
        self.zoneName = zoneName
        self.weekStart = weekStart
    }
}

/// New settings; what is `nil` stays as it was.
public struct SettingsChanged: Hashable, Sendable {
    /// Currency of amounts that name none.
    public var baseCurrency: Currency?
    /// IANA name of the zone whose calendar days count.
    public var zoneName: String?
    /// The day on which weeks start.
    public var weekStart: Weekday?

    /// Changed settings.
    public init(
        baseCurrency: Currency? = nil, zoneName: String? = nil, weekStart: Weekday? = nil
    ) {
        self.baseCurrency = baseCurrency
        self.zoneName = zoneName
        self.weekStart = weekStart
    }
}

/// A person; the first one is the owner.
public struct PersonAdded: Hashable, Sendable {
    /// What the person is called; erasable.
    public var name: String

    /// A person of the given name.
    public init(name: String) { self.name = name }
}

/// An account or payment method.
public struct AccountOpened: Hashable, Sendable {
    /// A fact that stays; unique in the ledger.
    public var name: String
    /// What is in it at the start of ``day``.
    public var opening: Money
    /// The day from which the opening balance holds.
    public var day: Day

    /// An account; its opening balance is no income and counts in no report.
    public init(name: String, opening: Money, day: Day) {
        self.name = name
        self.opening = opening
        self.day = day
    }
}

/// A batch: the commits that name this event in their batch column.
public struct BatchStarted: Hashable, Sendable {
    /// What made it, such as `import`.
    public var origin: String
    /// Erasable name of the file; empty for none.
    public var fileName: String
    /// Counts for the receipt, by name; sorted by name on disk.
    public var counts: [String: Int64]

    /// A batch that begins with this event.
    public init(origin: String, fileName: String = "", counts: [String: Int64] = [:]) {
        self.origin = origin
        self.fileName = fileName
        self.counts = counts
    }
}

/// A category's new name, applied when figures are rolled up.
public struct CategoryRenamed: Hashable, Sendable {
    /// The former name.
    public var from: CategoryPath
    /// The present name.
    public var to: CategoryPath

    /// A renaming, which may also move the category below another.
    public init(from: CategoryPath, to: CategoryPath) {
        self.from = from
        self.to = to
    }
}
