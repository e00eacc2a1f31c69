internal import Interchange

extension Explanation {
    /// Nothing says what a minus means: rows read in both ways.
    static func sign(_ hint: SignHint, _ samples: [SignSample]) -> Explanation {
        let isCredits = hint == .negativeCredits
        let readings = samples.map { sample in
            let (account, other) = meanings(sample, isCredits: isCredits)
            return "\n    line \(sample.line): \(quoted(sample.text))"
                + "\n      \(account) with --sign account, \(other) with "
                + (isCredits ? "--kind =income" : "--sign spend")
        }
        return Explanation(
            "nothing says which amounts were spent and which came in: \(hint.reason)"
                + readings.joined()
                + "\n    with --save-profile the bank's next file needs no answer",
            .options(["--sign": "account"]),
            .options(isCredits ? ["--kind": "=income"] : ["--sign": "spend"]))
    }

    private static func meanings(_ sample: SignSample, isCredits: Bool) -> (String, String) {
        if isCredits {
            return sample.isNegative ? ("spent", "income taken back") : ("income", "income")
        }
        return sample.isNegative ? ("spent", "a refund") : ("income", "spent")
    }
}

extension SignHint {
    /// Why a minus may mean either.
    fileprivate var reason: String {
        switch self {
        case .mostlyNegative: "most are negative"
        case .balances: "some are negative, and the balances go down with them"
        case .wages(let sample):
            "some are negative, and \(Explanation.quoted(sample.text)) looks like wages"
        case .mixed: "some are negative"
        case .received: "none is negative, and the columns are those of payments received"
        case .negativeCredits: "some of the credits are negative"
        }
    }
}
