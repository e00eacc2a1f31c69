internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger goal`
struct GoalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Save for something, and see what is missing.",
        discussion: """
            What is put aside is what is in the account. Where several goals are of one account, \
            the one with the earlier day takes first. The months of a goal are counted with this \
            one and the last.

              ledger goal set 3000 Bike --by 2027-06 --account Savings
              ledger goal
              ledger goal last month             at the end of it
              ledger goal remove Bike
            """,
        subcommands: [GoalListCommand.self, GoalSetCommand.self, GoalRemoveCommand.self],
        defaultSubcommand: GoalListCommand.self, aliases: ["goals"])
}

/// `ledger goal list`
struct GoalListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "What is there for each goal, and what is missing.",
        aliases: ["ls"])

    @Argument(
        help: ArgumentHelp(
            "Days in words, at the end of which: last month, 2026-03.", valueName: "days"))
    var words: [String] = []

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day at whose end; today when left out.", valueName: "day"))
    var day: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Days in words, at the end of which.", valueName: "words"))
    var period: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let days = try PeriodWords.phrase(words, period)
        if day != nil, let days {
            throw .usage(.exclusive(words.isEmpty ? "--period" : days, "--on", values: 1))
        }
        let report = try context.call(
            ReportGoals.self, ReportGoals.Input(on: day.map(Arguments.plain), range: days))
        try context.put(
            report, text: GoalText(report, context.output).text, csv: ReportCSV.text(report))
    }
}

/// `ledger goal set`
struct GoalSetCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Say what is to be put aside for something.")

    @Argument(help: ArgumentHelp("How much is to be there.", valueName: "amount"))
    var amount: String

    @Argument(help: ArgumentHelp("What it is for.", valueName: "name"))
    var name: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where it is put aside.", valueName: "account"), completion: .accounts)
    var account: String

    @Option(
        help: ArgumentHelp(
            "At the end of which day, month or year: 2027-06-30, 2027-06, 2027.",
            valueName: "day"))
    var by: String?

    @Option(help: ArgumentHelp("The currency, such as EUR.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let (amount, name) =
            currency == nil
            ? LineOptions.parts(Arguments.plain(amount), name) : (Arguments.plain(amount), name)
        let written = try context.call(
            SetGoal.self,
            SetGoal.Input(
                name: Arguments.plain(name.joined(separator: " ")),
                amount: amount, currency: currency,
                account: Arguments.plain(account), by: by.map(Arguments.plain),
                reason: reason.map(Arguments.plain)))
        try context.put(written, goals: "Set")
    }
}

/// `ledger goal remove`
struct GoalRemoveCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End a goal; the money stays where it is.",
        aliases: ["rm"])

    @Argument(help: ArgumentHelp("What it is for.", valueName: "name"))
    var name: [String]

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            RemoveGoal.self,
            RemoveGoal.Input(
                name: Arguments.plain(name.joined(separator: " ")),
                reason: reason.map(Arguments.plain)))
        try context.put(written, goals: "Ended")
    }
}

extension CommandContext {
    /// Puts out what a writer of goals answers: what was recorded, not what was typed.
    fileprivate func put(_ written: WriteReceipt, goals deed: String) throws(CommandFailure) {
        try put(written, done: deed) { () throws(CommandFailure) in
            try self.written { commit throws(ApplicationError) in try commit.goals() }
                .map(ReceiptLines.init(replacing:))
        }
    }
}
