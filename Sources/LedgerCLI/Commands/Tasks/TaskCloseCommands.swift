internal import Application
internal import ArgumentParser

/// Which tasks, and why.
struct TaskChoice: ParsableArguments {
    @Argument(help: IdArgument.help) var ids: [String]

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?
}

/// A command that opens or closes tasks.
protocol TaskVerb: Verb where Options == TaskChoice {
    associatedtype Target: Endpoint where Target.Input == EntriesInput, Target.Output: WriteAnswer

    static var deed: TaskDeed { get }
}

extension TaskVerb {
    static func run(
        _ choice: TaskChoice, in context: CommandContext
    ) throws(CommandFailure) {
        let input = EntriesInput(
            ids: choice.ids.map(Arguments.plain), reason: choice.reason.map(Arguments.plain))
        try context.put(try context.call(Target.self, input), did: deed)
    }
}

/// `ledger task done`
enum TaskDone: TaskVerb {
    typealias Target = CompleteTasks
    static let deed = TaskDeed.completed
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Complete tasks; one that is late counts as late.")
}

/// `ledger task reopen`
enum TaskReopen: TaskVerb {
    typealias Target = ReopenTasks
    static let deed = TaskDeed.reopened
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Take up completed or dropped tasks again.")
}

/// `ledger task drop`
enum TaskDrop: TaskVerb {
    typealias Target = DropTasks
    static let deed = TaskDeed.dropped
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Drop tasks: they will not be done, and can be reopened.")
}
