internal import Ledger

extension Explanation {
    /// What was pinned is not what the log says.
    init(brokenClosings ids: [UInt64]) {
        let what = ids.count == 1 ? "closing \(ids[0])" : counted(ids.count, "closing")
        self.init(
            "what was pinned when books were closed is not what the log says, of \(what)",
            "ledger closings")
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
