internal import Application
internal import ArgumentParser

/// `ledger schema`
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Show what events look like, version by version.",
        discussion: """
            Events are never rewritten: what an older version of the program recorded is read as \
            the newest version has it. The ledger itself holds what its events look like.

              ledger schema
              ledger schema show lineAdded
              ledger schema diff
              ledger schema check --against ~/Downloads/ledger
            """,
        subcommands: [
            SchemaListCommand.self, SchemaShowCommand.self, SchemaDiffCommand.self,
            SchemaCheckCommand.self,
        ],
        defaultSubcommand: SchemaListCommand.self)
}

/// `ledger schema list`
struct SchemaListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Count events by type and version.", aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListSchemas.self, NoInput())
        try context.put(
            list, text: SchemaText.list(list, context.output), csv: SchemaText.csv(list))
    }
}

/// `ledger schema show`
struct SchemaShowCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the columns of a type of event.",
        discussion: """
              ledger schema show lineAdded
              ledger schema show 8 -O csv
            """)

    @Argument(help: ArgumentHelp("The type, by name or number.", valueName: "name"))
    var name: String

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = ShowSchema.Input(name: Arguments.plain(name))
        let found = try context.call(ShowSchema.self, input)
        try context.put(
            found, text: SchemaText.show(found, context.output), csv: SchemaText.csv(found))
    }
}

/// `ledger schema diff`
struct SchemaDiffCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what older events say as the newest version has it.",
        discussion: """
            Only fields that differ from what is stored are shown; nothing is changed.

              ledger schema diff
              ledger schema diff -n 1000 -O csv
            """)

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("So many events, 20 when left out.", valueName: "count"))
    var limit: Int?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let diff = try context.call(DiffSchemas.self, DiffSchemas.Input(limit: limit))
        try context.put(
            diff, text: SchemaText.diff(diff, context.output), csv: SchemaText.csv(diff))
    }
}
