internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger repeat`
struct RepeatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat", abstract: "Say what comes again, money and tasks.",
        discussion: """
            A rule says what comes again and when, in the days of the ledger's time zone; what a \
            month does not have falls on its last day. Nothing is recorded by itself. Each time \
            can be recorded once, whoever asks, and however often.

              ledger repeat add 980 Rent -c home:rent --every "month on the 1st" --post
              ledger repeat add --task Water plants --every "week on saturday"
              ledger due --within 2w
              ledger repeat post
              ledger repeat skip rent 2026-08-01
              ledger repeat edit rent --amount 1020 --from 2027-01
              ledger repeat stop rent 2027-01-01

            When: \(Recurrence.examples.joined(separator: ", ")).
            """,
        subcommands: [
            RepeatListCommand.self, RepeatShowCommand.self, RepeatAddCommand.self,
            RepeatEditCommand.self, RepeatPostCommand.self,
            RepeatSkipCommand.self, RepeatStopCommand.self,
        ], defaultSubcommand: RepeatListCommand.self, aliases: ["repeats"])
}

/// `ledger repeat list`
struct RepeatListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "What comes again, and when next.", aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListRepeats.self, ListRepeats.Input())
        context.remember(list.rows.map(\.id))
        try context.put(
            list, text: RepeatText.list(list, context.output), csv: RepeatText.csv(list.rows))
    }
}

/// `ledger repeat add`
struct RepeatAddCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Say that an expense, an income or a task comes again.",
        usage: """
            ledger repeat add <amount> <title> ... --every <when> [-c <category>] [<options>]
            ledger repeat add --task <title> ... --every <when> [<options>]
            """,
        discussion: """
            Money with --post is recorded by ledger repeat post as soon as its day has come; \
            what is not is proposed, and recorded one by one.

              ledger repeat add 980 Rent -c home:rent --every "month on the 1st" --post
              ledger repeat add 2400 Salary --kind income --every "month on the last day"
              ledger repeat add 60 Insurance --every "year on 03-01" --until 2030
              ledger repeat add --task Taxes --every "3 months on the 10th" --from 2026-04

            When: \(Recurrence.examples.joined(separator: ", ")).
            """)

    @Argument(
        help: ArgumentHelp(
            "The amount, then the title; of a task the title.", valueName: "amount> <title"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp("When: \"month on the 1st\", \"2 weeks\", day.", valueName: "when"))
    var every: String

    @Option(help: ArgumentHelp("The first day that may be meant; today.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The last day that may be meant.", valueName: "day"))
    var until: String?

    @Flag(exclusivity: .exclusive)
    var mode: PostingFlag?

    @Flag(help: "A task, due on each of the days.")
    var task = false

    @OptionGroup var line: RepeatLineOptions
    @OptionGroup var options: RepeatTaskOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("A tag; may be repeated.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(name: .customLong("new"), help: "A name is new, though one is spelt nearly so.")
    var isNew = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if !task, let other = options.given.first {
            throw ValidationError("\(other) is for a task: say --task, too")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = AddRepeat.Input(
            every: Arguments.plain(every), from: from.map(Arguments.plain),
            until: until.map(Arguments.plain), post: mode == .post ? true : nil)
        input.refusesSlips = isNew ? nil : true
        let tags = tag.isEmpty ? nil : tag.map(Arguments.plain)
        if task {
            if let other = line.given.first {
                throw .usage(.exclusive("--task", other, values: 1))
            }
            var task = TaskInput()
            task.note = note.map(Arguments.plain)
            task.tags = tags
            task.project = options.project.map(Arguments.plain)
            task.priority = options.priority.map(Arguments.plain)
            task.assignee = options.assignee.map(Arguments.plain)
            try RepeatAddCommand.put(words, into: &task)
            task.assignee = try context.assignee(task.assignee)
            if task.assignee != nil, !isNew { task.refusesSlips = true }
            input.task = task
        } else {
            let amount = AmountWords(
                words.first ?? "", Array(words.dropFirst()), currency: line.currency)
            try TitleWords.refuse(in: amount, Array(words.dropFirst()), isRule: true) {
                context.currencyCodes
            }
            var line = line.input(words)
            line.note = note.map(Arguments.plain)
            line.tags = tags
            input.line = line
        }
        try context.put(try context.call(AddRepeat.self, input), repeats: "Recorded")
    }

    /// Adds what the words of a task say: its title, and what is no part of it.
    private static func put(
        _ typed: [String], into task: inout TaskInput
    ) throws(CommandFailure) {
        let words = try TaskWords(typed, clears: false)
        // Each time has moments of its own.
        let others = ["--due", "--wait", "--scheduled", "--until", "--depends"]
        if let word = words.word(for: others) { throw .unexpected(word, ["repeat", "add"]) }
        try TitleWords.refuse(task: words.rest, isRule: true)
        try words.put(into: &task)
        if !words.tags.isEmpty { task.tags = (task.tags ?? []) + words.tags }
        task.title = words.rest.map(Arguments.plain).joined(separator: " ")
    }
}

/// Whether what is due is recorded together.
enum PostingFlag: String, EnumerableFlag {
    case post
    case propose

    static func help(for value: PostingFlag) -> ArgumentHelp? {
        switch value {
        case .post: "Record it with all that is due: ledger repeat post."
        case .propose: "Record it by itself, once it is asked for; so without either."
        }
    }
}

/// What can be said of a line that comes again.
struct RepeatLineOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The category.", valueName: "category"))
    var category: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The account.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("expense, income or transfer.", valueName: "kind"))
    var kind: KindArgument?

    @Option(help: ArgumentHelp("The currency, such as EUR.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Who is paid, or who pays you.", valueName: "name"))
    var payee: String?

    /// The options that were given.
    var given: [String] {
        let all = [
            ("--category", category != nil), ("--account", account != nil),
            ("--kind", kind != nil), ("--currency", currency != nil), ("--payee", payee != nil),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// The line of an amount and a title.
    func input(_ words: [String]) -> LineInput {
        let (amount, title) = LineOptions.parts(
            Arguments.plain(words.first ?? ""), Array(words.dropFirst()))
        let text = title.map(Arguments.plain).joined(separator: " ")
        return LineInput(
            amount: amount, currency: currency, title: text.isEmpty ? nil : text,
            category: category.map(Arguments.plain), account: account.map(Arguments.plain),
            kind: kind?.kind, payee: payee.map(Arguments.plain))
    }
}

/// What can be said of a task that comes again.
struct RepeatTaskOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The project of a task.", valueName: "project"))
    var project: String?

    @Option(help: ArgumentHelp("The priority of a task.", valueName: "1-9"))
    var priority: String?

    @Option(help: ArgumentHelp("Who is to do a task, by name, or me.", valueName: "name"))
    var assignee: String?

    /// The options that were given.
    var given: [String] {
        let all = [
            ("--project", project != nil), ("--priority", priority != nil),
            ("--assignee", assignee != nil),
        ]
        return all.filter(\.1).map(\.0)
    }
}

/// `ledger repeat post`
struct RepeatPostCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Record what comes again and is due.",
        discussion: """
            Without an id all that is due of the rules with --post; with one what is due of that \
            rule, or one of its days. Each time is a commit of its own, and is there once, \
            whoever asks and however often.

              ledger repeat post
              ledger repeat post --until 2026-12
              ledger repeat post electricity 2026-05-15 --amount 61.20
            """)

    @Argument(help: RepeatArgument.help) var id: String?

    @Argument(help: ArgumentHelp("One of its days, due or not.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("Another amount, for one day.", valueName: "amount"))
    var amount: String?

    @Option(help: ArgumentHelp("The last day that counts as due; today.", valueName: "day"))
    var until: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if writing.key != nil {
            throw ValidationError("what is posted has keys of its own: leave --key out")
        }
        if day == nil, amount != nil {
            throw ValidationError("--amount is for one day of one rule: say both")
        }
        if day != nil, until != nil {
            throw ValidationError("--until is for all that is due: leave out the day, or it")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let posted = try context.call(
            PostRepeats.self,
            PostRepeats.Input(
                id: id.map(Arguments.plain), day: day.map(Arguments.plain),
                amount: amount.map(Arguments.plain), until: until.map(Arguments.plain)))
        try context.put(
            posted, text: RepeatText.posted(posted, ofOne: id != nil, context.output),
            csv: RepeatText.csv(posted.rows))
        if posted.closed != nil { throw .finished(exitCode: 1) }
    }
}

/// `ledger repeat skip`
struct RepeatSkipCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Pass over one day of what comes again.")

    @Argument(help: RepeatArgument.help) var id: String

    @Argument(help: ArgumentHelp("One of its days.", valueName: "day"))
    var day: String

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            SkipRepeat.self,
            SkipRepeat.Input(
                id: Arguments.plain(id), day: Arguments.plain(day),
                reason: reason.map(Arguments.plain)))
        try context.put(written, repeats: "Skipped")
    }
}

/// `ledger repeat stop`
struct RepeatStopCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End what comes again; what was recorded stays.",
        discussion: """
            A word of its title ends all that a rule was changed into as well, an id only what it \
            names.
            """, aliases: ["end"])

    @Argument(help: RepeatArgument.help) var id: String

    @Argument(
        help: ArgumentHelp("The first day on which it does not come; today.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            StopRepeat.self,
            StopRepeat.Input(
                id: Arguments.plain(id), day: day.map(Arguments.plain),
                reason: reason.map(Arguments.plain)))
        try context.put(written, repeats: "Stopped")
    }
}

/// How a rule is typed.
enum RepeatArgument {
    static let help = ArgumentHelp(
        "The rule: its id, .2 for row 2 of the last list, or a word of its title.",
        valueName: "id")
}

extension CommandContext {
    /// Puts out what a writer of rules answers: what was recorded, not what was typed.
    func put(_ written: WriteReceipt, repeats deed: String) throws(CommandFailure) {
        try put(written, done: deed) { () throws(CommandFailure) in
            try self.written { commit throws(ApplicationError) in try commit.repeats() }
                .map(ReceiptLines.init(phrases:))
        }
    }
}
