internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger agenda`
struct AgendaCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda", abstract: "List what happens on which day, week by week.",
        discussion: """
            Deadlines, what is to be taken up, what shows up again, and what comes again; \
            what is late comes first. Seven days from today where no days are said.

              ledger agenda
              ledger agenda 2w
              ledger agenda next month --where 'project:home or +shop'
            """)

    @Argument(help: "Which days: next week, 2026-12, 2w; several words need no quotes.")
    var period: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Only tasks that these terms find.", valueName: "terms"))
    var terms: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = TaskAgenda.Input(
            period: period.isEmpty ? nil : period.map(Arguments.plain).joined(separator: " "),
            terms: context.taskTerms(terms.map(Arguments.plain)))
        let agenda = try context.call(TaskAgenda.self, input)
        let text = AgendaText(agenda: agenda, output: context.output)
        context.remember(text.ids)
        try context.put(agenda, text: context.contextLine + text.text, csv: text.csv)
    }
}

/// `ledger task calendar`
struct TaskCalendarCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar", abstract: "Show months, with the days on which tasks are due.",
        discussion: """
              ledger task calendar
              ledger task calendar 2026
              ledger task calendar --months 6
            """)

    @Argument(help: "Which months: 2026, 2026-12, next month.")
    var period: [String] = []

    @Option(help: ArgumentHelp("How many months from this one on.", valueName: "count"))
    var months: Int?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Only tasks that these terms find.", valueName: "terms"))
    var terms: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let months = months ?? 3
        if !period.isEmpty, self.months != nil {
            throw .usage(.exclusive(Arguments.plain(period[0]), "--months", values: 1))
        }
        guard (1...24).contains(months) else {
            throw .application(.outOfRange(field: "months", months))
        }
        let text =
            period.isEmpty
            ? "\(months) months" : period.map(Arguments.plain).joined(separator: " ")
        var input = TaskAgenda.Input(
            period: text, terms: context.taskTerms(terms.map(Arguments.plain)))
        input.months = period.isEmpty ? months : nil
        let agenda = try context.call(TaskAgenda.self, input)
        let shown = CalendarText(agenda: agenda, output: context.output)
        let csv = AgendaText(agenda: agenda, output: context.output).csv
        try context.put(agenda, text: context.contextLine + shown.text, csv: csv)
    }
}
