internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task duplicate`
struct TaskDuplicateCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: "Record a task like another, open again.",
        discussion: """
            What is not given is as in the other one.

              ledger task duplicate 77 due:fri
              ledger task duplicate .3 --title "Buy rye bread" +shop
            """)

    @Argument(help: IdArgument.help) var id: String

    @Argument(help: "What is otherwise: due:fri, project:home, priority:H, +shop.")
    var words: [String] = []

    @Option(help: ArgumentHelp("A tag to leave out; may be repeated.", valueName: "tag"))
    var untag: [String] = []

    @Option(help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @OptionGroup var options: TaskOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let (input, tags) = try context.changes(
            options, words, title: title, for: ["task", "duplicate"])
        let duplicate = DuplicateTask.Input(
            id: Arguments.plain(id), input, addTags: tags,
            removeTags: untag.isEmpty ? nil : untag.map(Arguments.plain))
        try context.put(try context.call(DuplicateTask.self, duplicate), did: .added)
    }
}

/// `ledger task pay`
struct TaskPayCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Record what a task cost, and complete it.",
        discussion: """
            Both are one commit: an undo takes both back. Without an amount it is what was \
            planned.

              ledger task add Buy a bike planned:300
              ledger task pay bike 285 -c sport -a card
            """)

    @Argument(help: IdArgument.help) var id: String

    @Argument(help: ArgumentHelp("What was paid; else what was planned.", valueName: "amount"))
    var amount: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The category.", valueName: "category"))
    var category: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The account.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("Who was paid.", valueName: "name"))
    var payee: String?

    @Option(help: ArgumentHelp("The day; today if not said.", valueName: "day"))
    var on: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("A tag; may be repeated.", valueName: "tag"))
    var tag: [String] = []

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var line = LineInput(amount: amount.map(Arguments.plain) ?? "")
        line.category = category.map(Arguments.plain)
        line.account = account.map(Arguments.plain)
        line.payee = payee.map(Arguments.plain)
        line.day = on.map(Arguments.plain)
        line.note = note.map(Arguments.plain)
        line.tags = tag.isEmpty ? nil : tag.map(Arguments.plain)
        let input = PayTask.Input(id: Arguments.plain(id), line)
        let written: WriteReceipt
        do throws(CommandFailure) {
            written = try context.call(PayTask.self, input)
        } catch .application(.badAmount("", .empty)) where amount == nil {
            throw .usage(
                .parser("say what was paid: nothing was planned", command: ["task", "pay"]))
        }
        try context.put(written, done: "Recorded") { () throws(CommandFailure) in
            let shown = try context.written { commit throws(ApplicationError) in
                try commit.lines()
            }
            return shown.map { shown in
                let lines = shown.then.map { row in
                    "\(row.id): \(WrittenText.line(row, context.output.style))"
                }
                return ReceiptLines(lines: lines.map { "\($0), and completed the task" })
            }
        }
    }
}

extension CommandContext {
    /// What options and words say of a task that is there, and the tags to add.
    func changes(
        _ options: TaskOptions, _ typed: [String], title: String?, for command: [String]
    ) throws(CommandFailure) -> (input: TaskInput, tags: [String]?) {
        var input = options.input
        let attributes = try attributeNames(among: typed)
        let words = try TaskWords(typed, clears: true, attributes: attributes)
        if !attributes.isEmpty, let word = words.rest.first(where: { $0.contains(":") }) {
            let name = word.prefix { $0 != ":" }.lowercased()
            if TitleWords.taskOptions[name] == nil, name.first?.isLetter == true {
                let known = attributes.sorted()
                throw .application(.decision(.badAttribute(.unknown(name, known: known))))
            }
        }
        try TitleWords.refuse(sought: words.rest)
        let saysDay = options.due != nil || words.word(for: ["--due"]) != nil
        try TitleWords.refuse(changing: words.rest, saysDay: saysDay)
        if let word = words.rest.first {
            let title = Explanation.shellWord(
                words.rest.map(Arguments.plain).joined(separator: " "))
            let told =
                "unexpected argument '\(Arguments.plain(word))'; another title is --title \(title)"
            throw .usage(.parser(told, command: command))
        }
        try words.put(into: &input)
        input.assignee = try assignee(input.assignee)
        if input.assignee != nil, !options.isNew { input.refusesSlips = true }
        input.title = title.map(Arguments.plain)
        input.tags = input.tags?.filter { !$0.isEmpty }
        if words.clearsTags { input.tags = input.tags ?? [] }
        return (input, words.tags.isEmpty ? nil : words.tags)
    }

    /// The ids of the tasks that terms find, and the context.
    ///
    /// - Parameter isOpen: Whether open ones are wanted, or those that are closed.
    /// - Throws: Where they find none.
    func tasks(where terms: String, isOpen: Bool = true) throws(CommandFailure) -> [String] {
        if terms.allSatisfy(\.isWhitespace) {
            throw .usage(
                .parser(
                    "--where needs a term: without any it would mean every task",
                    command: ["task", "list"]))
        }
        var input = ListTasks.Input(tab: nil, all: isOpen ? nil : true)
        input.terms = taskTerms(terms)
        let rows = try call(ListTasks.self, input).rows.filter { ($0.status == .open) == isOpen }
        if rows.isEmpty { throw .application(.unknownID(terms)) }
        return rows.map { "\($0.id)" }
    }
}
