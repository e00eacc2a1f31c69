internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger category`
struct CategoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", abstract: "List categories, and rename them.",
        discussion: """
            Names of categories are hashed with the figures and stay in the log. A rename is an \
            event: from then on every list and report shows the new name, for earlier lines and \
            for those that are recorded under the old name later.

              ledger category last month
              ledger category rename food:lunch eating
            """,
        subcommands: [CategoryListCommand.self, CategoryRenameCommand.self],
        defaultSubcommand: CategoryListCommand.self, aliases: ["categories"])
}

/// Which lines count where names are listed.
struct NameOptions: ParsableArguments {
    @Argument(help: QueryHelp.argument)
    var terms: [String] = []

    @OptionGroup var range: RangeOptions

    func input(in context: CommandContext) throws(CommandFailure) -> NameInput {
        let (days, terms) = try PhraseTerms.days(in: terms)
        let query = LineQuery.text(of: terms)
        var input = NameInput(query: query.isEmpty ? nil : query)
        input.range = try PeriodWords.phrase(days, range.days.period)
        input.begin = range.days.begin.map(Arguments.plain)
        input.end = try range.days.end(in: context)
        input.kinds = range.kinds.isEmpty ? nil : range.kinds
        return input
    }
}

/// `ledger category list`
struct CategoryListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List categories with how much is in each.",
        aliases: ["ls"])

    @OptionGroup var names: NameOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListCategories.self, names.input(in: context))
        try context.put(list, title: "Category")
    }
}

/// `ledger payee`
struct PayeeCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "payee", abstract: "List payees with how much went to each.",
        discussion: """
            Of a title that does not tell the payee apart all of it counts.

              ledger payee last month
              ledger payee cat:food -O csv
            """,
        aliases: ["payees"])

    @OptionGroup var names: NameOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListPayees.self, names.input(in: context))
        try context.put(list, title: "Payee")
    }
}

/// `ledger tag`
struct TagCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "List tags with how much has each.",
        discussion: """
            A line with several tags counts for each.

              ledger tag -p 2026
              ledger amend 1042 --add-tag work
            """,
        aliases: ["tags"])

    @OptionGroup var names: NameOptions
    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListTags.self, names.input(in: context))
        try context.put(list, title: "Tag")
    }
}

/// `ledger category rename`
struct CategoryRenameCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a category another name, with all below it.",
        discussion: """
            Where the new name is in use already both become one, and cannot be parted again, not \
            by an undo either: look first with --dry-run.

              ledger category rename food:lunch eating --dry-run
            """)

    @Argument(help: ArgumentHelp("What it is called now.", valueName: "category"))
    var category: String

    @Argument(help: ArgumentHelp("What it is to be called.", valueName: "name"))
    var name: String

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let done = try context.call(
            RenameCategory.self,
            RenameCategory.Input(
                category: Arguments.plain(category), name: Arguments.plain(name)))
        try context.put(
            done, text: NameText(output: context.output).text(of: done),
            csv: ReportCSV.text([
                "id": "\(done.id)", "position": "\(done.position)", "root": done.root,
                "from": done.from, "to": done.to, "lines": "\(done.lines)",
                "merged": "\(done.merged)",
            ]))
    }
}

extension CommandContext {
    fileprivate func put(_ list: NameList, title: String) throws(CommandFailure) {
        try put(
            list, text: NameText(output: output).list(list, title: title),
            csv: CSVOutput.text(
                header: ["name", "kind", "currency", "sum", "count", "last"],
                rows: list.rows.map {
                    [$0.name, $0.kind.name, $0.currency, $0.sum, "\($0.count)", "\($0.last)"]
                }))
    }
}
