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
        if let status = row.status { parts.append(status.rawValue) }
        if !row.payer.isEmpty { parts.append("paid by \(Screen.plain(row.payer))") }
        if let shares = row.shares {
            parts.append(
                "split: " + shares.map { Screen.plain($0.words) }.joined(separator: ", "))
        }
        return parts.joined(separator: "  ")
    }
}

extension ShareRow {
    /// `Ann 1,000.00`
    var words: String { "\(called) \(Figure(amount).text)" }
}

/// What a writer did with lines.
enum Deed: String {
    case added = "Recorded"
    case amended = "Amended"
    case voided = "Voided"
    case restored = "Restored"
}

extension CommandContext {
    /// Puts out what a writer of lines answers.
    func put(_ written: WriteReceipt, done deed: Deed) throws(CommandFailure) {
        try put(written, done: deed.rawValue) { () throws(CommandFailure) in
            let shown = try self.written { commit throws(ApplicationError) in try commit.lines() }
            guard let shown else { return nil }
            let rows =
                deed == .amended ? shown.then.filter { $0.id == written.id } : shown.then
            var told = ReceiptLines(
                lines: rows.map { "\($0.id): \(WrittenText.line($0, output.style))" })
            if shown.then != shown.now { told.changedSince = "history \(written.id)" }
            let entries = Set(rows.map { $0.entry.first ?? $0.id }).sorted().map(String.init)
            let ids = entries.joined(separator: " ")
            switch deed {
            case .added, .restored: told.takeBack = "void \(ids)"
            case .voided: told.takeBack = "restore \(ids)"
            case .amended: told.history = "history \(written.id)"
            }
            return told
        }
    }
}
