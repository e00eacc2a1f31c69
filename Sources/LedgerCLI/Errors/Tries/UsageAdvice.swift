internal import Ledger

/// What comes before the help page where a command line is not understood: what there is to name,
/// or the same command without the slip.
enum UsageAdvice {
    /// - Parameters:
    ///   - words: What the parser says.
    ///   - command: The names of the command.
    static func tries(_ words: String, _ command: [String]) -> [Try] {
        command.isEmpty && words.hasPrefix("Unknown option '-v'")
            ? ["ledger --version"]
            : slips(words) + missing(words, command) + said(words, command)
    }

    /// What the parser says, without an option of which it asks whether it was meant and which is
    /// not spelt like what was typed: `--tag` for `--cat` would be recorded.
    static func near(_ words: String) -> String {
        guard
            let slip = words.firstMatch(
                of: /^([Uu]nknown option '-+([^']+)')\. Did you mean '-+([^']+)'/)
        else { return words }
        let (typed, meant) = (slip.output.2, String(slip.output.3))
        let isNear =
            meant.hasPrefix(typed) || !Spelling.nearest(to: typed, among: [meant]).isEmpty
        return isNear ? words : String(slip.output.1)
    }

    /// A name that is spelt nearly so, and a word too many.
    private static func slips(_ words: String) -> [Try] {
        if let slip = words.firstMatch(
            of: /^[Uu]nknown option '(-[^']+)'\. Did you mean '(-[^']+)'/)
        {
            let (typed, meant) = (String(slip.output.1), String(slip.output.2))
            return [.replacingRun([typed], [meant]), .swapping("\(typed)=", "\(meant)=")]
        }
        if let slip = words.firstMatch(of: /^[Uu]nexpected argument '([^']+)'\.?$/) {
            return [.replacingRun([String(slip.output.1)], [])]
        }
        return []
    }

    /// What is missing: where it is found, or how the command is typed.
    private static func missing(_ words: String, _ command: [String]) -> [Try] {
        if let option = words.firstMatch(of: /^[Mm]issing value for '(-[^ ']+)/)?.output.1 {
            return lists[String(option)].map { [.words($0)] } ?? []
        }
        if words.firstMatch(of: /^[Mm]issing expected argument '--account/) != nil {
            return ["ledger account list"]
        }
        let isMissing =
            words.firstMatch(of: /^[Mm]issing expected argument '</) != nil
            || words.hasPrefix("give an id") || words.hasPrefix("say what is to change")
        return isMissing ? examples[command.joined(separator: " ")].map { [.words($0)] } ?? [] : []
    }

    /// Where the values of an option are found.
    private static let lists = [
        "-a": "ledger account list", "--account": "ledger account list", "-c": "ledger category",
        "--category": "ledger category", "-t": "ledger tag", "--tag": "ledger tag",
        "-p": "ledger help dates", "--period": "ledger help dates", "-b": "ledger help dates",
        "-e": "ledger help dates", "--to": "ledger help dates", "--on": "ledger help dates",
        "-d": "ledger help dates", "-X": "ledger currency", "--exchange": "ledger currency",
        "--currency": "ledger currency", "--as": "ledger people", "--split": "ledger people",
        "--project": "ledger task projects", "--due": "ledger help dates",
    ]

    /// How a command is typed, or what shows the ids and names that it takes.
    private static let examples: [String: String] = {
        var examples = [
            "add": "ledger add 12.50 Lunch", "find": "ledger find lunch",
            "task add": "ledger task add 'Buy milk' --due tomorrow",
            "budget set": "ledger budget set food 400", "budget remove": "ledger budget",
            "goal set": "ledger goal set 3000 Bike --account Savings", "goal remove": "ledger goal",
            "account open": "ledger account open savings", "call": "ledger routes",
            "price": "ledger price EUR USD 1.08", "price set": "ledger price EUR USD 1.08",
            "import": "ledger import bank.csv --dry-run", "close": "ledger close 'last month'",
            "category rename": "ledger category", "rules remove": "ledger rules list",
            "rules add": "ledger rules add tea --where tea -c drinks",
            "people add": "ledger people add Ann", "login": "ledger people",
            "unit add": "ledger unit add Sales", "currency add": "ledger currency add HOURS",
        ]
        for (list, commands) in [
            "ledger list": [
                "show", "history", "void", "amend", "erase", "mark", "clear", "unmark", "attach",
                "detach",
            ],
            "ledger task list": [
                "task show", "task done", "task drop", "task edit", "task start", "task stop",
                "task reopen", "task annotate", "task reschedule",
            ],
            "ledger repeat": ["repeat show", "repeat skip", "repeat stop", "repeat edit"],
            "ledger account list": [
                "account close", "account edit", "account history", "reconcile", "assert",
            ],
            "ledger people": ["permit", "revoke", "people show", "people edit", "people join"],
        ] {
            for command in commands { examples[command] = list }
        }
        return examples
    }()

    /// How a command is typed; `nil` where only a list of ids or names is known.
    static func example(_ command: [String]) -> String? {
        let name = command.joined(separator: " ")
        return examples[name].flatMap { $0.hasPrefix("ledger \(name) ") ? $0 : nil }
    }

    /// What a check of the options says: the same without what is too much, or with what lacks.
    private static func said(_ words: String, _ command: [String]) -> [Try] {
        let advice: [(words: String, tries: [Try])] = [
            ("--value needs --exchange", [.options(["--exchange": "EUR"])]),
            ("ay which projections to drop", [.adding("--all")]),
            ("--amount is for one day of one rule", [.without("--amount", values: 1)]),
            ("what is posted has keys of its own", [.without("--key", values: 1)]),
            ("the key is a field of the request", [.without("--key", values: 1)]),
            ("a receipt is made by the commands", [.without("--receipt", values: 1)]),
            ("--key and ", [.without("--key", values: 1)]),
            ("use only one of ids, --since", ["ledger undo --list"]),
            ("--received is for transfers only", [.without("--received", values: 1)]),
            ("--settle needs --split", ["ledger people"]),
            ("--reason is for --withdraw only", [.without("--reason", values: 1)]),
            ("it takes an account and an amount", ["ledger account list"]),
            ("--since and --for say the same", [.without("--since", values: 1)]),
            ("give a unit, or a person", ["ledger unit tree"]),
            ("one event is proved at a time", ["ledger log"]),
            ("no file is named: ledger export sqlite", [.options(["-o": "ledger.sqlite"])]),
            ("--timeout needs seconds", [.options(["--timeout": "5"])]),
            ("--where needs a term", ["ledger help query"]),
        ]
        if let more = words.firstMatch(of: /^one file at a time: (.+) is one too many/)?.output.1 {
            return [.replacingRun([String(more)], [])]
        }
        return advice.first { words.contains($0.words) }?.tries ?? []
    }
}
