import LedgerCLI

extension RemoteOptions {
    /// The folder that was named, of a new device its own; `nil` where the variables say it.
    private var namedFolder: String? {
        command == .clone && words.count > 1 ? words[1] : folder
    }

    /// A command that may help, with the folder that was named: without it, it would be about the
    /// ledger of the variables.
    ///
    /// - Parameter text: The command, and behind three blanks when it helps; what is said of
    ///   another device begins with "on" there and stays as it is.
    func located(_ text: String) -> String {
        guard let folder = namedFolder else { return text }
        let there = " --ledger \(ErrorText.word(folder))"
        let parts = text.split(separator: "   ", maxSplits: 1).map(String.init)
        let remark = parts.count > 1 ? parts[1] : ""
        if remark.hasPrefix("on ") { return text }
        let typed = parts[0].split(separator: " && ").map { part in
            isAboutLedger(String(part)) ? "\(part)\(there)" : String(part)
        }
        let command = typed.joined(separator: " && ")
        if remark.isEmpty { return command }
        return "\(command)   \(remark)" + (remark.contains("ledger ") ? there : "")
    }

    private func isAboutLedger(_ command: String) -> Bool {
        // What is cloned is there already, and shared by a ledger that is none of this device.
        let others =
            ["ledger remote clone", "ledger --"]
            + (self.command == .clone ? ["ledger remote add"] : [])
        return command.hasPrefix("ledger ") && !command.contains("--ledger")
            && !others.contains(where: command.hasPrefix)
    }
}

extension RemoteWords {
    /// The same, with commands about the ledger of the folder that was named.
    func located(_ options: RemoteOptions) -> RemoteWords {
        var words = self
        words.tries = tries.map(options.located)
        return words
    }
}
