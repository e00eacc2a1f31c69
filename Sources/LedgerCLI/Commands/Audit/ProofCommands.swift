internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make and show the keys that sign for the ledger.",
        discussion: """
            A key lies in the folder keys of the ledger, for you only; backups leave it out. The \
            newest one signs. Give others what ledger key show prints: with it they can check \
            checkpoints, proofs and receipts.

              ledger key new
              ledger key show
            """,
        subcommands: [KeyNewCommand.self, KeyShowCommand.self, KeyListCommand.self],
        defaultSubcommand: KeyListCommand.self)
}

/// `ledger key new`
struct KeyNewCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a key, which signs from now on.")

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let key = try context.call(NewKey.self, NoInput())
        try context.put(
            key, text: ProofText(context.output).new(key), csv: ProofText.csv([key]))
    }
}

/// `ledger key show`
struct KeyShowCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the public half of a key, for those who check.",
        discussion: """
              ledger key show
              ledger key show c74f20a3
            """)

    @Argument(help: ArgumentHelp("The key; the one that signs when left out.", valueName: "id"))
    var id: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let keys = try context.call(ListKeys.self, NoInput()).keys
        guard let key = keys.last(where: { id.map($0.id.hasPrefix) ?? true }) else {
            throw .application(.proof(id.map { .unknownKey($0) } ?? .noKey))
        }
        try context.put(key, text: "\(key.verifier)\n", csv: ProofText.csv([key]))
    }
}

/// `ledger key list`
struct KeyListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys that sign or signed.", aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListKeys.self, NoInput())
        try context.put(
            list, text: ProofText(context.output).list(list.keys), csv: ProofText.csv(list.keys))
    }
}

/// Which state of the ledger is meant.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The ledger as it was after an event, or at a time.", valueName: "position|time"))
    var at: String?
}

/// `ledger checkpoint`
struct CheckpointCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint", abstract: "Say what the ledger is, for others to keep.",
        discussion: """
            A checkpoint is the number of events and the root over them \
            (c2sp.org/tlog-checkpoint). Whoever keeps one can tell later whether anything of it \
            was taken back or changed: ledger verify --against FILE.

              ledger checkpoint --sign -o march.checkpoint
              ledger checkpoint --at 2026-03-31
            """)

    @Flag(help: "Sign it with the newest key of the ledger.")
    var sign = false

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        let made = try context.at(state.at).call(
            MakeCheckpoint.self, MakeCheckpoint.Input(sign: sign ? true : nil))
        try context.put(made, text: made.checkpoint, csv: ProofText.csv(made))
        try context.say(ProofText(context.output).written(made, to: shared.file))
    }
}

/// `ledger prove`
struct ProveCommand: FileCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove", abstract: "Prove to others that the ledger has an event.",
        discussion: """
            The proof (c2sp.org/tlog-proof) is checked without the ledger and without this \
            program, by your key alone; tools/verify-proof does it in plain Python. It shows the \
            facts of one event: days, amounts, categories, accounts; its texts stay hidden unless \
            you say otherwise, and so do all other events.

            With --consistency it proves that the ledger at the second event continues the ledger \
            at the first: nothing before was taken back or changed.

            With --branch, and the first digits of a root, it proves that a branch which a merge \
            replaced had an event, by the id that this had there: what was handed out before the \
            merge is of that branch.

              ledger prove 1042 -o rent.tlog-proof
              ledger prove 1042 --with-text -o rent.tlog-proof
              ledger prove --consistency 500 1042 -o march.proof
              ledger prove --branch 4f1c 1042 -o old.proof
            """)

    @Argument(
        help: ArgumentHelp(
            "An event: an id or a word of a title; two ids with --consistency.", valueName: "id"))
    var ids: [String]

    @Flag(exclusivity: .exclusive, help: "What the proof shows of the event.")
    var shown = ShownPart.facts

    @Flag(help: "Prove that nothing was taken back or changed between two events.")
    var consistency = false

    @Option(
        help: ArgumentHelp(
            "Prove an event of the branch of a root that a merge replaced.", valueName: "root"))
    var branch: String?

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if branch != nil, ids.count != 1 || UInt64(ids[0]) == nil {
            throw ValidationError("--branch needs an event by the id that it had there")
        }
        if branch != nil, consistency || state.at != nil || shown == .withText {
            throw ValidationError(
                "use only one of --branch, --consistency, --at and --with-text")
        }
        if consistency, ids.count != 2 || ids.contains(where: { UInt64($0) == nil }) {
            throw ValidationError("--consistency needs two events by their ids, the older first")
        }
        if consistency, state.at != nil {
            throw ValidationError("use only one of --consistency and --at")
        }
        if !consistency, ids.count != 1 {
            throw ValidationError("one event is proved at a time")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let text = ProofText(context.output)
        if consistency {
            let numbers = ids.compactMap { UInt64($0) }
            let made = try context.call(
                ProveConsistency.self,
                ProveConsistency.Input(from: numbers[0], to: numbers[1]))
            try context.put(made, text: made.proof, csv: ProofText.csv(made))
            return try context.say(text.written(made, to: shared.file))
        }
        if let branch {
            let made = try context.call(
                ProveBranch.self,
                ProveBranch.Input(branch: Arguments.plain(branch), id: UInt64(ids[0]) ?? 0))
            try context.put(made, text: made.proof, csv: ProofText.csv(made))
            return try context.say(text.written(made, to: shared.file))
        }
        let made = try context.at(state.at).call(
            ProveEvent.self,
            ProveEvent.Input(
                id: Arguments.plain(ids[0]), withText: shown == .withText ? true : nil))
        try context.put(made, text: made.proof, csv: ProofText.csv(made))
        try context.say(text.written(made, to: shared.file))
    }
}

/// What a proof shows.
enum ShownPart: EnumerableFlag {
    case facts
    case withText

    static func help(for value: ShownPart) -> ArgumentHelp? {
        switch value {
        case .facts: "Hide the texts: title, note, tags, payee, reason."
        case .withText: "Show the texts, too."
        }
    }
}

extension CommandContext {
    /// The same at an earlier state of the ledger.
    func at(_ text: String?) throws(CommandFailure) -> CommandContext {
        guard let text else { return self }
        do throws(ApplicationError) {
            let past = try session.current.past(Arguments.plain(text))
            return with(Session(session.current.with { $0.asOf = past }))
        } catch { throw .application(error) }
    }

    /// The text of a file that was named.
    func text(of path: String) throws(CommandFailure) -> String {
        do throws(Terminal.Failure) {
            return String(decoding: try Terminal.load(path), as: UTF8.self)
        } catch {
            throw .file(error)
        }
    }

    /// Says something beside a result that went to a file of its own kind.
    func say(_ text: String) throws(CommandFailure) {
        guard outputFile != nil, output.format == .text else { return }
        do throws(Terminal.Failure) { try Terminal.put(text, on: .output) } catch {
            throw .file(error)
        }
    }
}
