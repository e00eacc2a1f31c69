internal import Application
internal import Ledger

/// What came of a merge, as text.
struct MergeText {
    let output: OutputShape

    func text(_ done: MergeCopy.Output) -> String {
        var text = output.style.bold(headline(done)) + "\n"
        if !done.came.isEmpty { text += "\n" + came(done) }
        if !done.aside.isEmpty { text += "\n" + aside(done) }
        if done.moved {
            text +=
                "\nWhat was recorded here behind event \(grouped(done.shared - 1)) has another "
                + "id now.\n"
        }
        if done.dryRun == true {
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        return text + output.footer(done.position, done.root)
    }

    private func headline(_ done: MergeCopy.Output) -> String {
        let place = Screen.plain(done.other)
        let would = done.dryRun == true
        switch done.result {
        case .nothing: return "All that \(place) has is here."
        case .adopted where done.commits == 0:
            return would
                ? "Would take the log of \(place); it has what is here in another order."
                : "Took the log of \(place); it had what is here in another order."
        case .adopted, .merged:
            let what =
                "\(counted(done.commits, "commit")) (\(counted(done.events, "event"))) of \(place)"
            return would ? "Would take in \(what)" : "Took in \(what)"
        }
    }

    private func came(_ done: MergeCopy.Output) -> String {
        var table = TextTable(columns: [
            .init(title: "Recorded"), .init(title: "By", widthMin: 4),
            .init(title: "What", widthMin: 12),
        ])
        for row in done.came.prefix(MergeText.shownMax) {
            table.add(
                HistoryText.minute(row.recordedAt), Screen.plain(row.actor), UndoText.words(row))
        }
        var text = table.rendered(columns: output.columns)
        let rest = done.commits - min(done.came.count, MergeText.shownMax)
        if rest > 0 { text += "… and \(grouped(rest)) more\n" }
        return text
    }

    func aside(_ done: MergeCopy.Output) -> String {
        var text = "Set aside:\n"
        for commit in done.aside.prefix(MergeText.shownMax) {
            let row = commit.commit
            let what =
                "\(UndoText.words(row)), recorded \(commit.isOurs ? "here" : "there") "
                + "\(HistoryText.minute(row.recordedAt))"
                + (row.actor.isEmpty ? "" : " by \(Screen.plain(row.actor))") + ":"
            text += lines(what, indent: 2) + lines(why(commit), indent: 4)
        }
        let rest = done.aside.count - MergeText.shownMax
        if rest > 0 { text += "  … and \(grouped(rest)) more\n" }
        return text
            + output.style.dim(
                "  what they say is kept: \(output.program) log --kind commit-set-aside") + "\n"
    }

    private func lines(_ text: String, indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent)
        let width = max(20, (output.columns ?? 1_000) - indent)
        return Screen.wrapped(text, to: width).map { blanks + $0 + "\n" }.joined()
    }

    private func why(_ commit: MergeCopy.Output.Aside) -> String {
        let other = commit.by.map { "event \(grouped($0))" } ?? "the other copy"
        switch commit.why {
        case "otherwise": return "\(other) says otherwise"
        case "baseless": return "it goes on from what was set aside"
        case "closing": return "closed books pin what stood before them; close them again"
        case "nameTaken": return "the name belongs to \(other)"
        case "keyTaken": return "its key belongs to \(other)"
        case "ring": return "tasks would wait for each other"
        case "rule.closedDays": return "the books of its days are closed"
        default: return "it breaks a rule of the ledger (\(commit.why))"
        }
    }

    private static let shownMax = 20

    static func csv(_ done: MergeCopy.Output) -> String {
        var rows: [[String]] = []
        for row in done.came {
            rows.append([
                "came", "\(row.id)", "\(row.recordedAt)", row.actor, row.action.rawValue,
                row.title, "", "",
            ])
        }
        for aside in done.aside {
            let row = aside.commit
            rows.append([
                aside.isOurs ? "asideHere" : "asideThere", "\(row.id)", "\(row.recordedAt)",
                row.actor, row.action.rawValue, row.title, aside.why,
                aside.by.map { "\($0)" } ?? "",
            ])
        }
        return CSVOutput.text(
            header: ["what", "id", "recordedAt", "actor", "action", "title", "why", "by"],
            rows: rows)
    }
}
