internal import Ledger

extension Explanation {
    /// Nobody was there to be asked.
    init(unerased texts: UInt64) {
        self.init(
            "to erase the text of \(counted(texts, "event")) for good needs a yes; nothing was "
                + "written", .adding("--yes"), .adding("--dry-run"))
    }

    /// Nobody was there to be asked whether lines are to be changed.
    init(unconfirmed lines: Int, _ verb: String) {
        self.init(
            "to \(verb) \(counted(lines, "line")) needs a yes; nothing was written",
            .adding("--yes"), .adding("--dry-run"))
    }

    /// What is wrong with erasures.
    init(erasures check: ErasureCheck) {
        if let first = check.unexplained.first {
            let count = check.unexplained.count
            let what =
                count == 1 ? "event \(first)" : "\(counted(count, "event")), first \(first),"
            self.init(
                "the text of \(what) is gone although nobody erased it", "ledger doctor",
                "ledger salvage RESCUED --with BACKUP")
        } else if check.pending.isEmpty, let file = check.leftovers?.first {
            self.init(
                "\(Screen.plain(file)) is an older state of the log and holds text that was erased "
                    + "since", "ledger erase --finish", "ledger doctor")
        } else {
            let count = check.pending.count
            self.init(
                "an erasure was interrupted: \(counted(count, "event")) still "
                    + (count == 1 ? "has its text" : "have their text"), "ledger erase --finish")
        }
    }
}

extension Explanation {
    /// An erasure that was recorded, up to a position, before the rest failed as a text says.
    init(erasing failure: String, last: UInt64) {
        self.init(
            "that text is to be erased is recorded, up to event \(grouped(last)), but it is not "
                + "done:\n    \(failure)", "ledger erase --finish", "ledger verify")
    }
}
