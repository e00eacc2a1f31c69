internal import Application
internal import ArgumentParser

/// `ledger bundle`
struct BundleCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Write the ledger, or what another copy lacks, into one file.",
        discussion: """
            The file goes by mail or on a stick to another copy, where ledger merge FILE takes it \
            in; of a bundle of everything ledger clone FILE makes a new copy. It is compressed, as \
            secret as the ledger, and held against the root before anything of it is used. A \
            bundle that is there is replaced. What is beside the log stays behind, as with clone.

              ledger bundle ada.bundle
              ledger bundle ada.bundle --since 1042      what comes behind event 1042
              ledger bundle ada.bundle --for /media/stick/ledger
              ledger bundle - | ssh laptop ledger merge -
            """)

    @Argument(help: ArgumentHelp("The file; - is the standard output.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The last event that the other copy has, or the root that it has.", valueName: "root"))
    var since: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The other copy, a folder or a bundle of it: what it has is left out.",
            valueName: "other"))
    var other: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if since != nil, other != nil {
            throw ValidationError("--since and --for say the same in two ways")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = BundleLedger.Input(path: file, since: since, other: other)
        if file == "-" {
            return try RemoteCopy.withFile(context) { file throws(CommandFailure) in
                input.path = file
                _ = try context.call(BundleLedger.self, input)
                try context.put(file: file)
            }
        }
        let done = try context.call(BundleLedger.self, input)
        try context.put(
            done, text: CloneText(output: context.output).text(done),
            csv: ReportCSV.text([
                "path": done.path, "since": "\(done.since)", "events": "\(done.events)",
                "bytes": "\(done.bytes)", "position": "\(done.position)", "root": done.root,
            ]))
    }
}
