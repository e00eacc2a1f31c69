internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task burndown`
struct TaskBurndownCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "burndown", abstract: "Show how the number of open tasks went.",
        discussion: """
            By week, twelve of them, unless other days are said; from the events, so that what \
            was done and taken up again counts as such.

              ledger task burndown
              ledger task burndown -M -p 2026
              ledger task burndown project:home
            """)

    @Argument(help: "Which tasks: project:home, +shop, as in ledger task list.")
    var terms: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Which days: this year, 2026-03.", valueName: "period"))
    var period: String?

    @Flag(name: .customShort("D"), help: "By day.")
    var daily = false

    @Flag(name: .customShort("W"), help: "By week.")
    var weekly = false

    @Flag(name: .customShort("M"), help: "By month.")
    var monthly = false

    @Flag(name: .customShort("Y"), help: "By year.")
    var yearly = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let said = [
            ("-D", daily, Period.daily), ("-W", weekly, .weekly), ("-M", monthly, .monthly),
            ("-Y", yearly, .yearly),
        ].filter(\.1)
        if said.count > 1 { throw .usage(.exclusive(said[0].0, said[1].0, values: 0)) }
        let words = terms.map(Arguments.plain)
        let input = TaskBurndown.Input(
            every: said.first?.2.name, period: period.map(Arguments.plain),
            terms: context.taskTerms(words.isEmpty ? nil : TaskQuery.text(of: words)))
        let flow = try context.call(TaskBurndown.self, input)
        let text = FlowText(flow: flow, output: context.output)
        try context.put(flow, text: context.contextLine + text.text, csv: text.csv)
    }
}

/// `ledger task review`
struct TaskReviewCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Look back: what was done, added and missed, and its cost.",
        discussion: """
            The last seven days unless others are said. What was planned for a task is its \
            attribute planned; what it cost was recorded by ledger task pay.

              ledger task review
              ledger task review last month
            """)

    @Argument(help: "Which days: last week, 2026-03; several words need no quotes.")
    var period: [String] = []

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let text = period.map(Arguments.plain).joined(separator: " ")
        let input = TaskReview.Input(
            period: text.isEmpty ? nil : text, terms: context.taskTerms(nil))
        let review = try context.call(TaskReview.self, input)
        let shown = ReviewText(review: review, output: context.output)
        try context.put(review, text: context.contextLine + shown.text, csv: shown.csv)
    }
}
