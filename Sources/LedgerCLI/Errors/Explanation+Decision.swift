internal import Ledger

extension Explanation {
    init(_ error: DecisionError) {
        switch error {
        case .unknownTarget, .notALine, .notATask, .alreadyVoided, .notVoided, .taskClosed,
            .taskOpen, .nothingChanged, .nothingGiven:
            self = Explanation.target(error)
        case .unlikeShares(let id, let amount, let names):
            self = Explanation.unlikeShares(id, amount, names)
        case .emptyTitle, .emptyName, .zeroAmount, .amountTooLarge, .mixedKinds, .transferShape,
            .badCategory, .badTag, .badPriority:
            self = Explanation.content(error)
        case .alreadyOpened, .notOpened, .badLedgerID, .unknownCurrency, .duplicateCurrency,
            .unknownAccount, .duplicateAccount, .unknownPerson, .unknownCategory:
            self = Explanation.name(error)
        case .closedAccount, .notAnAccount, .notAStatement, .alreadyWithdrawn:
            self = Explanation.account(error)
        case .closedPeriod, .alreadyClosed, .notOver, .notAClosing, .closingStays,
            .alreadyReopened:
            self = Explanation.closing(error)
        case .duplicatePerson, .notAUnit, .duplicateUnit, .unitCycle, .notAMember, .notGranted,
            .lastOwner:
            self = Explanation.people(error)
        case .nothingToUndo, .nothingToRedo, .recordedSince, .alreadyUndone, .alreadyRedone,
            .notUndone,
            .notABatch, .cannotUndo, .undoConflicts:
            self = Explanation.undo(error)
        }
    }

    private static func target(_ error: DecisionError) -> Explanation {
        switch error {
        case .unknownTarget(let id):
            Explanation("event \(id) is no line and no task of this ledger", "ledger list")
        case .notALine(let id):
            Explanation(
                "\(id) is a task, not a line",
                .when(
                    ["void"], .words("ledger task drop \(id)"),
                    otherwise: .when(
                        ["amend"], .words("ledger task edit \(id)"),
                        otherwise: .words("ledger task show \(id)"))))
        case .notATask(let id):
            Explanation(
                "\(id) is a line, not a task", .words("ledger show \(id)"), "ledger task list")
        case .alreadyVoided(let id):
            Explanation("\(id) is voided already", "ledger restore \(id)", "ledger history \(id)")
        case .notVoided(let id):
            Explanation("\(id) is not voided", "ledger show \(id)")
        case .taskClosed(let id, let status):
            Explanation(
                "task \(id) is \(status) already; to change that it has to be reopened",
                "ledger task reopen \(id)", "ledger history \(id)")
        case .taskOpen(let id):
            Explanation(
                "task \(id) is open: there is nothing to reopen", "ledger task show \(id)",
                "ledger history \(id)")
        case .nothingChanged:
            Explanation(
                "nothing would change: everything is as you say already",
                .when(
                    ["config"], "ledger config",
                    otherwise: .when(
                        ["account", "accounts"], "ledger account list",
                        otherwise: .when(
                            tasks, "ledger task list",
                            otherwise: .about("show", otherwise: "ledger list")))))
        case .nothingGiven:
            Explanation("there is nothing to do: no line and no id is given", "ledger --help")
        default: Explanation("\(error)")
        }
    }

    private static func content(_ error: DecisionError) -> Explanation {
        switch error {
        case .emptyTitle(let line):
            Explanation(
                "the title\(of(line)) is blank",
                .when(
                    tasks, "ledger task add 'Buy milk' --due tomorrow",
                    otherwise: .when(
                        ["add"], .appending("Lunch", otherwise: "ledger add 12.50 Lunch"),
                        otherwise: "ledger add 12.50 Lunch")))
        case .emptyName:
            Explanation(
                "the name is blank",
                .when(
                    ["account"], "ledger account open savings",
                    otherwise: .when(
                        ["import"], .options(["--save-profile": "bank"]),
                        otherwise: .options(["--owner": "Ada"]))))
        case .zeroAmount(let line):
            Explanation("the amount\(of(line)) is zero", "ledger add 12.50 Lunch")
        case .amountTooLarge(let line):
            Explanation(
                "the amount\(of(line)) is too large: it has no counterpart of the other sign",
                .help)
        case .mixedKinds(let line?):
            Explanation(
                "line \(line) is one of several of an entry: "
                    + "it cannot become, or stop being, a transfer",
                .leavingOut(line), .words("ledger show \(line)"))
        case .mixedKinds(nil):
            Explanation(
                "the lines of an entry are of one kind: expense, income or transfer",
                "one ledger add for each kind")
        case .transferShape:
            Explanation(
                "a transfer has one line that goes out and one that comes in",
                "ledger add 50 Cash --transfer bank wallet")
        case .badCategory(let fault):
            switch fault {
            case .emptySegment(let text): category(text, fault)
            case .refusedCharacter(let text, _): category(text, fault)
            }
        case .badTag(let text):
            Explanation(
                "\(quoted(text)) is no tag: it is blank or has a line break",
                .replacing(text, "work"))
        case .badPriority(let number):
            Explanation(
                "\(number) is no priority: 1 (the highest) to 9", .options(["--priority": "1"]))
        default: Explanation("\(error)")
        }
    }

    /// Lines count from 0 here and from 1 for people; the first needs no number.
    private static func of(_ line: Int) -> String { line == 0 ? "" : " of line \(line + 1)" }

    private static func name(_ error: DecisionError) -> Explanation {
        switch error {
        case .alreadyOpened:
            Explanation("the ledger was opened before", "ledger info")
        case .notOpened:
            Explanation("the ledger was never opened", "ledger init")
        case .badLedgerID:
            Explanation("the id of a ledger has 16 bytes", "ledger init")
        case .unknownCurrency(let unknown): currency(unknown.code, [])
        case .duplicateCurrency(let known):
            Explanation(
                "there is a currency \(known.code) already", .options(["--currency": known.code]))
        case .unknownAccount(let name, let suggestions):
            Explanation(
                "there is no account \(quoted(name))\(meant(suggestions))",
                tries: suggestions.first.map { [.replacing(name, $0)] }
                    ?? ["ledger account list"])
        case .duplicateAccount(let name, let position):
            Explanation(
                "there is an account \(quoted(name)) already"
                    + (position == 0 ? "" : ", opened by event \(position)"),
                .when(["account"], "ledger account list", otherwise: .options(["--account": name])))
        case .unknownPerson(let position):
            Explanation(
                "event \(position) added no person", "ledger people",
                .when(["people", "unit"], "", otherwise: "ledger logout"))
        case .unknownCategory(let name, let suggestions):
            Explanation(
                "nothing was ever recorded in the category \(quoted(name))\(meant(suggestions))",
                tries: suggestions.first.map { [.replacing(name, $0)] }
                    ?? ["ledger report --by category"])
        default: Explanation("\(error)")
        }
    }
}
