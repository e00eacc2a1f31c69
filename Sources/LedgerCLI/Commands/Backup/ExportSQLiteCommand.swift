internal import Application
internal import ArgumentParser

/// `ledger export sqlite`
struct ExportSQLiteCommand: FileCommand {
    static let configuration = CommandConfiguration(
        commandName: "sqlite", abstract: "Write the tables that SQL sees to a SQLite file.",
        discussion: """
            All that ledger sql can ask is in one file that any tool opens: lines with their \
            history, reports by day, week and month, tasks and people. What tables and columns \
            mean stands in the schema; the table ledger has the number of events and their root. \
            After ledger projections rebuild event all events are in it as well. The file is as \
            secret as the ledger.

              ledger export sqlite -o ledger.sqlite
              sqlite3 ledger.sqlite .schema
            """)

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if shared.file == nil {
            throw ValidationError("no file is named: ledger export sqlite -o ledger.sqlite")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        guard let path = context.outputFile else { return }
        _ = try context.call(ExportTables.self, ExportTables.Input(path: path))
    }
}
