extension Explanation {
    init(noProgram name: String) {
        self.init(
            "there is no program \(name) in the PATH", "ledger sql 'SELECT * FROM monthly_report'",
            "apt install \(name)")
    }

    init(otherBuild path: String, _ said: String) {
        let words = said.isEmpty ? "" : ": \(Screen.plain(said))"
        self.init(
            "\(Explanation.quoted(path)) does not run as a ledger\(words)",
            "ls -l \(Explanation.shellWord(path))", "ledger schema check --help")
    }

    static func unknownSchema(_ name: String, _ suggestions: [String]) -> Explanation {
        Explanation(
            "there is no event \(quoted(name))\(meant(suggestions))",
            tries: suggestions.prefix(1).map { .replacing(name, $0) } + ["ledger schema list"])
    }
}

extension Explanation {
    /// Projections would be switched, and nobody was there to be asked.
    init(unswitched count: Int) {
        self.init(
            "to switch \(counted(count, "projection")) needs a yes; the tables are read as "
                + "they were", .adding("--yes"))
    }
}
