internal import Application
internal import Ledger
internal import LedgerCLI

/// A form that was not taken: what was typed, and what is wrong with it.
struct FormRetry {
    let action: FormAction
    let fields: FormFields
    let error: ApplicationError

    /// What is wrong, in words.
    var words: String { ErrorText(error).what }

    /// The field that the words belong to; `nil` for the whole form.
    var field: String? {
        switch error {
        case .badAmount, .unknownCurrency, .ambiguousCurrency, .decision(.zeroAmount(line: _)):
            "amount"
        case .badDate: fields["due"] == nil ? "day" : "due"
        case .badTime: "time"
        case .badCategory: "category"
        case .decision(.emptyTitle(line: _)): "title"
        default: nil
        }
    }
}
