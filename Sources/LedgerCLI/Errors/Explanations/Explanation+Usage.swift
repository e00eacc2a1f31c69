internal import EventLog
internal import Ledger

extension Explanation {
    /// Of `serve`, where the program for it is not found.
    private static var noPages: Explanation {
        Explanation(
            "the pages in a browser are a program of their own, ledger-serve, which is neither "
                + "beside this one nor on PATH", "tools/serve")
    }

    /// Of `remote`, where the program for it is not found.
    private static var noRemote: Explanation {
        Explanation(
            "what shares a ledger with a team is a program of its own, ledger-remote, which is "
                + "neither beside this one nor on PATH", "tools/remote")
    }

    init(_ fault: UsageFault) {
        switch fault {
        case .parser(let words, let command): self.init(parser: words, command)
        case .unknownCommand("serve", _): self = .noPages
        case .unknownCommand("remote", _): self = .noRemote
        case .unknownCommand(let name, let suggestions): self.init(unknown: name, suggestions)
        case .commandBehind(let run, let meant):
            self.init(
                "\(Explanation.quoted(run.last ?? "")) stands in front of the tasks that are meant",
                .replacingRun(run, meant))
        case .unknownEnding(let path):
            self.init(ending: path)
        case .ownFolder(let path, let folder):
            let above = POSIX.folder(of: folder)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let other = above == "/" ? "/\(name)" : "\(above)/\(name)"
            self.init(
                "\(Explanation.quoted(path)) is in the ledger's own folder, which nothing else "
                    + "writes to", .replacing(path, other))
        case .exclusive(let one, let other, let values):
            self.init(
                "\(one) and \(other) exclude each other", .without(other, values: values))
        case .periodsCompared(let phrase, let days): self.init(compared: phrase, days)
        case .oneLineOnly(let option, let query): self.init(ofOneLine: option, query)
        case .notUTF8(let number):
            self.init(
                "argument \(number) is not valid UTF-8; text is recorded as it is typed",
                "export LC_ALL=C.UTF-8")
        case .nobody:
            self.init(
                "nobody is named, and there is no terminal to pick from a list",
                "ledger people --pick --ids NAMES", "echo NAME | ledger people --pick")
        case .tooMany(let count, let limit):
            self.init(
                "\(counted(count, "person")) are named, and no more than \(limit) can be picked",
                .options(["--max": "\(count)"]))
        case .transferNeedsTwo, .transferOfSeveral:
            self.init(
                fault == .transferNeedsTwo
                    ? "--transfer needs two accounts: where the money comes from and where it goes"
                    : "a transfer has one line; this one has several",
                "ledger add 50 Cash --transfer bank wallet")
        case .notAPicture:
            self.init(
                "only a chart can be written as svg", "ledger chart -O svg",
                "ledger report -O html")
        case .phraseAsTerm(let words, let first): self.init(days: words, behind: first)
        case .phrasesAmongTerms(let runs): self.init(among: runs)
        case .eitherAsTerm(let term, let parts): self.init(either: parts, of: term)
        case .optionAsTitle(let word, let option):
            self.init(
                "\(Explanation.quoted(word)) would be a part of the title; as an option it is "
                    + option.joined(separator: " "),
                tries: [.taskOption(word, option), .asText([word], beside: nil)])
        case .wordsAsTitle(let slips): self.init(slips)
        case .repeated(let name, let first):
            self.init(
                "\(Screen.plain(name)) was said before, and one value counts: "
                    + first.map(Screen.plain).joined(separator: " "),
                .replacingRun(first, []))
        case .unknownLocale(let name):
            self.init(
                "the system does not know how numbers are written in the locale "
                    + Explanation.quoted(name),
                .options(["--numbers": "1.234,56"]), "locale -a")
        case .preferences(let fault): self.init(fault)
        }
    }

    /// Days in words that are cut into periods, which are not compared; the days alone.
    private init(compared phrase: String, _ days: String) {
        self.init(
            "--compare has one sum beside another: \(Explanation.quoted(phrase)) is cut into "
                + "periods", .replacing(phrase, days))
    }

