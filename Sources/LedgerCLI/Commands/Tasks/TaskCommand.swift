internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task`
struct TaskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task", abstract: "Keep tasks: add, list, finish, find.",
        discussion: """
            A task stands in one tab at a time, by its deadline and the clock: Failed once its \
            deadline has passed, Today while it is due before tomorrow starts, Upcoming until \
            then, Done when it was completed.

              ledger task add Buy milk --due tomorrow --project home
              ledger task
              ledger task done milk
            """,
        subcommands: [
            TaskAddCommand.self, TaskListCommand.self, TaskShowCommand.self, TaskEditCommand.self,
            VerbCommand<TaskDone>.self, VerbCommand<TaskReopen>.self, TaskRescheduleCommand.self,
            VerbCommand<TaskDrop>.self, TaskFindCommand.self,
        ], defaultSubcommand: TaskListCommand.self, aliases: ["tasks"])
}

/// What can be said of a task.
struct TaskOptions: ParsableArguments {
    @Option(
        name: [.long, .customLong("deadline"), .customShort("d")],
        help: ArgumentHelp(
            "The deadline: tomorrow, fri, 2026-12-01, \"2026-12-01 14:30\", \"in 2 h\", none.",
            valueName: "when"))
    var due: String?

    @Option(help: ArgumentHelp("basic, urgent or important.", valueName: "type"))
    var type: String?

    @Option(help: ArgumentHelp("green, teal, pink, gray or blue.", valueName: "colour"))
    var colour: String?

    @Option(help: ArgumentHelp("1 (highest) to 9; H, M and L are 1, 5 and 9.", valueName: "1-9"))
    var priority: String?

    @Option(
        help: ArgumentHelp(
            "The project; levels are joined by a colon, as in home:garden. It stays for ever.",
            valueName: "project"))
    var project: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("A tag; may be repeated.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "Who is to do it, by name, or me; someone new is added; - picks.",
            valueName: "name"))
    var assignee: String?

    /// What is said.
    var input: TaskInput {
        var input = TaskInput()
        input.note = note.map(Arguments.plain)
        input.due = due.map(Arguments.plain)
        input.type = type
        input.colour = colour
        input.priority = priority.map(Arguments.plain)
        input.project = project.map(Arguments.plain)
        input.tags = tag.isEmpty ? nil : tag.map(Arguments.plain)
        input.assignee = assignee.map(Arguments.plain)
        return input
    }
}

/// `ledger task add`
struct TaskAddCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Record a task.",
        discussion: """
            A deadline that is a day lasts until the next day starts in the ledger's time zone; \
            one with a time lasts up to that instant. A weekday or a date without its year is the \
            next one; of a month or week it is the last day.

              ledger task add Buy milk --due tomorrow
              ledger task add "Call Bo" --due "fri 9:00" --type urgent --priority H
              ledger task add "Plant bulbs" --project home:garden --due 2026-11-30
            """)

    @Argument(help: "The title; several words need no quotes.")
    var title: [String]

    @OptionGroup var options: TaskOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try TitleWords.refuse(task: title)
        var input = options.input
        input.assignee = try context.assignee(input.assignee)
        input.title = title.map(Arguments.plain).joined(separator: " ")
        let written = try context.call(
            AddTask.self, AddTask.Input(input))
        try context.put(written, did: .added)
    }
}

/// `ledger task edit`
struct TaskEditCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a task; what it was stays in its history.",
        discussion: """
            What is not given stays; tags are given anew, all of them. An empty text takes a value \
            away: --project "".

              ledger task edit 77 --title "Buy oat milk" --no-deadline
              ledger task edit .3 --priority H --tag shop
            """)

    @Argument(help: IdArgument.help) var id: String

    @Option(help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @Flag(
        name: [.customLong("no-deadline"), .customLong("no-due")], help: "Take the deadline away.")
    var noDeadline = false

    @OptionGroup var options: TaskOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = options.input
        input.assignee = try context.assignee(input.assignee)
        if noDeadline {
            if input.due != nil { throw .usage(.exclusive("--due", "--no-deadline", values: 0)) }
            input.due = "none"
        }
        input.title = title.map(Arguments.plain)
        input.tags = input.tags?.filter { !$0.isEmpty }
        let written = try context.call(
            EditTask.self,
            EditTask.Input(
                id: Arguments.plain(id), input))
        try context.put(written, did: .edited)
    }
}

/// `ledger task reschedule`
struct TaskRescheduleCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reschedule", abstract: "Give a task another deadline, or none.",
        discussion: """
              ledger task reschedule 77 next friday
              ledger task reschedule .3 2026-12-01 14:30
              ledger task reschedule milk none
            """)

    @Argument(help: IdArgument.help) var id: String

    @Argument(
        help: ArgumentHelp(
            "The deadline, as for add, or none; several words need no quotes.", valueName: "when"))
    var due: [String]

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = RescheduleTask.Input(
            id: Arguments.plain(id), due: due.map(Arguments.plain).joined(separator: " "))
        try context.put(try context.call(RescheduleTask.self, input), did: .rescheduled)
    }
}
