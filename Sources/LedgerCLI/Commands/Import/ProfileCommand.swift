internal import Application
internal import ArgumentParser
internal import Interchange
internal import Ledger

/// `ledger profile`
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "List and remove the saved profiles of bank files.",
        discussion: """
            A profile holds the options that the files of a bank need. It is made by an import, \
            and made anew by another one. Profiles are kept beside the log, as rules are:

              ledger import bank.csv --sign account --save-profile bank
              ledger import next.csv --profile bank
              ledger import next.csv --profile bank --note Memo --save-profile bank
            """,
        subcommands: [ProfileListCommand.self, ProfileRemoveCommand.self],
        defaultSubcommand: ProfileListCommand.self, aliases: ["profiles"])
}

/// `ledger profile list`
struct ProfileListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all profiles with their columns and options.",
        aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListKept<CSVProfile>.self, NoInput())
        try context.put(
            list, text: ProfileText(output: context.output).list(list),
            csv: ProfileText.csv(list.rows))
    }
}

/// `ledger profile remove`
struct ProfileRemoveCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a profile; what was imported with it stays.",
        aliases: ["rm"])

    @Argument(help: ArgumentHelp("Its name.", valueName: "name")) var name: String

    @Flag(name: .customLong("dry-run"), help: "Show what would be removed; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = RemoveKept<CSVProfile>.Input(
            name: Arguments.plain(name), dryRun: dryRun ? true : nil)
        let profile = try context.call(RemoveKept<CSVProfile>.self, input)
        try context.put(
            profile,
            text: ProfileText(output: context.output).removed(profile, isRehearsal: dryRun),
            csv: ProfileText.csv([profile]))
    }
}
