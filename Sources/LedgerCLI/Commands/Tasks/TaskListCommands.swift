internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task list`
struct TaskListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List tasks by their deadlines; without options open ones.",
        discussion: """
            The row numbers can be used as ids afterwards: ledger task done .3. The numbers \
            of --columns short,due,title can be used all day, whatever is done or added: ledger \
            task done :3; they are counted anew when the next day begins.

              ledger task list --tab today
              ledger task list project:home or +shop
              ledger task list 'due.before:eom' not is:blocked
              ledger task list done:'last week'
              ledger task list --columns id,due,title,tags --sort priority,due-

            Terms are words, and project: tag: priority: type: colour: who: title: note: id:, each \
            alone for none; due: scheduled: wait: until: added: done: with days, and .before .by \
            .after behind the name; is: with open, done, dropped, late, today, upcoming, hidden, \
            blocked, blocking, started or ready; /…/ for an expression; attributes with .over and \
            .under. or, and, not and brackets join them.
            """,
        aliases: ["ls"])

    @Option(
        help: ArgumentHelp(
            "today, upcoming, done, failed; open for all but done, or all.", valueName: "tab"))
    var tab: String?

    @Argument(help: "Which: words, project:home, +shop, due.before:fri, is:blocked.")
    var terms: [String] = []

    @Option(
        help: ArgumentHelp(
            "What to show, by commas: id, due, title, project, estimate …", valueName: "names"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "In which order, by commas; - behind a name turns it round.", valueName: "names"))
    var sort: String?

    @Flag(help: "All tasks, dropped ones too.")
    var all = false

    @Flag(help: "Only tasks that are hidden: they wait, or are of no use any more.")
    var waiting = false

    @Option(help: ArgumentHelp("A project with all below it.", valueName: "project"))
    var project: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A tag; of several all.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("basic, urgent or important.", valueName: "type"))
    var type: String?

    @Option(help: ArgumentHelp("green, teal, pink, gray or blue.", valueName: "colour"))
    var colour: String?

    @Option(help: ArgumentHelp("1 to 9, H, M or L.", valueName: "1-9"))
    var priority: String?

    @Option(help: ArgumentHelp("Who is to do them, by name, or me.", valueName: "name"))
    var assignee: String?

    @OptionGroup var part: PartOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        if all, tab != nil { throw .usage(.exclusive("--all", "--tab", values: 1)) }
        try PhraseTerms.refuseDays(in: terms)
        var input = ListTasks.Input(tab: tab, all: all)
        input.project = project.map(Arguments.plain)
        input.tags = tag.isEmpty ? nil : tag.map(Arguments.plain)
        input.type = type
        input.colour = colour
        input.priority = priority.map(Arguments.plain)
        input.assignee = assignee.map(Arguments.plain)
        // What lists find by their columns alone they find without reading every task.
        if let words = TaskWords.plain(terms) {
            try input.take(words, for: ["task", "list"])
        } else {
            input.terms = TaskQuery.text(of: terms.map(Arguments.plain))
        }
        input.terms = context.taskTerms(input.terms)
        input.waiting = waiting ? true : nil
        let isPlain = input == ListTasks.Input(tab: tab, all: all)
        input.limit = all ? part.limit : part.limit(in: context)
        input.skip = part.skip
        if columns != nil || sort != nil { return try show(input, in: context) }
        let list = try context.call(ListTasks.self, input)
        let start =
            "No tasks yet; the first one: "
            + "\(context.output.program) task add Buy milk --due tomorrow"
        let none = isPlain && tab == nil ? "No open tasks." : "No task matches."
        try context.put(list, empty: isPlain && list.counts == TaskCounts() ? start : none)
    }

    /// Shows chosen columns, in a chosen order.
    private func show(
        _ input: ListTasks.Input, in context: CommandContext
    ) throws(CommandFailure) {
        let attributes = try context.call(ListAttributes.self, NoInput()).rows.map(\.name)
        func names(_ text: String?) -> [String] {
            (text.map(Arguments.plain) ?? "").lowercased().split(separator: ",")
                .map { String($0).trimmed }
        }
        let columns = try TaskColumn.columns(
            columns.map { names($0) } ?? TaskColumn.usual, attributes)
        let order = try TaskOrder(names(sort), attributes)
        var whole = input
        (whole.limit, whole.skip) = (nil, nil)
        whole.numbers = columns.contains { $0.name == "short" } ? true : nil
        var list = try context.call(ListTasks.self, whole)
        list.rows = order.isEmpty ? list.rowsByTab : order.sorted(list.rows)
        let rows = list.rows.dropFirst(max(0, input.skip ?? 0)).prefix(input.limit ?? .max)
        context.remember(rows.map(\.id))
        let text = TaskColumnText(
            list: list, rows: Array(rows), skipped: max(0, input.skip ?? 0), columns: columns,
            output: context.output)
        list.rows = Array(rows)
        try context.put(list, text: context.contextLine + text.text, csv: text.csv)
    }
}

/// `ledger task find`
struct TaskFindCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find tasks, closed ones too.",
        discussion: "All words have to occur in title, note, tags or project, in any case.")

    @Argument(help: "Words, or parts of them.")
    var words: [String]

    @OptionGroup var part: PartOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try TitleWords.refuse(sought: words)
        let text = words.map(Arguments.plain).joined(separator: " ")
        var input = FindTasks.Input(text: text)
        input.limit = part.limit(in: context)
        input.skip = part.skip
        let list = try context.call(FindTasks.self, input)
        try context.put(list, empty: "No task matches.", inContext: false)
    }
}

/// `ledger task show`
struct TaskShowCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one task.")

    @Argument(help: IdArgument.help) var id: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.show(task: Arguments.plain(id))
    }
}

/// `ledger due`
struct DueCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "due", abstract: "Print what is late or due today; nothing if nothing is.",
        discussion: """
            Tasks, then what comes again and is not recorded yet. For cron, which mails what \
            is printed. With --exit-code the exit code is 1 when something is due and 0 when \
            nothing is; 2 and 3 are errors as everywhere.

              ledger due --within 2d
              ledger due --exit-code --quiet || notify-send "Something is due"
            """)

    @Option(
        help: ArgumentHelp(
            "Also what is due soon: 2d are the two days after today, 12h are hours from now.",
            valueName: "span"))
    var within: String?

    @Flag(name: .customLong("exit-code"), help: "Exit with 1 when something is due.")
    var exitCode = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = DueTasks.Input(within: within.map(Arguments.plain))
        let list = try context.call(DueTasks.self, input)
        // Whoever asks for quiet has the exit code.
        if !shared.quiet {
            let expected = ExpectedText(
                rows: list.expected ?? [], today: list.today, output: context.output)
            let texts = [TaskText(list, context.output).reminder, expected.text]
            try context.put(
                list, text: texts.filter { !$0.isEmpty }.joined(separator: "\n"),
                csv: TaskCSV.text(due: list))
        }
        if exitCode, !list.rows.isEmpty || list.expected?.isEmpty == false {
            throw .finished(exitCode: 1)
        }
    }
}

extension CommandContext {
    /// Puts a list of tasks out and remembers its rows.
    fileprivate func put(
        _ list: TaskList, empty: String, inContext: Bool = true
    ) throws(CommandFailure) {
        remember(list.rowsByTab.map(\.id))
        try put(
            list,
            text: (inContext ? contextLine : "") + TaskText(list, output).groups(empty: empty),
            csv: TaskCSV.text(list.rows))
    }

    /// Shows one task.
    func show(task id: String) throws(CommandFailure) {
        let list = try call(ShowTask.self, EntryInput(id: id))
        guard let row = list.rows.first else { return }
        try put(list, text: TaskText(list, output).details(row), csv: TaskCSV.text(list.rows))
    }

    /// Remembers rows for `.3`. A list that cannot be remembered is still a list, but then .1 means
    /// a row of an older one.
    func remember(_ ids: [UInt64]) {
        do { try session.remember(ids) } catch {
            let warning = "ledger: these rows cannot be remembered: .1 is a row of an older list\n"
            try? Terminal.put(warning, on: .error)
        }
    }
}

extension ListTasks.Input {
    /// Takes in words such as `project:home` and `+shop`.
    mutating func take(_ words: TaskWords, for command: [String]) throws(CommandFailure) {
        var said = TaskInput()
        said.project = project
        said.type = type
        said.colour = colour
        said.priority = priority
        said.assignee = assignee
        try words.put(into: &said)
        let others = [
            "--due", "--note", "--wait", "--scheduled", "--until", "--depends", "--parent",
        ]
        if let word = words.word(for: others) { throw .unexpected(word, command) }
        project = said.project
        type = said.type
        colour = said.colour
        priority = said.priority
        assignee = said.assignee
        let tags = (self.tags ?? []) + words.tags
        self.tags = tags.isEmpty ? nil : tags
    }
}

extension CommandFailure {
    /// A word that a command does not take.
    static func unexpected(_ word: String, _ command: [String]) -> CommandFailure {
        .usage(.parser("unexpected argument '\(Arguments.plain(word))'", command: command))
    }
}
