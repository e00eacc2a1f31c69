internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger balance`
struct BalanceCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "What is in your accounts.",
        discussion: """
            Everything up to the end of the day counts: the opening balance, and the lines from \
            its day on. Lines without an account are in no balance.

              ledger balance
              ledger balance bank --on 2026-03-31
            """,
        aliases: ["bal", "bs"])

    @Argument(help: AccountArgument.help) var account: String?

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day, past or future; today when left out.", valueName: "day"))
    var day: String?

    @Flag(help: "Accounts that are closed and empty, too.")
    var all = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let report = try context.call(
            ShowBalances.self,
            ShowBalances.Input(
                account: account.map(Arguments.plain), on: day.map(Arguments.plain), all: all))
        try context.put(
            report, text: BalanceText(report: report, output: context.output).text,
            csv: ReportCSV.text(report))
    }
}
