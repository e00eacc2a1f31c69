internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger budget`
struct BudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget", abstract: "Set budgets, and see what is left of them.",
        discussion: """
            A budget is for a category and all below it, in one currency. With --rollover what is \
            left of a period, or was overspent, is carried into the next. A new goal holds from \
            its first period on; earlier periods keep theirs. It is all anew: of what was, as \
            --rollover, nothing stays that is not said again. A period that a change or an end \
            cuts is marked, and its goal counts in no row of report --budget.

              ledger budget set food 400 --monthly --rollover --from 2026-01
              ledger budget last month
              ledger budget remove food
              ledger report --budget -p 2026
            """,
        subcommands: [BudgetListCommand.self, BudgetSetCommand.self, BudgetRemoveCommand.self],
        defaultSubcommand: BudgetListCommand.self, aliases: ["budgets"])
}

/// `ledger budget list`
struct BudgetListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "What is left of each budget.", aliases: ["ls"])

    @Argument(help: PeriodWords.help)
    var words: [String] = []

    @OptionGroup var days: DayOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let report = try context.call(
            ReportBudgets.self,
            ReportBudgets.Input(
                range: try PeriodWords.phrase(words, days.period),
                begin: days.begin.map(Arguments.plain),
                end: try days.end(in: context)))
        try context.put(
            report, text: BudgetText(report, context.output).list, csv: ReportCSV.text(report))
    }
}

/// `ledger budget set`
struct BudgetSetCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Say what is to be spent in a category.")

    @Argument(
        help: ArgumentHelp("The category; what is below it counts.", valueName: "category"),
        completion: .categories)
    var category: String

    @Argument(help: ArgumentHelp("How much a period.", valueName: "amount"))
    var amount: String

    @Flag(exclusivity: .exclusive)
    var every: PeriodFlag?

    @Flag(help: "Carry what is left, or was overspent, into the next period.")
    var rollover = false

    @Option(
        help: ArgumentHelp("A day of the first period; today when left out.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The currency, such as EUR.", valueName: "code"))
    var currency: String?

    @Flag(name: .customLong("new"), help: "The category is new, though one is spelt nearly so.")
    var isNew = false

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = SetBudget.Input(
            category: Arguments.plain(category), amount: Arguments.plain(amount),
            currency: currency, period: every?.period.name, from: from.map(Arguments.plain),
            rollover: rollover ? true : nil, reason: reason.map(Arguments.plain))
        input.refusesSlips = isNew ? nil : true
        let written = try context.call(SetBudget.self, input)
        try context.put(written, budgets: "Set")
    }
}

/// `ledger budget remove`
struct BudgetRemoveCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End the budget of a category; earlier periods keep it.",
        aliases: ["rm"])

    @Argument(help: ArgumentHelp("The category.", valueName: "category"))
    var category: String

    @Option(
        help: ArgumentHelp(
            "The first day without it; that of the running period.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("Only the budget in this currency.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            RemoveBudget.self,
            RemoveBudget.Input(
                category: Arguments.plain(category), currency: currency,
                from: from.map(Arguments.plain), reason: reason.map(Arguments.plain)))
        try context.put(written, budgets: "Ended")
    }
}

extension CommandContext {
    /// Puts out what a writer of budgets answers: what was recorded, not what was typed.
    fileprivate func put(_ written: WriteReceipt, budgets deed: String) throws(CommandFailure) {
        try put(written, done: deed) { () throws(CommandFailure) in
            try self.written { commit throws(ApplicationError) in try commit.budgets() }
                .map(ReceiptLines.init(replacing:))
        }
    }
}