    /// An option of one line beside terms that find many.
    private init(ofOneLine option: String, _ query: String) {
        let terms = query.split(separator: " ").map { Explanation.shellWord(String($0)) }
        self.init(
            "\(option) is said of one line at a time, and --where changes many: find them, and "
                + "amend each by its id",
            .words("ledger find " + terms.joined(separator: " ")))
    }

    /// A word that is no command, and what may be meant.
    private init(unknown name: String, _ suggestions: [String]) {
        let meant = Explanation.meant(suggestions)
        let what = "there is no command \(Explanation.quoted(name))\(meant)"
        let tries = suggestions.flatMap { Explanation.tries($0, for: name) }
        let groups = Set(RootCommand.commandNames).subtracting(["help"])
        self.init(
            what,
            tries: tries.isEmpty
                ? [.when(groups, .help, otherwise: "ledger --help")] : tries)
    }

    /// Days where terms belong, perhaps behind others that are the days of a report.
    private init(days words: [String], behind first: [String]?) {
        let phrase = words.joined(separator: " ")
        if let first {
            let begin = first.joined(separator: " ")
            let isFirst = PhraseTerms.isBefore(first, words)
            let (one, other) = isFirst == true ? ("-b", "--to") : ("--to", "-b")
            let range: Try = .replacingRuns([
                TitleSlip.Change(first, [one, begin]), TitleSlip.Change(words, [other, phrase]),
            ])
            self.init(
                "\(Explanation.quoted(begin)) and \(Explanation.quoted(phrase)) are days, and "
                    + "there is one range",
                .comparing(first, words),
                .when(
                    Try.finding,
                    .replacingRuns([
                        TitleSlip.Change(first, ["date:\(begin)"]),
                        TitleSlip.Change(words, ["date:\(phrase)"]),
                    ]),
                    otherwise: isFirst == nil ? "" : range),
                .replacingRun(words, ["title:\(phrase)"]))
            return
        }
        self.init(
            "\(Explanation.quoted(phrase)) are days, and terms are text: say which days, or that "
                + "text is meant",
            .when(
                Try.finding, .replacingRun(words, ["date:\(phrase)"]),
                otherwise: .when(
                    ["task", "tasks"], .replacingRun(words, ["due:\(phrase)"]),
                    otherwise: .replacingRun(words, ["-p", phrase]))),
            .when(
                ["task", "tasks"], .replacingRun(words, ["done:\(phrase)"]),
                otherwise: .replacingRun(words, ["title:\(phrase)"])))
    }

    /// Days between terms, or beside `or`: whether they are for all terms is not known.
    private init(among runs: [[String]]) {
        let phrases = runs.map { Explanation.quoted($0.joined(separator: " ")) }
        let change = { (prefix: String) in
            Try.replacingRuns(
                runs.map { TitleSlip.Change($0, [prefix + $0.joined(separator: " ")]) })
        }
        self.init(
            "\(phrases.joined(separator: " and ")) are days among terms, which are text: say that "
                + "days are a term, or that text is meant", change("date:"), change("title:"))
    }

    /// A file whose ending stands for no format: one with a format of the same use is shown.
    private init(ending path: String) {
        let what = "the ending of \(Explanation.quoted(path)) stands for no format"
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
        let stem = String(path.dropLast(ending.count))
        let isNamed = ending.count < name.count
        if isNamed, Explanation.pictures.contains(ending) {
            self.init(
                what + "; pictures are written as svg, and pages as html",
                .when(
                    ["chart"], .options(["-o": "\(stem).svg"]),
                    otherwise: .options(["-o": "\(stem).html"])))
        } else if isNamed, Explanation.sheets.contains(ending) {
            self.init(what + "; tables are written as csv", .options(["-o": "\(stem).csv"]))
        } else {
            self.init(
                what, .options(["-o": "\(path).csv"]),
                .options(["--format": "csv", "-o": path]))
        }
    }

    private static let pictures: Set = [
        ".png", ".pdf", ".jpg", ".jpeg", ".gif", ".webp", ".ps", ".eps", ".tiff", ".bmp",
    ]
    private static let sheets: Set = [".xlsx", ".xls", ".ods", ".numbers"]

