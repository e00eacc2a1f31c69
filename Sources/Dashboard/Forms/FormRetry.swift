internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

/// A form that was not taken: what was typed, and what is wrong with it.
struct FormRetry {
    let action: FormAction
    let fields: FormFields
    /// `nil` where the ledger was merged meanwhile.
    let error: ApplicationError?

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

    /// The field that the words belong to; `nil` for the whole form.
    var field: String? {
        switch error {
        case .badAmount?, .unknownCurrency?, .ambiguousCurrency?,
            .decision(.zeroAmount(line: _))?:
            "amount"
        case .badDate(let text, _)? where action == .editTask:
            ["due", "scheduled", "wait", "until"].first { fields[$0] == text }
        case .badDate?: fields["due"] == nil ? "day" : "due"
        case .badTime?: "time"
        case .unknownID? where action == .reschedule: "id"
        case .badCategory?: "category"
        case .badSplit?: "split"
        case .decision(.emptyTitle(line: _))?: "title"
        default: nil
        }
    }
}
