internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger unit`
struct UnitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unit", abstract: "Keep the units of the organisation, a tree.",
        discussion: """
            What someone may do in a unit holds in all below it, too. Names of units stay for ever.

              ledger unit add Company
              ledger unit add Sales --in Company
              ledger unit move Sales /
              ledger unit chain bob
            """,
        subcommands: [
            UnitTreeCommand.self, UnitChainCommand.self, UnitAddCommand.self,
            UnitRenameCommand.self, UnitMoveCommand.self,
        ], defaultSubcommand: UnitTreeCommand.self, aliases: ["units"])
}

/// `ledger unit tree`
struct UnitTreeCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree", abstract: "Show the units as a tree.", aliases: ["list", "ls"])

    @Argument(help: PersonArgument.unit) var unit: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(
            UnitTreeEndpoint.self, UnitTreeEndpoint.Input(unit: unit.map(Arguments.plain)))
        context.remember(list.rows.map(\.id))
        try context.put(
            list, text: UnitText(context.output).tree(list), csv: UnitText.csv(list))
    }
}

/// `ledger unit chain`
struct UnitChainCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "chain", abstract: "Show the units above a unit, or above those of a person.")

    @Argument(help: PersonArgument.unit) var unit: String?

    @Option(help: ArgumentHelp("The units of this person.", valueName: "person"))
    var of: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if (unit == nil) == (of == nil) {
            throw ValidationError("give a unit, or a person with --of")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(
            UnitChain.self,
            UnitChain.Input(unit: unit.map(Arguments.plain), person: of.map(Arguments.plain)))
        try context.put(
            list, text: UnitText(context.output).chain(list), csv: UnitText.csv(list))
    }
}

/// `ledger unit add`
struct UnitAddCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a unit.")

    @Argument(help: ArgumentHelp("Its name; it stays for ever.", valueName: "name"))
    var name: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("The unit above it; none when left out.", valueName: "unit"))
    var parent: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            AddUnit.self,
            AddUnit.Input(
                name: Arguments.plain(name), parent: parent.map(Arguments.plain)))
        try context.put(written, unit: "Added")
    }
}

/// `ledger unit rename`
struct UnitRenameCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a unit another name.")

    @Argument(help: PersonArgument.unit) var unit: String

    @Argument(help: ArgumentHelp("Its name from now on.", valueName: "name"))
    var name: String

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            RenameUnit.self,
            RenameUnit.Input(
                unit: Arguments.plain(unit), name: Arguments.plain(name)))
        try context.put(written, unit: "Renamed")
    }
}

/// `ledger unit move`
struct UnitMoveCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a unit, with all below it, below another one.",
        discussion: """
            Who may do something in the unit above may do it there from then on.

              ledger unit move Sales Company
              ledger unit move Sales /
            """)

    @Argument(help: PersonArgument.unit) var unit: String

    @Argument(help: ArgumentHelp("The unit above it; / for none.", valueName: "unit"))
    var to: String

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            MoveUnit.self,
            MoveUnit.Input(
                unit: Arguments.plain(unit), parent: Arguments.plain(to)))
        try context.put(written, unit: "Moved")
    }
}

extension CommandContext {
    /// Puts out what a writer about a unit answers.
    fileprivate func put(_ written: WriteReceipt, unit deed: String) throws(CommandFailure) {
        try put(written, done: deed) { () throws(CommandFailure) in
            let chain = try call(UnitChain.self, UnitChain.Input(unit: "#\(written.id)"))
            let path = chain.rows.last.map { Screen.plain($0.path) } ?? ""
            return ReceiptLines(lines: ["unit \(written.id): \(path)"])
        }
    }
}
