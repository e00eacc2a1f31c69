internal import Application
internal import ArgumentParser
internal import Ledger

/// How rights are typed.
enum RightsArgument {
    static let help = ArgumentHelp(
        "read, create, write, share, several divided by commas, or all.", valueName: "rights")

    static let unit = ArgumentHelp(
        "The unit, with all below it; the whole ledger when left out.", valueName: "unit")
}

/// Whose rights change, and how.
struct RightsOptions: ParsableArguments {
    @Argument(help: PersonArgument.several) var people: String
    @Argument(help: RightsArgument.help) var rights: String
    @Argument(help: RightsArgument.unit) var unit: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    /// The request.
    func input(in context: CommandContext) throws(CommandFailure) -> RightsInput {
        RightsInput(
            people: try context.people([Arguments.plain(people)]),
            rights: [Arguments.plain(rights)], unit: unit.map(Arguments.plain),
            reason: reason.map(Arguments.plain))
    }
}

/// `ledger permit`
enum PermitRights: Verb {
    static let configuration = CommandConfiguration(
        commandName: "permit", abstract: "Let people read, create, write or share in a unit.",
        discussion: """
            Before the first right is granted everyone may do everything; from then on, every \
            request is checked for the person who acts. Expenses, tasks and reports are of the \
            whole ledger; persons and units are of the units that they name. Who has all rights \
            in the whole ledger is an owner, and there always is one.

            Rights guard this program, not the file: who can write the file can write the log, \
            and what signatures then show is told by: ledger checkpoint --help

              ledger permit bob read,create
              ledger permit bob,anna write Sales
              ledger can bob write Sales --why
            """)

    static func run(
        _ change: RightsOptions, in context: CommandContext
    ) throws(CommandFailure) {
        let input = try change.input(in: context)
        let written = try context.call(Permit.self, input)
        try context.put(written, rights: input, did: "Granted")
    }
}

/// `ledger revoke`
enum RevokeRights: Verb {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take back what people may do in a unit.",
        discussion: """
            Only what was granted in the unit itself is taken back there; what is inherited is \
            taken back in the unit that it comes from.

              ledger revoke bob write Sales
            """)

    static func run(
        _ change: RightsOptions, in context: CommandContext
    ) throws(CommandFailure) {
        let input = try change.input(in: context)
        let written = try context.call(Revoke.self, input)
        try context.put(written, rights: input, did: "Revoked")
    }
}

/// `ledger can`
struct CanCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "can", abstract: "Say whether a person may do something, and why.",
        discussion: """
            The exit code is 0 for yes and 1 for no.

              ledger can bob write Sales --why
              ledger can bob all --as-of 2026-03-31
            """)

    @Argument(help: PersonArgument.help) var person: String
    @Argument(help: RightsArgument.help) var rights: String
    @Argument(help: RightsArgument.unit) var unit: String?

    @Flag(help: "Say which event granted it, or what would.")
    var why = false

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let answer = try context.call(
            AskRight.self,
            AskRight.Input(
                person: Arguments.plain(person), rights: [Arguments.plain(rights)],
                unit: unit.map(Arguments.plain)))
        let text = RightText(answer: answer, output: context.output)
        try context.put(answer, text: why ? text.why : text.text, csv: RightText.csv(answer))
        if !answer.granted { throw .finished(exitCode: 1) }
    }
}

extension CommandContext {
    /// Puts out what a writer about rights answers.
    fileprivate func put(
        _ written: WriteReceipt, rights input: RightsInput, did deed: String
    ) throws(CommandFailure) {
        try put(written, done: deed) { () throws(CommandFailure) in
            var unit = "/"
            if let typed = input.unit, typed != "/" {
                let chain = try call(UnitChain.self, UnitChain.Input(unit: typed))
                unit = chain.rows.last?.path ?? typed
            }
            let rows = try call(ListPeople.self, ListPeople.Input(people: input.people)).rows
            let names = rows.map { Screen.plain($0.name) }.joined(separator: ", ")
            let rights = input.rights.joined(separator: ", ")
            return ReceiptLines(
                lines: ["\(Screen.plain(rights)) in \(Rights.words(ofUnit: unit)): \(names)"])
        }
    }
}
