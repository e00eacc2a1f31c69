internal import Application
internal import ArgumentParser
internal import EventLog
internal import Ledger

/// `ledger explain`
struct ExplainCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "List the events that make a figure of a report.",
        discussion: """
            Say where the figure stands: the days in words as the report has them, and the \
            category or account of the row. What is left out is added up, as in a total. Every \
            event is listed with what it added and took away, amendments and voids as well; the \
            amounts come to the figure exactly.

              ledger explain 2026-03 -c food
              ledger explain last month --net
              ledger explain tag:trip
              ledger explain 2026-W14 -c food:lunch --as-of 2026-04-09

            A category counts with what lies below it, unless --depth says how many levels the \
            report tells apart, or --exact that it tells all apart.

            Of terms the entries are those that pass now, with all that they ever said.

            With --proofs every event of the figure is listed, and proved in a file of its own in \
            a new folder, all under one signed checkpoint; tools/verify-proof checks them and \
            adds the figure up.

              ledger explain 2026-03 -c food --proofs march-food
            """)

    @Argument(
        help: ArgumentHelp(
            "The days: 2026-03, 2026-W14, q1 2026; and terms, as for list.",
            valueName: "days|term"))
    var days: [String] = []

    @OptionGroup var range: RangeOptions

    @Flag(help: "Income less expenses.")
    var net = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The category of the row; '' for none.", valueName: "category"),
        completion: .categories)
    var category: String?

    @Option(help: ArgumentHelp("The depth of the report; -2 is short.", valueName: "n"))
    var depth: Int?

    @Flag(help: "Without what lies below the category.")
    var exact = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The account of the row; '' for none.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("The currency, where there are several.", valueName: "code"))
    var currency: String?

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("The day on which weeks start.", valueName: "day"))
    var weekStart: String?

    @OptionGroup var part: PartOptions

    @Flag(help: "All events.")
    var all = false

    @Option(
        help: ArgumentHelp("Prove every event: a new folder for the proofs.", valueName: "folder"))
    var proofs: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        if proofs != nil, reading.receipt != nil {
            throw .usage(.exclusive("--proofs", "--receipt", values: 1))
        }
        if exact, depth != nil { throw .usage(.exclusive("--exact", "--depth", values: 1)) }
        var kinds = range.kinds.map { "--\($0.name)" }
        if net { kinds.insert("--net", at: 0) }
        if kinds.count > 1 { throw .usage(.exclusive(kinds[0], kinds[1], values: 0)) }
        let words = ReportWords(days.map(Arguments.plain))
        try words.checkPlace()
        let query = LineQuery.text(of: words.terms)
        let limit = proofs == nil ? part.limit(in: context) : part.limit
        let input = ExplainFigure.Input(
            range: try PeriodWords.phrase(words.days, range.days.period),
            begin: range.days.begin.map(Arguments.plain),
            end: try range.days.end(in: context), kind: range.kinds.first, net: net ? true : nil,
            category: category.map(Arguments.plain), depth: depth, exact: exact ? true : nil,
            account: account.map(Arguments.plain), query: query.isEmpty ? nil : query,
            currency: currency.map(Arguments.plain),
            weekStart: weekStart, limit: all ? nil : limit, skip: part.skip)
        guard let proofs else {
            return try put(try context.call(ExplainFigure.self, input), context)
        }
        try OutputFile.check([proofs], outside: context.session.folder)
        let made = try context.call(ProveFigure.self, input)
        // What is shown here has texts; it is that of the same events.
        let then = context.with(
            Session(context.session.current.with { $0.asOf = .position(made.position) }))
        let shown = try then.call(ExplainFigure.self, input)
        do throws(Terminal.Failure) {
            try POSIX.makeFolder(proofs)
            for event in made.proofs {
                try OutputFile.save(
                    Array(event.proof.utf8), to: "\(proofs)/\(event.id).tlog-proof")
            }
            try OutputFile.save(
                Array(made.checkpoint.utf8), to: "\(proofs)/figure.checkpoint")
            // Last, so that a folder that has it has all.
            try OutputFile.save(JSONCoding.encode(made.figure), to: "\(proofs)/figure.json")
        } catch { throw .file(error) }
        try put(shown, context)
        // Beside the result, whatever form that has.
        let text = ProofText(context.output).written(made, to: proofs)
        do throws(Terminal.Failure) { try Terminal.put(text, on: .error) } catch {
            throw .file(error)
        }
    }

    private func put(
        _ history: FigureHistory, _ context: CommandContext
    ) throws(CommandFailure) {
        let text = FigureHistoryText(history: history, output: context.output)
        try context.put(history, text: text.text, csv: FigureHistoryText.csv(history))
    }
}
