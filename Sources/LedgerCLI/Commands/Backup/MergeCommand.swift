internal import Application
internal import ArgumentParser

/// `ledger merge`
struct MergeCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Take in what another copy of the ledger has.",
        discussion: """
            Both copies began as one, by backup or restore, and went on by themselves, such as on \
            two laptops. What only the other one has comes in; what both changed is left as it is \
            here or there and listed. Only this copy is written, unless --both is given; after \
            that both have the same log. Ids of what was recorded on one side since the copies \
            parted may change.

              ledger merge /media/stick/ledger --dry-run
              ledger merge /media/stick/ledger --both
            """)

    @Argument(help: ArgumentHelp("The folder of the other copy.", valueName: "folder"))
    var other: String

    @Flag(help: "Let the other copy take in the result, too.")
    var both = false

    @Flag(name: .customLong("dry-run"), help: "Show what would be taken in; write nothing.")
    var dryRun = false

    @Flag(
        name: .customLong("accept-clock"),
        help: "Believe the clock, although it is far ahead of the last event.")
    var acceptClock = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if both, dryRun { throw ValidationError("--both writes, --dry-run does not") }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = MergeCopy.Input(
            other: other, both: both ? true : nil, dryRun: dryRun ? true : nil,
            acceptClock: acceptClock ? true : nil)
        let done = try context.call(MergeCopy.self, input)
        try context.put(
            done, text: MergeText(output: context.output).text(done), csv: MergeText.csv(done))
    }
}
