internal import Application
internal import ArgumentParser

/// `ledger clone`
struct CloneCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "clone", abstract: "Make a copy of a ledger for another device.",
        discussion: """
            The copy has the same events under the same root, and goes on by itself, offline, too. \
            It remembers where it comes from: there, ledger merge without a name merges both. \
            What is beside the log stays behind: who is logged in, rules, profiles, contexts and \
            weights of tasks. Backups have it. Of a shared ledger the copy becomes a device with a \
            key of its own, which the others add.

              ledger clone /media/stick/ledger
              ledger clone ada.bundle ~/books
              ledger clone ssh://ada@laptop/~/books ~/books
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder of a ledger, a bundle of everything, - for one on standard input, or "
                + "ssh://[user@]host[:port]/folder.", valueName: "source"))
    var source: String

    @Argument(
        help: ArgumentHelp(
            "The new folder; the ledger's usual one when left out.", valueName: "folder"))
    var destination: String?

    @Option(
        help: ArgumentHelp(
            "What the new device of a shared ledger is called; as this machine when left out.",
            valueName: "name"))
    var device: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = CloneLedger.Input(
            source: source, destination: destination, device: device)
        let done =
            if let remote = try RemoteCopy(source) {
                try RemoteCopy.withFile(context) { file throws(CommandFailure) in
                    try remote.fetch(file, since: nil)
                    input.source = file
                    input.called = remote.address
                    return try context.call(CloneLedger.self, input)
                }
            } else {
                try context.call(CloneLedger.self, input)
            }
        let text = CloneText(output: context.output)
        try context.put(
            done, text: text.text(done, isElsewhere: destination != nil, asDevice: device),
            csv: ReportCSV.text([
                "source": done.source, "destination": done.destination,
                "events": "\(done.events)", "owner": done.owner, "position": "\(done.position)",
                "root": done.root,
            ]))
    }
}
