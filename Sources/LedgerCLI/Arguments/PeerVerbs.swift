/// Verbs of other ledgers that are commands of ours with options: `areg cash` is
/// `list --balance -a cash`.
enum PeerVerbs {
    /// All of them that are no command.
    static let names = ["areg", "check", "is", "xact"]

    /// What was typed in our own words.
    static func translated(_ typed: [String]) -> [String] {
        guard let verb = typed.first, names.contains(verb) else { return typed }
        let rest = Array(typed.dropFirst())
        switch verb {
        case "areg":
            if rest == ["-h"] || rest == ["--help"] { return ["list"] + rest }
            guard let account = rest.first, !account.hasPrefix("-") else {
                // A word behind options would be searched for: the account is asked for instead.
                return ["list", "--balance"] + rest + ["-a"]
            }
            return ["list", "--balance", "-a", account] + rest.dropFirst()
        case "xact": return ["add", "like"] + rest
        case "check": return ["verify"] + rest
        case "is": return ["report", "--net"] + rest
        default: return typed
        }
    }
}
