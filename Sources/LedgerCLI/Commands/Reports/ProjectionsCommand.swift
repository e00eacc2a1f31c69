internal import Application
internal import ArgumentParser
internal import ReadModels

/// `ledger projections`
struct ProjectionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projections", abstract: "List, rebuild and check the tables that SQL sees.",
        discussion: """
            They follow from the log alone: whatever happens to them, they can be made anew. The \
            projection event, the whole history with what each event says as JSON, is built only \
            when it is asked for.

              ledger projections
              ledger projections rebuild event
              ledger projections check
            """,
        subcommands: [
            ProjectionsListCommand.self, ProjectionsRebuildCommand.self,
            ProjectionsUpgradeCommand.self, ProjectionsCheckCommand.self,
            ProjectionsDropCommand.self,
        ],
        defaultSubcommand: ProjectionsListCommand.self)
}

/// `ledger projections list`
struct ProjectionsListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Say where each projection stands; build nothing.",
        aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListProjections.self, NoInput())
        try context.put(
            list, text: ProjectionText.list(list, context.output),
            csv: ProjectionText.csv(list.rows))
    }
}

/// `ledger projections rebuild`
struct ProjectionsRebuildCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Make projections anew from the first event on.",
        discussion: """
            Each in one transaction: whoever reads meanwhile sees the rows as they were, and after \
            an interruption they are as they were.

              ledger projections rebuild
              ledger projections rebuild report
            """)

    @Argument(help: ArgumentHelp("Which ones; all without.", valueName: "name"))
    var names: [String] = []

    @Flag(help: "All that there should be, and those that were asked for once.")
    var all = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if all, !names.isEmpty { throw ValidationError("Names and --all exclude each other.") }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = ProjectionsInput(names: names.isEmpty ? nil : names.map(Arguments.plain))
        let done = try context.call(RebuildProjections.self, input)
        try context.put(
            done, text: ProjectionText.rebuilt(done.rows),
            csv: CSVOutput.text(
                header: ["name", "events", "seconds"],
                rows: done.rows.map { [$0.name, "\($0.events)", "\($0.seconds)"] }))
    }
}

/// `ledger projections check`
struct ProjectionsCheckCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Compare every row with what follows from the log.",
        discussion: """
            The rows are made anew beside those that are there. Nothing is changed; a row that \
            differs makes the exit code 1.

              ledger projections check
              ledger projections check expense
            """)

    @Argument(help: ArgumentHelp("Which ones; all that are built without.", valueName: "name"))
    var names: [String] = []

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = ProjectionsInput(names: names.isEmpty ? nil : names.map(Arguments.plain))
        let found = try context.call(CheckProjections.self, input)
        try context.put(
            found, text: ProjectionText.check(found.rows), csv: ProjectionText.csv(found.rows))
        let bad = found.rows.filter { $0.differing > 0 }
        if bad.isEmpty { return }
        throw .findings(
            bad.flatMap(ProjectionText.findings),
            next: bad.map { "ledger projections rebuild \($0.name)" })
    }
}

/// `ledger projections drop`
struct ProjectionsDropCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Remove projections; they can be made anew.",
        discussion: """
            What is not optional is built again when ledger sql needs it.

              ledger projections drop event
              ledger projections drop --all
            """)

    @Argument(help: ArgumentHelp("Which ones.", valueName: "name"))
    var names: [String] = []

    @Flag(help: "All of them, with the file.")
    var all = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if all == names.isEmpty { return }
        throw ValidationError("Say which projections to drop, or --all.")
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = ProjectionsInput(names: all ? nil : names.map(Arguments.plain))
        let done = try context.call(DropProjections.self, input)
        let names = done.dropped.joined(separator: ", ")
        try context.put(
            done, text: names.isEmpty ? "There was nothing to drop.\n" : "Dropped \(names).\n",
            csv: CSVOutput.text(header: ["dropped"], rows: done.dropped.map { [$0] }))
    }
}
