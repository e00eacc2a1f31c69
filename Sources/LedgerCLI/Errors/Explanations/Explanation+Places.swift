internal import Application
internal import EventLog
internal import Ledger

extension Explanation {
    /// What `doctor` found.
    init(findings: [String], next: [String]) {
        let lines = findings.flatMap { finding in
            Screen.wrapped(finding, to: 74).enumerated().map {
                ($0.offset == 0 ? "\n    " : "\n      ") + $0.element
            }
        }
        self.init(
            counted(findings.count, "thing") + " to mend:" + lines.joined(),
            tries: next.map(Try.words))
    }

    init(backup path: String, _ fault: BackupError) {
        let place = Screen.plain(path)
        let other = Try.replacing(path, path + "-2")
        switch fault {
        case .occupied:
            self.init("\(place) has something else in it than a backup of this ledger", other)
        case .inside:
            self.init(
                "\(place) and the ledger lie one in the other; a backup needs a folder of its own",
                .replacing(path, "../backup"))
        case .otherLog(let events):
            self.init(
                "\(place) is of the log before it was salvaged, or made anew: its "
                    + "\(counted(events, "event")) are here, too, in other files; nothing was "
                    + "written", other)
        case .diverged(let events, shared: 0):
            self.init(
                "\(place) is no earlier state of this ledger: of its \(counted(events, "event")), "
                    + "none is in this ledger; nothing was written", other,
                .words("ledger list --ledger \(Explanation.shellWord(path))"))
        case .diverged(let events, shared: nil):
            self.init(
                "\(place) is no earlier state of this ledger, or its \(counted(events, "event")) "
                    + "cannot be read; nothing was written", other,
                .words("ledger verify --ledger \(Explanation.shellWord(path))"))
        case .diverged(let events, _):
            let word = Explanation.shellWord(path)
            self.init(
                "\(place) is no earlier state of this ledger: of its \(counted(events, "event")), "
                    + "some are not in this ledger; nothing was written",
                .words("ledger merge \(word) --both"), .words("ledger list --ledger \(word)"),
                other)
        case .newer(let file):
            self.init(
                "\(place) was sealed, or text was erased there, and not here: this ledger would "
                    + "undo that in its file \(Screen.plain(file)); nothing was written",
                other)
        case .unlike(let error):
            let why = error.map { ": " + $0.description } ?? ""
            self.init(
                "the copy in \(place) cannot be read back as it was written\(why)",
                .words("rm -r \(Explanation.shellWord(path))"), .again)
        case .failed(.storage(.locked(let holder))):
            self.init("no copy in \(place): \(StorageError.words(lockedBy: holder))", .again)
        case .failed(let error):
            self.init(
                "no copy in \(place): \(error.description)",
                Explanation.look(into: path, error), .again)
        }
    }
}
