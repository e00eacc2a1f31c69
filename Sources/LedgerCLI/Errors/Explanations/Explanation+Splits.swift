internal import Application
internal import Ledger

extension Explanation {
    /// Nobody of the ledger is called so.
    static func unknownPerson(_ name: String, _ suggestions: [String]) -> Explanation {
        Explanation(
            "there is nobody called \(quoted(name))\(meant(suggestions))",
            tries: [
                // A file names persons as they are.
                .when(
                    ["import"], .behind("ledger people add \(shellWord(name))"),
                    otherwise: .when(
                        // Who is meant there is hardly whoever asks.
                        suggestions.isEmpty ? ["people", "unit", "permit", "revoke", "can"] : [],
                        "ledger people", otherwise: .swapping(name, suggestions.first ?? "me"))),
                .words("ledger people add \(shellWord(name))"),
            ])
    }

    /// Names that are listed, at most.
    private static let namesMax = 40

    /// Nobody of the ledger is called as the persons of a file.
    static func unknownPersons(_ names: [String]) -> Explanation {
        let shown = names.prefix(namesMax)
        let more = names.count > shown.count ? ["…"] : []
        let list = (shown.map { Screen.plain($0) } + more).joined(separator: ", ")
        let all = shown.map { "ledger people add \(shellWord($0))" }.joined(separator: " && ")
        return Explanation(
            "the file names \(counted(names.count, "person")) whom the ledger does not have"
                + Screen.wrapped(list, to: 76).map { "\n    \($0)" }.joined(),
            .when(["import"], .behind(all), otherwise: .words(all)))
    }

    /// What is wrong with who is to bear a line.
    static func split(_ fault: SplitFault) -> Explanation {
        switch fault {
        case .badPart(let text) where text.contains("%"):
            return percentage(text)
        case .badPart(let text):
            return Explanation(
                "\(quoted(text)) does not say who bears how much: a person, if need be with a "
                    + "weight from 1 to 1,000,000 or an amount",
                .options(["--split": "Ann:2,Bob"]), .options(["--split": "Ann=12.50,Bob"]))
        case .comma(let text, let point):
            return Explanation(
                "\(quoted(text)) may be an amount with a comma or two persons; amounts have a "
                    + "point here, and an id stands in front", .swapping(text, point))
        case .together(let text, let divided):
            return Explanation(
                "\(quoted(text)) is nobody that is known; several are divided by commas",
                .swapping(text, divided),
                .words("ledger people add \(shellWord(text))"))
        case .twice(let name):
            return Explanation(
                "\(quoted(name)) is named twice; two parts are a weight",
                .options(["--split": "\(Screen.plain(name)):2,NAME"]))
        case .left(let rest, let amount):
            let code = amount.currency.code
            let whole = amount.words
            let isTooMuch = (rest.minor < 0) != (amount.minor < 0)
            return Explanation(
                isTooMuch
                    ? "the fixed parts are more than \(whole)"
                    : "of \(whole) nobody bears \(rest.text) \(code)",
                .sharing(amount))
        }
    }

    /// Percentages that are not one hundred: what is missing is the own part.
    private static func percentage(_ text: String) -> Explanation {
        let items = text.split(separator: ",").map { String($0).trimmed }
        let parts = items.compactMap { Percentage($0) }
        if let fine = items.first(where: Percentage.isTooFine) {
            return Explanation(
                "\(quoted(fine)) has more than four decimals; shares have at most four, and "
                    + "weights "
                    + "say thirds and sevenths exactly",
                .options(["--split": "Ann:1,Bob:2"]))
        }
        let sum = parts.reduce(0) { $0 + $1.share }
        guard parts.count == items.count, sum < Percentage.whole else {
            return Explanation(
                "\(quoted(text)) has percentages that are not 100 in all, or parts of another kind "
                    + "beside them", .options(["--split": "Ann:2,Bob"]),
                .options(["--split": "Ann=12.50,Bob"]))
        }
        let weights = parts.map { "\($0.name):\(Percentage.text($0.share))" }
            .joined(separator: ",")
        let rest = Percentage.text(Percentage.whole - sum)
        return Explanation(
            "\(quoted(text)) says of \(Percentage.text(sum)) who bears it, and of the rest nobody",
            .swapping(text, "\(weights),me:\(rest)"))
    }
}
