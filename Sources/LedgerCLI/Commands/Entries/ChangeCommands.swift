internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger amend`
struct AmendCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend", abstract: "Change lines; what they were stays in their history.",
        discussion: """
            What is not given stays. An empty text takes a value away: --category "". With --where \
            all lines that terms find change in one batch, after a look and a question.

              ledger amend 1042 --amount 13.50 --reason "the tip"
              ledger amend .3 -c food:lunch
              ledger amend 1042 --split Ann,Bob
              ledger amend --where 'market not:cat:food' -c food:market --dry-run
            """)

    @Argument(help: IdArgument.help) var id: String?

    @OptionGroup var bulk: BulkOptions

    @Option(help: ArgumentHelp("Another amount.", valueName: "amount"))
    var amount: String?

    @Option(help: ArgumentHelp("Another currency.", valueName: "code"))
    var currency: String?

    @OptionGroup var change: ChangeOptions

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("Another day.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("Another local time.", valueName: "time"))
    var time: String?

    @Option(help: SplitArgument.help)
    var split: [String] = []

    @Flag(name: .customLong("no-split"), help: "Split it no more.")
    var splitsNot = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("All tags anew; may be repeated.", valueName: "tag"))
    var tag: [String] = []

    @Flag(name: .customLong("new"), help: "A name is new, though one is spelt nearly so.")
    var isNew = false

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        try bulk.validate(ids: id.map { [$0] } ?? [])
        let isSaid =
            [amount, currency, day, time].contains { $0 != nil } || !tag.isEmpty
            || !split.isEmpty || splitsNot
        if !isSaid, change.changes == Rule.Changes() {
            throw ValidationError("say what is to change, such as --amount 13.50 or --note ''")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = input
        guard let query = bulk.query else {
            input.amount = amount.map(Arguments.plain)
            input.currency = currency
            if !split.isEmpty {
                if splitsNot { throw .usage(.exclusive("--split", "--no-split", values: 0)) }
                input.split = try context.people(split.map(Arguments.plain))
            }
            return try context.put(try context.call(AmendEntry.self, input), done: .amended)
        }
        let ofOne = [
            ("--amount", amount != nil), ("--currency", currency != nil),
            ("--split", !split.isEmpty),
        ]
        if let option = ofOne.first(where: \.1)?.0 {
            throw .usage(.oneLineOnly(option, query: Arguments.plain(query)))
        }
        try bulk.run(query, reason: reason, key: writing.key, verb: .amend, in: context) {
            lines throws(CommandFailure) in
            try context.call(AmendEntries.self, .init(lines: lines, changes: input))
        }
    }

    /// What changes, apart from the amount.
    private var input: AmendEntry.Input {
        var input = change.changes.amendment(of: Arguments.plain(id ?? ""))
        input.day = day.map(Arguments.plain)
        input.time = time
        input.tags = tag.isEmpty ? nil : tag.filter { !$0.isEmpty }.map(Arguments.plain)
        input.split = splitsNot ? [] : nil
        input.reason = reason.map(Arguments.plain)
        input.refusesSlips = isNew ? nil : true
        return input
    }
}

/// `ledger void`
struct VoidCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "void",
        abstract: "Take entries back; they stop counting and stay in the history.",
        discussion: """
              ledger void 1042
              ledger void --where 'batch:512 title:test' --dry-run
            """)

    @Argument(help: IdArgument.help) var ids: [String] = []

    @OptionGroup var bulk: BulkOptions

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws { try bulk.validate(ids: ids) }

    func run(in context: CommandContext) throws(CommandFailure) {
        if let query = bulk.query {
            return try bulk.run(
                query, reason: reason, key: writing.key, verb: .void, in: context
            ) { lines throws(CommandFailure) in try context.call(VoidEntries.self, lines) }
        }
        let ids = ids.map(Arguments.plain)
        let input = EntriesInput(
            ids: ids, reason: reason.map(Arguments.plain))
        try context.put(try context.call(VoidEntry.self, input), done: .voided)
    }
}

/// `ledger restore`
struct RestoreCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring voided entries back, or a ledger from a backup.",
        discussion: """
            With --into, a ledger is written to a new folder from a backup, or from any ledger: \
            all of it, or with --to only up to an event or a time. Commits come whole, and the \
            root is the one the ledger had then.

              ledger restore 1042
              ledger restore /media/stick/ledger --into restored
              ledger restore /media/stick/ledger --into march --to 2026-03-31
            """)

    @Argument(
        help: ArgumentHelp(
            "An id (1042), a row of the last list (.3), or a word of the title; with --into, the "
                + "folder of a backup.", valueName: "id|backup"))
    var ids: [String]

    @Option(help: ArgumentHelp("The new folder.", valueName: "folder"))
    var into: String?

    @Option(
        help: ArgumentHelp("The last event or moment to take in.", valueName: "position|time"))
    var to: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if to != nil, into == nil { throw ValidationError("--to needs --into FOLDER") }
        if into != nil, ids.count != 1 {
            throw ValidationError("--into needs one argument: the folder of a backup")
        }
        if into != nil, writing.dryRun || writing.key != nil || reason != nil {
            throw ValidationError("--into goes with --to only")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if let into {
            let input = RestoreBackup.Input(
                backup: ids.map(Arguments.plain)[0], destination: into, to: to)
            let done = try context.call(RestoreBackup.self, input)
            return try context.put(
                done, text: RestoreText(output: context.output).text(done),
                csv: RestoreText.csv(done))
        }
        let ids = ids.map(Arguments.plain)
        let input = EntriesInput(
            ids: ids, reason: reason.map(Arguments.plain))
        try context.put(try context.call(RestoreEntry.self, input), done: .restored)
    }
}

/// How an id is typed.
enum IdArgument {
    static let help = ArgumentHelp(
        "An id (1042), a row of the last list (.3), or a word of the title.", valueName: "id")
}

/// `expense`, `income` or `transfer`.
struct KindArgument: ExpressibleByArgument {
    let kind: EntryKind

    init?(argument: String) {
        guard let kind = EntryKind(name: argument.lowercased()) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { EntryKind.allCases.map(\.name) }
}
