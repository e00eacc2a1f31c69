internal import Ledger

/// What is typed, made ready for the parser: it knows no negative numbers, no `-%` and no options
/// of two values.
struct Arguments {
    /// What the parser gets.
    var parsed: [String] = []
    /// For `add`: the arguments of the second and further lines.
    var lines: [[String]] = []

    /// Precedes a `-` that begins no option until ``plain(_:)`` takes it away; nobody can
    /// type it.
    private static let mark: Unicode.Scalar = "\0"

    init(_ typed: [String]) {
        let end = typed.firstIndex(of: "--") ?? typed.endIndex
        let command = typed.first
        let isReport = ["report", "chart", "explain", "diff"].contains(command)
        let isTask = ["task", "tasks"].contains(command)
        var kept: [String] = []
        for argument in typed[..<end] {
            if isReport, let options = Arguments.reportOptions(argument) {
                kept += options
            } else if isTask, let colour = Arguments.colour(argument, after: kept) {
                kept = colour
            } else if let words = Arguments.withoutTag(argument, typed) {
                kept += words
            } else {
                kept.append(Arguments.protected(argument))
            }
        }
        if command == "report" { kept = Arguments.withGrouping(Arguments.withComparison(kept)) }
        var parts = [kept]
        if command == "add" {
            parts = kept.split(separator: "+", omittingEmptySubsequences: false).map(Array.init)
            for index in parts.indices.dropFirst() {
                let moved = Arguments.takeEntryOptions(from: &parts[index])
                parts[0] += moved
            }
            parts[0] = Arguments.withTransferLast(parts[0])
        }
        // What follows `--` belongs to the last line.
        let titled: Set = ["add", "find", "annotate", "log"]
        let second = typed.dropFirst().first ?? ""
        let isRule = Try.repeats.contains(command ?? "") && second == "add"
        let hasTitle = command == "add" || isRule || isTask && titled.contains(second)
        // Behind it an amount may stand, too, and its currency is no text.
        let isWhole = command == "add" && parts.count == 1 && parts[0].count == 1
        let last = parts.count - 1
        parts[last] += Arguments.text(typed[end...], hasTitle: hasTitle && !isWhole)
        parsed = parts[0]
        lines = Array(parts.dropFirst())
    }

