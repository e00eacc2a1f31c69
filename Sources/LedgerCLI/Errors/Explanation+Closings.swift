internal import Ledger

extension Explanation {
    /// What was pinned is not what the log says.
    init(brokenClosings ids: [UInt64]) {
        let what = ids.count == 1 ? "closing \(ids[0])" : counted(ids.count, "closing")
        self.init(
            "what was pinned when books were closed is not what the log says, of \(what)",
            "ledger closings")
    }

    /// Events that no command makes.
    init(broken rules: [BrokenRule]) {
        let shown = rules.prefix(5).map { rule in
            "    event \(grouped(rule.position)) \(Explanation.words(rule.rule))"
        }
        let more = rules.count > shown.count ? ["    and \(rules.count - shown.count) more"] : []
        let what = "some program recorded what no command of this one would:"
        let before = rules.first.map { $0.position } ?? 0
        self.init(
            ([what] + shown + more).joined(separator: "\n"),
            .words(before > 0 ? "ledger replay --to \(before - 1)" : "ledger log -n 1"))
    }

    private static func words(_ rule: LedgerRule) -> String {
        switch rule {
        case .readable: "cannot be read: it does not say what its type needs"
        case .openedOnce: "opens a ledger that is open, or is the first and does not"
        case .actor: "does not say who acted"
        case .amount: "is a line without an amount"
        case .version: "goes on from something else than a version of what it changes"
        case .versionOnce: "was changed twice, each time as if it was the newest version"
        case .takenBack: "takes back something else than what was recorded"
        case .closedDays: "changes closed books without a correction"
        }
    }

    /// What is wrong with closed books.
    static func closing(_ error: DecisionError) -> Explanation {
        func name(_ days: DayRange) -> String { PeriodLabel.days(days.start, days.end) }
        return switch error {
        case .closedPeriod(let days, let closing, let day):
            Explanation(
                days.contains(day)
                    ? "\(day) is in closed books: \(name(days)), by event \(closing)"
                    : "what is in accounts from \(day) on is told by closed books: "
                        + "\(name(days)), by event \(closing)",
                .options(["--correct": "why"]), "ledger closings")
        case .alreadyClosed(let days, let closing):
            Explanation(
                "the books of \(name(days)) are closed already, by event \(closing)",
                .words("ledger reopen \(closing) --reason why"), "ledger closings")
        case .notOver(let days):
            Explanation(
                days.hasStart && days.hasEnd
                    ? "\(name(days)) is not over yet: only what is over can be closed"
                    : "books are closed from one day to another, both given",
                "ledger close last month")
        case .notAClosing(let id):
            Explanation("event \(id) closed no books", "ledger closings")
        case .closingStays(let days, let closing):
            Explanation(
                "the books of \(name(days)) stay closed, by event \(closing), "
                    + "until somebody says why not",
                .words("ledger reopen \(closing) --reason why"), "ledger closings")
        case .alreadyReopened(let days, let by):
            Explanation(
                "the books of \(name(days)) were reopened already, by event \(by)",
                "ledger closings")
        default: Explanation("\(error)")
        }
    }
}

extension [BrokenRule] {
    /// Refused, or damage where an event cannot be read.
    var exit: Int32 { contains { $0.rule == .readable } ? 3 : 1 }
}
