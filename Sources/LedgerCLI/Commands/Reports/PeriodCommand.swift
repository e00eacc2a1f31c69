internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger period`
struct PeriodCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "period", abstract: "Show which days a phrase means.",
        discussion: """
              ledger period last month
              ledger period every 2 weeks in 2026

            See ledger help dates for what can be said.
            """)

    @Argument(help: ArgumentHelp("Days in words.", valueName: "words"))
    var words: [String]

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("The day on which weeks start.", valueName: "day"))
    var weekStart: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let text = words.map(Arguments.plain).joined(separator: " ")
        let found = try context.call(
            ReadPeriod.self, ReadPeriod.Input(text: text, weekStart: weekStart))
        try context.put(
            found, text: PeriodCommand.words(found),
            csv: CSVOutput.text(
                header: ["text", "today", "period", "start", "end", "days"],
                rows: [
                    [
                        found.text, "\(found.today)", found.period ?? "",
                        found.start?.description ?? "", found.end?.description ?? "",
                        found.days.map(String.init) ?? "",
                    ]
                ]))
    }

    private static func words(_ found: ReadPeriod.Output) -> String {
        let days: String? =
            switch (found.start, found.end) {
            case (let start?, let end?):
                end == start.adding(days: 1)
                    ? "\(start)"
                    : "\(start) to \(end.adding(days: -1)), "
                        + counted(found.days ?? 0, "day")
            case (let start?, nil): "from \(start) on"
            case (nil, let end?): "until \(end.adding(days: -1))"
            case (nil, nil): nil
            }
        let parts = [found.period, days].compactMap(\.self)
        return "\(Screen.plain(found.text)): \(parts.joined(separator: ", "))\n"
    }
}
