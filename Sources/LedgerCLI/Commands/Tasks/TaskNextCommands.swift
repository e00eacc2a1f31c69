internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger next`
struct NextCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "List what to do next: open tasks by how much they press.",
        discussion: """
            How much a task presses is a sum with the coefficients of Taskwarrior: its deadline, \
            its priority, what waits for it, its age and so on; ledger task explain ID says how it \
            comes about. Tasks that are hidden are left out.

              ledger next
              ledger next project:home or +shop
            """)

    @Argument(help: "Which: project:home, +shop, as in ledger task list.")
    var terms: [String] = []

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("How many tasks, at most.", valueName: "n"))
    var limit: Int?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = NextTasks.Input()
        let words = terms.map(Arguments.plain)
        input.terms = context.taskTerms(words.isEmpty ? nil : TaskQuery.text(of: words))
        input.limit = limit
        let list = try context.call(NextTasks.self, input)
        context.remember(list.rows.map(\.id))
        let text = NextText(list, context.output)
        try context.put(list, text: context.contextLine + text.table, csv: text.csv)
    }
}

/// `ledger task explain`
struct TaskExplainCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Say why a task presses as it does.",
        discussion: """
            Each term of the sum: how far it holds, and by what that counts. A deadline holds by \
            0.2 until 14 days before and by 1 from 7 days after on.

              ledger task explain 77
            """)

    @Argument(help: IdArgument.help) var id: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let told = try context.call(ExplainTask.self, EntryInput(id: Arguments.plain(id)))
        try context.put(
            told, text: NextText.explanation(told, context.output), csv: NextText.csv(told))
    }
}
