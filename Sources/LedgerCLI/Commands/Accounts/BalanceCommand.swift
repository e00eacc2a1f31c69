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
              ledger balance -M -p 2026
              ledger balance -X EUR

            With -M and the like, at the end of each period, with the totals: what you own over \
            time.
            """,
        aliases: ["bal", "bs"])

    @Argument(help: AccountArgument.help, completion: .accounts) var account: String?

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day, past or future; today when left out.", valueName: "day"))
    var day: String?

    @Flag(exclusivity: .chooseLast)
    var buckets: PeriodFlag?

    @OptionGroup var days: DayOptions

    @OptionGroup var exchange: ExchangeOptions

    @Flag(help: "Accounts that are closed and empty, too.")
    var all = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let isOverTime =
            buckets != nil || days.begin != nil || days.end != nil || days.to != nil
            || days.period != nil
        if isOverTime { return try showSeries(in: context) }
        var input = ShowBalances.Input(
            account: account.map(Arguments.plain), on: day.map(Arguments.plain), all: all)
        (input.exchange, input.prices) = (exchange.code, exchange.value)
        let report = try context.call(ShowBalances.self, input)
        try context.put(
            report, text: BalanceText(report: report, output: context.output).text,
            csv: ReportCSV.text(report))
    }

    private func showSeries(in context: CommandContext) throws(CommandFailure) {
        if day != nil {
            let other = buckets.map { "--\($0.period.name)" } ?? "--period"
            throw .usage(.exclusive("--on", other, values: buckets == nil ? 1 : 0))
        }
        var input = BalanceOverTime.Input(
            account: account.map(Arguments.plain), period: buckets?.period.name,
            range: days.period.map(Arguments.plain), begin: days.begin.map(Arguments.plain),
            end: try days.end(in: context))
        (input.exchange, input.prices) = (exchange.code, exchange.value)
        let series = try context.call(BalanceOverTime.self, input)
        let text = BalanceSeriesText(series, context.output)
        try context.put(series, text: text.text, csv: ReportCSV.text(series), page: text.page)
    }
}
