internal import Application
internal import Ledger

/// The receipt of a backup, as text.
struct BackupText {
    let output: OutputShape

    func text(_ done: BackUpLedger.Output) -> String {
        let place = Screen.plain(done.destination)
        let isDry = done.dryRun == true
        let isWhole = done.missingFiles == nil
        let what =
            switch (done.new, isDry) {
            case (0, false) where isWhole: "\(place) has everything already, and is whole."
            case (0, _): "\(place) has every event already."
            case (_, false) where !isWhole:
                "Copied \(counted(done.new, "event")) to \(place); the copy has every event."
            case (_, false): "Copied \(counted(done.new, "event")) to \(place); the copy is whole."
            case (_, true): "Would copy \(counted(done.new, "event")) to \(place)"
            }
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        table.add("  events", grouped(done.events))
        table.add("  bytes", grouped(done.bytes))
        table.add("  copied", grouped(done.copied))
        if !isDry { table.add("  time", LogText.duration(done.seconds)) }
        table.add("  root", done.root)
        var text = output.style.bold(what) + "\n\n" + table.rendered(columns: nil)
        if let pending = done.pendingErasures {
            text +=
                "\nAn erasure was interrupted: \(counted(pending, "event")) still "
                + (pending == 1 ? "has its text" : "have their text")
                + ", in the copy, too.\n"
                + "  try: \(output.program) erase --finish, then back up again\n"
        }
        if isDry { return text + output.style.dim("A dry run: nothing was written.") + "\n" }
        let copy = output.program(on: done.destination)
        return text + output.style.dim("  look at it: \(copy) info") + "\n"
    }
}
