internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger chart`
struct ChartCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart", abstract: "A report as bars that fit the screen.",
        discussion: """
            Takes what a report takes but --net, --transpose, --share, --average and --row-total: \
            a bar for each period, monthly unless others are asked \
            for; with --by one for each group, or of several periods each divided among the three \
            greatest groups and all others. -O csv and -O json have the rows of the report, \
            -O svg is a picture for a browser or a printer.

              ledger chart
              ledger chart -W rewe
              ledger chart --by category last month
              ledger chart -M --by category -1 -p 2026
              ledger chart -o year.svg -p 2025

            Where the locale (LC_ALL, LC_CTYPE, LANG) has no Unicode the bars are of ASCII.
            """)

    @OptionGroup var layout: ReportOptions
    @OptionGroup(visibility: .hidden) var columns: ReportColumns
    @Flag(help: "Hash every event first, and hold it against the root.")
    var verified = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var answersInPart: Bool { !verified }

    func run(in context: CommandContext) throws(CommandFailure) {
        let refused: [(option: String, isGiven: Bool)] = [
            ("--net", columns.net), ("--transpose", columns.transpose), ("--share", columns.share),
            ("--average", columns.average), ("--row-total", columns.totals),
        ]
        if let other = refused.first(where: \.isGiven) {
            throw .usage(.exclusive("chart", other.option, values: 0))
        }
        var input = try layout.input(in: context)
        if verified { input.verified = true }
        var report = try context.call(SpendingReportEndpoint.self, input)
        if report.period == nil, report.by == nil {
            input.period = Period.monthly.name
            report = try context.call(SpendingReportEndpoint.self, input)
        }
        var view = layout.view(columns)
        view.showsEmpty = report.period != nil
        view.bars = true
        view.sortsBySum = report.period == nil || view.sortsBySum
        if report.end != nil { view.tomorrow = try context.today().adding(days: 1) }
        let text = ReportText(report, view, context.output)
        try context.put(
            report, text: text.chart, csv: ReportCSV.text(report), page: text.page,
            chart: text.picture)
    }
}
