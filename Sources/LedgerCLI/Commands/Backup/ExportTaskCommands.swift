internal import Application
internal import ArgumentParser

/// `ledger export todo.txt`
struct ExportTodoCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo.txt", abstract: "Write tasks as lines of todo.txt.",
        discussion: """
            Priorities 1 to 9 are (A) to (I), a project is +home:garden, tags are @phone, a \
            deadline is due:2026-12-01, with a time of day at:14:30. What is done begins with x; \
            what was dropped is not written, and notes are not either. Attributes of one's own are \
            size:3. By ledger-id: ledger \
            import knows each line again.

              ledger export todo.txt -o todo.txt
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.at(state.at).export(tasks: "todo.txt")
    }
}

/// `ledger export taskwarrior`
struct ExportTaskwarriorCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "taskwarrior", abstract: "Write tasks as JSON that task import takes.",
        discussion: """
            A task keeps the uuid that it came with; others have one that never changes. A \
            deadline on a day is due as that day begins, priorities 1 to 3 are H, 4 to 6 M and 7 \
            to 9 L, levels of projects are parted by dots, and lines of a note are annotations. \
            What there is no room for stands in attributes that begin with ledger_. Attributes of \
            one's own have their names: task config uda.size.type numeric lets Taskwarrior \
            compare them.

              ledger export taskwarrior -o tasks.json
              task import tasks.json
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.at(state.at).export(tasks: "taskwarrior")
    }
}

/// `ledger export ics`
struct ExportCalendarCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics", abstract: "Write open tasks as a calendar (iCalendar).",
        discussion: """
            Each open task is a VTODO with DUE, PRIORITY, CATEGORIES and the UID that it came \
            with, or one that never changes. Attributes of one's own begin with X-LEDGER-ATTRIBUTE-.

              ledger export ics -o tasks.ics
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.at(state.at).export(tasks: "ics")
    }
}

extension CommandContext {
    /// Writes tasks in a format of other programs.
    fileprivate func export(tasks form: String) throws(CommandFailure) {
        let done = try call(ExportTasks.self, ExportTasks.Input(form: form))
        var bytes: [UInt8]? = Array(done.text.utf8)
        try Terminal.save(to: outputFile, failing: CommandFailure.file) {
            () throws(CommandFailure) in
            defer { bytes = nil }
            return bytes
        }
    }
}
