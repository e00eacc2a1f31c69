internal import Application
internal import Ledger

/// What is said of the log itself, as text.
struct LogText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    func replay(_ replay: ReplayLedger.Output, isWhole: Bool) -> String {
        let summary = replay.summary
        let end = isWhole ? "" : ", up to event \(grouped(summary.position))"
        var text = output.style.bold("Replayed the log from event 0\(end)") + "\n\n"
        if let without = replay.without {
            text = WithoutText(output: output).text(without) + "\n"
        }
        let hashed = summary.hashSeconds.map { [("hashed", LogText.duration($0))] } ?? []
        let stored =
            replay.without != nil
            ? [] : [("frames", grouped(summary.frames)), ("bytes", grouped(summary.bytes))]
        text += pairs(
            [
                ("events", grouped(summary.events)), ("commits", grouped(summary.commits)),
            ] + stored + hashed + [
                ("time", LogText.duration(summary.seconds)),
                ("speed", "\(grouped(LogText.whole(summary.eventsPerSecond))) events/s"),
                ("root", summary.root),
            ])
        text += "\n\(output.style.bold("Rebuilt"))\n\n" + rebuilt(summary)
        if let report = replay.report {
            text += "\n" + ReportText(report, ReportView(), output).text
        }
        return text
    }

    private func rebuilt(_ summary: ReplaySummary) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: ""), .init(title: "")])
        for part in summary.rebuilt {
            let holds =
                switch part.name {
                case ReferenceData.name: counted(part.things, "fact")
                case CategoryIndex.name: counted(part.things, "category", "categories")
                case TodoTable.name: counted(part.things, "task")
                case StatementBook.name: counted(part.things, "statement")
                default: counted(part.things, "cell")
                }
            table.add("  \(part.name)", holds, LogText.duration(part.seconds))
        }
        return table.rendered(columns: output.columns)
    }

    private func quick(_ summary: VerifySummary, since: UInt64) -> String {
        var hashed = [counted(summary.events - since, "new event")]
        if let files = summary.filesHashed, files > 0 {
            hashed.append(counted(files, "file") + " that changed")
        }
        let what =
            "Nothing that was verified has changed; hashed \(hashed.joined(separator: ", "))."
        return output.style.bold(what) + "\n\n"
            + pairs([
                ("events", grouped(summary.events)), ("verified before", grouped(since)),
                ("time", LogText.duration(summary.seconds)), ("root", summary.root),
            ])
    }

    func verify(_ summary: VerifySummary) -> String {
        let text = summary.since.map { quick(summary, since: $0) } ?? whole(summary)
        return text + (summary.against.map(against) ?? "")
            + (summary.receipt.map(receipt) ?? "") + (summary.removed.map(removed) ?? "")
    }

    private func removed(_ names: [String]) -> String {
        // Those of another device may be thousands.
        let shownMax = 12
        let rest = names.count - shownMax
        return "\nRemoved, for it did not follow from the log, or held what was erased since:\n"
            + names.prefix(shownMax).map { "  \(Screen.plain($0))\n" }.joined()
            + (rest > 0 ? "  and \(counted(rest, "other file"))\n" : "")
            + "It is made anew when it is needed.\n"
    }

    private func receipt(_ found: CheckedReceipt) -> String {
        if let branch = found.branch {
            return "\nThe \(Screen.plain(found.report)) of event \(grouped(found.position)), "
                + "\(signed(found.signedBy)), was made of a branch;\nit is not made again, for "
                + "these events stand among others now.\n" + merged(branch)
        }
        let options = Explanation.shellWord(Screen.plain(found.options))
        let command =
            "\(output.program) call \(Screen.plain(found.report)) \(options) "
            + "--as-of \(found.position) --now \(found.now)"
        return "\nThe \(Screen.plain(found.report)) of event \(grouped(found.position)), "
            + "\(signed(found.signedBy)), is the same when it is made again:\n  \(command)\n"
    }

    private func signed(_ keys: [String]) -> String {
        keys.isEmpty
            ? "not signed by a known key" : "signed by key " + keys.joined(separator: ", ")
    }

    private func against(_ head: CheckedHead) -> String {
        let witnesses = head.cosignedBy.map { witnesses in
            " and by "
                + witnesses.map {
                    "witness \(Screen.plain($0.name)) (\($0.time.minute))"
                }.joined(separator: ", ")
        }
        let start =
            "\nThe checkpoint of \(counted(head.events, "event")), \(signed(head.signedBy))"
            + "\(witnesses ?? ""), "
        guard let branch = head.branch else { return "\(start)agrees with the ledger.\n" }
        return "\(start)agrees with a branch.\n" + merged(branch)
    }

    /// Where a branch is now that a merge replaced.
    private func merged(_ branch: CheckedBranch) -> String {
        let start =
            "The branch of \(counted(branch.events, "event")) was "
            + (branch.merge.map { "merged at event \(grouped($0)), which names its root" }
                ?? ("replaced by the merge of another device that had all of it,\nas a key of this "
                    + "copy vouches"))
        guard let position = branch.position, let shared = branch.shared else {
            return "\(start).\n  its hashes are not kept on this device: "
                + "\(output.program) merge with one that has them\n"
        }
        let missing = branch.missing ?? 0
        return "\(start):\n  the first \(counted(shared, "event")) are those of the ledger, the "
            + "last one stands at \(grouped(position)) now"
            + (branch.signed == true
                ? ""
                : ",\n  as the file of the branch says, whoever gave it: no key of this copy "
                    + "signed that")
            + (missing > 0
                ? ";\n  \(counted(missing, "event")) of them "
                    + "\(missing == 1 ? "stands" : "stand") nowhere: set aside, or a signature\n"
                : "\n")
    }

    private func whole(_ summary: VerifySummary) -> String {
        output.style.bold("The log is whole: every checksum and every hash agrees.") + "\n\n"
            + pairs([
                ("events", grouped(summary.events)), ("commits", grouped(summary.commits)),
                ("frames", grouped(summary.frames)), ("bytes", grouped(summary.bytes)),
                ("time", LogText.duration(summary.seconds)), ("root", summary.root),
            ]) + statements(summary)
    }

    private func statements(_ summary: VerifySummary) -> String {
        guard let count = summary.statements else {
            // What is wrong with its events follows.
            if summary.brokenRules != nil { return "" }
            return "\nStatements were not compared: only a newer program can add up this ledger.\n"
        }
        var text = ""
        if let check = summary.erasures, check.holds {
            let texts = check.erased == 1 ? "Of 1 event" : "Of \(grouped(check.erased)) events"
            text += "\n\(texts) the text was erased, each by an erasure in the log.\n"
        }
        if let check = summary.erasures, !check.holds, let writer = check.writer {
            let who = writer.isEmpty ? "Someone" : Screen.plain(writer)
            text += "\n\(who) is still writing: whether the erased texts are gone is to be seen "
            text += "when that has ended.\n  try: ledger verify\n"
        }
        if let closings = summary.closings, summary.brokenClosings == nil {
            text += "\nThe books of \(counted(closings, "period")) are as they were closed.\n"
        }
        if let found = summary.signatures, found.doubtful == 0 {
            text += "\n\(counted(found.signed, "commit")) signed by devices that are believed"
            text += found.vouched > 0 ? ", \(grouped(found.vouched)) vouched for" : ""
            text += found.earlier > 0 ? ", \(grouped(found.earlier)) from before.\n" : ".\n"
        }
        if let files = summary.files, summary.brokenFiles == nil {
            text += "\n\(counted(files, "file")) of entries and tasks as they were.\n"
        }
        if let strange = summary.strangeFiles {
            text +=
                "\n\(counted(strange.count, "file")) beside them "
                + (strange.count == 1 ? "belongs" : "belong") + " to nothing, as after an erasure "
                + "in another copy:\n  try: ledger doctor\n"
        }
        if count == 0 || !summary.differing.isEmpty { return text }
        let what = count == 1 ? "The statement agrees" : "All \(grouped(count)) statements agree"
        return text + "\n\(what) with the ledger.\n"
    }

    func info(_ summary: LogSummary, place: String) -> String {
        pairs([
            ("folder", Screen.plain(place)), ("ledger", summary.ledger),
            ("events", grouped(summary.events)), ("commits", grouped(summary.commits)),
            ("frames", grouped(summary.frames)), ("segments", grouped(summary.segments)),
            ("bytes", grouped(summary.bytes)), ("root", summary.root),
        ])
    }

    func seal(_ result: SealLog.Output) -> String {
        var done: [String] = []
        if result.sealed > 0 { done.append("packed \(counted(result.sealed, "event"))") }
        if let renewed = result.renewed {
            let files = counted(renewed, "file")
            done.append("wrote \(files) anew in the present revision of the format")
        }
        let all = done.joined(separator: ", and ")
        let text =
            done.isEmpty
            ? "Nothing to pack: the newest events are too few, or packed already."
            : "\(all.prefix(1).uppercased())\(all.dropFirst()); the root is the same as before."
        return text + "\n\n" + output.footer(result.position, result.root)
    }

    private func pairs(_ pairs: [(String, String)]) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        for (name, value) in pairs { table.add("  \(name)", value) }
        return table.rendered(columns: nil)
    }

    /// `0.8 ms`, `1.25 s`
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0 else { return "–" }
        if seconds < 1 {
            return "\(decimalText(Int128(whole(seconds * 10_000)), exponent: 1)) ms"
        }
        return "\(decimalText(Int128(whole(seconds * 100)), exponent: 2)) s"
    }

    /// A number without what follows the point; 0 for what is none.
    static func whole(_ number: Double) -> Int64 { Int64(exactly: number.rounded()) ?? 0 }
}
