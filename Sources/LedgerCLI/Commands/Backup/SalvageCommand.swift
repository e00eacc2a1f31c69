internal import Application
internal import ArgumentParser

/// `ledger salvage`
struct SalvageCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Write what can be read of a damaged ledger to a new one.",
        discussion: """
            The damaged ledger is only read. In the new one every event has the number it had; in \
            the place of each that is lost stands a mark, or what a later event says it was. What \
            is missing is told in full, and kept beside the new ledger in salvage.json.

            With --with, holes are filled from older backups, and events that do not give the root \
            that is stored with them are taken from there. Where the event is lost that opened the \
            ledger, --currency and --zone say again what it said.

              ledger salvage rescued --dry-run
              ledger salvage rescued --with /media/stick/ledger
              ledger salvage rescued -O csv > missing.csv
            """)

    @Argument(help: ArgumentHelp("The new folder.", valueName: "folder"))
    var destination: String

    @Option(
        help: ArgumentHelp(
            "An older backup that fills holes; may be given several times.", valueName: "folder"))
    var with: [String] = []

    @Option(help: ArgumentHelp("The ledger's currency, where it is lost.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("The ledger's time zone, where it is lost.", valueName: "name"))
    var zone: String?

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("The first day of its weeks, where it is lost.", valueName: "day"))
    var weekStart: String?

    @Flag(name: .customLong("dry-run"), help: "Say what would be missing; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = SalvageLedger.Input(
            destination: destination, with: with.isEmpty ? nil : with, currency: currency,
            zone: zone, weekStart: weekStart, dryRun: dryRun ? true : nil)
        let done = try context.call(SalvageLedger.self, input)
        let output = context.output
        try context.put(done, text: SalvageText(output).text(done), csv: SalvageCSV.text(done))
    }
}
