internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger close`
struct CloseCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close the books of a period.",
        usage: "ledger close <days> [--reason <text>] [<options>]",
        discussion: """
            Every figure of the period and the root of the log are pinned in an event: sums, \
            balances, debts, statements. From then on whatever changes one of them needs --correct \
            and a reason, and reports show what was closed beside what it is now. Titles and notes \
            are free, and so are prices, which figures of -X follow. An undo without an id takes \
            back no closing.

              ledger close 2026-03
              ledger add 9.90 'Late bill' --on 2026-03-30 --correct 'arrived in May'
              ledger reopen 2026-03 --reason 'wrong bank file'
            """)

    @Argument(help: ArgumentHelp("Days that are over: 2026-03, last month.", valueName: "days"))
    var days: [String]

    @Option(help: ArgumentHelp("A remark.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            CloseBooksEndpoint.self,
            CloseBooksEndpoint.Input(
                period: Arguments.plain(days.joined(separator: " ")),
                reason: reason.map(Arguments.plain)))
        try context.put(
            written, closing: "Closed", inverse: "reopen \(written.id) --reason why")
    }
}

/// `ledger reopen`
struct ReopenCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Open the books of a closed period again.",
        usage: "ledger reopen <days>|<id> --reason <text> [<options>]",
        discussion: """
            Its lines can be changed like any others again. What was pinned stays in the log.

              ledger reopen 2026-03 --reason 'wrong bank file'
            """)

    @Argument(help: ArgumentHelp("The days, or the id of the closing.", valueName: "days"))
    var days: [String]

    @Option(help: ArgumentHelp("Why; needed.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            ReopenBooksEndpoint.self,
            ReopenBooksEndpoint.Input(
                period: Arguments.plain(days.joined(separator: " ")),
                reason: reason.map(Arguments.plain)))
        try context.put(written, closing: "Reopened", inverse: "undo \(written.position)")
    }
}

/// `ledger closings`
struct ClosingsCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "closings", abstract: "List the periods whose books were closed.",
        discussion: """
            Every closing is held against the log: its report and its root have to be those that \
            were pinned.

              ledger closings
              ledger closings last year          those that have a day of it
            """)

    @Argument(help: PeriodWords.help)
    var words: [String] = []

    @OptionGroup var days: DayOptions

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = try days.input(words, in: context)
        let list = try context.call(ListClosings.self, input)
        let text = ClosingText(list: list, isAll: input == DaysInput(), output: context.output)
        try context.put(
            list, text: text.text,
            csv: ClosingText.csv(list))
        let broken = list.rows.filter { !$0.holds }
        if !broken.isEmpty { throw .finished(exitCode: 1) }
    }
}

extension CommandContext {
    /// Puts out what a writer of closings answers.
    fileprivate func put(
        _ written: WriteReceipt, closing verb: String, inverse: String
    ) throws(CommandFailure) {
        try put(
            written, done: verb, noun: " the books: closing", takeBack: inverse
        ) { () throws(CommandFailure) in
            let shown = try self.written { commit throws(ApplicationError) in
                try commit.closing(written.id)
            }
            guard let shown else { return nil }
            let days = shown.then.map(\.words) ?? ""
            let closing = isDryRun ? "" : " (closing \(written.id))"
            return ReceiptLines(
                lines: ["the books of \(days)\(closing)."], takeBack: inverse,
                endsRehearsal: false)
        }
    }
}
