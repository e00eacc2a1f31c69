internal import Application
internal import EventLog
internal import Ledger

extension Explanation {
    /// Why a salvage, or a restore from a backup, wrote nothing.
    init(rescue path: String, _ fault: RescueError) {
        let place = Screen.plain(path)
        let other = Try.replacing(path, path + "-2")
        switch fault {
        case .occupied:
            self.init(
                "\(place) is there already, and nothing is written over anything", other)
        case .inside:
            self.init(
                "\(place) and the ledger lie one in the other; a new ledger needs a folder of its "
                    + "own", .replacing(path, "../rescued"))
        case .nothing:
            self.init(
                "not one event can be read; a backup is what is left",
                "ledger restore BACKUP --into \(Explanation.shellWord(path))")
        case .openingLost:
            self.init(
                "the event that opened the ledger is lost; say again what its currency and its "
                    + "zone were, or name an older backup that has it",
                .options(["--currency": "EUR", "--zone": "Europe/Berlin"]),
                .options(["--with": "BACKUP"]))
        case .noBackup:
            self.init(
                "there is no ledger in \(place)", .replacing(path, "ANOTHER-FOLDER"))
        case .unreadable(let error):
            self.init(
                "\(place) cannot be read: \(error.description)",
                .replacing(path, "ANOTHER-BACKUP"),
                "ledger salvage RESCUED --ledger \(Explanation.shellWord(path))")
        case .unlike(let error):
            let why = error.map { ": " + $0.description } ?? ""
            self.init(
                "what was written to \(place) cannot be read back as it was written\(why); it was "
                    + "taken away again", .replacing(path, "ANOTHER-DISK"), .again)
        case .failed(let error):
            self.init(
                "nothing was written to \(place): \(error.description)",
                Explanation.look(into: path, error), .again)
        }
    }

    /// A ledger whose first events are others than those that were verified.
    init(rewritten events: UInt64, _ known: VerifiedHead) {
        let then = "\(known.time.minute)"
        let what =
            events < known.events
            ? "the ledger has \(counted(events, "event")); \(grouped(known.events)) were verified "
                + "on \(then): a file is missing, or an older copy stands in its place"
            : "the first \(counted(known.events, "event")) are not those that were verified on "
                + "\(then)"
        self.init(
            what, "ledger restore BACKUP --into RESTORED",
            "rm verified.json in the ledger's folder, if you put another copy there yourself")
    }
}
