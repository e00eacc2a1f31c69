internal import Application
internal import EventLog
internal import Ledger

/// What somebody's file says of options, aliases and views: one thing a line.
///
/// ```
/// # What I always type.
/// default report = -M --by category
/// alias groceries = list cat:food
/// view trips = report tag:trip --by category,payee
/// ```
///
/// Words are divided as by a shell: `'…'` and `"…"` keep blanks, a backslash keeps one letter.
struct Preferences {
    /// What a line sets.
    enum Kind: String, CaseIterable {
        /// Options of a command, before those that are typed.
        case defaults = "default"
        /// Another name for a command with some of its words.
        case alias
        /// The same for one that only reads.
        case view
    }

    /// A line.
    struct Rule {
        let kind: Kind
        /// A command, `all` for all of them, or a new name.
        let name: String
        let words: [String]
        /// The number of the line, from 1.
        let line: Int
    }

    /// Why a line is not understood.
    struct Fault: Error, Hashable {
        enum Reason: Hashable {
            case notUTF8
            case unknownSetting(String)
            case noName(String)
            case badName(String)
            case noWords(String)
            case unclosedQuote
            /// A command of the program has the name.
            case ownName(String)
            case unknownCommand(String, suggestions: [String])
            /// A view would record something.
            case writes(String)
            /// A word that is no option, or none that all commands have.
            case notAnOption(String)
            /// Set by an earlier line, of the number.
            case twice(String, line: Int)
            /// An alias that comes to itself.
            case ring(String)
        }

        let path: String
        let line: Int
        let reason: Reason
    }

    let path: String
    private(set) var rules: [Rule] = []

    /// The file: `$LEDGER_CONFIG`, else `ledger/config` in `$XDG_CONFIG_HOME`, else in
    /// `$HOME/.config`; `nil` where the first is empty, or none is set. A folder that is no
    /// absolute path does not count (XDG Base Directory Specification).
    static func path(_ variables: [String: String]) -> String? {
        if let given = variables["LEDGER_CONFIG"] { return given.isEmpty ? nil : given }
        return Session.settingsFolder(variables).map { $0 + "/config" }
    }

    /// What the file says; `nil` where there is none.
    static func load(_ variables: [String: String]) throws(CommandFailure) -> Preferences? {
        guard let path = path(variables) else { return nil }
        let bytes: [UInt8]?
        do throws(FileFailure) { bytes = try POSIX.read(path) } catch { throw .file(error) }
        guard let bytes else { return nil }
        do throws(Fault) { return try Preferences(bytes, path: path) } catch {
            throw .usage(.preferences(error))
        }
    }

