internal import Application
internal import Ledger

/// The receipt of a ledger that was written anew from a backup, as text.
struct RestoreText {
    let output: OutputShape

    func text(_ done: RestoreBackup.Output) -> String {
        let place = Screen.plain(done.destination)
        var text =
            output.style.bold("Restored \(counted(done.events, "event")) to \(place)")
            + "; the root is that of the backup.\n"
        if let asked = done.asked {
            text +=
                "Event \(grouped(asked)) belongs to a commit that ends with event "
                + "\(grouped(done.position)); commits come whole.\n"
        }
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        table.add("  events", "\(grouped(done.events)) of \(grouped(done.of))")
        table.add("  until", done.end.minute)
        table.add("  time", LogText.duration(done.seconds))
        table.add("  position", grouped(done.position))
        table.add("  root", done.root)
        let word = Explanation.shellWord(done.destination)
        return text + "\n" + table.rendered(columns: nil)
            + MissingFilesText.text(done.missingFiles, "are not in the backup as they were", output)
            + output.style.dim("  look at it: \(output.program(on: done.destination)) report -M")
            + "\n"
            + output.style.dim("  use it from now on: export LEDGER_HOME=\(word)") + "\n"
    }

    static func csv(_ done: RestoreBackup.Output) -> String {
        ReportCSV.text([
            "source": done.source, "destination": done.destination, "events": "\(done.events)",
            "of": "\(done.of)", "asked": done.asked.map { "\($0)" } ?? "",
            "end": "\(done.end)", "seconds": "\(done.seconds)", "position": "\(done.position)",
            "root": done.root,
        ])
    }
}
