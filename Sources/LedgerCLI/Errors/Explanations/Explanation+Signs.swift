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

extension Explanation {
    /// Words for rows of which it has to be said what they are.
    static func rows(_ error: ImportError) -> Explanation {
        switch error {
        case .ambiguousRows(let hint, let column, let values, let samples):
            let what =
                if hint == .balance {
                    "some rows are called like balances, which are no payments"
                } else if values.allSatisfy(RowHint.isUnsettled) {
                    "column \(quoted(column)) says that some rows were not, or not yet, paid"
                } else {
                    "column \(quoted(column)) says of some rows what may mean that they were not, "
                        + "or not yet, paid"
                }
            return Explanation(
                what + shown(samples) + "\n    leave them out, or record them as the others",
                tries: [
                    .repeating("--leave-out", "\(column)=\(DirectionWords.list(values))"),
                    .repeating("--leave-out", "\(column)="),
                ])
        case .ambiguousDirection(let words):
            let all = words.incoming + words.open + words.outgoing
            let lists = [words.incoming, words.incoming + words.open, []]
            var tries: [String] = []
            for list in lists.map(DirectionWords.list) where !tries.contains(list) {
                tries.append(list)
            }
            if words.incoming.isEmpty { tries.removeAll { $0.isEmpty } }
            return Explanation(
                "no amount has a sign, and column \(quoted(words.column)) seems to say which came "
                    + "in: " + all.map(quoted).joined(separator: ", "),
                tries: tries.map { .options(["--in": "\(words.column)=\($0)"]) }
                    + (words.incoming.isEmpty ? [.options(["--in": "\(words.column)="])] : []))
        case .contradictedBalance(let line, let readings):
            return Explanation(
                "no amount has a sign, and the balances do not follow from them: the first that "
                    + "does not is on line \(line)"
                    + readings.map { reading in
                        "\n    they would if these came in: "
                            + reading.incoming.map(quoted).joined(separator: ", ")
                    }.joined(),
                tries: readings.map {
                    .options(["--in": "\($0.column)=\(DirectionWords.list($0.incoming))"])
                } + [.options(["--balance": ""])])
        default: return Explanation("the rows are of no use")
        }
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
        case .openBalances:
            "none is negative, and the balances agree with them read either way"
        case .negativeCredits: "some of the credits are negative"
        }
    }
}
