internal import Application
internal import Ledger

/// What a writer did, and how to take it back.
enum Deed {
    case added
    case amended
    case voided
    case restored

    var word: String {
        switch self {
        case .added: "Recorded"
        case .amended: "Amended"
        case .voided: "Voided"
        case .restored: "Restored"
        }
    }

    /// The command that undoes it; the id follows.
    var inverse: String {
        switch self {
        case .added, .restored: "ledger void"
        case .amended: "ledger history"
        case .voided: "ledger restore"
        }
    }
}

extension CommandContext {
    /// Puts out what a writer answers.
    func put(_ written: Written, done: Deed) throws(CommandFailure) {
        guard output.format == .text else {
            return try put(
                written, text: "",
                csv: ReportCSV.text([
                    "id": "\(written.id)", "position": "\(written.position)",
                    "root": written.root,
                ]))
        }
        let entry = try call(ShowEntry.self, EntryInput(id: "\(written.id)"))
        var text = ""
        for row in entry.rows {
            text += "\(done.word) \(row.id): \(WrittenText.line(row))\n"
        }
        for note in written.notes { text += NoteText.line(note) + "\n" }
        if isDryRun {
            text += output.style.dim("A dry run: nothing was written.") + "\n"
        } else {
            let label = done == .amended ? "what it was" : "take it back"
            text += output.style.dim("  \(label): \(done.inverse) \(written.id)") + "\n"
        }
        try put(text)
    }
}

/// A line in one line.
enum WrittenText {
    static func line(_ row: LineRow) -> String {
        var parts = ["\(row.day)", "\(Figure(row.amount).text) \(row.currency)"]
        if row.kind != .expense { parts.insert(ListText.kind(row), at: 1) }
        if !row.title.isEmpty { parts.append(Screen.plain(row.title)) }
        if !row.category.isEmpty { parts.append("[\(Screen.plain(row.category))]") }
        if !row.account.isEmpty { parts.append("(\(Screen.plain(row.account)))") }
        if !row.tags.isEmpty { parts.append(ListText.tags(row)) }
        return parts.joined(separator: "  ")
    }
}
