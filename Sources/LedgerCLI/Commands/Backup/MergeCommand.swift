internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger merge`
struct MergeCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Take in what another copy of the ledger has.",
        discussion: """
            Both copies began as one, by clone, backup or restore, and went on by themselves, such \
            as on two laptops. What only the other one has comes in; what both changed is left as \
            it is here or there and listed. Only this copy is written, unless --both is given; \
            after that both have the same log. Ids of what was recorded on one side since the \
            copies parted may change.

              ledger merge /media/stick/ledger --dry-run
              ledger merge /media/stick/ledger --both
              ledger merge ada.bundle                    what ledger bundle wrote
              ledger merge ssh://ada@laptop/~/books --both
              ledger merge                               the source of this clone
              ledger merge --keep 22                     what stands, against event 22
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder or the bundle of the other copy, - for a bundle on standard input, or "
                + "ssh://[user@]host[:port]/folder; the source of a clone when left out.",
            valueName: "other"))
    var other: String?

    @Option(
        help: ArgumentHelp(
            "Merge nothing: decide that nothing comes of what a merge set aside, by the event or "
                + "the key that ledger log --kind commit-set-aside shows.", valueName: "event"))
    var keep: String?

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
        if keep != nil, other != nil || both || dryRun || acceptClock {
            throw ValidationError("--keep goes alone: ledger merge --keep 22")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if let keep {
            let input = KeepStanding.Input(aside: Arguments.plain(keep))
            let written = try context.call(KeepStanding.self, input)
            return try context.put(written, done: "Kept what stands against") {
                () throws(CommandFailure) in
                ReceiptLines(lines: ["event \(written.id)"], stays: true)
            }
        }
        let home = context.session.current.home.place
        let source: SourceFile?
        do throws(ApplicationError) { source = try SourceFile.read(from: home) } catch {
            throw .application(error)
        }
        let remote = try RemoteCopy(other ?? source?.source ?? "")
        let done =
            if let remote {
                try merged(
                    with: remote, since: source?.source == remote.address ? source?.shared : nil,
                    context)
            } else {
                try context.call(MergeCopy.self, input(other, called: nil, dryRun: dryRun))
            }
        try context.put(
            done,
            text: MergeText(output: context.output, isRemote: remote != nil).text(done),
            csv: MergeText.csv(done))
    }

    private func input(
        _ other: String?, called: String?, dryRun: Bool
    ) -> MergeCopy.Input {
        MergeCopy.Input(
            other: other, called: called, both: both ? true : nil, dryRun: dryRun ? true : nil,
            acceptClock: acceptClock ? true : nil)
    }

    /// Fetches a bundle, takes it in, and gives one of the result back.
    ///
    /// - Parameter since: How many events both are known to begin with; `nil` for unknown.
    private func merged(
        with remote: RemoteCopy, since: UInt64?, _ context: CommandContext
    ) throws(CommandFailure) -> MergeCopy.Output {
        try RemoteCopy.withFile(context) { file throws(CommandFailure) in
            var done = try taken(from: remote, since: since, file, context)
            guard both, !dryRun, done.there != nil else { return done }
            let usable = done.usable ?? 0
            _ = try context.call(
                BundleLedger.self,
                BundleLedger.Input(path: file, since: usable > 0 ? "\(usable - 1)" : nil))
            do throws(CommandFailure) { try remote.give(file) } catch {
                throw .afterRecording(error, last: done.position)
            }
            done.usable = done.position + 1
            try? SourceFile.note(
                remote.address, shared: done.position + 1,
                in: context.session.current.home.place)
            return done
        }
    }

    private func taken(
        from remote: RemoteCopy, since: UInt64?, _ file: String, _ context: CommandContext
    ) throws(CommandFailure) -> MergeCopy.Output {
        if let since, since > 0 {
            // Where that goes on from something else, everything is asked for.
            do throws(CommandFailure) {
                try remote.fetch(file, since: since - 1)
                return try taken(file, from: remote, context)
            } catch .application(.merge(_, .baseless)) {
            } catch .application(.merge(_, .remote(code: 2))) {
                // The ledger there has not so many events, as after a backup came back.
            } catch { throw error }
        }
        try remote.fetch(file, since: nil)
        return try taken(file, from: remote, context)
    }

    /// Takes in what was fetched; of both, when the other side was asked whether it can take in
    /// what is here.
    private func taken(
        _ file: String, from remote: RemoteCopy, _ context: CommandContext
    ) throws(CommandFailure) -> MergeCopy.Output {
        if both {
            let rehearsed = try context.call(
                MergeCopy.self, input(file, called: remote.address, dryRun: true))
            if rehearsed.there != nil {
                let own = file + ".own"
                _ = try context.call(
                    BundleLedger.self, BundleLedger.Input(path: own, other: file))
                try remote.ask(own)
            }
            if dryRun { return rehearsed }
        }
        return try context.call(
            MergeCopy.self, input(file, called: remote.address, dryRun: dryRun))
    }
}
