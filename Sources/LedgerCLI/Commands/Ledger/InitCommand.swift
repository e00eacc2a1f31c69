internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger init`
struct InitCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Open a new ledger.",
        discussion: """
            Currency, time zone and week start hold for every amount and report. What is not said \
            is EUR, the zone of this computer and Monday.
            """)

    @Option(help: ArgumentHelp("The currency of amounts that name none.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("The time zone whose days count: Europe/Berlin.", valueName: "name"))
    var zone: String?

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("The day on which weeks start.", valueName: "day"))
    var weekStart: String?

    @Option(help: ArgumentHelp("Your name.", valueName: "name"))
    var owner: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let opened = try context.call(
            InitLedger.self,
            InitLedger.Input(currency: currency, zone: zone, weekStart: weekStart, owner: owner))
        if !context.isDryRun { save(in: context) }
        try context.put(
            opened, text: text(opened, context),
            csv: ReportCSV.text([
                "ledger": opened.ledger, "home": opened.home, "currency": opened.currency,
                "zone": opened.zone, "weekStart": opened.weekStart, "owner": opened.owner,
                "position": "\(opened.position)", "root": opened.root,
            ]))
    }

    /// The ledger is open whether or not its settings can be saved; they are with the next ones.
    private func save(in context: CommandContext) {
        do throws(ApplicationError) { try context.session.save() } catch {
            let words = ErrorText(error, program: context.output.name)
            let warning = "\(words.message)  the ledger is open all the same\n"
            try? Terminal.put(warning, on: .error)
        }
    }

    private func text(_ opened: InitLedger.Output, _ context: CommandContext) -> String {
        let done = context.isDryRun ? "Would open a ledger in" : "Opened a ledger in"
        let program = context.output.program
        let told = """
            \(done) \(opened.home)

              currency    \(opened.currency)
              time zone   \(opened.zone)
              week start  \(opened.weekStart)
              owner       \(Screen.plain(opened.owner))

            """
        if context.output.isQuiet { return told }
        return told + """

            Change them later: \(program) config --week-start sunday

            Next:
              \(program) add 12.50 Lunch -c food

            """
    }
}