    /// What the parser of a command does not understand.
    private init(parser words: String, _ command: [String]) {
        // What was typed is in them as it is.
        let words = UsageAdvice.near(
            words.split(separator: "\n", omittingEmptySubsequences: false)
                .map { Screen.plain(String($0)) }.joined(separator: "\n"))
        let help = (["ledger"] + command + ["--help"]).joined(separator: " ")
        if let (what, option) = Explanation.value(words) {
            self.init(what, tries: [option, .words(help)])
            return
        }
        let first = words.prefix(1).lowercased()
        let last = words.last == "." ? 1 : 0
        let spans =
            Explanation.spans(words, command) + Explanation.days(words, command)
            + Explanation.shapes(words, command)
        let text = first + words.dropFirst().dropLast(last)
        self.init(
            // The option that is spelt like it is another one.
            spans.isEmpty ? text : String(text.prefix { $0 != "." }),
            tries: spans + Explanation.untag(words, command) + Explanation.peers(words, command)
                + (spans.isEmpty ? UsageAdvice.tries(words, command) : []) + [.words(help)])
    }

    /// A value that an option does not take, and one that it takes.
    private static func value(_ words: String) -> (what: String, option: Try)? {
        guard
            let match = words.firstMatch(
                of: /^The value '(.*)' is invalid for '(-[^ ']+)(?: <([^>]+)>)?'/)
        else { return nil }
        let (value, name) = (String(match.output.1), String(match.output.2))
        let choices: [String]
        switch name {
        case "-O", "--format": choices = OutputFormat.allCases.map(\.rawValue)
        case "--color": choices = ColorChoice.allCases.map(\.rawValue)
        default:
            guard ["count", "limit", "n"].contains(match.output.3 ?? "") else { return nil }
            let number = name == "--depth" ? "2" : "20"
            return (
                "\(name) cannot be \(quoted(value)); it is a whole number",
                .replacing(value, number)
            )
        }
        let isColor = name == "--color"
        return (
            "\(name) cannot be \(quoted(value)); it is one of\n    "
                + choices.joined(separator: ", "),
            .replacing(value, isColor ? "never" : "csv")
        )
    }

    /// Options of days as other programs call them.
    private static func spans(_ words: String, _ command: [String]) -> [Try] {
        let option = words.firstMatch(of: /^[Uu]nknown option '--(from|since|until|before)'/)
        guard let name = option?.output.1, command.first.map(dated.contains) == true else {
            return []
        }
        let meant = name == "until" ? "--to" : name == "before" ? "--end" : "--begin"
        return [.replacingRun(["--\(name)"], [meant])]
    }

    /// The option of the day as other programs call it.
    private static func days(_ words: String, _ command: [String]) -> [Try] {
        let option = words.firstMatch(of: /^[Uu]nknown option '(--(date|day|when))'/)
        guard let name = option.map({ String($0.output.1) }),
            let command = command.first, Try.ofOneDay.contains(command),
            !Try.tasks.contains(command)
        else { return [] }
        return [.replacingRun([name], ["--on"]), .swapping("\(name)=", "--on=")]
    }

    /// What a report or a balance is to be like, as other programs say it.
    private static func shapes(_ words: String, _ command: [String]) -> [Try] {
        let option = words.firstMatch(of: /^[Uu]nknown option '(--[^'=]+)/)
        guard let name = option.map({ String($0.output.1) }) else { return [] }
        switch (command.first, name) {
        case ("report", "--pivot"), ("report", "--group-by"), ("chart", "--pivot"),
            ("chart", "--group-by"):
            return [.replacingRun([name], ["--by"]), .swapping("\(name)=", "--by=")]
        case ("balance", "--historical"), ("bal", "--historical"), ("bs", "--historical"),
            ("balance", "--flat"), ("bal", "--flat"), ("bs", "--flat"):
            return [.without(name, values: 0)]
        case (_, "--json"), (_, "--csv"), (_, "--tsv"), (_, "--html"), (_, "--markdown"):
            return [.replacingRun([name], ["-O", String(name.dropFirst(2))])]
        default: return []
        }
    }

    /// Commands that have such options.
    private static let dated: Set = [
        "report", "list", "ls", "register", "reg", "print", "balance", "bal", "bs", "category",
        "categories", "payee", "payees", "tag", "tags", "explain", "budget", "budgets", "stats",
        "closings", "prices", "reconcile", "chart",
    ]

    /// The command that was typed with what was meant by the name of one in it; a command of its
    /// own begins with the program's name.
    private static func tries(_ suggestion: String, for name: String) -> [Try] {
        let words = suggestion.split(separator: " ").map(String.init)
        if words.first != "ledger" { return [.replacingRun([name], words)] }
        let meant = Array(words.dropFirst())
        return ["task", "tasks", "export", "account", "accounts"].map { verb in
            .replacingRun([verb, name], meant)
        }
    }

    /// `bal -M food` and `register -M food` of other programs, which are reports, and `repeat add
    /// 980 Rent --monthly`.
    private static func peers(_ words: String, _ command: [String]) -> [Try] {
        let options = ["D", "W", "M", "Q", "Y", "S", "T", "A", "N", "H", "E", "1", "2", "3"]
            .map { "'-\($0)'" }
        let names = ["'--monthly'", "'--weekly'", "'--yearly'", "'--depth'", "'--pivot'"]
        let terms = ["tag:", "cat:", "desc:", "payee:", "expenses", "liabilities", "assets"]
            .map { "'" + $0 }
        let isMeant =
            switch command.first {
            case "balance", "bal":
                (options + names + ["'--budget'", "'--forecast'", "'--tree'"] + terms)
                    .contains(where: words.contains)
            case "list", "ls", "register", "reg", "print":
                (options.prefix(5) + names).contains(where: words.contains)
            default: false
            }
        let isRule = command.first.map(Try.repeats.contains) == true && command.last == "add"
        if isRule, words.contains("'--every ") { return [.recurring] }
        return isMeant ? [.asReport] : []
    }

    /// `-shop` of Taskwarrior, which takes a tag away.
    private static func untag(_ words: String, _ command: [String]) -> [Try] {
        guard command == ["task", "edit"],
            let option = words.firstMatch(of: /^[Uu]nknown option '-([A-Za-z][^'-]*)'/)?.output.1
        else { return [] }
        return [.replacingRun(["-\(option)"], ["--untag", String(option)])]
    }

    /// `rewe OR aldi` as one argument.
    private init(either parts: [String], of term: String) {
        let (prefix, text) = PhraseTerms.prefixed(term)
        self.init(
            "\(Explanation.quoted(term)) would be looked for as one text; in brackets they are "
                + "terms", .replacingRun([term], ["(\(parts.joined(separator: " or ")))"]),
            .replacingRun([term], ["\(prefix)\"\(text)\""]))
    }

    /// Words that would become text of a title: all of them in the right form, and the first as
    /// text.
    private init(_ slips: [TitleSlip]) {
        guard let first = slips.first else {
            self.init("the title is not understood")
            return
        }
        let rest = slips.dropFirst().compactMap { slip in
            slip.meant.first.map { TitleSlip.Change(slip.run, $0) }
        }
        let meant = first.meant.map { [TitleSlip.Change(first.run, $0)] + rest }
        let found = first.meant.map { $0.joined(separator: " ") }.joined(separator: " or ")
        let what =
            switch first.kind {
            case .change: "; as an option it is \(found)"
            case .option: found.isEmpty ? "" : "; as an option it is \(found)"
            case .line: "; as another line it is \(found)"
            case .amount: found.isEmpty ? "" : "; as a part of the amount it is \(found)"
            }
        let comesAgain = slips.contains { $0.word.lowercased().hasPrefix("recur:") }
        let isChange = first.kind == .change
        let fault = isChange ? "changes nothing by itself" : "would be a part of the title"
        self.init(
            "\(Explanation.quoted(first.word)) \(fault)\(what)",
            tries: (comesAgain ? [.when(["task", "tasks"], .recurring, otherwise: "")] : [])
                + meant.map { .replacingRuns($0) }
                + (isChange
                    ? []
                    : [
                        .asText(
                            first.kind == .option ? first.run : [first.word],
                            beside: first.beside)
                    ]))
    }
}
