internal import Application
internal import ArgumentParser
internal import Ledger

/// Which tasks, and why.
struct TaskChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, .3 for a row of the last list, words of titles; or which: project:home +shop.",
            valueName: "id"))
    var ids: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("All tasks that these terms find.", valueName: "terms"))
    var terms: String?

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
        var ids = try context.taskIDs(choice.ids, open: deed != .reopened)
        if let terms = choice.terms {
            ids += try context.tasks(
                where: Arguments.plain(terms), isOpen: deed != .reopened)
        }
        if ids.isEmpty {
            let command = ["task", configuration.commandName ?? ""]
            throw .usage(.parser("give an id, or --where with terms", command: command))
        }
        let input = EntriesInput(
            ids: ids,
            reason: choice.reason.map(Arguments.plain))
        try context.put(try context.call(Target.self, input), did: deed)
    }
}

extension CommandContext {
    /// What ids mean, and the ids of all tasks that `project:home` and `+shop` among them ask for.
    fileprivate func taskIDs(
        _ typed: [String], open: Bool
    ) throws(CommandFailure) -> [String] {
        let words = try TaskWords(typed, clears: false)
        let isAsked = words.rest.count < typed.count
        if isAsked, let word = words.rest.first(where: TaskWords.isJoined) {
            let told = "'\(Arguments.plain(word))' joins terms: write all of them behind --where"
            throw .usage(.parser(told, command: ["task", "done"]))
        }
        let ids = words.rest.map(Arguments.plain)
        if words.rest.count == typed.count { return ids }
        var input = ListTasks.Input(tab: open ? nil : "done", all: nil)
        try input.take(words, for: ["task", "list"])
        let rows = try call(ListTasks.self, input).rows
        if rows.isEmpty {
            let asked = typed.filter { !words.rest.contains($0) }.joined(separator: " ")
            throw .application(.unknownID(asked))
        }
        return ids + rows.map { "\($0.id)" }
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
        commandName: "drop", abstract: "Drop tasks: they will not be done, and can be reopened.",
        aliases: ["delete"])
}

/// `ledger task start`
enum TaskStart: TaskVerb {
    typealias Target = StartTasks
    static let deed = TaskDeed.started
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Begin to work on tasks; the time is counted.")
}

/// `ledger task stop`
enum TaskStop: TaskVerb {
    typealias Target = StopTasks
    static let deed = TaskDeed.stopped
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End to work on tasks for now; done and drop do so, too.")
}

/// `ledger task annotate`
struct TaskAnnotateCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotate", abstract: "Add a line to a task's note, with day and time.",
        discussion: "  ledger task annotate plumber number 555")

    @Argument(help: IdArgument.help) var id: String

    @Argument(help: "The text; several words need no quotes.")
    var text: [String]

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let text = text.map(Arguments.plain).joined(separator: " ")
        if text.allSatisfy(\.isWhitespace) {
            throw .usage(.parser("the text is blank", command: ["task", "annotate"]))
        }
        let input = AnnotateTask.Input(id: Arguments.plain(id), text: text)
        try context.put(try context.call(AnnotateTask.self, input), did: .annotated)
    }
}
