internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger list`
struct ListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List entries, newest first.",
        discussion: """
            The row numbers can be used as ids afterwards: ledger show .3

              ledger list -p "last month" -c food
              ledger list --amount ">100" lunch
            """,
        aliases: ["ls", "register", "reg", "print"])

    @Argument(help: "Words that occur in title or note.")
    var words: [String] = []

    @OptionGroup var range: RangeOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("A category with all below it.", valueName: "category"))
    var category: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("An account.", valueName: "account"))
    var account: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("A tag.", valueName: "tag"))
    var tag: String?

    @Option(help: ArgumentHelp("12.50, \">100\", \"<=5\" or 10..20.", valueName: "amount"))
    var amount: String?

    @Option(name: [.customShort("n"), .long], help: "How many lines at most.")
    var limit = 20

    @Flag(help: "All lines.")
    var all = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let text = words.map(Arguments.plain).joined(separator: " ")
        let input = ListEntries.Input(
            range: range.period.map(Arguments.plain), begin: range.begin.map(Arguments.plain),
            end: try range.end(in: context), kinds: range.kinds.isEmpty ? nil : range.kinds,
            category: category, account: account, tag: tag, text: text.isEmpty ? nil : text,
            amount: amount.map(Arguments.plain), limit: all ? nil : limit)
        let list = try context.call(ListEntries.self, input)
        // A list that cannot be remembered is still a list, but .1 means a row of an older one.
        do { try context.session.remember(list.rows.map(\.id)) } catch {
            let warning = "ledger: these rows cannot be remembered: .1 is a row of an older list\n"
            try? Terminal.put(warning, on: .error)
        }
        try context.put(
            list, text: ListText(list: list, output: context.output).text,
            csv: ReportCSV.text(list.rows))
    }
}

/// `ledger show`
struct ShowCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one entry with all its lines.")

    @Argument(help: IdArgument.help) var id: String

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let entry = try context.call(ShowEntry.self, EntryInput(id: Arguments.plain(id)))
        try context.put(
            entry, text: EntryText(entry: entry, output: context.output).text,
            csv: ReportCSV.text(entry.rows))
    }
}

/// `ledger history`
struct HistoryCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show every version of an entry: was and now.")

    @Argument(help: IdArgument.help) var id: String

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let history = try context.call(EntryHistory.self, EntryInput(id: Arguments.plain(id)))
        try context.put(
            history, text: HistoryText(history: history, output: context.output).text,
            csv: ReportCSV.text(history))
    }
}
