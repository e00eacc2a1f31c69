/// Verbs of other ledgers that are commands of ours with options: `areg cash` is
/// `list --balance -a cash`.
enum PeerVerbs {
    /// What was typed in our own words.
    static func translated(_ typed: [String]) -> [String] {
        guard let verb = typed.first else { return typed }
        let rest = Array(typed.dropFirst())
        switch verb {
        case "areg":
            guard let account = rest.first, !account.hasPrefix("-") else {
                return ["list", "--balance"] + rest
            }
            return ["list", "--balance", "-a", account] + rest.dropFirst()
        case "is": return ["report", "--net"] + rest
        default: return typed
        }
    }
}
