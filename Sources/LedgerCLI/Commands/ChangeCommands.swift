internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger amend`
struct AmendCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend", abstract: "Change a line; what it was stays in its history.",
        discussion: """
            What is not given stays. An empty text takes a value away: --category "".

              ledger amend 1042 --amount 13.50 --reason "the tip"
              ledger amend .3 -c food:lunch
            """)

    @Argument(help: IdArgument.help) var id: String

    @Option(help: ArgumentHelp("Another amount.", valueName: "amount"))
    var amount: String?

    @Option(help: ArgumentHelp("Another currency.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Another category.", valueName: "category"))
    var category: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Another account.", valueName: "account"))
    var account: String?

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("Another day.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("Another local time.", valueName: "time"))
    var time: String?

    @Option(help: ArgumentHelp("Another note.", valueName: "text"))
    var note: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("All tags anew; may be repeated.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("expense, income or transfer.", valueName: "kind"))
    var kind: KindArgument?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = AmendEntry.Input(id: Arguments.plain(id))
        input.amount = amount.map(Arguments.plain)
        input.currency = currency
        input.title = title.map(Arguments.plain)
        input.category = category.map(Arguments.plain)
        input.account = account.map(Arguments.plain)
        input.day = day.map(Arguments.plain)
        input.time = time
        input.note = note.map(Arguments.plain)
        input.tags = tag.isEmpty ? nil : tag.filter { !$0.isEmpty }.map(Arguments.plain)
        input.kind = kind?.kind
        input.reason = reason.map(Arguments.plain)
        input.key = writing.key.map(Arguments.plain)
        try context.put(try context.call(AmendEntry.self, input), done: .amended)
    }
}

/// `ledger void`
struct VoidCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "void",
        abstract: "Take entries back; they stop counting and stay in the history.")

    @Argument(help: IdArgument.help) var ids: [String]

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let ids = ids.map(Arguments.plain)
        let input = EntriesInput(
            ids: ids, reason: reason.map(Arguments.plain), key: writing.key.map(Arguments.plain))
        try context.put(try context.call(VoidEntry.self, input), done: .voided, others: ids)
    }
}

/// `ledger restore`
struct RestoreCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring voided entries back.")

    @Argument(help: IdArgument.help) var ids: [String]

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let ids = ids.map(Arguments.plain)
        let input = EntriesInput(
            ids: ids, reason: reason.map(Arguments.plain), key: writing.key.map(Arguments.plain))
        try context.put(try context.call(RestoreEntry.self, input), done: .restored, others: ids)
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
