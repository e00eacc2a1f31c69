internal import Application
internal import Interchange
internal import Ledger

extension Explanation {
    init(_ error: RuleError) {
        let add = "ledger rules add NAME --where TERMS --category CATEGORY"
        switch error {
        case .unknown(let name, let known):
            guard let first = known.first else {
                self.init(
                    "there is no rule \(Explanation.quoted(name)); none is saved", .words(add))
                return
            }
            let near = Spelling.nearest(to: name, among: known)
            let meant = Explanation.meant(near)
            self.init(
                "there is no rule \(Explanation.quoted(name))\(meant)\n    the rules are: "
                    + known.map(Screen.plain).joined(separator: ", "),
                .replacing(name, near.first ?? first), "ledger rules list")
        case .noRules: self.init("there are no rules yet", .words(add))
        case .noTerms(let name):
            self.init(
                "the rule \(Explanation.quoted(name)) has no terms: it would change every line",
                .options(["--where": "TERMS"]))
        case .noChange(let name):
            self.init(
                "the rule \(Explanation.quoted(name)) changes nothing",
                .options(["--category": "CATEGORY"]))
        case .exists(let name):
            self.init("the rule \(Explanation.quoted(name)) says so already", "ledger rules list")
        }
    }
}

extension Explanation {
    /// What rows are to be given by their columns, where it is not understood.
    static func columnRule(_ text: String, _ fault: ColumnRuleFault) -> Explanation {
        switch fault {
        case .noThen:
            Explanation(
                "\(quoted(text)) does not say what the rows become: "
                    + "COLUMN=VALUE then FIELD=TEXT",
                columnRuleWithThen(text).map { .replacing(text, $0) } ?? .help)
        case .noCondition(let part):
            Explanation(
                "\(quoted(part)) is no condition on a column: COLUMN=VALUE, or COLUMN~PART",
                part.isEmpty
                    ? .help : .replacing(text, text.replacing(part, with: "\(part)=")))
        case .badPattern(let value):
            Explanation(
                "\(quoted(value)) is no expression that can be read",
                value.contains(where: \.isLetter)
                    ? .replacing(
                        text,
                        text.replacing(value, with: value.filter { $0.isLetter || $0.isNumber }))
                    : .help)
        case .unknownField(let field, let near):
            Explanation(
                "\(quoted(field)) is nothing that a row can be given"
                    + "\(meant(near.map { [$0] } ?? []))\n    it is one of "
                    + ColumnRuleFault.fields.joined(separator: ", "),
                .replacing(text, text.replacing("\(field)=", with: "\(near ?? "note")=")))
        case .badValue(let field, let value):
            Explanation(
                "\(field) cannot be \(quoted(value))",
                .replacing(
                    text,
                    text.replacing(
                        "\(field)=\(value)", with: field == "kind" ? "kind=transfer" : "note=other")
                ))
        }
    }

    /// A rule with `then` before what rows are given; `nil` where it says nothing of that.
    private static func columnRuleWithThen(_ text: String) -> String? {
        for field in ColumnRuleFault.fields where !text.contains(" then") {
            guard let mark = text.firstRange(of: " \(field)=") else { continue }
            return text[..<mark.lowerBound] + " then" + text[mark.lowerBound...]
        }
        return nil
    }
}
