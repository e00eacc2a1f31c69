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
              ledger balance bank last month
              ledger balance -X EUR
              ledger balance --by type           what you have, what you owe, what is left

            With -M and the like, at the end of each period, with the totals: what you own over \
            time.
            """,
        aliases: ["bal"])

    @OptionGroup var balance: BalanceOptions

    @Option(
        help: ArgumentHelp("Accounts by what they are: type, as ledger bs does.", valueName: "key"))
    var by: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        if let by, by.lowercased() != "type" {
            throw .application(.badChoice(field: "by", by, allowed: ["type"]))
        }
        try balance.run(byType: by != nil, in: context)
    }
}

/// `ledger bs`
struct BalanceSheetCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "bs", abstract: "What you have, what you owe, and what is left of it.",
        discussion: """
            The balances of accounts by type. An account is an asset unless you say otherwise: \
            ledger account edit card --type liability. What is owed is shown without a sign.

              ledger bs
              ledger bs --on 2025-12-31
              ledger bs -M -p 2026               net worth at the end of each month
              ledger bs -X EUR
            """)

    @OptionGroup var balance: BalanceOptions

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try balance.run(byType: true, in: context)
    }
}

/// Which balances, and when.
struct BalanceOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A name, a word of one name only, an id or a row (.3); days in words as for --period.",
            valueName: "account|days"), completion: .accounts)
    var words: [String] = []

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

    /// Shows them.
    func run(byType: Bool, in context: CommandContext) throws(CommandFailure) {
        let (account, phrase) = try AccountDays.read(words, days.period, in: context)
        let isOverTime =
            buckets != nil || days.begin != nil || days.end != nil || days.to != nil
            || phrase != nil
        if isOverTime { return try showSeries(account, phrase, byType: byType, in: context) }
        var input = ShowBalances.Input(account: account, on: day.map(Arguments.plain), all: all)
        (input.exchange, input.prices) = (exchange.code, exchange.value)
        let report = try context.call(ShowBalances.self, input)
        let sheet = BalanceSheetText(report, context.output)
        try context.put(
            report,
            text: byType ? sheet.text : BalanceText(report: report, output: context.output).text,
            csv: ReportCSV.text(report), page: byType ? sheet.page : nil)
    }

    private func showSeries(
        _ account: String?, _ phrase: String?, byType: Bool, in context: CommandContext
    ) throws(CommandFailure) {
        if day != nil {
            let other = buckets.map { "--\($0.period.name)" } ?? "--period"
            throw .usage(.exclusive("--on", other, values: buckets == nil ? 1 : 0))
        }
        var input = BalanceOverTime.Input(
            account: account, period: buckets?.period.name, range: phrase,
            begin: days.begin.map(Arguments.plain), end: try days.end(in: context))
        (input.exchange, input.prices) = (exchange.code, exchange.value)
        let series = try context.call(BalanceOverTime.self, input)
        let text = BalanceSeriesText(series, context.output, byType: byType)
        try context.put(series, text: text.text, csv: ReportCSV.text(series), page: text.page)
    }
}
