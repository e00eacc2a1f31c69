internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger undo`
struct UndoCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what you recorded last, or any commit or import.",
        discussion: """
            Nothing is removed: an undo is recorded like anything else, and ledger redo takes it \
            back. What was changed since is not touched: then nothing is written and the \
            changes are shown.

              ledger undo                   the newest; twice goes two back
              ledger undo 1042              whatever recorded event 1042, a whole import too
              ledger undo --since 1h        all that you recorded within the last hour
              ledger undo --list            what could be undone
            """)

    @Argument(
        help: ArgumentHelp(
            "Events of what to undo: an id (1042), a row of the last list (.3), or a word of "
                + "the title; the newest commit when left out.", valueName: "id"))
    var ids: [String] = []

    @Option(
        help: ArgumentHelp(
            "All that you recorded since: 30m, 1h, 2d, 14:30, yesterday, RFC 3339.",
            valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("An import, by its id or any of its lines.", valueName: "id"))
    var batch: String?

    @Flag(help: "List what could be undone, newest first; undo nothing.")
    var list = false

    @OptionGroup var options: UndoOptions
    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        let given = [!ids.isEmpty, since != nil, batch != nil, list].filter(\.self).count
        if given > 1 {
            throw ValidationError("use only one of ids, --since, --batch and --list")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if list { return try showList(in: context) }
        var input = options.input(ids, writing)
        input.since = since.map(Arguments.plain)
        input.batch = batch.map(Arguments.plain)
        let receipt = try options.call(UndoCommits.self, input, in: context)
        try context.put(
            receipt, text: UndoText(receipt: receipt, isRedo: false, output: context.output).text,
            csv: UndoText.csv(receipt.changes))
    }

    private func showList(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(
            ListUndoable.self, ListUndoable.Input(limit: options.all ? .max : options.limit))
        // A list that cannot be remembered is still a list.
        try? context.session.remember(list.rows.map(\.id))
        try context.put(
            list, text: UndoText.list(list, context.output), csv: UndoText.csv(list.rows))
    }
}

/// `ledger redo`
struct RedoCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Take back your last undo, or that of a commit.",
        discussion: """
              ledger redo                   twice takes two undos back
              ledger redo 1042              whatever recorded event 1042 counts again
            """)

    @Argument(
        help: ArgumentHelp(
            "Events of what was undone, or of the undo; the newest undo when left out.",
            valueName: "id"))
    var ids: [String] = []

    @OptionGroup var options: UndoOptions
    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = options.input(ids, writing)
        let receipt = try options.call(RedoCommits.self, input, in: context)
        try context.put(
            receipt, text: UndoText(receipt: receipt, isRedo: true, output: context.output).text,
            csv: UndoText.csv(receipt.changes))
    }
}

/// What undo and redo both understand.
struct UndoOptions: ParsableArguments {
    @Flag(
        name: .customLong("skip-conflicts"),
        help: "Leave out what was changed since, and undo the rest.")
    var skipConflicts = false

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @Option(name: [.customShort("n"), .long], help: "How many changes to show at most.")
    var limit = 20

    @Flag(help: "Show all changes.")
    var all = false

    func input(_ ids: [String], _ writing: WritingOptions) -> UndoCommits.Input {
        UndoCommits.Input(
            ids: ids.isEmpty ? nil : ids.map(Arguments.plain), skipConflicts: skipConflicts,
            reason: reason.map(Arguments.plain), limit: all ? .max : limit)
    }

    /// Takes something back; where it was changed since, it is looked whether anything is left
    /// without that.
    func call<E: Endpoint>(
        _ endpoint: E.Type, _ input: UndoCommits.Input, in context: CommandContext
    ) throws(CommandFailure) -> UndoReceipt
    where E.Input == UndoCommits.Input, E.Output == UndoReceipt {
        do throws(CommandFailure) { return try context.call(endpoint, input) } catch {
            guard case .application(.decision(.undoConflicts(let conflicts))) = error,
                !skipConflicts
            else { throw error }
            var rest = input
            rest.skipConflicts = true
            let rehearsal = context.with(Session(context.session.current.dryRun()))
            do throws(CommandFailure) { _ = try rehearsal.call(endpoint, rest) } catch {
                if case .application(.decision(.undoConflicts)) = error {
                    throw .allChanged(.decision(.undoConflicts(conflicts)))
                }
            }
            throw error
        }
    }
}
