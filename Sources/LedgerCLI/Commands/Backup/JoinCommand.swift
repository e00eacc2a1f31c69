internal import Application
internal import ArgumentParser

/// `ledger join`
struct JoinCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Take in another ledger, one that began by itself.",
        discussion: """
            All of it comes in behind what is here: entries, tasks, persons, accounts, with who \
            recorded them and when. Settings, rights and closings of the other ledger stay behind. \
            A name that both have is asked about: it is the same, or gets another name. One undo \
            takes all of it back; another join adds only what was recorded there since. A copy of \
            this ledger is merged instead.

              ledger join ../bo --dry-run
              ledger join ../bo --same Ada --rename bank=bo-bank
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder of the other ledger, a bundle of everything, - for one on standard input, "
                + "or ssh://[user@]host[:port]/folder.", valueName: "other"))
    var other: String

    @Option(
        help: ArgumentHelp(
            "A person or an account that is the same in both; may be repeated.",
            valueName: "name"))
    var same: [String] = []

    @Option(
        help: ArgumentHelp(
            "A person or an account of the other ledger, and its name here; may be repeated.",
            valueName: "old=new"))
    var rename: [String] = []

    @Flag(
        name: .customLong("own-settings"),
        help: "This ledger's currency and time zone hold, although the other's are others.")
    var ownSettings = false

    @Flag(name: .customLong("dry-run"), help: "Show what would be taken in; write nothing.")
    var dryRun = false

    @Flag(
        name: .customLong("accept-clock"),
        help: "Believe the clock, although it is far ahead of the last event.")
    var acceptClock = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = JoinLedger.Input(
            other: other, same: same.isEmpty ? nil : same.map(Arguments.plain),
            rename: rename.isEmpty ? nil : rename.map(Arguments.plain),
            ownSettings: ownSettings ? true : nil, dryRun: dryRun ? true : nil,
            acceptClock: acceptClock ? true : nil)
        let done =
            if let remote = try RemoteCopy(other) {
                try RemoteCopy.withFile(context) { file throws(CommandFailure) in
                    try remote.fetch(file, since: nil)
                    input.other = file
                    input.called = remote.address
                    return try context.call(JoinLedger.self, input)
                }
            } else {
                try context.call(JoinLedger.self, input)
            }
        try context.put(
            done, text: MergeText(output: context.output).text(done), csv: MergeText.csv(done))
    }
}
