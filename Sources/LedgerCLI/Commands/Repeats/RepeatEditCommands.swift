internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger repeat show`
struct RepeatShowCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "All that a rule says.")

    @Argument(help: RepeatArgument.help) var id: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListRepeats.self, ListRepeats.Input(id: Arguments.plain(id)))
        guard let row = list.rows.first else { throw .application(.unknownID(id)) }
        try context.put(
            list, text: RepeatText.rule(row, list, context.output),
            csv: RepeatText.csv(list.rows))
    }
}

/// `ledger repeat edit`
struct RepeatEditCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change what comes again from a day on.",
        discussion: """
            What is not given stays, and so does what was recorded. The rule ends on the day, and \
            another one goes on from it; of one that changes on a later day an id says which part \
            is meant. An empty text takes a value away: --category "".

              ledger repeat edit rent --amount 1020 --from 2027-01
              ledger repeat edit gym --every "2 weeks"
            """)

    @Argument(help: RepeatArgument.help) var id: String

    @Option(help: ArgumentHelp("Another amount.", valueName: "amount"))
    var amount: String?

    @Option(help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Another category.", valueName: "category"))
    var category: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Another account.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("Other days: \"month on the 1st\".", valueName: "when"))
    var every: String?

    @Option(
        help: ArgumentHelp("The first day on which it is otherwise; today.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("Another last day; \"\" for none.", valueName: "day"))
    var until: String?

    @Flag(exclusivity: .exclusive)
    var mode: PostingFlag?

    @Flag(name: .customLong("new"), help: "A name is new, though one is spelt nearly so.")
    var isNew = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        let given = [amount, title, category, account, every, until]
        if given.allSatisfy({ $0 == nil }), mode == nil {
            throw ValidationError("say what is to change, such as --amount 1020")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = EditRepeat.Input(id: Arguments.plain(id))
        input.amount = amount.map(Arguments.plain)
        input.title = title.map(Arguments.plain)
        input.category = category.map(Arguments.plain)
        input.account = account.map(Arguments.plain)
        input.every = every.map(Arguments.plain)
        input.from = from.map(Arguments.plain)
        input.until = until.map(Arguments.plain)
        input.post = mode.map { $0 == .post }
        input.refusesSlips = isNew ? nil : true
        try context.put(try context.call(EditRepeat.self, input), repeats: "Changed")
    }
}
