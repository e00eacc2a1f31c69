internal import Application
package import Interchange
package import Ledger

/// What a file asks before it can be imported, with the answers that `ledger import` would take as
/// options: for whoever shows them in another way than as commands.
package struct ImportAdvice {
    /// What is wrong, or open, in words; further lines are indented.
    package let what: String
    /// Answers, the likeliest first; each the options that make it, without dashes. Empty where
    /// only another file helps.
    package let answers: [[(option: String, value: String)]]

    /// The question behind an error.
    ///
    /// - Parameter profiles: Saved profiles that may say what the file takes.
    package init(_ error: ImportError, profiles: [String]) {
        let words = Explanation(error, path: "FILE", profiles: profiles)
        what = words.what
        answers = words.tries.compactMap { one in
            switch one {
            case .options(let pairs, adding: nil):
                pairs.map { (String($0.key.drop { $0 == "-" }), $0.value) }
            case .repeating(let option, let value): [(String(option.drop { $0 == "-" }), value)]
            default: nil
            }
        }
    }

    /// A question that has no answers of its own.
    package init(words: String) { (what, answers) = (words, []) }

    /// What is wrong with a row that cannot be read.
    package static func words(_ refusal: ImportReceipt.Refusal) -> String {
        Explanation.words(refusal)
    }
}
