/// The program under the name by which it was called.
enum Called {
    /// A command that may help, with the name in the place of `ledger`.
    static func named(_ command: String, _ program: String) -> String {
        let own = "ledger "
        if command.hasPrefix(own) { return "\(program) \(command.dropFirst(own.count))" }
        return command.replacing(" | \(own)", with: " | \(program) ")
    }
}
