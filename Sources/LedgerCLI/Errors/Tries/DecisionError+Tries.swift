internal import EventLog
internal import Ledger

extension DecisionError: AdvisedError {
    var tries: [Try] {
        triesOfTarget ?? triesOfContent ?? triesOfName ?? triesOfClosing ?? triesOfPeople
            ?? triesOfUndo ?? []
    }

    private var triesOfTarget: [Try]? {
        switch self {
        case .unknownTarget:
            [.when(Try.tasks, "ledger task list", otherwise: "ledger list")]
        case .notALine(let id):
            [
                .when(
                    ["void"], .words("ledger task drop \(id)"),
                    otherwise: .when(
                        ["amend"], .words("ledger task edit \(id)"),
                        otherwise: .words("ledger task show \(id)")))
            ]
        case .notATask(let id): [.words("ledger show \(id)"), "ledger task list"]
        case .alreadyVoided(let id): ["ledger restore \(id)", "ledger history \(id)"]
        case .notVoided(let id): ["ledger show \(id)"]
        case .taskClosed(let id, _): ["ledger task reopen \(id)", "ledger history \(id)"]
        case .taskRing(let id, let path):
            path.dropLast().suffix(1).map { "ledger task edit \($0) depends:-\(id)" }
                + ["ledger task show \(id)"]
        case .taskOpen(let id): ["ledger task show \(id)", "ledger history \(id)"]
        case .nothingChanged:
            [
                .when(
                    ["config"], "ledger config",
                    otherwise: .when(
                        ["account", "accounts"], "ledger account list",
                        otherwise: .when(
                            Try.tasks, "ledger task list",
                            otherwise: .when(
                                Try.budgets, "ledger budget",
                                otherwise: .when(
                                    Try.repeats, "ledger repeat",
                                    otherwise: .when(
                                        Try.prices, "ledger prices",
                                        otherwise: DecisionError.shown))))))
            ]
        case .nothingGiven: ["ledger --help"]
        default: nil
        }
    }

    /// What there is already, where a command names it by something else than an id.
    private static var shown: Try {
        .when(
            ["people", "permit", "revoke"], "ledger people",
            otherwise: .when(
                ["unit", "units"], "ledger unit tree",
                otherwise: .when(
                    Try.goals, "ledger goal",
                    otherwise: .when(
                        ["amend", "edit", "void", "restore", "mark", "attach", "detach"],
                        .about("show", otherwise: "ledger list"), otherwise: "ledger list"))))
    }

    private var repeating: Try { "ledger repeat add 980 Rent --every 'month on the 1st'" }

    private var triesOfContent: [Try]? {
        switch self {
        case .emptyTitle:
            [
                .when(
                    Try.tasks, "ledger task add 'Buy milk' --due tomorrow",
                    otherwise: .when(
                        ["add"], .appending("Lunch", otherwise: "ledger add 12.50 Lunch"),
                        otherwise: .when(
                            Try.repeats, repeating, otherwise: "ledger add 12.50 Lunch")))
            ]
        case .emptyName:
            [
                .when(
                    ["account"], "ledger account open savings",
                    otherwise: .when(
                        ["import"], .options(["--save-profile": "bank"]),
                        otherwise: .options(["--owner": "Ada"])))
            ]
        case .zeroAmount:
            [
                .when(
                    Try.budgets, "ledger budget set food 400",
                    otherwise: .when(
                        Try.goals, "ledger goal set 3000 Bike --account Savings",
                        otherwise: .when(
                            Try.repeats, repeating,
                            otherwise: .when(
                                ["amend", "edit"], .about("void", otherwise: "ledger list"),
                                otherwise: "ledger add 12.50 Lunch"))))
            ]
        case .amountTooLarge: [.help]
        case .mixedKinds(let line?): [.leavingOut(line), .words("ledger show \(line)")]
        case .mixedKinds: ["one ledger add for each kind"]
        case .transferShape(let line?): [.leavingOut(line), .words("ledger show \(line)")]
        case .transferShape: ["ledger add 50 Cash --transfer bank wallet"]
        case .badCategory(let error): error.tries
        case .badTag(let text): [.replacing(text, "work")]
        case .badAttribute: ["ledger task attribute"]
        case .badPriority: [.options(["--priority": "1"])]
        case .unlikeShares(_, _, let names):
            [
                .options(["--split": PlainText.plain(names.joined(separator: ","))]),
                .adding("--no-split"),
            ]
        default: nil
        }
    }

