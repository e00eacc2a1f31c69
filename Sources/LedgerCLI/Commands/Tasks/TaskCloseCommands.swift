internal import Application
internal import ArgumentParser

/// Which tasks, and why.
struct TaskChoice: ParsableArguments {
    @Argument(help: IdArgument.help) var ids: [String]

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    func input(_ writing: WritingOptions) -> EntriesInput {
        EntriesInput(
            ids: ids.map(Arguments.plain), reason: reason.map(Arguments.plain),
            key: writing.key.map(Arguments.plain))
    }
}

/// `ledger task done`
struct TaskDoneCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Complete tasks; one that is late counts as late.")

    @OptionGroup var choice: TaskChoice
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.put(
            try context.call(CompleteTasks.self, choice.input(writing)), did: .completed)
    }
}

/// `ledger task reopen`
struct TaskReopenCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Take up completed or dropped tasks again.")

    @OptionGroup var choice: TaskChoice
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.put(
            try context.call(ReopenTasks.self, choice.input(writing)), did: .reopened)
    }
}

/// `ledger task drop`
struct TaskDropCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Drop tasks: they will not be done, and can be reopened.")

    @OptionGroup var choice: TaskChoice
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.put(try context.call(DropTasks.self, choice.input(writing)), did: .dropped)
    }
}
