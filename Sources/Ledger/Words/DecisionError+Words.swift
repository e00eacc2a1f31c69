public import EventLog

extension DecisionError: ExplainedError {
    /// Why the command makes no events.
    public var description: String {
        switch self {
        case .unknownTarget, .notALine, .notATask, .alreadyVoided, .notVoided, .taskClosed,
            .taskOpen, .taskRing, .nothingChanged, .nothingGiven:
            wordsOfTarget
        case .emptyTitle, .emptyName, .zeroAmount, .amountTooLarge, .mixedKinds, .transferShape,
            .badCategory, .badTag, .badPriority, .unlikeShares,
            .badAttribute:
            wordsOfContent
        case .alreadyOpened, .notOpened, .badLedgerID, .unknownCurrency, .duplicateCurrency,
            .unknownAccount, .duplicateAccount, .closedAccount, .notAnAccount, .notAStatement,
            .alreadyWithdrawn, .unknownPerson, .unknownCategory, .unknownBudget, .unknownGoal,
            .notARepeat, .notADay, .duplicateRepeat, .pricedInItself, .similarCategory,
            .similarAccount, .similarPerson:
            wordsOfName
        case .closedPeriod, .alreadyClosed, .notOver, .notAClosing, .closingStays,
            .alreadyReopened:
            wordsOfClosing
        case .duplicatePerson, .notAUnit, .duplicateUnit, .unitCycle, .notAMember, .notGranted,
            .lastOwner:
            wordsOfPeople
        case .nothingToUndo, .nothingToRedo, .recordedSince, .alreadyUndone, .alreadyRedone,
            .notUndone, .notABatch, .cannotUndo, .undoConflicts:
            wordsOfUndo
        }
    }

    private var wordsOfTarget: String {
        switch self {
        case .unknownTarget(let id): "event \(id) is no line and no task of this ledger"
        case .notALine(let id): "\(id) is a task, not a line"
        case .notATask(let id): "\(id) is a line, not a task"
        case .alreadyVoided(let id): "\(id) is voided already"
        case .notVoided(let id): "\(id) is not voided"
        case .taskClosed(let id, let status):
            "task \(id) is \(status) already; to change that it has to be reopened"
        case .taskOpen(let id): "task \(id) is open: there is nothing to reopen"
        case .taskRing(let id, let path):
            "task \(id) would wait for itself: \(DecisionError.way([id] + path))"
        case .nothingChanged: "nothing would change: everything is as you say already"
        case .nothingGiven: "there is nothing to do: no line and no id is given"
        default: code
        }
    }

    /// `5 waits for 7, which waits for 5`.
    private static func way(_ path: [UInt64]) -> String {
        let words = path.dropFirst().map { "waits for \($0)" }.joined(separator: ", which ")
        return "\(path.first ?? 0) \(words)"
    }

    private var wordsOfContent: String {
        switch self {
        case .emptyTitle(let line): "the title\(DecisionError.of(line)) is blank"
        case .zeroAmount(let line): "the amount\(DecisionError.of(line)) is zero"
        case .amountTooLarge(let line):
            "the amount\(DecisionError.of(line)) is too large: it has no counterpart of the other "
                + "sign"
        case .mixedKinds(let line?):
            "line \(line) is one of several of an entry: it cannot become, or stop being, a "
                + "transfer"
        case .mixedKinds: "the lines of an entry are of one kind: expense, income or transfer"
        case .transferShape(let line?):
            "both sides of the transfer of line \(line) would be of one account"
        case .transferShape: "a transfer goes out of one account and into another one"
        case .badCategory(let error): error.description
        case .badTag(let text):
            "\(Prose.quoted(text)) is no tag: it is blank or has a line break"
        case .badAttribute(let fault): fault.words
        case .badPriority(let number): "\(number) is no priority: 1 (the highest) to 9"
        case .unlikeShares(let id, let amount, _):
            (id.map { "line \($0) is split, and its shares" } ?? "the shares")
                + " would not be \(amount.words) together; say who bears it now"
        case .emptyName: "the name is blank"
        default: code
        }
    }

