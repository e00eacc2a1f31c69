internal import ArgumentParser

/// `ledger`
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "A ledger of expenses that can prove every figure.",
        discussion: """
            Begin with: ledger init, or look at a sample with: ledger demo

            The ledger is the folder $LEDGER_HOME, else the data folder of your system. Exit \
            codes: 0 done, 1 refused, 2 not understood, 3 damage or a file that cannot be used.
            """,
        version: "ledger 0.1.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Record",
                subcommands: [
                    InitCommand.self, ConfigCommand.self, AddCommand.self, AmendCommand.self,
                    VoidCommand.self, RestoreCommand.self, ImportCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    ReportCommand.self, ListCommand.self, FindCommand.self, ShowCommand.self,
                    HistoryCommand.self,
                ]),
            CommandGroup(
                name: "Prove",
                subcommands: [
                    ReplayCommand.self, VerifyCommand.self, InfoCommand.self, SealCommand.self,
                    DemoCommand.self,
                ]),
        ])

    /// The names of all commands and their aliases, to find the one that was meant.
    static var commandNames: [String] {
        let groups = configuration.groupedSubcommands.flatMap(\.subcommands)
        return groups.flatMap { [$0._commandName] + $0.configuration.aliases } + ["help"]
    }
}
