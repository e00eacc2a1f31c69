internal import Application
internal import Ledger

extension Explanation {
    init(_ error: RuleError) {
        let add = "ledger rules add NAME --where TERMS --category CATEGORY"
        switch error {
        case .unknown(let name, let known):
            guard let first = known.first else {
                self.init(
                    "there is no rule \(Explanation.quoted(name)); none was saved yet", .words(add))
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
        }
    }
}