    /// The text as it was typed.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.first == mark else { return text }
        return String(text.unicodeScalars.dropFirst())
    }

    /// Whether it is no option, whatever it looks like.
    static func isMarked(_ text: String) -> Bool { text.unicodeScalars.first == mark }

    /// What follows `--`, that included: words of a title, none of them an option.
    private static func text(_ typed: ArraySlice<String>, hasTitle: Bool) -> [String] {
        var words: [String] = []
        for word in typed {
            words.append(hasTitle && !words.isEmpty ? String(mark) + word : word)
        }
        return words
    }

    /// `-12.50`, `-.5` and `-€5` are no options.
    private static func protected(_ argument: String) -> String {
        let rest = argument.dropFirst()
        let digits = rest.drop { $0 == "." || $0 == "," }
        let isNumber = digits.first?.isASCII == true && digits.first?.isNumber == true
        let isMoney = rest.first?.isLetter == false && WrittenAmount(argument).unit != nil
        guard argument.first == "-", isNumber || isMoney else { return argument }
        return String(mark) + argument
    }

    /// `-2` is a depth and `-%` wants shares, also among other letters.
    private static func reportOptions(_ argument: String) -> [String]? {
        let rest = argument.dropFirst()
        guard argument.first == "-", !rest.isEmpty, rest.first != "-" else { return nil }
        if let depth = Int(rest), depth >= 0 { return ["--depth", "\(depth)"] }
        guard rest.contains("%"), rest.allSatisfy({ $0 == "%" || $0.isLetter }) else { return nil }
        let letters = rest.filter { $0 != "%" }
        return (letters.isEmpty ? [] : ["-\(letters)"]) + ["--share"]
    }

    /// `-shop` of Taskwarrior: what finds tasks finds those without the tag, and what changes them
    /// takes it away. Fewer letters are options.
    private static func withoutTag(_ argument: String, _ typed: [String]) -> [String]? {
        let tag = argument.dropFirst()
        guard argument.first == "-", tag.count > 2, tag.first?.isLetter == true,
            tag.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        else { return nil }
        let isOfTasks = ["task", "tasks"].contains(typed.first)
        let verb = isOfTasks ? typed.dropFirst().first : typed.first
        if verb == "next" || isOfTasks && ["list", "ls", "burndown"].contains(verb) {
            return ["not:+\(tag)"]
        }
        return isOfTasks && ["edit", "modify"].contains(verb) ? ["--untag", String(tag)] : nil
    }

    /// `--compare` alone means the days just before.
    private static func withComparison(_ arguments: [String]) -> [String] {
        guard let index = arguments.firstIndex(of: "--compare") else { return arguments }
        let next = arguments.dropFirst(index + 1).first
        if let next, ComparisonChoice(rawValue: next) != nil { return arguments }
        return arguments[...index] + [ComparisonChoice.previous.rawValue]
            + arguments[(index + 1)...]
    }

    /// `by category` and `by month`, as words, are the options.
    private static func withGrouping(_ arguments: [String]) -> [String] {
        guard let index = arguments.firstIndex(of: "by"), index + 1 < arguments.count,
            index == 0 || !arguments[index - 1].hasPrefix("-")
        else { return arguments }
        let word = arguments[index + 1]
        let period = ["day": "-D", "week": "-W", "month": "-M", "quarter": "-Q", "year": "-Y"][word]
        let keys: Set = [
            "account", "category", "currency", "kind", "payee", "person", "project", "tag",
        ]
        let option = period.map { [$0] } ?? (keys.contains(word) ? ["--by", word] : nil)
        guard let option else { return arguments }
        return arguments[..<index] + option + arguments[(index + 2)...]
    }

    /// `--color pink` is the colour of a task, `--color never` that of letters: the words differ.
    private static func colour(_ argument: String, after kept: [String]) -> [String]? {
        let name = "--color"
        if kept.last == name, TodoColour(name: argument) != nil {
            return kept.dropLast() + ["--colour", argument]
        }
        guard argument.hasPrefix("\(name)=") else { return nil }
        let value = argument.dropFirst(name.count + 1)
        return TodoColour(name: value) == nil ? nil : kept + ["--colour=\(value)"]
    }

    /// Options of every command, with how many values follow each.
    static let sharedOptions = [
        "-O": 1, "--format": 1, "-o": 1, "--output": 1, "--ledger": 1, "--now": 1, "--as": 1,
        "--color": 1, "--numbers": 1, "--no-pager": 0, "--no-hooks": 0, "-q": 0, "--quiet": 0,
    ]

    /// Options that are about the whole entry, with how many values follow each; they may be
    /// behind any of its lines.
    private static let entryOptions = sharedOptions.merging([
        "-d": 1, "--on": 1, "--time": 1, "--income": 0, "--received": 1, "--dry-run": 0, "--key": 1,
        "--new": 0, "--accept-clock": 0, "--correct": 1, "--help": 0, "-h": 0,
    ]) { $1 }

    /// Options that mean the same before a command and behind it, with how many values follow each.
    static let globalOptions = sharedOptions.merging([
        "--as-of": 1, "--at": 1, "--receipt": 1, "--dry-run": 0, "--accept-clock": 0,
    ]) { $1 }

    /// What is typed with the options before the command at the end, before a `--`.
    static func commandFirst(_ typed: [String]) -> [String] {
        var options: [String] = []
        var rest = typed[...]
        while let argument = rest.first, argument.hasPrefix("-") {
            // As other ledgers have it; behind `log` it is to follow.
            if argument == "-f" {
                rest = ["--ledger"] + rest.dropFirst()
                continue
            }
            let name = argument.split(separator: "=").first.map(String.init) ?? argument
            guard let values = globalOptions[name] else { return typed }
            let count = min(rest.count, name == argument ? 1 + values : 1)
            options += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        guard !options.isEmpty, !rest.isEmpty else { return typed }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end] + options + rest[end...])
    }

    /// How many words stand before the command.
    static func countBefore(_ typed: ArraySlice<String>) -> Int {
        var rest = typed
        while let argument = rest.first, argument.hasPrefix("-") {
            let name = argument.split(separator: "=").first.map(String.init) ?? argument
            guard let values = argument == "-f" ? 1 : globalOptions[name] else { return 0 }
            rest = rest.dropFirst(name == argument ? 1 + values : 1)
        }
        return typed.count - rest.count
    }

    private static func takeEntryOptions(from arguments: inout [String]) -> [String] {
        var taken: [String] = []
        var left: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = argument.split(separator: "=").first.map(String.init) ?? argument
            guard argument.hasPrefix("-"), let values = entryOptions[name] else {
                left.append(argument)
                continue
            }
            taken.append(argument)
            if values == 1, name == argument, let value = rest.popFirst() { taken.append(value) }
        }
        arguments = left
        return taken
    }

    /// `--transfer FROM TO` at the end, where it takes these two values and no more.
    private static func withTransferLast(_ arguments: [String]) -> [String] {
        guard let index = arguments.firstIndex(of: "--transfer"), index + 2 < arguments.count else {
            return arguments
        }
        var moved = arguments
        let option = moved[index...(index + 2)]
        moved.removeSubrange(index...(index + 2))
        return moved + option
    }
}
