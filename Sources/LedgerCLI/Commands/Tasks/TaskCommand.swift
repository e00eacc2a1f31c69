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

              ledger task add Buy milk due:tomorrow project:home +shop
              ledger task
              ledger task done milk
            """,
        subcommands: [
            TaskAddCommand.self, TaskListCommand.self, TaskShowCommand.self, TaskEditCommand.self,
            VerbCommand<TaskDone>.self, VerbCommand<TaskReopen>.self, TaskRescheduleCommand.self,
            VerbCommand<TaskDrop>.self, TaskAnnotateCommand.self, TaskFindCommand.self,
            NextCommand.self, TaskExplainCommand.self, VerbCommand<TaskStart>.self,
            VerbCommand<TaskStop>.self, TaskLogCommand.self, TaskTimeCommand.self,
            TaskProjectsCommand.self, TaskDuplicateCommand.self, TaskPayCommand.self,
            AgendaCommand.self, TaskCalendarCommand.self, TaskBurndownCommand.self,
            TaskReviewCommand.self, TaskContextCommand.self, TaskAttributeCommand.self,
            TaskUrgencyCommand.self,
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

    @Option(
        help: ArgumentHelp("Hidden from lists until then, as --due is typed.", valueName: "when"))
    var wait: String?

    @Option(help: ArgumentHelp("To be taken up then.", valueName: "when"))
    var scheduled: String?

    @Option(help: ArgumentHelp("Of no use after that: gone from lists.", valueName: "when"))
    var until: String?

    @Option(
        help: ArgumentHelp(
            "A task that has to be done before; may be repeated. In edit -77 takes it away.",
            valueName: "id"))
    var depends: [String] = []

    @Option(
        help: ArgumentHelp(
            "The task of which it is a part, and which waits for it.", valueName: "id")
    )
    var parent: String?

    @Flag(name: .customLong("new"), help: "A name is new, though one is spelt nearly so.")
    var isNew = false

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
        input.wait = wait.map(Arguments.plain)
        input.scheduled = scheduled.map(Arguments.plain)
        input.until = until.map(Arguments.plain)
        input.parent = parent.map(Arguments.plain)
        let ids = depends.map(Arguments.plain).flatMap { $0.split(separator: ",") }
        input.depends = depends.isEmpty ? nil : ids.isEmpty ? ["none"] : ids.map(String.init)
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
            next one; of a month or week it is the last day. Words such as due:fri, project:home, \
            priority:H and +shop are what options are; behind -- they are text.

              ledger task add Buy milk due:tomorrow +shop
              ledger task add "Call Bo" --due "fri 9:00" --type urgent --priority H
              ledger task add "Plant bulbs" --project home:garden --due 2026-11-30
            """)

    @Argument(help: "The title; several words need no quotes.")
    var title: [String]

    @OptionGroup var options: TaskOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = try context.newTask(options, title)
        let written = try context.call(AddTask.self, AddTask.Input(input))
        try context.put(written, did: .added)
    }
}

/// `ledger task log`
struct TaskLogCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Record a task that is done already.",
        discussion: """
              ledger task log Paid the rent project:home
              ledger task log Called Bo --done yesterday
            """)

    @Argument(help: "The title; several words need no quotes.")
    var title: [String]

    @Option(help: ArgumentHelp("When it was done; now if not said.", valueName: "when"))
    var done: String?

    @OptionGroup var options: TaskOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var add = AddTask.Input(try context.newTask(options, title))
        add.done = done.map(Arguments.plain) ?? "now"
        try context.put(try context.call(AddTask.self, add), did: .logged)
    }
}

/// `ledger task edit`
struct TaskEditCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change tasks; what they were stays in their history.",
        discussion: """
            What is not given stays; --tag gives the tags anew, all of them, and +shop adds one. \
            An empty text takes a value away: --project "", or project: as a word. Of many tasks, \
            by their ids or --where, all changes are one commit, and one undo takes it back.

              ledger task edit 77 --title "Buy oat milk" --no-deadline
              ledger task edit .3 .4 priority:H due:fri +shop
              ledger task edit --where 'project:home is:late' due:sat --dry-run
            """, aliases: ["modify"])

    @Argument(
        help: ArgumentHelp(
            "Ids, .3 for a row of the last list or a word of the title; then what it says from "
                + "now on: due:fri, project:home, priority:H, +shop.", valueName: "id"))
    var words: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("All open tasks that these terms find.", valueName: "terms"))
    var terms: String?

    @Option(help: ArgumentHelp("A tag to take away; may be repeated.", valueName: "tag"))
    var untag: [String] = []

    @Option(help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @Flag(
        name: [.customLong("no-deadline"), .customLong("no-due")], help: "Take the deadline away.")
    var noDeadline = false

    @OptionGroup var options: TaskOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let ids: [String]
        if let terms {
            ids = try context.tasks(where: Arguments.plain(terms))
        } else {
            ids = TaskEditCommand.ids(words)
        }
        let rest = terms == nil ? Array(words.dropFirst(ids.count)) : words
        if ids.isEmpty {
            throw .usage(.parser("give an id, or --where with terms", command: ["task", "edit"]))
        }
        var (input, tags) = try context.changes(
            options, rest, title: title, for: ["task", "edit"])
        if noDeadline {
            if input.due != nil { throw .usage(.exclusive("--due", "--no-deadline", values: 0)) }
            input.due = "none"
        }
        let untags = untag.isEmpty ? nil : untag.map(Arguments.plain)
        if ids.count == 1, terms == nil {
            var edit = EditTask.Input(id: Arguments.plain(ids[0]), input)
            (edit.addTags, edit.removeTags) = (tags, untags)
            return try context.put(try context.call(EditTask.self, edit), did: .edited)
        }
        if let title {
            let many = terms == nil ? Arguments.plain(ids[1]) : "--where"
            throw .usage(.exclusive(many, "--title", values: title.isEmpty ? 0 : 1))
        }
        let edit = EditTasks.Input(
            ids: ids.map(Arguments.plain), input, addTags: tags, removeTags: untags)
        try context.put(try context.call(EditTasks.self, edit), did: .edited)
    }

    /// The first word, and those behind it that can only be ids.
    private static func ids(_ words: [String]) -> [String] {
        let others = words.dropFirst().prefix { word in
            let digits = word.first == "." || word.first == "#" ? word.dropFirst() : word[...]
            return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
        }
        return Array(words.prefix(1)) + others
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

extension CommandContext {
    /// What options, words and the context say of a new task.
    fileprivate func newTask(
        _ options: TaskOptions, _ title: [String]
    ) throws(CommandFailure) -> TaskInput {
        let attributes = try attributeNames(among: title)
        let words = try TaskWords(title, clears: false, attributes: attributes)
        let saysDay = options.due != nil || words.word(for: ["--due"]) != nil
        let due = options.due.map { Arguments.plain($0) }
        try TitleWords.refuse(task: words.rest, timeOf: words.days(due: due))
        try TitleWords.refuse(task: words.rest, saysDay: saysDay)
        var input = options.input
        try words.put(into: &input)
        if !words.tags.isEmpty { input.tags = (input.tags ?? []) + words.tags }
        try takeContext(into: &input)
        input.assignee = try assignee(input.assignee)
        if input.assignee != nil, !options.isNew { input.refusesSlips = true }
        input.title = words.rest.map(Arguments.plain).joined(separator: " ")
        return input
    }
}
