internal import Ledger

extension Explanation {
    /// A line of the file of options, aliases and views.
    init(_ fault: Preferences.Fault) {
        self.init(
            "\(Screen.plain(fault.path)), line \(fault.line): \(Explanation.words(fault.reason))",
            "ledger config --help", "LEDGER_CONFIG= ledger config")
    }

    private static func words(_ reason: Preferences.Fault.Reason) -> String {
        switch reason {
        case .notUTF8: return "the file is not valid UTF-8"
        case .unknownSetting(let word):
            let kinds = Preferences.Kind.allCases.map(\.rawValue)
            let near = Spelling.nearest(to: word, among: kinds, limit: 1)
            return "\(quoted(word)) sets nothing"
                + (near.isEmpty ? "; default, alias and view do" : meant(near))
        case .noName(let kind): return "\(quoted(kind)) needs a name and = behind it"
        case .badName(let name):
            return "\(quoted(name)) cannot be a name: letters, digits, - and _, a letter first"
        case .noWords(let name): return "nothing is said of \(quoted(name)): = and words behind it"
        case .unclosedQuote: return "a quote is not closed"
        case .ownName(let name): return "\(quoted(name)) is a command, and means that alone"
        case .unknownCommand(let name, let suggestions):
            return "there is no command \(quoted(name))\(meant(suggestions))"
        case .writes(let name):
            return "\(quoted(name)) may record something, and a view only reads: make it an alias"
        case .notAnOption(let word): return "\(quoted(word)) is no option that can be set there"
        case .twice(let name, let line): return "\(quoted(name)) is set by line \(line) already"
        case .ring(let name): return "\(quoted(name)) comes to itself"
        }
    }
}
