internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger people balance`
struct PeopleBalanceCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Who paid, who bears what, and what settles it.",
        discussion: """
            All lines count that are split: ledger add 30 Dinner --payer Ann --split Ann,Bob. What \
            people give each other to settle is recorded with --settle: a transfer, in no total of \
            expenses.

              ledger people balance -b 2026-04-01
              ledger add 15 Settled --settle --payer Bob --split Ann
            """, aliases: ["settle"])

    @OptionGroup var days: DayOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let balance = try context.call(
            BalancePeople.self,
            BalancePeople.Input(
                range: days.period.map(Arguments.plain), begin: days.begin.map(Arguments.plain),
                end: try days.end(in: context)))
        let text = PeopleBalanceText(balance: balance, output: context.output)
        try context.put(balance, text: text.text, csv: PeopleBalanceText.csv(balance))
    }
}
