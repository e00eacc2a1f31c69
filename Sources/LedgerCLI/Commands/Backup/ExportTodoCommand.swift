internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger export todo.txt`
struct ExportTodoCommand: FileCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo.txt", abstract: "Write tasks as lines of todo.txt.",
        discussion: """
            Priorities 1 to 9 are (A) to (I), a project is +home:garden, tags are @phone, a \
            deadline is due:2026-12-01, with a time of day at:14:30. What is done begins with x; \
            what was dropped is not written, and notes are not either.

              ledger export todo.txt -o todo.txt
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let tasks = try context.at(state.at).call(
            ListTasks.self, ListTasks.Input(tab: "all"))
        let zone: Zone
        do throws(ZoneError) { zone = try Zone(name: tasks.zone) } catch {
            throw .application(.zone(error))
        }
        var bytes: [UInt8]? = Array(TodoText(zone: zone).text(tasks).utf8)
        try Terminal.save(to: context.outputFile, failing: CommandFailure.file) {
            () throws(CommandFailure) in
            defer { bytes = nil }
            return bytes
        }
    }
}
