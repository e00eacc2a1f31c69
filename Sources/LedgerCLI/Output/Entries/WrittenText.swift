internal import Application
internal import Ledger

/// A line in one line.
enum WrittenText {
    static func line(_ row: LineRow, _ style: Style) -> String {
        var parts = ["\(row.day)", "\(Figure(row.amount).text) \(row.currency)"]
        if row.kind != .expense { parts.insert(ListText.kind(row), at: 1) }
        let title = ListText.title(row)
        if !title.text.isEmpty { parts.append(title.isNote ? style.dim(title.text) : title.text) }
        if !row.category.isEmpty { parts.append("[\(Screen.plain(row.category))]") }
        if !row.account.isEmpty { parts.append("(\(Screen.plain(row.account)))") }
        if !row.tags.isEmpty { parts.append(ListText.tags(row)) }
        if !row.payer.isEmpty { parts.append("paid by \(Screen.plain(row.payer))") }
        if let shares = row.shares {
            parts.append(
                "split: " + shares.map { Screen.plain($0.text) }.joined(separator: ", "))
        }
        return parts.joined(separator: "  ")
    }
}

/// What a writer did, and how to take it back.
enum Deed {
    case added
    case amended
    case voided
    case restored

    func word(isDryRun: Bool) -> String {
        if isDryRun { return "Would have \(word.lowercased())" }
        return word
    }

    private var word: String {
        switch self {
        case .added: "Recorded"
        case .amended: "Amended"
        case .voided: "Voided"
        case .restored: "Restored"
        }
    }

    /// The command that undoes it, behind the program's name; the id follows.
    var inverse: String {
        switch self {
        case .added, .restored: "void"
        case .amended: "history"
        case .voided: "restore"
        }
    }
}

extension CommandContext {
    /// Puts out what a writer answers.
    ///
    /// - Parameter others: Further ids that were given.
    func put(
        _ written: WriteReceipt, done: Deed, others: [String] = []
    ) throws(CommandFailure) {
        guard output.format == .text else {
            return try put(
                written, text: "",
                csv: ReportCSV.text([
                    "id": "\(written.id)", "position": "\(written.position)",
                    "root": written.root,
                ]))
        }
        let shown = try ifReadable { () throws(CommandFailure) in
            try answers(
                ShowEntry.self, EntryInput(id: "\(written.id)"), at: written.position,
                end: \.position)
        }
        guard let (then, now) = shown else {
            return try put(
                plainReceipt(
                    done.word(isDryRun: isDryRun), [written.id], notes: written.notes,
                    at: written.position))
        }
        var rows = then.rows
        if done == .amended { rows.removeAll { $0.id != written.id } }
        for id in others {
            let more = try? answers(
                ShowEntry.self, EntryInput(id: id), at: written.position, end: \.position)
            rows += (more?.then.rows ?? []).filter { row in !rows.contains { $0.id == row.id } }
        }
        var text = ""
        for row in rows {
            let line = WrittenText.line(row, output.style)
            text += "\(done.word(isDryRun: isDryRun)) \(row.id): \(line)\n"
        }
        text += NoteText.lines(written.notes, columns: output.columns)
        if then.rows != now.rows { text += NoteText.changedSince("history \(written.id)", output) }
        if isDryRun {
            text += output.style.dim("A dry run: nothing was written.") + "\n"
        } else {
            let label = done == .amended ? "what it was" : "take it back"
            let ids = Set(rows.map { $0.entry.first ?? $0.id }).sorted().map(String.init)
            let given = done == .amended ? ["\(written.id)"] : ids
            let words = [output.program, done.inverse] + given
            text += output.style.dim("  \(label): \(words.joined(separator: " "))") + "\n"
        }
        try put(text)
    }
}
