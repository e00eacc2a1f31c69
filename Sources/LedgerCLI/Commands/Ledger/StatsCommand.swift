internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger stats`
struct StatsCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "What the book holds, in numbers.",
        discussion: """
            A purchase of several lines, or the two sides of a transfer, are one entry. What the \
            log holds is told by ledger info.

              ledger stats
              ledger stats last month            of its entries and prices
            """)

    @Argument(help: PeriodWords.help)
    var words: [String] = []

    @OptionGroup var days: DayOptions

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let stats = try context.call(ShowStats.self, days.input(words, in: context))
        try context.put(
            stats, text: StatsText.text(stats, context.output), csv: ReportCSV.text(stats))
    }
}