    /// Lines count from 0 here and from 1 for people; the first needs no number.
    private static func of(_ line: Int) -> String { line == 0 ? "" : " of line \(line + 1)" }

    private var wordsOfName: String {
        switch self {
        case .alreadyOpened: "the ledger was opened before"
        case .notOpened: "the ledger was never opened"
        case .unknownCurrency(let unknown): Currency.words(unknown: unknown.code, [])
        case .duplicateCurrency(let known): "there is a currency \(known.code) already"
        case .unknownAccount(let name, let suggestions):
            "there is no account \(Prose.quoted(name))\(Prose.meant(suggestions))"
        case .duplicateAccount(let name, let position):
            "there is an account \(Prose.quoted(name)) already"
                + (position == 0 ? "" : ", opened by event \(position)")
        case .closedAccount(let name, _):
            "the account \(Prose.quoted(name)) is closed: no new line may name it"
        case .notAnAccount(let id): "event \(id) opened no account"
        case .notAStatement(let id): "event \(id) noted no statement"
        case .alreadyWithdrawn(let id): "the statement \(id) is withdrawn already"
        case .unknownPerson(let position): "event \(position) added no person"
        case .unknownCategory(let name, let suggestions):
            "nothing was ever recorded in the category "
                + "\(Prose.quoted(name))\(Prose.meant(suggestions))"
        case .similarCategory(let name, let near):
            "the category \(Prose.quoted(name)) would be new; did you mean \(Prose.quoted(near))?"
        case .similarAccount(let name, let near):
            "the account \(Prose.quoted(name)) would be new; did you mean \(Prose.quoted(near))?"
        case .similarPerson(let name, let near):
            "the person \(Prose.quoted(name)) would be new; did you mean \(Prose.quoted(near))?"
        case .unknownBudget(let name, let suggestions):
            "no budget is for \(Prose.quoted(name))\(Prose.meant(suggestions))"
        case .unknownGoal(let name, let suggestions):
            "no goal is called \(Prose.quoted(name))\(Prose.meant(suggestions))"
        case .notARepeat(let id): "event \(id) says nothing that comes again"
        case .duplicateRepeat(let title, let id):
            "\(Prose.quoted(title)), \(id), comes again so already"
        case .pricedInItself(let currency):
            "one \(Prose.quoted(currency.code)) is always one \(Prose.quoted(currency.code))"
        case .notADay(let id, let title, let day, let next):
            "\(Prose.quoted(title)), \(id), does not come on \(day)"
                + (next.map { "; the next day is \($0)" } ?? ", nor later")
        case .badLedgerID: "the id of a ledger has 16 bytes"
        default: code
        }
    }

    private var wordsOfClosing: String {
        switch self {
        case .closedPeriod(let days, let closing, let day):
            days.contains(day)
                ? "\(day) is in closed books: \(days.words), by event \(closing)"
                : "what is in accounts from \(day) on is told by closed books: \(days.words), by "
                    + "event \(closing)"
        case .alreadyClosed(let days, let closing):
            "the books of \(days.words) are closed already, by event \(closing)"
        case .notOver(let days):
            days.hasStart && days.hasEnd
                ? "\(days.words) is not over yet: only what is over can be closed"
                : "books are closed from one day to another, both given"
        case .closingStays(let days, let closing):
            "the books of \(days.words) stay closed, by event \(closing), until somebody says why "
                + "not"
        case .alreadyReopened(let days, let by):
            "the books of \(days.words) were reopened already, by event \(by)"
        case .notAClosing(let id): "event \(id) closed no books"
        default: code
        }
    }

