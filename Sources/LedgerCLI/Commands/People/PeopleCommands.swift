internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger people`
struct PeopleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Keep the people of the ledger: who, in which unit.",
        discussion: """
            Names, posts, contacts and pictures are text that can be erased. Whoever an expense or \
            a task named last is listed first.

              ledger people add Bob --unit Sales --post clerk --contact bob@example.org
              ledger people list sales
              ledger people --pick | ledger permit - write Sales
              ledger people balance
            """,
        subcommands: [
            PeopleListCommand.self, PeopleShowCommand.self, PeopleBalanceCommand.self,
            PeopleAddCommand.self, PeopleChangeCommand.self, PeopleJoinCommand.self,
            PeopleLeaveCommand.self,
        ], defaultSubcommand: PeopleListCommand.self, aliases: ["members"])
}

/// How persons and units are typed.
enum PersonArgument {
    static let help = ArgumentHelp(
        "A name, a word of one name only, me, an id (5), or a row of the last list (.3).",
        valueName: "person")

    static let several = ArgumentHelp(
        "Names or ids, divided by commas; - picks them from a list, or reads them.",
        valueName: "persons")

    static let unit = ArgumentHelp(
        "A name, a path such as Company/Sales, an id, or / for the whole ledger.",
        valueName: "unit")
}

/// `ledger people list`
struct PeopleListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List people, or pick some of them.",
        discussion: """
            With --pick the ids of those who are chosen are put out, one a line: from a numbered \
            list on a terminal, else those of --ids, or of the names or ids on standard input.

              ledger people list clerk --unit Company
              ledger people --pick --max 1
              ledger people --pick --ids bob,7
            """, aliases: ["ls", "find"])

    @Argument(help: ArgumentHelp("Words of name, unit, post or contact.", valueName: "words"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Only this unit and those below.", valueName: "unit"))
    var unit: String?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("No more than so many.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Everyone, however many there are.")
    var all = false

    @Flag(help: "Choose some, and put out their ids.")
    var pick = false

    @Option(help: ArgumentHelp("No more than so many can be picked.", valueName: "number"))
    var max: Int?

    @Option(
        help: ArgumentHelp("Pick these: names or ids, divided by commas.", valueName: "persons"))
    var ids: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    /// How many are listed where nothing is said.
    private static let shownMax = 50

    func run(in context: CommandContext) throws(CommandFailure) {
        let text = words.map(Arguments.plain).joined(separator: " ")
        var input = ListPeople.Input(
            text: text.isEmpty ? nil : text, unit: unit.map(Arguments.plain))
        if pick || ids != nil {
            let rows =
                if let ids {
                    try context.named([Arguments.plain(ids)], max)
                } else {
                    try context.pick(input, limit: max)
                }
            return try context.put(
                rows, text: rows.map { "\($0.id)\n" }.joined(), csv: PersonText.csv(rows))
        }
        let isText = context.output.format == .text
        input.limit = limit ?? (all || !isText ? nil : PeopleListCommand.shownMax)
        let list = try context.call(ListPeople.self, input)
        context.remember(list.rows.map(\.id))
        try context.put(
            list, text: PersonText(context.output).list(list), csv: PersonText.csv(list.rows))
    }
}

/// `ledger people show`
struct PeopleShowCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a person with units and rights.")

    @Argument(help: PersonArgument.help) var person: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let shown = try context.call(
            ShowPerson.self, ShowPerson.Input(person: Arguments.plain(person)))
        try context.put(
            shown, text: PersonText(context.output).show(shown), csv: PersonText.csv(shown.rows))
    }
}

/// What can be said of a person.
struct PersonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("What the person does, in the unit if one is given.", valueName: "text"))
    var post: String?

    @Option(help: ArgumentHelp("How to reach the person.", valueName: "text"))
    var contact: String?

    @Option(help: ArgumentHelp("Where a picture is: a path or an address.", valueName: "text"))
    var picture: String?

    /// What is said.
    var input: PersonInput {
        var input = PersonInput()
        input.post = post.map(Arguments.plain)
        input.contact = contact.map(Arguments.plain)
        input.picture = picture.map(Arguments.plain)
        return input
    }
}

/// `ledger people add`
struct PeopleAddCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a person, also to a unit.")

    @Argument(help: ArgumentHelp("The name; several words need no quotes.", valueName: "name"))
    var name: [String]

    @Option(help: ArgumentHelp("The unit in which the person is.", valueName: "unit"))
    var unit: String?

    @OptionGroup var options: PersonOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = options.input
        input.name = name.map(Arguments.plain).joined(separator: " ")
        let written = try context.call(
            AddPerson.self,
            AddPerson.Input(
                input, unit: unit.map(Arguments.plain)))
        try context.put(written, people: ["\(written.id)"], did: "Added", isNew: true)
    }
}

/// `ledger people change`
struct PeopleChangeCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change what is known of a person.",
        discussion: """
            What is not given stays; an empty text takes a value away. What it was stays in the \
            log until it is erased. The post in a unit is changed with: ledger people join

              ledger people change bob --name 'Bob Stone' --contact ''
            """, aliases: ["edit"])

    @Argument(help: PersonArgument.help) var person: String

    @Option(help: ArgumentHelp("Another name.", valueName: "name"))
    var name: String?

    @OptionGroup var options: PersonOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = options.input
        input.name = name.map(Arguments.plain)
        let written = try context.call(
            ChangePerson.self,
            ChangePerson.Input(
                id: Arguments.plain(person), input))
        try context.put(written, people: ["\(written.id)"], did: "Changed")
    }
}

/// `ledger people join`
struct PeopleJoinCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Put people into a unit, or give them another post there.",
        discussion: """
            Someone can be in several units.

              ledger people join bob Sales --post clerk
            """)

    @Argument(help: PersonArgument.several) var people: String
    @Argument(help: PersonArgument.unit) var unit: String

    @Option(help: ArgumentHelp("What they do there.", valueName: "text"))
    var post: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let people = try context.people([Arguments.plain(people)])
        let written = try context.call(
            JoinUnit.self,
            MembersInput(
                people: people, unit: Arguments.plain(unit), post: post.map(Arguments.plain)))
        try context.put(written, people: people, did: "Joined")
    }
}

/// `ledger people leave`
struct PeopleLeaveCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Take people out of a unit; what they may do there stays.")

    @Argument(help: PersonArgument.several) var people: String
    @Argument(help: PersonArgument.unit) var unit: String

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let people = try context.people([Arguments.plain(people)])
        let written = try context.call(
            LeaveUnit.self,
            MembersInput(
                people: people, unit: Arguments.plain(unit), reason: reason.map(Arguments.plain)))
        try context.put(written, people: people, did: "Left")
    }
}

extension CommandContext {
    /// Puts out what a writer about persons answers.
    ///
    /// - Parameters:
    ///   - people: Of whom it speaks.
    ///   - deed: What was done, such as `Added`.
    ///   - isNew: Whether it cannot be taken back.
    func put(
        _ written: WriteReceipt, people: [String], did deed: String, isNew: Bool = false
    ) throws(CommandFailure) {
        try put(written, done: deed) { () throws(CommandFailure) in
            let rows = try call(ListPeople.self, ListPeople.Input(people: people)).rows
            var told = ReceiptLines(
                lines: rows.map { row in
                    let post = [row.unit, row.post].filter { !$0.isEmpty }.map(Screen.plain)
                    return "\(row.id): \(Screen.plain(row.name))"
                        + (post.isEmpty ? "" : "  \(post.joined(separator: ", "))")
                })
            // A person stays known.
            told.stays = isNew
            return told
        }
    }
}
