internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger export tiles`
struct ExportTilesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles", abstract: "Write the tree of hashes as files that others prove by.",
        discussion: """
            The folder has a signed checkpoint and the tree below it in tiles of 256 hashes \
            (c2sp.org/tlog-tiles): from them anybody makes proofs of events and of consistency. \
            Any web server can hand them out; they are yours alone until you say otherwise \
            (chmod). The same folder again writes only what is new.

            Hashes tell nothing of events. With --entries what is hashed of each event is there, \
            too: days, amounts, categories and accounts can be read, texts cannot.

              ledger export tiles /srv/ledger-tiles
            """)

    @Argument(help: ArgumentHelp("A folder of its own.", valueName: "folder"))
    var folder: String

    @Flag(help: "Write the facts of every event, too.")
    var entries = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let made = try context.call(
            ExportTiles.self, ExportTiles.Input(path: folder, entries: entries ? true : nil))
        let kept = counted(made.kept, "file was", "files were")
        let there = made.kept == 0 ? "" : "; \(kept) there already"
        let shown = made.entries ? "with the facts of every event" : "hashes only"
        let text =
            "Wrote \(counted(made.written, "file")) to \(Screen.plain(made.path))\(there)\n"
            + "  \(counted(made.events, "event")), \(shown); the checkpoint is signed by\n"
            + "  \(made.verifier)\n\n" + context.output.footer(made.position, made.root)
        try context.put(
            made, text: text,
            csv: ReportCSV.text([
                "path": made.path, "events": "\(made.events)", "written": "\(made.written)",
                "kept": "\(made.kept)", "entries": "\(made.entries)", "verifier": made.verifier,
                "position": "\(made.position)", "root": made.root,
            ]))
    }
}
