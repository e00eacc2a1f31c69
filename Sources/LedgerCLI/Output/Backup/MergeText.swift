internal import Application
internal import Ledger

/// What came of a merge, as text.
struct MergeText {
    let output: OutputShape
    /// Whether the other copy is on another machine.
    var isRemote = false

    func text(_ done: MergeCopy.Output) -> String {
        var text = output.style.bold(headline(done)) + "\n"
        if !done.came.isEmpty { text += "\n" + table(done.came, of: done.commits) }
        if !done.aside.isEmpty { text += "\n" + aside(done) }
        if done.moved {
            text +=
                "\nWhat was recorded here behind event \(grouped(done.shared - 1)) has another "
                + (done.dryRun == true ? "id then.\n" : "id now.\n") + ids(done)
        }
        if let there = done.there { text += "\n" + self.there(there, done) }
        if done.dryRun == true {
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        text += MissingFilesText.text(done.missingFiles, "did not come along", output)
        if let merge = done.merge {
            text += output.style.dim("  take it back: \(output.program) undo \(merge)") + "\n"
        }
        if let usable = done.usable, done.there == nil, done.position + 1 > usable {
            let since = usable > 0 ? " --since \(usable - 1)" : ""
            let next = isRemote ? "merge \(Screen.plain(done.other)) --both" : "bundle FILE\(since)"
            text += output.style.dim("  give it the result: \(output.program) \(next)") + "\n"
        }
        return text + output.footer(done.position, done.root)
    }

    /// `  91 → 93 Lunch`
    private func ids(_ done: MergeCopy.Output) -> String {
        guard let ids = done.ids, let count = done.idCount else { return "" }
        var text = ""
        for entry in ids {
            let title = entry.title.isEmpty ? "" : " \(Screen.plain(entry.title))"
            text += lines("\(entry.was) → \(entry.now)\(title)", indent: 2)
        }
        return text + (count > ids.count ? "  … and \(grouped(count - ids.count)) more\n" : "")
    }

    private func there(_ there: MergeCopy.Output.There, _ done: MergeCopy.Output) -> String {
        let verb = done.dryRun == true ? "would take in" : "took in"
        let what = "\(counted(there.commits, "commit")) (\(counted(there.events, "event")))"
        var text = "\(Screen.plain(done.other)) \(verb) \(what) of this copy\n"
        if done.dryRun == true { text += table(there.came, of: there.commits) }
        if there.moved {
            text +=
                "What was recorded there behind event \(grouped(done.shared - 1)) has another id "
                + (done.dryRun == true ? "then.\n" : "now.\n")
        }
        return text
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

    private func table(_ rows: [CommitRow], of count: Int) -> String {
        var table = TextTable(columns: [
            .init(title: "Recorded"), .init(title: "By", widthMin: 4),
            .init(title: "What", widthMin: 12),
        ])
        for row in rows.prefix(MergeText.shownMax) {
            table.add(
                row.recordedAt.minute, Screen.plain(row.actor), UndoText.words(row))
        }
        var text = table.rendered(columns: output.columns)
        let rest = count - min(rows.count, MergeText.shownMax)
        if rest > 0 { text += "… and \(grouped(rest)) more\n" }
        return text
    }

    func aside(_ done: MergeCopy.Output) -> String {
        let textless = done.aside.filter { $0.why == MergeCopy.Output.Aside.erased }
        let lost = done.aside.filter { $0.why == MergeCopy.Output.Aside.lost }
        let aside = done.aside.filter { !$0.isTaken }
        var text = ""
        if !aside.isEmpty {
            text +=
                "Set aside:\n" + list(aside)
                + output.style.dim(
                    "  what they say is kept: \(output.program) log --kind commit-set-aside\n"
                        + "  decide once for all devices: record it with the --key named there, "
                        + "or keep\n  what stands: \(output.program) merge --keep EVENT") + "\n"
        }
        if !textless.isEmpty { text += "Taken in without its text:\n" + list(textless) }
        if !lost.isEmpty { text += "Lost its text:\n" + list(lost) }
        return text
    }

    private func list(_ commits: [MergeCopy.Output.Aside]) -> String {
        var text = ""
        for commit in commits.prefix(MergeText.shownMax) {
            let row = commit.commit
            let part = commit.count.map { "\(counted($0, "event")) of " } ?? ""
            let what =
                "\(part)\(UndoText.words(row)), recorded \(commit.isOurs ? "here" : "there") "
                + "\(row.recordedAt.minute)"
                + (row.actor.isEmpty ? "" : " by \(Screen.plain(row.actor))") + ":"
            text += lines(what, indent: 2)
            if let entry = commit.entry {
                let parts = [Screen.plain(entry.title), entry.day.map { "\($0)" } ?? ""]
                let words = parts.filter { !$0.isEmpty }.joined(separator: ", ")
                text += lines("about \(entry.id): \(words)", indent: 4)
            }
            guard let events = commit.events, let count = commit.count else {
                text += lines(why(commit.why, commit.by) + said(commit.against), indent: 4)
                continue
            }
            for event in events.prefix(MergeText.shownMax) {
                text += lines(
                    "\(Screen.plain(event.says)): \(why(event.why, event.by))", indent: 4)
            }
            let rest = count - min(events.count, MergeText.shownMax)
            if rest > 0 { text += "    … and \(grouped(rest)) more\n" }
        }
        let rest = commits.count - MergeText.shownMax
        if rest > 0 { text += "  … and \(grouped(rest)) more\n" }
        return text
    }

    /// What an event says that says otherwise, and who recorded it.
    private func said(_ row: LogRow?) -> String {
        guard let row else { return "" }
        let actor = row.actor.isEmpty ? "" : " by \(Screen.plain(row.actor))"
        return "\(actor): \(LogPageText.what(row))"
    }

    private func lines(_ text: String, indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent)
        let width = max(20, (output.columns ?? 1_000) - indent)
        return Screen.wrapped(text, to: width).map { blanks + $0 + "\n" }.joined()
    }

    private func why(_ code: String, _ by: UInt64?) -> String {
        let other = by.map { "event \(grouped($0))" } ?? "the other copy"
        switch code {
        case MergeCopy.Output.Aside.erased, MergeCopy.Output.Aside.lost:
            return "\(other) erases the text of the same thing for good; the rest of it stands"
        case "otherwise": return "\(other) says otherwise"
        case "baseless": return "it goes on from what was set aside"
        case "closing": return "closed books pin what stood before them; close them again"
        case "nameTaken": return "the name belongs to \(other)"
        case "keyTaken": return "its key belongs to \(other)"
        case "foreign": return "it holds for the other ledger alone"
        case "ring": return "tasks would wait for each other"
        case "rule.closedDays": return "the books of its days are closed"
        default: return "it breaks a rule of the ledger (\(code))"
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
            let kind = aside.isTaken ? "textless" : "aside"
            rows.append([
                kind + (aside.isOurs ? "Here" : "There"), "\(row.id)", "\(row.recordedAt)",
                row.actor, row.action.rawValue, row.title, aside.why,
                aside.by.map { "\($0)" } ?? "",
            ])
        }
        return CSVOutput.text(
            header: ["what", "id", "recordedAt", "actor", "action", "title", "why", "by"],
            rows: rows)
    }
}

extension MergeCopy.Output.Aside {
    /// Whether the commit stands, but for its text.
    fileprivate var isTaken: Bool {
        why == MergeCopy.Output.Aside.erased || why == MergeCopy.Output.Aside.lost
    }
}
