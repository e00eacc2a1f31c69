internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger currency`
struct CurrencyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "currency",
        abstract: "Count hours, points or shares like money.",
        discussion: """
            Currencies of ISO 4217 are known. One of your own has a code and up to 12 digits \
            behind the point; both stay for ever. Prices say what it is worth.

              ledger currency add HOURS
              ledger currency add BTC --digits 8
              ledger add 1.50 Mowing --currency HOURS -c garden
              ledger price HOURS EUR 40
            """,
        subcommands: [CurrencyListCommand.self, CurrencyAddCommand.self],
        defaultSubcommand: CurrencyListCommand.self, aliases: ["currencies"])
}

/// `ledger currency list`
struct CurrencyListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The currencies of your own.", aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListCurrencies.self, NoInput())
        let footer = context.output.footer(list.position, list.root)
        var table = TextTable(
            columns: [.init(title: "Currency"), .init(title: "Digits", alignment: .right)],
            style: context.output.style)
        for row in list.rows { table.add(row.code, "\(row.digits)") }
        let text =
            list.rows.isEmpty
            ? "No currencies of your own: \(context.output.program) currency add HOURS\n"
            : table.rendered(columns: context.output.columns)
        try context.put(
            list, text: text + "\n" + footer,
            csv: CSVOutput.text(
                header: ["code", "digits"], rows: list.rows.map { [$0.code, "\($0.digits)"] }))
    }
}

/// `ledger currency add`
struct CurrencyAddCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Declare a currency of your own.")

    @Argument(help: ArgumentHelp("Its code, such as HOURS.", valueName: "code"))
    var code: String

    @Option(
        help: ArgumentHelp(
            "How many digits stand behind the point, up to 12; 2 when left out.",
            valueName: "count"))
    var digits: Int?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let code = Arguments.plain(code)
        let written = try context.call(
            DeclareCurrency.self, DeclareCurrency.Input(code: code, digits: digits))
        // Nothing takes a currency back.
        let deed = context.isDryRun ? "Would have declared" : "Declared"
        let end = context.isDryRun ? "A dry run: nothing was written.\n" : ""
        try context.put(
            written,
            text: "\(deed) \(Screen.plain(code).uppercased()), \(counted(digits ?? 2, "digit"))\n"
                + context.output.style.dim(end),
            csv: ReportCSV.text(written.csv))
    }
}
