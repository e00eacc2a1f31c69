internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger price`
struct PriceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "price", abstract: "Say what currencies are worth in others.",
        discussion: """
            A price holds from its day on until the next one of the same currency in the same \
            other. Where there is none, one told the other way round counts, else one over a third \
            currency: as in hledger an old price goes before a newer one the other way round. What \
            was spent in several currencies is told in one with report -X and the like.

              ledger price EUR USD 1.08 --on 2026-03-01     1 EUR is 1.08 USD
              ledger price import rates.csv --dry-run       date,from,to,price
              ledger prices EUR
              ledger prices EUR last month
              ledger report -M -X EUR
            """,
        subcommands: [
            PriceSetCommand.self, PriceListCommand.self, PriceImportCommand.self,
        ], defaultSubcommand: PriceSetCommand.self)
}

/// `ledger price set`
struct PriceSetCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Say what one of a currency is worth in another.")

    @Argument(help: ArgumentHelp("The currency that is priced.", valueName: "from"))
    var from: String

    @Argument(help: ArgumentHelp("The currency of the price.", valueName: "to"))
    var to: String

    @Argument(help: ArgumentHelp("How much of it one is, such as 1.08.", valueName: "price"))
    var price: String

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("From this day on; today when left out.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            SetPrice.self,
            SetPrice.Input(
                from: Arguments.plain(from), to: Arguments.plain(to),
                price: Arguments.plain(price), on: day.map(Arguments.plain),
                reason: reason.map(Arguments.plain)))
        try context.put(written, done: "Set") { () throws(CommandFailure) in
            try context.written { commit throws(ApplicationError) in try commit.prices() }
                .map(ReceiptLines.init(phrases:))
        }
    }
}

/// `ledger prices`, `ledger price list`
struct PriceListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The prices that were told.", aliases: ["ls"])

    @OptionGroup var prices: PriceListOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try prices.show(in: context)
    }
}

/// `ledger prices`
struct PricesCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices", abstract: "The prices that were told: what currencies are worth.")

    @OptionGroup var prices: PriceListOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try prices.show(in: context)
    }
}

/// `ledger price import`
struct PriceImportCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in a file of prices.",
        discussion: """
            All of the file or nothing, and only what is new; one undo takes it back. The columns \
            are date,from,to,price in this order unless a header says otherwise; dates are \
            YYYY-MM-DD. Of a journal of hledger or beancount, and of the files that it \
            includes, the prices are taken in, and nothing else.

              ledger price import rates.csv --dry-run
            """)

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var path: String

    @Flag(name: .customLong("skip-refused"), help: "Leave out rows that cannot be read.")
    var skipsRefused = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let name = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
        let done: ImportPrices.Output
        do throws(CommandFailure) {
            done = try context.call(
                ImportPrices.self,
                ImportPrices.Input(
                    path: path, fileName: name, skipsRefused: skipsRefused ? true : nil))
        } catch .application(.csv(let error, let profiles)) {
            throw .unreadable(error, path: path, profiles: profiles)
        } catch {
            throw error
        }
        try context.put(
            done, text: PriceText.imported(done, isRehearsal: context.isDryRun, context.output),
            csv: PriceText.csv(done.prices))
        if !done.receipt.refused.isEmpty, !skipsRefused {
            throw .rowsRefused(done.receipt, path: path)
        }
    }
}

/// Which prices are listed.
struct PriceListOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Only those of or in this currency; days in words are as for --period.",
            valueName: "currency|days"))
    var words: [String] = []

    @OptionGroup var days: DayOptions

    /// Shows them.
    func show(in context: CommandContext) throws(CommandFailure) {
        let (currency, range) = try AccountDays.read(words, days.period) {
            code throws(CommandFailure) in
            context.currencyCodes.contains(code.uppercased())
        }
        let input = ListPrices.Input(
            currency: currency, range: range, begin: days.begin.map(Arguments.plain),
            end: try days.end(in: context))
        let list = try context.call(ListPrices.self, input)
        let text = PriceText.list(
            list, isAll: input == ListPrices.Input(currency: currency), context.output)
        try context.put(list, text: text, csv: PriceText.csv(list.prices))
    }
}
