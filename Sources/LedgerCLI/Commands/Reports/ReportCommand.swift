internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger report`
struct ReportCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Sums by day, week, month and other periods.",
        discussion: """
            Buckets are calendar periods; money outside the asked range is never counted; cut \
            buckets are marked. Text shows expenses unless a kind is asked for. An average is of \
            all periods of the asked range that have begun, empty ones too.

              ledger report -M --by category -2
              ledger report -W -b 2026-04-01 -e 2026-05-01
              ledger report -p "monthly in 2026" --net -A
              ledger report last month --by category
              ledger report tag:trip --by category,payee
              ledger report -M rewe or aldi
              ledger report this month --by category --compare
              ledger report -M -X EUR
              ledger report -M food --forecast

            Words that are no days are terms: ledger help query.

            CSV has the rows as JSON does; with --top, --tree, -T, -A or -% a column for each \
            period, and no line of totals.

            is is short for report --net.
            """, aliases: ["is"])

    @OptionGroup var layout: ReportOptions
    @OptionGroup var columns: ReportColumns
    @Flag(help: "Hash every event first, and hold it against the root.")
    var verified = false

    @Flag(help: "What was to be spent beside what was; monthly unless other buckets are asked for.")
    var budget = false

    @Option(
        help: ArgumentHelp(
            "Beside the days before: previous, or year for a year ago; or the budget.",
            valueName: "what"))
    var compare: ComparisonChoice?

    @Flag(help: "What comes again after today beside it, marked as such; six months without -e.")
    var forecast = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var answersInPart: Bool { !verified }

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = try layout.input(net: columns.net, in: context)
        if budget || compare == .budget { return try showBudgets(input, in: context) }
        if let base = compare?.base { return try showComparison(base, input, in: context) }
        if verified { input.verified = true }
        if forecast { input.forecast = true }
        let report = try context.call(SpendingReportEndpoint.self, input)
        let outer = try self.outer(of: report, input, in: context)
        var view = layout.view(columns)
        if view.averages || view.showsEmpty, report.end != nil {
            view.tomorrow = try context.today().adding(days: 1)
        }
        view.hidesIncome =
            layout.range.kinds.isEmpty && !columns.net && input.kinds == [.expense]
            && report.leftOut?.contains(.income) == true
        let text = ReportText(report, view, context.output, outer: outer)
        guard forecast else {
            return try context.put(
                report, text: text.text, csv: text.shownCSV ?? ReportCSV.text(report),
                page: text.page)
        }
        let expected = ReportText(
            report.ofForecast, view, context.output, outer: outer?.ofForecast)
        try context.put(
            report, text: text.text + "\n" + expected.ofForecast,
            csv: ReportCSV.forecast(report), page: text.page(with: expected))
    }
}

extension ReportCommand {
    /// The same report by what stands before tags, for sums in which every entry counts once.
    private func outer(
        of report: SpendingReport, _ input: SpendingReportEndpoint.Input,
        in context: CommandContext
    ) throws(CommandFailure) -> SpendingReport? {
        let keys = ReportOutline(by: report.by, layout.view(columns)).keysBeforeTags
        if keys.isEmpty || report.rows.isEmpty && report.forecast?.isEmpty != false { return nil }
        var input = input
        input.by = keys.joined(separator: ",")
        input.verified = nil
        let then = context.with(
            Session(context.session.current.with { $0.asOf = .position(report.position) }))
        return try then.call(SpendingReportEndpoint.self, input)
    }

    private func showBudgets(
        _ input: SpendingReportEndpoint.Input, in context: CommandContext
    ) throws(CommandFailure) {
        let refused: [(option: String, isGiven: Bool, values: Int)] = [
            ("--by", layout.by != nil, 1), ("--depth", layout.depth != nil, 1),
            ("--top", layout.top != nil, 1), ("--net", columns.net, 0),
            ("--income", layout.range.income, 0), ("--transfer", layout.range.transfer, 0),
            ("--row-total", columns.totals, 0), ("--average", columns.average, 0),
            ("--sort-amount", layout.sorts, 0), ("--share", columns.share, 0),
            ("--no-total", layout.noTotal, 0), ("--verified", verified, 0),
            ("--forecast", forecast, 0),
            ("--exchange", layout.exchange.currency != nil, 1),
            ("--tree", layout.tree, 0), ("--transpose", columns.transpose, 0),
            ("--empty", layout.empty, 0), ("--bars", layout.bars, 0),
            (input.query ?? "", input.query != nil, 0),
        ]
        if let other = refused.first(where: \.isGiven) {
            throw .usage(.exclusive("--budget", other.option, values: other.values))
        }
        let report = try context.call(
            ReportBudgets.self,
            ReportBudgets.Input(
                period: input.period ?? Period.monthly.name, range: input.range,
                begin: input.begin, end: input.end, weekStart: input.weekStart))
        try context.put(
            report, text: BudgetText(report, context.output).periods, csv: ReportCSV.text(report))
    }
}

extension ReportCommand {
    private func showComparison(
        _ base: ComparedDays.Base, _ input: SpendingReportEndpoint.Input,
        in context: CommandContext
    ) throws(CommandFailure) {
        let refused: [(option: String, isGiven: Bool, values: Int)] = [
            ("--row-total", columns.totals, 0), ("--average", columns.average, 0),
            ("--share", columns.share, 0), ("--transpose", columns.transpose, 0),
            ("--empty", layout.empty, 0), ("--bars", layout.bars, 0),
            ("--forecast", forecast, 0),
        ]
        if let other = refused.first(where: \.isGiven) {
            throw .usage(.exclusive("--compare", other.option, values: other.values))
        }
        // Without days they say which: this week beside the last one.
        if let buckets = layout.buckets, input.range ?? input.begin ?? input.end != nil {
            let option = "--\(buckets.period.name)"
            throw .usage(.exclusive("--compare of given days", option, values: 0))
        }
        if let phrase = input.range { try refusePeriods(in: phrase, input, context) }
        var input = input
        if verified { input.verified = true }
        let comparison = try context.call(
            CompareReports.self, CompareReports.Input(report: input, with: base))
        let text = ComparisonText(comparison, layout.view(columns), context.output)
        try context.put(
            comparison, text: text.text, csv: text.shownCSV ?? ReportCSV.text(comparison),
            page: text.page)
    }

    /// Days in words that are cut into periods, as `monthly in 2026`, are no days to compare.
    private func refusePeriods(
        in phrase: String, _ input: SpendingReportEndpoint.Input, _ context: CommandContext
    ) throws(CommandFailure) {
        let today = try context.today()
        func parts(_ text: String) -> (period: Period?, range: DayRange?)? {
            try? DatePhrase.periodExpression(text, today: today, weekStart: .monday)
        }
        guard let said = parts(phrase), said.period != nil else { return }
        guard let days = said.range else {
            if input.begin == nil, input.end == nil { return }
            throw .usage(.exclusive("--compare of given days", "--period", values: 1))
        }
        // The words behind the period that say the same days.
        let words = phrase.split(separator: " ")
        let rest = words.indices.reversed().map { words[$0...].joined(separator: " ") }
        let same = rest.first { parts($0).map { $0.period == nil && $0.range == days } ?? false }
        throw .usage(.periodsCompared(phrase, days: same ?? days.description))
    }
}

/// What a report is held against.
enum ComparisonChoice: String, CaseIterable, ExpressibleByArgument {
    case previous
    case year
    case budget

    /// The earlier days; `nil` for the budget.
    var base: ComparedDays.Base? { ComparedDays.Base(rawValue: rawValue) }
}

/// What a report asks for, and how it is shown.
struct ReportOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The days in words, as for --period, and terms, as for list: last month rewe.",
            valueName: "days|term"))
    var words: [String] = []

    @Flag(exclusivity: .chooseLast)
    var buckets: PeriodFlag?

    @OptionGroup var range: RangeOptions

    @OptionGroup var exchange: ExchangeOptions

    @OptionGroup var lines: LineChoices

    @Option(
        help: ArgumentHelp(
            "Rows by category, account, payee, tag, tag:NAME (its values), person (who "
                + "paid), or several: category,payee.", valueName: "what"))
    var by: String?

    @Option(
        help: ArgumentHelp("Levels of categories to tell apart; -2 is short.", valueName: "n"))
    var depth: Int?

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("The day on which weeks start.", valueName: "day"))
    var weekStart: String?

    @Flag(name: [.customShort("S"), .customLong("sort-amount")], help: "The greatest sum first.")
    var sorts = false

    @Flag(help: "Categories with all below them, as a tree.")
    var tree = false

    @Flag(name: [.customShort("E"), .long], help: "Periods without money, too.")
    var empty = false

    @Flag(help: "A bar beside each row, or a curve of its periods.")
    var bars = false

    @Flag(name: [.customShort("N"), .customLong("no-total")], help: "No line of totals.")
    var noTotal = false

    @Option(help: ArgumentHelp("Only so many rows, the greatest.", valueName: "n"))
    var top: Int?

    /// How the text looks.
    func view(_ columns: ReportColumns) -> ReportView {
        ReportView(
            totals: columns.totals, averages: columns.average, sortsBySum: sorts,
            shares: columns.share, hidesTotals: noTotal, top: top.map { max(1, $0) },
            net: columns.net, isTree: tree, showsEmpty: empty, bars: bars,
            isTransposed: columns.transpose)
    }

    /// The request; a depth, a tree or a top alone means categories.
    func input(
        net: Bool = false, in context: CommandContext
    ) throws(CommandFailure) -> SpendingReportEndpoint.Input {
        if net, range.transfer { throw .usage(.exclusive("--net", "--transfer", values: 0)) }
        var kinds = range.kinds
        if net { kinds = [.expense, .income] }
        let usual = depth == nil && top == nil && !tree ? nil : "category"
        if tree, let by, !by.split(separator: ",").contains("category") {
            throw .usage(.exclusive("--by \(Arguments.plain(by))", "--tree", values: 0))
        }
        let words = ReportWords(words.map(Arguments.plain))
        try words.checkPlace()
        if !words.days.isEmpty {
            try PhraseTerms.refuse(in: words.terms, behind: words.days)
        }
        let query = LineQuery.text(of: words.terms + lines.terms)
        let saysKinds =
            by?.split(separator: ",").contains("kind") == true || LineQuery.saysKinds(in: query)
        if kinds.isEmpty, context.output.format.isForPeople, !saysKinds { kinds = [.expense] }
        var input = SpendingReportEndpoint.Input(
            period: buckets?.period.name,
            range: try PeriodWords.phrase(words.days, range.days.period),
            begin: range.days.begin.map(Arguments.plain), end: try range.days.end(in: context),
            by: by == "none" ? nil : by.map(Arguments.plain) ?? usual, depth: depth,
            query: query.isEmpty ? nil : query, kinds: kinds.isEmpty ? nil : kinds,
            weekStart: weekStart)
        (input.exchange, input.prices) = (exchange.code, exchange.value)
        return input
    }
}

/// What tables have and charts have not.
struct ReportColumns: ParsableArguments {
    @Flag(help: "Income less expenses.")
    var net = false

    @Flag(name: [.customShort("T"), .customLong("row-total")], help: "A total of every row.")
    var totals = false

    @Flag(name: [.customShort("A"), .long], help: "Averages over the periods.")
    var average = false

    @Flag(help: "A row for each period, a column for each of the others.")
    var transpose = false

    @Flag(help: "Shares of the total; -% is short.")
    var share = false
}

/// Which lines count, by what has options of its own.
struct LineChoices: ParsableArguments {
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

    /// The same as terms.
    var terms: [String] {
        [("cat", category), ("acct", account), ("tag", tag)].compactMap { name, value in
            value.map { "\(name):\(Arguments.plain($0))" }
        }
    }
}

/// Days in words, as arguments.
enum PeriodWords {
    static let help = ArgumentHelp(
        "The days in words, as for --period: last month, 2026-03.", valueName: "days")

    /// The words that were given as arguments, or behind `--period`.
    static func phrase(
        _ words: [String], _ period: String?
    ) throws(CommandFailure) -> String? {
        if words.isEmpty { return period.map(Arguments.plain) }
        let phrase = words.map(Arguments.plain).joined(separator: " ")
        if period != nil { throw .usage(.exclusive(phrase, "--period", values: 1)) }
        return phrase
    }
}

/// How rows are distinguished.
enum GroupingChoice: String, CaseIterable, ExpressibleByArgument {
    case category
    case account
    case none
}

extension CommandContext {
    /// The day that it is in the ledger's zone.
    func today() throws(CommandFailure) -> Day {
        do throws(ApplicationError) {
            let env = session.current
            return try env.today(in: env.snapshot()).day
        } catch {
            throw .application(error)
        }
    }
}

extension DayOptions {
    /// The days that words or options name.
    func input(_ words: [String], in context: CommandContext) throws(CommandFailure) -> DaysInput {
        DaysInput(
            range: try PeriodWords.phrase(words, period), begin: begin.map(Arguments.plain),
            end: try end(in: context))
    }

    /// The day after the last one as a request takes it, from `--end` or `--to`.
    func end(in context: CommandContext) throws(CommandFailure) -> String? {
        guard let to else { return end.map(Arguments.plain) }
        if end != nil { throw .usage(.exclusive("--end", "--to", values: 1)) }
        do throws(ApplicationError) {
            let env = context.session.current
            let today = try env.today(in: env.snapshot())
            let text = Arguments.plain(to)
            do throws(DatePhraseError) {
                let days = try DatePhrase.range(
                    text, today: today.day, weekStart: today.weekStart)
                return days.end.description
            } catch {
                throw ApplicationError.badDate(text, error)
            }
        } catch {
            throw .application(error)
        }
    }
}

extension RangeOptions {
    /// The kinds that were asked for, in order; empty for none in particular.
    var kinds: [EntryKind] {
        (expense ? [.expense] : []) + (income ? [.income] : []) + (transfer ? [.transfer] : [])
    }
}
