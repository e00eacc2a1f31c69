internal import Application
internal import EventLog
internal import Ledger

extension Explanation {
    /// Why another copy was not merged.
    init(merge path: String, _ fault: MergeError) {
        let place = Screen.plain(path)
        switch fault {
        case .noLedger:
            self.init("there is no ledger in \(place)", .replacing(path, "ANOTHER-FOLDER"))
        case .same:
            self.init(
                "\(place) is this ledger, or one of them lies in the other",
                .replacing(path, "ANOTHER-FOLDER"))
        case .unrelated:
            self.init(
                "\(place) is not a copy of this ledger: they have no event in common",
                "ledger info --ledger \(Explanation.shellWord(path))",
                "ledger backup COPY")
        case .unreadable(let error):
            self.init(
                "\(place) cannot be read: \(error.description)",
                "ledger verify --ledger \(Explanation.shellWord(path))")
        case .onlyHere:
            self.init(
                "this copy has all of it now, but \(place) cannot be written",
                "ledger merge THIS-FOLDER --ledger \(Explanation.shellWord(path))")
        case .strangeUser:
            self.init(
                "whoever is logged in here would be nobody in the merged ledger; nothing was "
                    + "merged", "ledger logout")
        case .changed:
            self.init("\(place) went on while it was read; nothing was merged", .again)
        case .failed(let code):
            self.init(
                "what was put together cannot take the place of the log: "
                    + "\(POSIX.message(of: code)); nothing was changed", "df .", "ledger doctor")
        }
    }
}