    private var triesOfName: [Try]? {
        switch self {
        case .alreadyOpened: ["ledger info"]
        case .notOpened, .badLedgerID: ["ledger init"]
        case .unknownCurrency(let unknown): [.numberLast(unknown.code, otherwise: "EUR")]
        case .duplicateCurrency(let known):
            [
                .when(
                    ["currency"], "ledger currency",
                    otherwise: .options(["--currency": known.code]))
            ]
        case .unknownAccount(let name, let suggestions):
            (suggestions.first.map { [.replacing(name, $0)] } ?? [])
                + [.when(["balance", "bal"], .asReport, otherwise: "")]
                + (suggestions.isEmpty ? ["ledger account list"] : [])
        case .duplicateAccount(let name, _):
            [.when(["account"], "ledger account list", otherwise: .options(["--account": name]))]
        case .closedAccount(let name, _):
            ["ledger account reopen \(Explanation.shellWord(name))"]
        case .notAnAccount: ["ledger account list"]
        case .notAStatement, .alreadyWithdrawn: ["ledger assert --list"]
        case .unknownPerson(let position):
            // Who is logged in was not typed.
            [
                "ledger people",
                .when(
                    ["people", "unit"], "", otherwise: .untyped("\(position)", "ledger logout")),
            ]
        case .unknownBudget(let name, let suggestions):
            suggestions.first.map { [.replacing(name, $0)] } ?? ["ledger budget"]
        case .unknownGoal(let name, let suggestions):
            suggestions.first.map { [.replacing(name, $0)] } ?? ["ledger goal"]
        case .similarCategory(let name, let near), .similarAccount(let name, let near),
            .similarPerson(let name, let near):
            [.swapping(name, near), .adding("--new")]
        case .notARepeat: ["ledger repeat"]
        case .duplicateRepeat(_, let id): ["ledger repeat show \(id)"]
        case .pricedInItself: ["ledger price EUR USD 1.08"]
        case .notADay(_, _, let day, let next):
            next.map { [.replacing("\(day)", "\($0)")] } ?? ["ledger repeat"]
        case .unknownCategory(let name, let suggestions):
            suggestions.first.map { [.replacing(name, $0)] } ?? ["ledger report --by category"]
        default: nil
        }
    }

    private var triesOfClosing: [Try]? {
        switch self {
        case .closedPeriod: [.options(["--correct": "why"]), "ledger closings"]
        case .alreadyClosed(_, let closing):
            [.words("ledger reopen \(closing) --reason why"), "ledger closings"]
        case .notOver: ["ledger close last month"]
        case .notAClosing, .alreadyReopened: ["ledger closings"]
        case .closingStays(_, let closing):
            [.words("ledger reopen \(closing) --reason why"), "ledger closings"]
        default: nil
        }
    }

    private var triesOfPeople: [Try]? {
        switch self {
        case .duplicatePerson(_, let id): ["ledger people show \(id)"]
        case .notAUnit, .duplicateUnit: ["ledger unit tree"]
        case .unitCycle(_, let below):
            [.words("ledger unit chain \(Explanation.shellWord(below))")]
        case .notAMember(let person, _), .notGranted(let person, _, _, nil):
            [.words("ledger people show \(Explanation.shellWord(person))")]
        case .notGranted(let person, let rights, _, let from?):
            [
                .words(
                    "ledger revoke \(Explanation.shellWord(person)) "
                        + rights.names.joined(separator: ",")
                        + (from == "/" ? "" : " \(Explanation.shellWord(from))"))
            ]
        case .lastOwner: ["ledger permit PERSON all"]
        default: nil
        }
    }

    private var triesOfUndo: [Try]? {
        switch self {
        case .nothingToUndo, .nothingToRedo, .notABatch, .cannotUndo: ["ledger undo --list"]
        case .recordedSince(let undo, _): [.words("ledger redo \(undo)")]
        case .alreadyUndone(let id, _): ["ledger redo \(id)"]
        case .alreadyRedone(_, let by): ["ledger undo \(by)"]
        case .notUndone(let id): ["ledger undo \(id)"]
        // Nothing parts two categories that became one.
        case .undoConflicts(let conflicts)
        where conflicts.allSatisfy({ $0.field == UndoConflict.mergedField }):
            ["ledger undo --list"]
        // Figures that are others are closed anew; what was closed again is reopened there.
        case .undoConflicts(let conflicts)
        where conflicts.allSatisfy({ $0.type == "closing" }):
            conflicts.prefix(1).map { conflict in
                conflict.field == UndoConflict.figuresField
                    ? .words("ledger close \(conflict.title)")
                    : .words("ledger reopen \(conflict.by) --reason why")
            } + ["ledger closings"]
        case .undoConflicts(let conflicts):
            // What changed it since goes first, as when things are undone one by one.
            (conflicts.count == 1 ? [.words("ledger undo \(conflicts[0].by)")] : [])
                + [.adding("--skip-conflicts")]
                + conflicts.filter { $0.type == "line" || $0.type == "task" }.prefix(1)
                .map { .words("ledger history \($0.id)") }
        default: nil
        }
    }
}
