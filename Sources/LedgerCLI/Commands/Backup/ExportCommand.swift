internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger export`
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write everything in a form that other programs read.",
        subcommands: [
            ExportEventsCommand.self, ExportHledgerCommand.self, ExportBeancountCommand.self,
            ExportTodoCommand.self, ExportTaskwarriorCommand.self, ExportCalendarCommand.self,
            ExportSQLiteCommand.self, ExportTwinCommand.self, ExportTilesCommand.self,
        ])
}

/// `ledger export events`
struct ExportEventsCommand: FileCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Write every event as a line of JSON.",
        discussion: """
            Each line has an event as it stands in the log: its position, its commit, all its \
            columns and its leaf of the tree. A ledger that is made of the file has the same \
            events in the same commits, and the same root. The first line says how many events \
            follow, what root they make, and the number of each column; lines with a seed have \
            the salts. The file is as secret as the ledger.

              ledger export events -o ledger.jsonl
              ledger export events | jq -c 'select(.columns.amount > 100000)'
              ledger import events ledger.jsonl --ledger new
            """)

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var header: EventFileHeader?
        var block: UInt64 = 0
        try Terminal.save(to: context.outputFile, failing: CommandFailure.file) {
            () throws(CommandFailure) in
            let input = ExportEvents.Input(block: block, events: header?.events)
            let page = try context.call(ExportEvents.self, input)
            guard let seed = page.seed else { return nil }
            var bytes: [UInt8] = []
            if header == nil { bytes += EventFileText.line(page.header) }
            bytes += EventFileText.line(seed)
            for event in page.rows { EventFileText.append(event, to: &bytes) }
            header = header ?? page.header
            block += 1
            return bytes
        }
    }
}
