internal import Application

/// The advice that whoever acts may follow: the command that was typed with a change, and of other
/// commands those for which they have the rights.
struct PossibleTries {
    private let typed: [String]
    private let may: Set<Permission>

    /// Commands that everybody may call.
    private static let free: Set = [
        "whoami", "routes", "init", "login", "logout", "help", "--help", "--version",
    ]
    /// Commands that add something, which is all that they do.
    private static let adding = [
        ["people", "add"], ["account", "open"], ["unit", "add"], ["task", "add"], ["add"],
    ]

    /// - Parameter typed: What was typed behind the program's name; `nil` if nothing was.
    init(_ typed: [String]?, may: Set<Permission>) {
        (self.typed, self.may) = (typed ?? [], may)
    }

    /// Those of some texts; the page of the command where none is left.
    func among(_ texts: [String]) -> [String] {
        if may == Set(Permission.allCases) || texts.isEmpty { return texts }
        let possible = texts.filter { text in
            text.split(separator: " && ").allSatisfy { isPossible(String($0)) }
        }
        return possible.isEmpty ? [Try.help.text(typed)] : possible
    }

    private func isPossible(_ command: String) -> Bool {
        let words = command.split(separator: " ").map(String.init)
        if words.first != "ledger" || words.count < 2 || words.contains("--help") { return true }
        let path = RootCommand.path(Array(words.dropFirst()))
        if path.isEmpty || path == RootCommand.path(typed) { return true }
        if PossibleTries.free.contains(path[0]) { return true }
        if PossibleTries.adding.contains(path) { return may.contains(.create) }
        return may.contains(.read)
    }
}
