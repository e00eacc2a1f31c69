internal import Application
internal import ArgumentParser

/// `ledger backup`
struct BackupCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the ledger to a folder and verify the copy.",
        discussion: """
            Others may record meanwhile. The folder is made; an earlier backup of the same ledger \
            that is there is brought up to date. A backup is a ledger: --ledger FOLDER looks at \
            it. \
            Rules, profiles, contexts and weights of tasks, which are beside the log, go along; \
            keys, hooks and ~/.config/ledger do not.

              ledger backup /media/stick/ledger
              ledger report -M --ledger /media/stick/ledger
            """)

    @Argument(help: ArgumentHelp("The folder of the copy.", valueName: "folder"))
    var destination: String

    @Flag(name: .customLong("dry-run"), help: "Show what would be copied; write nothing.")
    var dryRun = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = BackUpLedger.Input(destination: destination, dryRun: dryRun ? true : nil)
        let done = try context.call(BackUpLedger.self, input)
        try context.put(
            done, text: BackupText(output: context.output).text(done),
            csv: ReportCSV.text([
                "destination": done.destination, "events": "\(done.events)", "new": "\(done.new)",
                "bytes": "\(done.bytes)", "copied": "\(done.copied)",
                "verified": "\(done.verified)", "seconds": "\(done.seconds)",
                "position": "\(done.position)", "root": done.root,
            ]))
        if let missing = done.missingFiles { throw .filesDiffer(missing) }
    }
}
