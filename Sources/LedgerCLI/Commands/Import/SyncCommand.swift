internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger sync`
struct SyncCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Keep tasks and a file of another program together.",
        discussion: """
            What changed only in the file comes in, as one change that ledger undo takes back; \
            what changed only here goes out. What both sides changed, each in its own way, is \
            listed and stays as it is on both sides until --prefer says which one counts. Tasks \
            are known by their ids, which lines of todo.txt get. The file keeps its order, and \
            what this program has no word for; it is written beside and takes its place at once. \
            A file without any or most of its tasks is refused, and so is one of Taskwarrior that \
            lacks all that was written the last time, until --missing says what counts.

              ledger sync todo.txt ~/todo.txt --dry-run
              ledger sync todo.txt ~/todo.txt
              ledger sync ics tasks.ics --prefer theirs
              task export > t.json; ledger sync taskwarrior t.json; task import t.json
            """)

    @Argument(help: ArgumentHelp("taskwarrior, todo.txt or ics.", valueName: "format"))
    var form: String

    @Argument(help: ArgumentHelp("The file; one that is not there is made.", valueName: "file"))
    var path: String

    @Option(
        help: ArgumentHelp(
            "The side that counts where both changed the same: ours or theirs.",
            valueName: "side"))
    var prefer: String?

    @Option(
        help: ArgumentHelp(
            "What counts where the file lacks much that it had: gone, or again to write it.",
            valueName: "what"))
    var missing: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if writing.key != nil { throw ValidationError("use only one of --key and sync") }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = SyncTasks.Input(
            form: Arguments.plain(form), path: Arguments.plain(path),
            prefer: prefer.map(Arguments.plain), missing: missing.map(Arguments.plain))
        let done: SyncTasks.Output
        do throws(CommandFailure) {
            done = try context.call(SyncTasks.self, input)
        } catch .application(.csv(let error, let profiles)) {
            throw .unreadable(error, path: path, profiles: profiles)
        } catch {
            throw error
        }
        let shown = SyncText(done, isRehearsal: context.isDryRun, output: context.output)
        try context.put(done, text: shown.text, csv: SyncText.csv(done))
        if !done.conflicts.isEmpty { throw .finished(exitCode: 1) }
    }
}