    /// Reads a file.
    init(_ bytes: [UInt8], path: String) throws(Fault) {
        self.path = path
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(path: path, line: 1, reason: .notUTF8)
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            do throws(Reason) {
                if let rule = try Preferences.rule(String(line), index + 1) {
                    try check(rule)
                    rules.append(rule)
                }
            } catch {
                throw Fault(path: path, line: index + 1, reason: error.reason)
            }
        }
        for rule in rules where rule.kind != .defaults {
            if let reason = fault(of: rule) {
                throw Fault(path: path, line: rule.line, reason: reason)
            }
        }
    }

    /// A reason on its way to its line.
    private struct Reason: Error {
        let reason: Fault.Reason
        init(_ reason: Fault.Reason) { self.reason = reason }
    }

    /// What a line sets; `nil` for a blank one and a comment.
    private static func rule(_ line: String, _ number: Int) throws(Reason) -> Rule? {
        let text = line.trimmed
        if text.isEmpty || text.hasPrefix("#") { return nil }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(whereSeparator: \.isWhitespace).map(String.init)
        guard let setting = head.first, let kind = Kind(rawValue: setting) else {
            throw Reason(.unknownSetting(head.first ?? "="))
        }
        if head.count < 2 { throw Reason(.noName(setting)) }
        let name = head.dropFirst().joined(separator: " ")
        guard parts.count == 2, let words = words(of: parts[1]) else {
            throw Reason(parts.count == 2 ? .unclosedQuote : .noWords(name))
        }
        if words.isEmpty { throw Reason(.noWords(name)) }
        return Rule(kind: kind, name: name, words: words, line: number)
    }

    /// The words of a line; `nil` where a quote is not closed.
    static func words(of text: Substring) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for letter in text {
            if isEscaped {
                word = (word ?? "") + String(letter)
                isEscaped = false
            } else if letter == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if letter == open { quote = nil } else { word = (word ?? "") + String(letter) }
            } else if letter == "'" || letter == "\"" {
                quote = letter
                word = word ?? ""
            } else if letter.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(letter)
            }
        }
        if quote != nil || isEscaped { return nil }
        return words + [word].compactMap(\.self)
    }

    private func check(_ rule: Rule) throws(Reason) {
        if let other = rules.first(where: {
            ($0.kind == .defaults) == (rule.kind == .defaults) && $0.name == rule.name
        }) {
            throw Reason(.twice(rule.name, line: other.line))
        }
        if rule.kind == .defaults { return try checkDefaults(rule) }
        let isName =
            rule.name.first?.isLetter == true
            && rule.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        if !isName { throw Reason(.badName(rule.name)) }
        if RootCommand.ownNames.contains(rule.name) { throw Reason(.ownName(rule.name)) }
    }

    private func checkDefaults(_ rule: Rule) throws(Reason) {
        if rule.name != Preferences.all {
            let typed = rule.name.split(separator: " ").map(String.init)
            let own = RootCommand.ownPath(typed) ?? []
            if own.first != rule.name, own.joined(separator: " ") != rule.name {
                let near = typed.first.map(RootCommand.meant(by:)) ?? []
                throw Reason(.unknownCommand(rule.name, suggestions: near))
            }
        }
        guard let first = rule.words.first, first.hasPrefix("-"), !rule.words.contains("--") else {
            throw Reason(.notAnOption(rule.words.first ?? ""))
        }
        guard rule.name == Preferences.all else { return }
        var rest = rule.words[...]
        while let word = rest.popFirst() {
            let name = word.split(separator: "=").first.map(String.init) ?? word
            guard let values = Preferences.sharedOptions[name] else {
                throw Reason(.notAnOption(word))
            }
            if name == word { rest = rest.dropFirst(values) }
        }
    }

    /// What an alias comes to is a command, and of a view one that reads.
    private func fault(of rule: Rule) -> Fault.Reason? {
        guard let words = expanded(rule.words, seen: [rule.name]) else { return .ring(rule.name) }
        let name = words[0]
        guard RootCommand.commandNames.contains(name) || PeerVerbs.names.contains(name) else {
            return .unknownCommand(name, suggestions: RootCommand.meant(by: name))
        }
        let isReading = RootCommand.reads(PeerVerbs.translated(words))
        return rule.kind == .view && !isReading ? .writes(name) : nil
    }
}

extension Preferences {
    /// The name that stands for all commands.
    static let all = "all"

    /// Options that may be set for all commands: not where one result goes, nor when it is.
    private static let sharedOptions = Arguments.sharedOptions.filter {
        !["-o", "--output", "--now"].contains($0.key)
    }

    /// Options that every command has.
    static var sharedNames: Set<String> {
        Set(Arguments.sharedOptions.keys).union(["--at", "--as-of"])
    }

    /// What was typed with aliases and views in their own words: with the options that are set, and
    /// without.
    ///
    /// - Throws: A usage error for a view to which words were added that make it record.
    func applied(
        to typed: [String]
    ) throws(CommandFailure) -> (typed: [String], plain: [String]) {
        guard let first = typed.first, !first.hasPrefix("-"), first != "help" else {
            return (typed, typed)
        }
        let words = PeerVerbs.translated(expanded(typed, seen: []) ?? typed)
        if let view = rules.first(where: { $0.kind == .view && $0.name == first }),
            !RootCommand.reads(words)
        {
            let reason = Fault.Reason.writes(words.prefix(2).joined(separator: " "))
            throw .usage(.preferences(Fault(path: path, line: view.line, reason: reason)))
        }
        guard let own = RootCommand.ownPath(words) else { return (words, words) }
        let names = [Preferences.all, own[0], own.joined(separator: " ")]
        var options: [String] = []
        for (index, name) in names.enumerated() where !names[..<index].contains(name) {
            let rule = rules.first { $0.kind == .defaults && $0.name == name }
            options += rule?.words ?? []
        }
        let count = RootCommand.path(words).count
        return (Array(words[..<count] + options + words[count...]), words)
    }

    /// Words that begin with no alias any more; `nil` where one comes to itself.
    private func expanded(_ typed: [String], seen: Set<String>) -> [String]? {
        var (words, seen) = (typed, seen)
        while let name = words.first,
            let rule = rules.first(where: { $0.kind != .defaults && $0.name == name })
        {
            guard seen.insert(name).inserted else { return nil }
            words = rule.words + words.dropFirst()
        }
        return words
    }
}
