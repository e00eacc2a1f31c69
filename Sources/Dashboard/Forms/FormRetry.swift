internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

/// A form that was not taken: what was typed, and what is wrong with it.
struct FormRetry {
    let action: FormAction
    let fields: FormFields
    /// `nil` where the ledger was merged meanwhile, and of an outdated form.
    let error: ApplicationError?
    /// Whether the form is of an earlier session or server.
    var isOutdated = false

    /// What is wrong, in words.
    var words: String { error.map { ErrorText($0).what } ?? "" }

    /// Of a form that was recorded already with other content, where that is.
    var recorded: UInt64? {
        switch error {
        case .store(.keyConflict(_, let position))?, .store(.log(.keyConflict(_, let position)))?:
            position
        default: nil
        }
    }

    /// The key that the form is sent with again; `nil` for a new one.
    var key: String? {
        if case .keyOfAnother = error { return nil }
        return recorded == nil ? fields["key"] : nil
    }

    /// The version that the form was made with, where nobody has looked yet whether it still is;
    /// `nil` for that of the page.
    var version: String? { isOutdated ? fields["version"] : nil }

    /// The field that the words belong to; `nil` for the whole form.
    var field: String? {
        switch error {
        case .badAmount(let text, _)?, .unknownCurrency(let text, _)?,
            .ambiguousCurrency(let text, _)?:
            field(of: ["amount", "split"], with: text)
        case .badDate(let text, _)?, .badTime(let text)?:
            field(of: ["day", "due", "scheduled", "wait", "until", "by"], with: text)
        case .badCategory(let text, _)?: field(of: ["category", "project"], with: text)
        case .unknownPerson(let text, _)?, .ambiguousPerson(let text, _)?:
            field(of: ["payer", "split", "assignee"], with: text)
        case .unknownID(let text)?, .ambiguousID(let text, _)?:
            // What was not typed is what the form is about.
            ["id", "depends"].first { shows($0) && fields[$0]?.contains(text) == true }
        case .badSplit?: field(of: ["split"])
        case .badInput(_, let path, _)?, .badChoice(let path, _, _)?, .outOfRange(let path, _)?:
            field(of: path.split(separator: ".").suffix(1).map(String.init))
        case .decision(let error)?: field(of: error)
        default: nil
        }
    }

    private func field(of error: DecisionError) -> String? {
        switch error {
        case .zeroAmount, .amountTooLarge: field(of: ["amount"])
        case .unlikeShares: field(of: ["split", "amount"])
        case .emptyTitle: field(of: ["title"])
        case .emptyName, .duplicatePerson, .unknownGoal: field(of: ["name"])
        case .badCategory, .unknownCategory, .unknownBudget: field(of: ["category", "project"])
        case .unknownAccount(let text, _), .closedAccount(let text, _):
            field(of: ["account", "from", "to"], with: text)
        case .badTag: field(of: ["tags"])
        case .badPriority: field(of: ["priority"])
        case .taskRing: field(of: ["depends"])
        case .closedPeriod: field(of: ["day"])
        default: nil
        }
    }

    /// Of some fields that which has a text in it; else the first that the form shows.
    private func field(of names: [String], with text: String? = nil) -> String? {
        let shown = names.filter(shows)
        guard let text else { return shown.first }
        return shown.first { (fields[$0] ?? "") == text }
            ?? shown.first { !text.isEmpty && fields[$0]?.contains(text) == true } ?? shown.first
    }

    /// Whether the form shows a field: what it only carries along says nothing to anybody.
    private func shows(_ name: String) -> Bool {
        switch action {
        case .assertStatement: false
        // Nothing is wrong with a note, and its area says nothing.
        case _ where name == "note": false
        case .budget where fields["version"] != nil, .goal where fields["version"] != nil:
            name != "category" && name != "name" && action.typed.contains { $0.name == name }
        default: action.typed.contains { $0.name == name }
        }
    }
}
