internal import Application

/// A ledger on another machine, which is reached by the system's `ssh` and answered by the `ledger`
/// there. Hosts, keys and passwords are that program's matter.
struct RemoteCopy {
    /// The address as it was typed.
    let address: String
    /// The words that start `ssh`, up to the command.
    private let start: [String]
    /// The folder there; empty for that of whoever logs in.
    private let folder: String

    /// Reads `ssh://[user@]host[:port][/folder]`; behind `/~/` the folder is one of the home
    /// folder.
    ///
    /// - Returns: `nil` for what is no address, such as a folder.
    init?(_ text: String) throws(CommandFailure) {
        let scheme = "ssh://"
        guard text.hasPrefix(scheme) else { return nil }
        let refused = CommandFailure.application(.merge(path: text, .badAddress))
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, names.count <= 2, names.allSatisfy(RemoteCopy.isName) else {
            throw refused
        }
        var words = ["ssh"]
        if parts.count == 2 {
            guard let port = UInt16(parts[1]), port > 0 else { throw refused }
            words += ["-p", "\(port)"]
        }
        var folder = rest.dropFirst(authority.count)
        if folder == "/~" || folder.hasPrefix("/~/") { folder = folder.dropFirst(3) }
        if folder == "/" { folder = "" }
        guard folder.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw refused }
        address = text
        start = words + ["--", names.joined(separator: "@")]
        self.folder = String(folder)
    }

    /// Whether a name is one that no program takes for anything else.
    private static func isName(_ name: Substring) -> Bool {
        !name.isEmpty && !name.hasPrefix("-")
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "._-".utf8.contains(byte)
            }
    }

    /// Writes a bundle of the ledger there into a file here.
    ///
    /// - Parameter since: The last event that is left out; `nil` for none.
    func fetch(_ file: String, since: UInt64?) throws(CommandFailure) {
        let since = since.map { ["--since", "\($0)"] } ?? []
        try run(["bundle", "-"] + since, input: "/dev/null", output: file)
    }

    /// Lets the ledger there take in a bundle.
    func give(_ file: String) throws(CommandFailure) {
        try run(["merge", "-"], input: file, output: "/dev/null")
    }

    /// Asks the ledger there whether it can take in a bundle; nothing is written.
    func ask(_ file: String) throws(CommandFailure) {
        try run(["merge", "-", "--dry-run"], input: file, output: "/dev/null")
    }

    private func run(
        _ words: [String], input: String, output: String
    ) throws(CommandFailure) {
        // The shell there takes the command apart again.
        var command = (["ledger"] + words).joined(separator: " ")
        if !folder.isEmpty { command += " --ledger=" + ChildProgram.strictly(folder) }
        let code = ChildProgram.run(start + [command], input: input, output: output)
        if code != 0 { throw .application(.merge(path: address, .remote(code: code))) }
    }

    /// Calls `body` with the name of a file for a bundle, which is removed afterwards.
    static func withFile<Result>(
        _ context: CommandContext, _ body: (String) throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let folder: String
        do throws(Terminal.Failure) {
            folder = try ChildProgram.makeFolder(in: context.variables)
        } catch { throw .file(error) }
        defer { ChildProgram.removeFolder(folder) }
        return try body("\(folder)/ledger.bundle")
    }
}
