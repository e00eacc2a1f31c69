internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger watch`
struct WatchCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Import files of banks as they appear in a folder.",
        discussion: """
            A file with the columns of a saved profile is imported as the profile says, with a \
            receipt, and all or nothing, as by ledger import. What no profile was saved for, or \
            several were, is left alone, and said so, as is a file whose last line has no end: it \
            may be cut. Files stay where they are. A file that \
            changes is imported again, which adds only what is new in it. A signal, such as \
            control-C, ends it when the file at hand is done.

              ledger import bank.csv --sign account --account =Giro --save-profile giro
              ledger watch ~/Downloads
              ledger watch ~/Downloads --once
            """)

    @Argument(help: ArgumentHelp("The folder.", valueName: "folder"))
    var folder: String

    @Flag(help: "Import what is there, and end.")
    var once = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    /// Milliseconds between two looks.
    private static let pause: Int32 = 500

    func validate() throws {
        if writing.key != nil { throw ValidationError("use only one of --key and watch") }
        if shared.file != nil { throw ValidationError("use only one of --output and watch") }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        var watched: WatchedFolder
        do throws(ApplicationError) { watched = try WatchedFolder(folder) } catch {
            throw .application(error)
        }
        Terminal.endOnSignals()
        if once {
            var failure: CommandFailure?
            for file in watched.files(atOnce: true) where !Terminal.isAskedToEnd {
                failure = try take(file, in: context) ?? failure
            }
            if failure != nil { throw .finished(exitCode: 1) }
            return
        }
        while !Terminal.isAskedToEnd {
            for file in watched.files(atOnce: false) where !Terminal.isAskedToEnd {
                _ = try take(file, in: context)
            }
            // Nobody reads the receipts any more.
            if !Terminal.isRead(after: WatchCommand.pause) { return }
        }
    }

    /// Imports a file that a profile was saved for.
    ///
    /// - Returns: Why it was not; it was told.
    private func take(
        _ found: WatchedFolder.File, in context: CommandContext
    ) throws(CommandFailure) -> CommandFailure? {
        let path = found.path
        let file = Explanation.shellWord(path)
        do throws(CommandFailure) {
            let names = try context.call(MatchProfiles.self, MatchProfiles.Input(path: path)).names
            if names.count == 1, found.isCut {
                let profile = Explanation.shellWord(names[0])
                try say(
                    "\(Screen.plain(path)): left alone: its last line has no end, "
                        + "and may be cut\n"
                        + "  by hand: \(context.output.program) import \(file) "
                        + "--profile \(profile)\n")
                return nil
            }
            if names.count == 1 {
                try importFile(path, names[0], in: context)
                return nil
            }
            let program = context.output.program
            let commands =
                names.isEmpty
                ? ["\(program) import \(file) --save-profile NAME"]
                : names.map { "\(program) import \(file) --profile \(Explanation.shellWord($0))" }
            let what =
                names.isEmpty
                ? "no profile was saved for such a file"
                : "several profiles were saved for such files"
            let lines = commands.map { "  by hand: \($0)\n" }.joined()
            try say("\(Screen.plain(path)): left alone: \(what)\n\(lines)")
            return nil
        } catch {
            if case .file = error { throw error }
            let folder = context.output.folder.map { ["--ledger", $0] } ?? []
            let typed = ["import", path] + folder
            let text = ErrorText(error, typed: typed, program: context.output.name)
            try say("\(Screen.plain(path)): \(text.message)")
            return error
        }
    }

    private func importFile(
        _ path: String, _ profile: String, in context: CommandContext
    ) throws(CommandFailure) {
        let name = path.split(separator: "/").last.map(String.init)
        let done: ImportCSV.Output
        do throws(CommandFailure) {
            done = try context.call(
                ImportCSV.self, ImportCSV.Input(path: path, fileName: name, profile: profile))
        } catch .application(.csv(let error, let profiles)) {
            throw .unreadable(error, path: path, profiles: profiles)
        } catch {
            throw error
        }
        let shown = ReceiptText(
            done, path: path, isRehearsal: context.isDryRun, output: context.output)
        try context.put(done, text: shown.text, csv: ReportCSV.text(done.receipt))
        if !done.receipt.refused.isEmpty { throw .rowsRefused(done.receipt, path: path) }
    }

    private func say(_ text: String) throws(CommandFailure) {
        do throws(Terminal.Failure) { try Terminal.put(text, on: .error) } catch {
            throw .file(error)
        }
    }
}