    private var wordsOfPeople: String {
        switch self {
        case .duplicatePerson(let name, let id):
            "\(Prose.quoted(name)) is a person already, \(id); two of one name cannot be told apart"
        case .notAUnit(let id): "event \(id) added no unit that is there"
        case .duplicateUnit(let path, let id):
            "the unit \(Prose.quoted(path)) is there already, \(id)"
        case .unitCycle(let unit, let below):
            "\(Prose.quoted(unit)) cannot stand below "
                + (unit == below ? "itself" : "\(Prose.quoted(below)), which stands below it")
        case .notAMember(let person, let unit):
            "\(Prose.quoted(person)) is not in \(Prose.quoted(unit))"
        case .notGranted(let person, let rights, let unit, let from):
            "\(Prose.quoted(person)) was not granted \(rights.names.joined(separator: ",")) in "
                + Rights.words(ofUnit: unit)
                + (from.map { " itself, but in \(Rights.words(ofUnit: $0))" } ?? "")
        case .lastOwner(let person):
            "\(Prose.quoted(person)) is the only owner: nobody else has all rights in the whole "
                + "ledger"
        default: code
        }
    }

    private var wordsOfUndo: String {
        switch self {
        case .nothingToUndo: "there is nothing there that you could undo"
        case .nothingToRedo: "there is no undo of yours to take back"
        case .recordedSince(let undo, let since):
            "your last undo, \(undo), is not the last thing that you did: event \(since) came "
                + "after it; name the undo to take it back all the same"
        case .alreadyUndone(let id, let by):
            "what event \(id) recorded is undone already, by event \(by)"
        case .alreadyRedone(let id, let by):
            "the undo \(id) is taken back already, by event \(by)"
        case .notUndone(let id):
            "what event \(id) recorded is not undone: there is nothing to redo"
        case .notABatch(let id): "no import began with event \(id)"
        case .cannotUndo(let id, let reason):
            "event \(id) cannot be undone: \(reason.description)"
        case .undoConflicts(let conflicts): UndoConflict.words(conflicts)
        default: code
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .alreadyOpened: "alreadyOpened"
        case .notOpened: "notOpened"
        case .badLedgerID: "badLedgerID"
        case .nothingChanged: "nothingChanged"
        case .nothingGiven: "nothingGiven"
        case .emptyName: "emptyName"
        case .transferShape: "transferShape"
        case .nothingToUndo: "nothingToUndo"
        case .nothingToRedo: "nothingToRedo"
        default: caseWithValue
        }
    }

    /// Not understood where it names nothing, else refused.
    public var exitClass: ExitClass {
        switch self {
        case .unknownTarget, .notALine, .notATask, .unknownCurrency, .unknownAccount,
            .notAnAccount, .notAStatement, .unknownPerson, .badCategory, .unknownCategory, .badTag,
            .badPriority, .badAttribute, .nothingGiven, .notABatch, .notAClosing, .notAUnit,
            .unknownBudget, .unknownGoal, .notARepeat, .notADay, .pricedInItself:
            .usage
        case .notOpened: .damage
        default: .refused
        }
    }
}

extension TaskAttributeFault {
    /// What is wrong.
    var words: String {
        switch self {
        case .name(let name):
            "\(Prose.quoted(name)) is no name of an attribute: small letters, digits, - and _"
        case .taken(let name): "\(Prose.quoted(name)) says something else of tasks already"
        case .known(let name, let kind):
            "the attribute \(name) is declared already, and holds \(kind.words)"
        case .unknown(let name, let known):
            "there is no attribute \(Prose.quoted(name)); there is \(known.joined(separator: ", "))"
        case .value(let name, let kind): "the attribute \(name) holds \(kind.words)"
        case .choice(let name, let text, let allowed):
            "\(Prose.quoted(text)) is none of what \(name) may be: "
                + allowed.joined(separator: ", ")
        }
    }
}

extension TodoAttributeKind {
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .number: "a number, such as 2.5"
        case .money: "an amount, such as 300 or \"300 EUR\""
        case .date: "a day or a time, such as fri"
        case .duration: "a span, such as 90min or 2h"
        }
    }
}
