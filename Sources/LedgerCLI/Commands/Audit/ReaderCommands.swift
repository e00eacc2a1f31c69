internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger reader`
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "List and move those who read the log under a name.",
        discussion: """
            ledger log --reader NAME hands out what a program has not had yet, and keeps how far \
            it came. The places lie in the folder readers of the ledger; no copy takes them along.

              ledger log --reader mailer --follow | ./send-mails
              ledger reader
              ledger reader move mailer --from 450
              ledger reader move audit --new
            """,
        subcommands: [
            ReaderListCommand.self, ReaderMoveCommand.self, ReaderRemoveCommand.self,
        ],
        defaultSubcommand: ReaderListCommand.self, aliases: ["readers"])
}

/// `ledger reader list`
struct ReaderListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all readers and how far they came.", aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListReaders.self, NoInput())
        try context.put(
            list, text: ReaderText(output: context.output).list(list),
            csv: ReaderText.csv(list.rows))
    }
}

/// `ledger reader move`
struct ReaderMoveCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Say where a reader goes on; a new name is made.",
        discussion: """
              ledger reader move mailer --from 0
              ledger reader move mailer --new
            """)

    @Argument(help: ArgumentHelp("Its name.", valueName: "name")) var name: String

    @Option(help: ArgumentHelp("The event that it reads next; 0 is the first.", valueName: "id"))
    var from: UInt64?

    @Flag(help: "Only what is recorded from now on.")
    var new = false

    @Flag(name: .customLong("dry-run"), help: "Show where it would go on; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if (from != nil) == new { throw ValidationError("use one of --from and --new") }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let row = try context.call(
            MoveReader.self,
            MoveReader.Input(
                name: Arguments.plain(name), from: from, dryRun: dryRun ? true : nil))
        try context.put(
            row, text: ReaderText(output: context.output).moved(row, isRehearsal: dryRun),
            csv: ReaderText.csv([row]))
    }
}

/// `ledger reader remove`
struct ReaderRemoveCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a reader; the same name begins anew.",
        aliases: ["rm"])

    @Argument(help: ArgumentHelp("Its name.", valueName: "name")) var name: String

    @Flag(name: .customLong("dry-run"), help: "Show what would be removed; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let row = try context.call(
            RemoveReader.self,
            RemoveReader.Input(name: Arguments.plain(name), dryRun: dryRun ? true : nil))
        try context.put(
            row, text: ReaderText(output: context.output).removed(row, isRehearsal: dryRun),
            csv: ReaderText.csv([row]))
    }
}
