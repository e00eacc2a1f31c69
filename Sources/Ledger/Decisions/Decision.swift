/// What comes of a command: the events to append together, and what the person should know.
public struct Decision: Hashable, Sendable {
    /// The events of one commit, never empty.
    public var events: [Event]
    /// What was understood differently from what was typed; empty most of the time.
    public var notes: [DecisionNote]
    /// The event that opens the commit's batch, among `events`; `nil` outside imports.
    public var batch: Reference?

    /// A decision.
    package init(events: [Event], notes: [DecisionNote] = [], batch: Reference? = nil) {
        self.events = events
        self.notes = notes
        self.batch = batch
    }
}

/// Something that was understood differently from what was typed.
public struct DecisionNote: Codable, Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// A category that differs only in case from a known one took its spelling.
        case categorySpelling
        /// A category is new, and spelt nearly like one that is known: `used`.
        case similarCategory
        /// An account was opened because a line names it.
        case accountOpened
        /// All lines of an entry were changed because one of them was named; `used` counts them.
        case wholeEntry
        /// A closed account that no line used was taken up again because a line names it.
        case accountReopened
        /// An account was closed although there is money in it; `used` says how much.
        case accountHasMoney
        /// A line is dated before its account's opening balance, which contains it; `used` is the
        /// day of the latter.
        case beforeOpening
        /// An earlier statement of the same day was withdrawn; `used` is what it said.
        case statementReplaced
        /// A project that differs only in case from a known one took its spelling.
        case projectSpelling
        /// A person was added because a task names one.
        case personAdded
        /// A line is not split any more because a file restates its amount; `given` is its id.
        case splitEnded
        /// What comes again came with a row of a file: `given` is its day, `used` what it is.
        case expectedCame
        /// A day that is passed over was recorded before, and stays so: `given` is the day, `used`
        /// the id of what was recorded.
        case cameAlready
        /// A task of a file does not wait for another one because that waits for it: `given` is its
        /// title.
        case dependencyLeftOut
        /// A task was given a deadline that has passed already.
        case deadlinePassed
        /// The time of day that was typed is one that clocks skip; `used` is the one that counts.
        case clockSkipped
        /// A task is of no use any more before the moment that `used` says.
        case untilBefore
        /// An account that an undone commit opened stays open, for live lines name it; `used`
        /// counts them.
        case accountStaysOpen
        /// A person whom an undone commit added stays known; `given` is the position.
        case personStays
        /// A currency that an undone commit declared stays known; `given` is the position.
        case currencyStays
        /// An attribute that an undone commit declared stays known; `given` is the position.
        case attributeStays
        /// Text that an undone event erased stays erased: `given` is the event, `used` of what.
        case erasureStays
        /// A category is called otherwise by now; `used` is its name.
        case categoryRenamed
        /// A commit, the position of whose first event `given` is, was passed over: it erased
        /// text, or taking it back would need text that was erased.
        case erasurePassed
        /// A commit, the position of whose first event `given` is, was passed over: what it changed
        /// was taken back since.
        case gonePassed
        /// A category that is renamed becomes one with another, and both have budgets: that of
        /// `given` takes the place of that of `used`.
        case budgetReplaced
        /// A line without a category got `given`, because the rule `used` says so.
        case categoryByRule
        /// Several rows of a file have the same id of the bank, `given`; `used` counts them.
        case repeatedID
        /// An event of an undone commit that only a newer program knows stays; `given` is the
        /// position.
        case unknownStays
    }

    /// What happened.
    public var kind: Kind
    /// What was typed, an id included.
    public var given: String
    /// What was used.
    public var used: String

    /// A note.
    package init(_ kind: Kind, given: String, used: String) {
        self.kind = kind
        self.given = given
        self.used = used
    }
}

