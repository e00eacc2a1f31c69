internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger find`
struct FindCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find entries by text in title, note, tags and category.",
        discussion: """
            All words must occur, in any case. The row numbers can be used as ids afterwards.

              ledger find lunch berlin
              ledger find "two of us" date:2026-03 who:ada

            \(QueryHelp.terms)
            """,
        aliases: ["search", "grep"])

    @Argument(help: QueryHelp.argument)
    var terms: [String]

    @OptionGroup var page: PageOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let (days, terms) = try PhraseTerms.days(in: terms)
        // Days alone are nothing to find.
        if terms.isEmpty { try PhraseTerms.refuse(in: days) }
        var input = page.input(terms, in: context)
        input.range = try PeriodWords.phrase(days, nil)
        let list = try context.call(ListEntries.self, input)
        let isEmpty = list.count == 0 && days.isEmpty && context.output.format == .text
        try context.put(list, terms: terms, tasks: isEmpty ? tasks(terms, in: context) : nil)
    }

    /// The command that finds tasks by the same words; `nil` where it finds none, too.
    private func tasks(_ terms: [String], in context: CommandContext) -> String? {
        let text = terms.map(Arguments.plain).joined(separator: " ")
        guard let found = try? context.call(FindTasks.self, FindTasks.Input(text: text)),
            !found.rows.isEmpty
        else { return nil }
        return Try.command(["task", "find"] + terms)
    }
}

/// How lines are looked for, in help texts.
enum QueryHelp {
    static let argument = ArgumentHelp(
        "Text, or terms such as cat:food or 'amt:>20'.", valueName: "term")

    static let terms = """
        Terms: title: payee: note: tag:trip (also with a value: tag:trip=lisbon) cat:food (and \
        below; cat:=food exactly, cat: for none) acct: kind: amt:12.50 'amt:>20' amt:10..20 cur: \
        date:2026-03 date:'last month' who: (paid) by: (recorded) status: id: batch:. Text between \
        slashes is a regular expression: /^rewe/, title:/a|b/. One of several title:, cat:, acct:, \
        date: and the like is enough; of all others each must hold. or, and, not and brackets \
        join terms: '(cat:food or tag:trip)' not acct:cash. In quotes all of it is text.
        """
}

/// How much of a list is shown, and in which order.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("By day, amount or position.", valueName: "order"))
    var sort: String?

    @Flag(help: "Voided entries as well.")
    var voided = false

    @OptionGroup var part: PartOptions

    @Flag(help: "All lines.")
    var all = false

    /// A request for the lines that pass some terms.
    func input(_ terms: [String], in context: CommandContext) -> ListEntries.Input {
        let query = LineQuery.text(of: terms.map(Arguments.plain))
        return ListEntries.Input(
            query: query.isEmpty ? nil : query, voided: voided ? true : nil, sort: sort,
            limit: all ? nil : part.limit(in: context), skip: part.skip)
    }
}

/// Which part of a list is shown.
struct PartOptions: ParsableArguments {
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(
            "How many at most; else what fits on the screen, and all where there is none.",
            valueName: "count")
    )
    var limit: Int?

    @Option(help: ArgumentHelp("How many to pass over first.", valueName: "count"))
    var skip: Int?

    /// How many rows are wanted; `nil` for all. What goes to a pipe or a file is never cut unasked;
    /// on a screen there has to be room for head, foot, and two prompts.
    func limit(in context: CommandContext) -> Int? {
        guard limit == nil, context.output.format == .text, let rows = context.output.rows else {
            return limit
        }
        return min(20, max(3, rows - 7))
    }
}

extension CommandContext {
    /// Puts out a list of lines, and remembers it for ids such as `.3`.
    ///
    /// - Parameters:
    ///   - terms: What was looked for.
    ///   - tasks: The command that finds tasks where no line was found.
    func put(_ list: LineList, terms: [String], tasks: String? = nil) throws(CommandFailure) {
        // A list that cannot be remembered is still a list, but .1 means a row of an older one.
        do { try session.remember(list.rows.map(\.id)) } catch {
            let warning = "ledger: these rows cannot be remembered: .1 is a row of an older list\n"
            try? Terminal.put(warning, on: .error)
        }
        let words = LineQuery.words(in: LineQuery.text(of: terms.map(Arguments.plain)))
        try put(
            list, text: ListText(list: list, words: words, tasks: tasks, output: output).text,
            csv: ReportCSV.text(list.rows))
    }
}
