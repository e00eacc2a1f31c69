internal import Ledger

/// Something that may help: a command, as a rule the one that was typed with a change.
enum Try: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Another command, or advice.
    case words(String)
    /// The same command again.
    case again
    /// The same command with other values for some options, and perhaps one more without a value.
    case options(KeyValuePairs<String, String>, adding: String? = nil)
    /// The same command without an option and the values behind it.
    case without(String, values: Int)
    /// The same import without what is said of columns; of a file.
    case withoutColumns(of: String)
    /// The same command with one more option and its value, beside the same for other things.
    case repeating(String, String)
    /// The same command behind another one that ends well.
    case behind(String)
    /// The same command with what another one makes of a file, as a word of a shell, in its place.
    case piped(String, of: String)
    /// The same command with one more option without a value; nothing where it has that already.
    case adding(String)
    /// The same command with another text in the place of one.
    case replacing(String, String)
    /// The same command with another text in the place of one, or of the part of one where it
    /// stands.
    case swapping(String, String)
    /// The same command with other arguments in the place of some.
    case replacingRun([String], [String])
    /// An option in the place of a word of a task's title; of words to find, a list with it.
    case taskOption(String, [String])
    /// The help page of the command that was typed.
    case help
    /// The same command with a text and the words behind it as one argument, where together they
    /// are days; another thing where they are not.
    indirect case joiningDays(String, otherwise: Try)
    /// The same command with other arguments in the place of some, one after the other.
    case replacingRuns([TitleSlip.Change])
    /// The same command with words as text: behind `--` where they end the command, else as one
    /// argument with a word beside them; nothing where neither can be.
    case asText([String], beside: [String]?)
    /// The same command with one more word at the end; another one where a command has lines.
    case appending(String, otherwise: String)
    /// The same command with the amount, which stands later, in the place of a text; the help
    /// page where none does.
    case amountFirst(String)
    /// A report, where that was typed as the balances or the list of another program.
    case asReport
    /// A report beside the days before, where days were typed behind others.
    case comparing([String], [String])
    /// A rule in the place of a task that comes again.
    case recurring
    /// Another command about the thing that was typed first; the other one where none was.
    case about(String, otherwise: String)
    /// The same command with another term in the place of one of a query.
    case term(String, String, query: String)
    /// The same command with a query that leaves a line out; nothing where there is no query.
    case leavingOut(UInt64)
    /// The same command with its end as the last day instead of the one behind it; the options
    /// where no end was typed.
    case inclusive(KeyValuePairs<String, String>)
    /// The same command with a number behind the two currencies beside which it stands.
    case numberLast(String, otherwise: String)
    /// The same command with as many fixed parts as leave something of an amount to share.
    case sharing(Money)
    /// Something, where a word was not typed, as a part of an argument either.
    indirect case untyped(String, Try)
    /// The same command for each part of a file that is cut first.
    case inParts(FileParts, of: String)
    /// One thing for some commands, another for all others.
    indirect case when(Set<String>, Try, otherwise: Try)

    /// The page of days in words.
    static var dates: Try { "ledger help dates" }
    /// The commands that look for text and have no option for days.
    static let finding: Set = ["find", "search", "grep"]
    /// The commands that list lines or names.
    static let listing: Set = [
        "list", "ls", "register", "reg", "print", "areg", "category", "categories", "payee",
        "payees", "tag", "tags",
    ]
    /// The commands that take a single day.
    static let ofOneDay: Set = ["add", "amend", "assert", "price", "prices", "task", "tasks"]
    /// The commands that speak of budgets.
    static let budgets: Set = ["budget", "budgets"]
    /// The commands that speak of goals.
    static let goals: Set = ["goal", "goals"]
    /// The commands that speak of what comes again.
    static let repeats: Set = ["repeat", "repeats"]
    /// The commands that speak of prices.
    static let prices: Set = ["price", "prices"]
    /// The commands that speak of tasks.
    static let tasks: Set = ["task", "tasks", "due"]

    init(stringLiteral words: String) { self = .words(words) }

    /// All of it as it can be typed.
    ///
    /// - Parameter typed: What was typed behind the program's name; `nil` if nothing was.
    func text(_ typed: [String]?) -> String {
        switch self {
        case .words(let words): return words
        case .again: return typed.map(Try.command) ?? "the same command again"
        case .options(let options, nil): return Try.text(options, typed)
        case .options(let options, let option?):
            guard let typed else { return "\(option) \(Try.text(options, nil))" }
            return Try.text(options, typed.contains(option) ? typed : typed + [option])
        case .withoutColumns(let path): return Try.text(withoutColumnsOf: path, typed)
        case .repeating(let name, let value):
            return Try.text(repeating: name, value, typed)
        case .behind(let command):
            let again = typed.map(Try.command) ?? "the same command again"
            return (Try.commands(command, in: typed) + [again]).joined(separator: " && ")
        case .piped(let command, let file): return Try.text(piping: command, of: file, typed)
        case .without(let name, let values):
            return Try.text(without: name, values, typed)
        case .adding(let option):
            guard var changed = typed else { return "the same command with \(option)" }
            // What was typed has not helped.
            if changed.contains(option) { return "" }
            changed.insert(option, at: changed.firstIndex(of: "--") ?? changed.endIndex)
            return Try.command(changed)
        case .when(let commands, let one, let other):
            return (typed?.first.map(commands.contains) == true ? one : other).text(typed)
        case .untyped(let word, let other):
            let parts = (typed ?? []).flatMap { $0.split { ",:=".contains($0) } }
            return parts.contains { $0 == word } ? "" : other.text(typed)
        case .amountFirst(let text): return Try.text(amountAt: text, typed)
        case .joiningDays(let text, let other):
            return Try.text(joiningDaysAt: text, typed) ?? other.text(typed)
        case .replacingRuns(let changes):
            return Try.text(replacing: changes, typed)
        case .asText(let run, let beside):
            return Try.text(asText: run, beside, typed)
        case .appending(let word, let other):
            guard let typed, typed.count > 1, !typed.contains("+") else { return other }
            return Try.command(typed + [typed.contains("--transfer") ? "Cash" : word])
        case .about(let command, let other):
            guard let typed, typed.count > 1, !typed[1].hasPrefix("-") else { return other }
            return "ledger \(command) \(Explanation.shellWord(typed[1]))"
        case .replacing(let old, let new):
            return Try.text(replacing: old, new, typed)
        case .swapping(let old, let new):
            return Try.text(swapping: old, new, within: true, typed)
        case .replacingRun(let old, let new):
            guard let typed else { return new.map(Explanation.shellWord).joined(separator: " ") }
            guard let range = typed.firstRange(of: old) else { return "" }
            return Try.command(Array(typed[..<range.lowerBound] + new + typed[range.upperBound...]))
        case .taskOption(let word, let option):
            guard typed?.dropFirst().first == "find" else {
                return Try.replacingRun([word], option).text(typed)
            }
            let known = ["--project", "--tag", "--type", "--priority", "--assignee", "--colour"]
            return Try.command(["task", "list"] + (known.contains(option[0]) ? option : []))
        case .asReport: return Try.report(for: typed)
        case .comparing(let first, let other): return Try.comparison(typed, first, other)
        case .recurring: return Try.recurring(typed)
        case .inclusive(let options): return Try.inclusive(typed) ?? Try.text(options, typed)
        case .numberLast(let text, let other):
            return Try.text(numberLast: text, typed) ?? Try.swapping(text, other).text(typed)
        case .sharing(let amount): return Try.text(sharing: amount, typed)
        case .inParts(let parts, let path): return parts.text(path, typed)
        case .help: return Try.command(typed.map(RootCommand.path) ?? []) + " --help"
        case .leavingOut(let id):
            return Try.text(leavingOut: id, typed)
        case .term(let old, let new, let query):
            return Try.text(term: old, new, query, typed)
        }
    }

    /// The same command, whose terms leave out a thing.
    private static func text(leavingOut id: UInt64, _ typed: [String]?) -> String {
        guard var changed = typed, let index = changed.firstIndex(of: "--where"),
            index + 1 < changed.count
        else { return "" }
        changed[index + 1] += " not:id:\(id)"
        return Try.command(changed)
    }

    /// Commands of a text, each about the ledger that was typed.
    private static func commands(_ text: String, in typed: [String]?) -> [String] {
        var folder: [String] = []
        if let typed, let index = typed.firstIndex(where: { $0.hasPrefix("--ledger") }) {
            folder = typed[index] == "--ledger" ? Array(typed[index...].prefix(2)) : [typed[index]]
        }
        return text.split(separator: " && ").map { command in
            ([String(command)] + folder.map(Explanation.shellWord)).joined(separator: " ")
        }
    }

    private static func text(
        repeating name: String, _ value: String, _ typed: [String]?
    ) -> String {
        guard var changed = typed else { return "\(name) \(Explanation.shellWord(value))" }
        let end = changed.firstIndex(of: "--") ?? changed.endIndex
        changed.insert(contentsOf: [name, value], at: end)
        return Try.command(changed)
    }

    private static func text(
        replacing old: String, _ new: String, _ typed: [String]?
    ) -> String {
        let text = Try.text(swapping: old, new, within: false, typed)
        // What was typed as several words.
        let words = old.split(separator: " ").map(String.init)
        return text.isEmpty && words.count > 1
            ? Try.replacingRun(words, [new]).text(typed) : text
    }

    /// What was typed with another text in the place of one: of the value of a word such as
    /// `due:fri`, else of the last value of an option, else of the first argument that it is, else
    /// of a text in JSON, else, where it may be a part, of the last argument that has it. The
    /// moment of `--now` and the example of `--numbers` are never meant.
    private static func text(
        swapping old: String, _ new: String, within: Bool, _ typed: [String]?
    ) -> String {
        guard var changed = typed else { return Explanation.shellWord(new) }
        let places = changed.indices.filter { index in
            !["--now", "--numbers"].contains {
                changed[index].hasPrefix("\($0)=") || index > 0 && changed[index - 1] == $0
            }
        }
        func last(_ isWanted: (String) -> Bool) -> Int? { places.last { isWanted(changed[$0]) } }
        if let index = last({ $0.hasSuffix(":\(old)") || $0.hasSuffix("=\(old)") }), !old.isEmpty {
            changed[index] = changed[index].dropLast(old.count) + new
        } else if let index = places.last(where: {
            changed[$0] == old && $0 > 0 && changed[$0 - 1].hasPrefix("-")
        }) ?? places.first(where: { changed[$0] == old }) {
            changed[index] = new
        } else if let index = last({ $0.hasPrefix("{") && $0.contains("\"\(old)\"") }) {
            changed[index] = changed[index]
                .replacing("\"\(old)\"", with: "\"\(new)\"", maxReplacements: 1)
        } else if within, let index = last({ $0.contains(old) }) {
            changed[index] = changed[index].replacing(old, with: new, maxReplacements: 1)
        } else {
            return ""
        }
        return Try.command(changed)
    }

    private static func text(
        replacing changes: [TitleSlip.Change], _ typed: [String]?
    ) -> String {
        guard var changed = typed else {
            return changes.flatMap(\.meant).map(Explanation.shellWord).joined(separator: " ")
        }
        for change in changes {
            if let range = changed.firstRange(of: change.run) {
                changed.replaceSubrange(range, with: change.meant)
            }
        }
        return Try.command(changed)
    }

    private static func text(
        asText run: [String], _ beside: [String]?, _ typed: [String]?
    ) -> String {
        guard let typed, let place = typed.firstRange(of: run) else { return "" }
        let hasEnd = typed.contains("--") || typed.contains("+")
        if typed.suffix(run.count) == run[...], !hasEnd {
            return Try.command(typed.dropLast(run.count) + ["--"] + run)
        }
        if beside == nil, !hasEnd {
            var changed = typed
            changed.removeSubrange(place)
            return Try.command(changed + ["--"] + run)
        }
        guard let beside, let range = typed.firstRange(of: beside) else { return "" }
        return Try.command(
            typed[..<range.lowerBound] + [beside.joined(separator: " ")]
                + typed[range.upperBound...])
    }

    /// What options of reports are short for.
    private static let shorts = [
        "--row-total": "-T", "--average": "-A", "--sort-amount": "-S", "--no-total": "-N",
        "--share": "-%", "--exchange": "-X", "--empty": "-E", "--daily": "-D", "--weekly": "-W",
        "--monthly": "-M", "--quarterly": "-Q", "--halfyearly": "-H", "--yearly": "-Y",
    ]

    private static func text(without name: String, _ values: Int, _ typed: [String]?) -> String {
        // The past is looked at with either.
        let isTravel = name == "--as-of" && typed?.contains(name) == false
        var name = isTravel && typed?.contains("--at") == true ? "--at" : name
        if let short = shorts[name], typed?.contains(short) == true { name = short }
        if let index = typed?.firstIndex(of: name), var left = typed {
            left.removeSubrange(index..<min(left.count, index + 1 + values))
            return command(left)
        }
        return "leave \(name) out"
    }

    private static func text(amountAt text: String, _ typed: [String]?) -> String {
        guard var changed = typed, let start = changed.firstIndex(of: text),
            let later = changed.dropFirst(start).firstIndex(where: AmountText.isWritten)
        else {
            // How it is typed, where that is known.
            let path = typed.map(RootCommand.path) ?? []
            return UsageAdvice.example(path) ?? Try.help.text(typed)
        }
        // The currency comes along.
        let isUnit = { (index: Int) in
            changed.indices.contains(index) && CurrencySymbol.isUnit(changed[index])
        }
        let run =
            isUnit(later + 1)
            ? later...(later + 1)
            : later > start + 1 && isUnit(later - 1)
                ? (later - 1)...later : later...later
        let amount = Array(changed[run])
        changed.removeSubrange(run)
        changed.insert(contentsOf: amount, at: start)
        // A day stood where the amount has to be.
        if Day(text) != nil, let day = changed.firstIndex(of: text) {
            changed.remove(at: day)
            changed.insert(contentsOf: ["--on", text], at: start + amount.count)
        }
        return command(changed)
    }

    private static func text(joiningDaysAt text: String, _ typed: [String]?) -> String? {
        guard let typed, let start = typed.firstIndex(of: text) else { return nil }
        for count in (2...5).reversed() where start + count <= typed.count {
            let run = Array(typed[start..<(start + count)])
            let phrase = run.joined(separator: " ")
            if !run.contains(where: { $0.hasPrefix("-") }), PhraseTerms.isPhrase(phrase) {
                return Try.replacingRun(run, [phrase]).text(typed)
            }
        }
        return nil
    }

    private static func text(
        term old: String, _ new: String, _ query: String, _ typed: [String]?
    ) -> String {
        guard let typed else { return Explanation.shellWord(new) }
        if let index = typed.firstIndex(of: query), index > 0, typed[index - 1].hasPrefix("-") {
            return Try.replacing(query, query.replacing(old, with: new)).text(typed)
        }
        // The term as it came from the shell, without the quotes that a query needs.
        let word = typed.contains(old) ? old : old.replacing("\"", with: "")
        let words = new.contains("\"") ? [new] : new.split(separator: " ").map(String.init)
        let sought = typed.contains(word) ? [word] : old.split(separator: " ").map(String.init)
        guard let range = typed.firstRange(of: sought), !sought.isEmpty else {
            return Try.replacing(word, new).text(typed)
        }
        return Try.command(
            Array(typed[..<range.lowerBound] + words + typed[range.upperBound...]))
    }

    private static func text(
        _ options: KeyValuePairs<String, String>, _ typed: [String]?
    ) -> String {
        // A request has fields; how large an answer may be is none of them.
        let isOfAnswer = options.contains { $0.key == "--max-size" }
        if typed?.first == "call", !isOfAnswer, let path = typed?.dropFirst().first {
            return "ledger routes \(Explanation.shellWord(path))"
        }
        guard var changed = typed else {
            return options.map { "\($0.key) \(Explanation.shellWord($0.value))" }
                .joined(separator: " ")
        }
        for (name, value) in options {
            let names = aliases.first { $0.contains(name) } ?? [name]
            if let index = changed.firstIndex(where: names.contains), index + 1 < changed.count {
                changed[index + 1] = value
            } else if let index = changed.firstIndex(where: { $0.hasPrefix("\(name)=") }) {
                changed[index] = "\(name)=\(value)"
            } else {
                changed += [name, value]
            }
        }
        return command(changed)
    }

    /// Options with a long and a short name.
    private static let aliases = [
        ["-b", "--begin"], ["-e", "--end"], ["-c", "--category"], ["-a", "--account"],
        ["-t", "--tag"], ["-d", "--on"], ["-O", "--format"], ["-o", "--output"],
    ]

    static func command(_ arguments: [String]) -> String {
        (["ledger"] + arguments.map(Explanation.shellWord)).joined(separator: " ")
    }
}
