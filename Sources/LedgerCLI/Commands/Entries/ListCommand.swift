internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger list`
struct ListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List entries, newest first.",
        discussion: """
            The row numbers can be used as ids afterwards: ledger show .3

              ledger list last month -c food
              ledger list lunch cat:food not:tag:work 'amt:>20'
              ledger list -a cash --balance this month

            The sums below a list are those of all lines that were found, also of those that are \
            not shown. areg ACCOUNT is short for -a ACCOUNT --balance.

            \(QueryHelp.terms)
            """,
        aliases: ["ls", "register", "reg", "print", "areg"])

    @Argument(help: QueryHelp.argument)
    var terms: [String] = []

    @OptionGroup var range: RangeOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("A category with all below it.", valueName: "category"),
        completion: .categories)
    var category: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("An account.", valueName: "account"),
        completion: .accounts)
    var account: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A tag.", valueName: "tag"), completion: .tags)
    var tag: String?

    @Option(help: ArgumentHelp("Who paid.", valueName: "person"))
    var payer: String?

    @Option(help: ArgumentHelp("12.50, \">100\", \"<=5\" or 10..20.", valueName: "amount"))
    var amount: String?

    @Flag(help: "What is in the account after each line; all its earlier lines count.")
    var balance = false

    @OptionGroup var exchange: ExchangeOptions

    @OptionGroup var page: PageOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let (days, terms) = try PhraseTerms.days(in: terms)
        var input = page.input(terms, in: context)
        input.range = try PeriodWords.phrase(days, range.days.period)
        input.begin = range.days.begin.map(Arguments.plain)
        input.end = try range.days.end(in: context)
        input.kinds = range.kinds.isEmpty ? nil : range.kinds
        input.category = category.map(Arguments.plain)
        input.account = account.map(Arguments.plain)
        input.tag = tag.map(Arguments.plain)
        input.payer = payer.map(Arguments.plain)
        input.amount = amount.map(Arguments.plain)
        input.balance = balance ? true : nil
        (input.exchange, input.prices) = (exchange.code, exchange.value)
        try context.put(try context.call(ListEntries.self, input), terms: terms)
    }
}

/// `ledger show`
struct ShowCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one entry with all its lines.")

    @Argument(help: IdArgument.help) var id: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let entry: ShowEntry.Output
        do throws(CommandFailure) {
            entry = try context.call(ShowEntry.self, EntryInput(id: Arguments.plain(id)))
        } catch .application(.decision(.notALine(let task))) {
            return try context.show(task: "\(task)")
        } catch {
            throw error
        }
        try context.put(
            entry, text: EntryText(entry: entry, output: context.output).text,
            csv: ReportCSV.text(entry.rows))
    }
}

/// `ledger history`
struct HistoryCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show every version of an entry, task or account.")

    @Argument(help: IdArgument.help) var id: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = EntryInput(id: Arguments.plain(id))
        try context.put(try context.call(EntryHistory.self, input))
    }
}

extension CommandContext {
    /// Puts out the versions of a thing.
    func put(_ history: LineHistory) throws(CommandFailure) {
        let env = session.current
        let zone =
            history.type == "task" ? (try? env.snapshot()).flatMap { try? env.zone(of: $0) } : nil
        try put(
            history, text: HistoryText(history: history, output: output, zone: zone).text,
            csv: ReportCSV.text(history))
    }
}
