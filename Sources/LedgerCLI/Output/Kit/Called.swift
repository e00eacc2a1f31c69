/// The program under the name by which it was called.
enum Called {
    /// The program on the ledger in a folder; `nil` for the usual one.
    static func program(_ name: String, on folder: String?) -> String {
        folder.map { "\(name) -f \(Explanation.shellWord($0))" } ?? name
    }

    /// A command that may help, with the name in the place of `ledger`.
    static func named(_ command: String, _ program: String) -> String {
        let own = "ledger "
        if command.hasPrefix(own) { return "\(program) \(command.dropFirst(own.count))" }
        return command.replacing(" | \(own)", with: " | \(program) ")
    }
}
