internal import EventLog
internal import Ledger

/// Names that may be meant where nothing was found, as text.
enum HintText {
    /// A line for each name; empty without any.
    static func lines(_ hints: [NameHint]?) -> String {
        words(hints).map { "\($0)\n" }.joined()
    }

    /// The same without ends of lines.
    static func words(_ hints: [NameHint]?) -> [String] {
        (hints ?? []).map { hint in
            let name = Prose.quoted(hint.name)
            if hint.renamed {
                let now = hint.near.first.map { Prose.quoted($0) } ?? ""
                return "the category \(name) is called \(now) by now"
            }
            if hint.what == "word" { return "no line has \(name)\(Prose.meant(hint.near))" }
            if hint.what == "task" { return "no task has \(name)\(Prose.meant(hint.near))" }
            return "there is no \(hint.what) \(name)\(Prose.meant(hint.near))"
        }
    }
}
