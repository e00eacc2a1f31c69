internal import Application
internal import Ledger

extension Explanation {
    init(otherBuild path: String, _ said: String) {
        let words = said.isEmpty ? "" : ": \(Screen.plain(said))"
        self.init(
            "\(Explanation.quoted(path)) does not run as a ledger\(words)",
            "ls -l \(Explanation.shellWord(path))", "ledger schema check --help")
    }

    /// A critical event of a type or version that only a newer program knows.
    init(newerEvent position: UInt64, _ type: UInt16, _ schema: UInt8, name: String?) {
        let called = name.map { "\(Explanation.quoted($0)), " } ?? ""
        self.init(
            "event \(grouped(position)) is of type \(called)\(type), version \(schema), which "
                + "only a newer program knows, and without which no figure is right; nothing is "
                + "reported or recorded", "install the newest ledger", "ledger schema list",
            "ledger verify")
    }

    static func unknownSchema(_ name: String, _ suggestions: [String]) -> Explanation {
        Explanation(
            "there is no event \(quoted(name))\(meant(suggestions))",
            tries: suggestions.prefix(1).map { .replacing(name, $0) } + ["ledger schema list"])
    }
}
