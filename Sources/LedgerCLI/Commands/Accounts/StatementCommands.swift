internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger assert`
struct AssertCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "assert", abstract: "Note what a statement says is in an account.",
        usage: """
            ledger assert <account> <amount> [--on <day>] [<options>]
            ledger assert --list [<account>]
            ledger assert --withdraw <id> [--reason <text>]
            """,
        discussion: """
            The balance at the end of the day is noted whether or not the ledger agrees; when it \
            differs the exit code is 1, and ledger verify will say so until it agrees or is \
            withdrawn. Another amount for the same day takes the place of the first.

              ledger assert checking 1204.50 --on 2026-03-31
            """)

    @Argument(help: AccountArgument.help) var account: String?

    @Argument(help: ArgumentHelp("What is in it; negative for a debt.", valueName: "amount"))
    var amount: String?

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day at whose end it is so; today.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("The currency, if not the account's own.", valueName: "code"))
    var currency: String?

    @Flag(help: "List the statements, and whether they agree.")
    var list = false

    @Option(
        help: ArgumentHelp(
            "Hold a statement against the ledger no more: its id, a row of the list, or an account "
                + "that has only one.", valueName: "id"))
    var withdraw: String?

    @Option(help: ArgumentHelp("Why it is withdrawn.", valueName: "text"))
    var reason: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var readingOptions: ReadingOptions? { reading }

    func validate() throws {
        let past = ["--as-of": reading.asOf, "--at": reading.at, "--receipt": reading.receipt]
        if !list, let option = past.filter({ $0.value != nil }).keys.min() {
            throw ValidationError("\(option) is for --list only")
        }
        if withdraw != nil {
            if list || account != nil {
                throw ValidationError("--withdraw stands alone: ledger assert --withdraw ID")
            }
        } else if reason != nil {
            throw ValidationError("--reason is for --withdraw only")
        } else if list {
            if amount != nil { throw ValidationError("--list takes an account and no amount") }
        } else if account == nil || amount == nil {
            throw ValidationError("it takes an account and an amount: checking 1204.50")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if list { return try showList(in: context) }
        if let withdraw { return try take(withdraw, in: context) }
        let done = try context.call(
            AssertStatement.self,
            AssertStatement.Input(
                account: Arguments.plain(account ?? ""), balance: Arguments.plain(amount ?? ""),
                currency: currency, on: day.map(Arguments.plain)))
        try context.put(
            done, text: StatementText(context.output).noted(done),
            csv: ReportCSV.text([done.statement]))
        if !done.statement.agrees {
            throw .statementDiffers(done.statement, isDryRun: context.isDryRun)
        }
    }

    private func showList(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(
            ListStatements.self, ListStatements.Input(account: account.map(Arguments.plain)))
        context.remember(list.rows.compactMap(\.id))
        try context.put(
            list, text: StatementText(context.output).list(list), csv: ReportCSV.text(list.rows))
    }

    private func take(_ id: String, in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            WithdrawStatement.self,
            WithdrawStatement.Input(
                id: Arguments.plain(id), reason: reason.map(Arguments.plain)))
        try context.put(
            written,
            text: StatementText(context.output).withdrawn(written),
            csv: ReportCSV.text(written.csv))
    }
}

/// `ledger reconcile`
struct ReconcileCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile", abstract: "List what is not on a statement yet.",
        discussion: """
            These are the lines that you typed and that lie after the last statement that agrees. \
            With each stands the imported line that looks like the same payment: same account and \
            amount, at most 3 days apart. Without an account, all are shown that have a statement \
            or imported lines.

              ledger reconcile checking
              ledger reconcile checking last month
              ledger mark .1 .3                  tick rows of that list off
            """)

    @Argument(
        help: ArgumentHelp(
            "A name, a word of one name only, an id or a row (.3); days in words as for --period.",
            valueName: "account|days"), completion: .accounts)
    var words: [String] = []

    @OptionGroup var days: DayOptions

    @Option(name: [.customShort("n"), .long], help: "How many lines at most.")
    var limit = 50

    @Flag(help: "All lines.")
    var all = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let (account, range) = try AccountDays.read(words, days.period, in: context)
        let input = Reconcile.Input(
            account: account, limit: all ? nil : limit, range: range,
            begin: days.begin.map(Arguments.plain), end: try days.end(in: context))
        let found = try context.call(Reconcile.self, input)
        context.remember(found.rows.map(\.id))
        let isAll = range == nil && days.begin == nil && input.end == nil
        let text = ReconcileText(
            found: found, account: account, isAll: isAll, output: context.output)
        try context.put(found, text: text.text, csv: ReportCSV.text(found))
    }
}
