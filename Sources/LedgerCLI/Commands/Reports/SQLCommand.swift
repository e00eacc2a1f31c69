internal import Application
internal import ArgumentParser
internal import ReadModels

/// `ledger sql`
struct SQLCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql", abstract: "Ask the ledger something in SQL.",
        discussion: """
            The tables daily_report, weekly_report, monthly_report, expense, voided_expense, task \
            and person, and the views quarterly_report and yearly_report, lie in a SQLite database \
            beside the log, which any tool can read. They are brought up to date first. Amounts \
            are whole numbers of minor units: 1250 with exponent 2 is 12.50. Without a statement \
            the program sqlite3 is started on it.

              ledger sql "SELECT month, category, amount FROM monthly_report"
              ledger sql "SELECT title, sum(amount) FROM expense GROUP BY 1" -O csv
              ledger sql "SELECT sql FROM sqlite_schema"
            """)

    @Argument(help: ArgumentHelp("One statement that changes nothing.", valueName: "statement"))
    var statement: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        guard let statement else {
            let done = try context.call(RefreshProjections.self, NoInput())
            ProjectionText.tellRebuilt(done.rows, context.output)
            throw .noProgram(SQLShell.start(on: done.path))
        }
        let result = try context.call(
            QueryModels.self, QueryModels.Input(statement: Arguments.plain(statement)))
        ProjectionText.tellRebuilt(result.rebuilt, context.output)
        try context.put(
            result, text: ProjectionText.table(result, context.output),
            csv: CSVOutput.text(
                header: result.columns, rows: result.rows.map { $0.map(\.text) }))
    }
}
