internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger diff`
struct DiffCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare a report with what it was before.",
        discussion: """
            Shows the cells of a report that differ between two states of knowledge, by how much, \
            and the events that changed them. A state is an event or a time: that of the last \
            event that was known.

              ledger diff --from 2026-04-01 -M --by category
              ledger diff --from 1042 --to 1080 -p 2026-03
            """)

    @Argument(
        help: ArgumentHelp(
            "The days in words, as for --period, and terms of keys: last month cat:food.",
            valueName: "days|term"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp("The older state: an event, or a time.", valueName: "position|time"))
    var from: String

    @Option(
        help: ArgumentHelp("The newer state; else now.", valueName: "position|time"))
    var to: String?

    @Flag(exclusivity: .chooseLast)
    var buckets: PeriodFlag?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The first day: 2026-04-01, 2026-04, yesterday.", valueName: "day"))
    var begin: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The day after the last one.", valueName: "day"))
    var end: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Days in words: last month, 2026-04, monthly in 2026.", valueName: "words"))
    var period: String?

    @Flag(help: "Only expenses.")
    var expense = false

    @Flag(help: "Only income.")
    var income = false

    @Flag(help: "Only transfers.")
    var transfer = false

    @Option(help: "Cells by category, account or none.")
    var by: GroupingChoice?

    @Option(
        help: ArgumentHelp("Levels of categories to tell apart; -2 is short.", valueName: "n"))
    var depth: Int?

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("The day on which weeks start.", valueName: "day"))
    var weekStart: String?

    @Option(
        help: ArgumentHelp(
            "Events to list for each cell; else 5, and 100 as CSV and JSON.", valueName: "n"))
    var events: Int?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [from, to] }
    var answersInPart: Bool { true }

    func run(in context: CommandContext) throws(CommandFailure) {
        let kinds =
            (expense ? [EntryKind.expense] : []) + (income ? [.income] : [])
            + (transfer ? [.transfer] : [])
        let grouping = by ?? (depth == nil ? GroupingChoice.none : .category)
        let words = ReportWords(words.map(Arguments.plain))
        try words.checkPlace()
        let query = LineQuery.text(of: words.terms)
        let report = SpendingReportEndpoint.Input(
            period: buckets?.period.name, range: try PeriodWords.phrase(words.days, period),
            begin: begin.map(Arguments.plain), end: end.map(Arguments.plain),
            by: grouping == .none ? nil : grouping.rawValue, depth: depth,
            query: query.isEmpty ? nil : query, kinds: kinds.isEmpty ? nil : kinds,
            weekStart: weekStart)
        let usual = context.output.format == .text ? 5 : nil
        let diff = try context.call(
            DiffReports.self,
            DiffReports.Input(
                from: Arguments.plain(from), to: to.map(Arguments.plain), report: report,
                events: events ?? usual))
        try context.put(
            diff, text: DiffText(diff: diff, output: context.output).text,
            csv: DiffText.csv(diff))
    }
}