/// Why a command makes no events; facts only, the words are in `description`.
///
/// `line` is the index, from 0, of the line concerned.
public enum DecisionError: Error, Hashable, Sendable {
    /// The ledger has its first event already.
    case alreadyOpened
    /// The newest undo is not the last thing that the person did: something was recorded since.
    case recordedSince(undo: UInt64, UInt64)
    /// The ledger has no first event yet.
    case notOpened
    /// A ledger id is not 16 bytes.
    case badLedgerID
    /// No line and no task was created at the position.
    case unknownTarget(UInt64)
    /// The id is that of a task.
    case notALine(UInt64)
    /// The id is that of a line.
    case notATask(UInt64)
    /// The line is voided: it cannot be amended or voided again.
    case alreadyVoided(UInt64)
    /// The line is not voided: there is nothing to restore.
    case notVoided(UInt64)
    /// Everything is as the command wants it.
    case nothingChanged
    /// A command without lines or targets.
    case nothingGiven
    /// The title is blank.
    case emptyTitle(line: Int)
    /// The name of a person, an account or a zone is blank.
    case emptyName
    /// The amount is zero.
    case zeroAmount(line: Int)
    /// The amount has no counterpart of the other sign.
    case amountTooLarge(line: Int)
    /// The shares of a line, by id or `nil` for a new one, are not together the amount that it is
    /// to have; the persons by name, or `#5` where there is none.
    case unlikeShares(UInt64?, Money, [String])
    /// The currency is neither in the table of ISO 4217 nor declared, or has other decimals there.
    case unknownCurrency(Currency)
    /// The code is that of a currency already.
    case duplicateCurrency(Currency)
    /// There is no account of the name; the suggestions are the nearest names, best first.
    case unknownAccount(String, suggestions: [String])
    /// There is an account of the name, at the position; event 0 opens none, and means that it is
    /// not told.
    case duplicateAccount(String, UInt64)
    /// The account of the name, at the position, takes no new lines.
    case closedAccount(String, UInt64)
    /// No account was opened at the position.
    case notAnAccount(UInt64)
    /// No statement was noted at the position.
    case notAStatement(UInt64)
    /// The statement is withdrawn already.
    case alreadyWithdrawn(UInt64)
    /// No person was added at the position.
    case unknownPerson(UInt64)
    /// Not a category, and why.
    case badCategory(CategoryPathError)
    /// No line was ever recorded in the category; the suggestions are the nearest, best first.
    case unknownCategory(String, suggestions: [String])
    /// The category is new, and spelt nearly like one that is known: likely a slip.
    case similarCategory(String, near: String)
    /// The account would be new, and is spelt nearly like one that is known: likely a slip.
    case similarAccount(String, near: String)
    /// The person would be new, and is spelt nearly like one who is known: likely a slip.
    case similarPerson(String, near: String)
    /// No budget is for the category; the suggestions are the nearest, best first.
    case unknownBudget(String, suggestions: [String])
    /// No goal is called so; the suggestions are the nearest, best first.
    case unknownGoal(String, suggestions: [String])
    /// A price of a currency in itself.
    case pricedInItself(Currency)
    /// Nothing that comes again was recorded at the position, or it was taken back.
    case notARepeat(UInt64)
    /// The rule at the position, of that title, expects the same on the same days.
    case duplicateRepeat(String, UInt64)
    /// The rule at the position, of that title, has no such day, or has it no more; the nearest
    /// that it has, from the day on.
    case notADay(UInt64, String, Day, next: Day?)
    /// A tag that is empty or holds a newline.
    case badTag(String)
    /// No attribute of tasks, or no value of one.
    case badAttribute(TaskAttributeFault)
    /// A priority outside 1 … 9.
    case badPriority(UInt8)
    /// Lines of one entry would be of different kinds: new ones, or those beside the given line.
    case mixedKinds(line: UInt64?)
    /// A transfer that is neither one line nor one out and one in, or one of the given line that
    /// would go from an account into itself.
    case transferShape(line: UInt64?)
    /// The task is completed or dropped already.
    case taskClosed(UInt64, TodoStatus)
    /// The task is open: there is nothing to take up again.
    case taskOpen(UInt64)
    /// The task would wait for itself, over the tasks of the path, which ends with it.
    case taskRing(UInt64, [UInt64])
    /// The books of these days are closed, by the event at the position; the event would change
    /// the given day of them without being a correction.
    case closedPeriod(DayRange, closing: UInt64, day: Day)
    /// The books of these days are closed already, by the event at the position.
    case alreadyClosed(DayRange, closing: UInt64)
    /// The period goes on, or is to come: only what is over can be closed.
    case notOver(DayRange)
    /// The position is not that of a closing.
    case notAClosing(UInt64)
    /// The closing of the given days is ended only by who names it and says why.
    case closingStays(DayRange, closing: UInt64)
    /// The books of these days were reopened already, by the event at the position.
    case alreadyReopened(DayRange, by: UInt64)
    /// Another person has the name, at the position.
    case duplicatePerson(String, UInt64)
    /// No unit was added at the position, or it is closed.
    case notAUnit(UInt64)
    /// A unit of the path, at the position, is there already.
    case duplicateUnit(String, UInt64)
    /// The unit of the first path would be below the second, which is itself or below it.
    case unitCycle(String, below: String)
    /// The person is not in the unit of the path.
    case notAMember(String, String)
    /// None of the rights was granted to the person in the unit of the path itself; where one is
    /// inherited, the path from which.
    case notGranted(String, Rights, unit: String, from: String?)
    /// The person is the only one left who has every right in the whole ledger.
    case lastOwner(String)
    /// There is nothing left that the person could undo.
    case nothingToUndo
    /// There is no undo left that the person could take back.
    case nothingToRedo
    /// The commit is taken back already, by another one.
    case alreadyUndone(UInt64, by: UInt64)
    /// The undo is taken back already, by another commit.
    case alreadyRedone(UInt64, by: UInt64)
    /// The commit is in force: there is nothing to redo.
    case notUndone(UInt64)
    /// No batch began at the position.
    case notABatch(UInt64)
    /// The commit has no inverse.
    case cannotUndo(UInt64, NotUndoable)
    /// What the commits did was changed since.
    case undoConflicts([UndoConflict])
}
