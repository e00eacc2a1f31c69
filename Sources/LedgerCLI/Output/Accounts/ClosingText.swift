internal import Ledger

/// The periods whose books were closed, as text and CSV.
struct ClosingText {
    let list: ClosingList
    /// Whether those of all days are listed.
    let isAll: Bool
    let output: OutputShape

    /// The newest first.
    var text: String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty {
            let what = isAll ? "No books were closed yet." : "No books of these days were closed."
            return "\(what)\n\n\(footer)"
        }
        var table = TextTable(
            columns: [
                .init(title: "Id", alignment: .right), .init(title: "Days"),
                .init(title: "Closed"), .init(title: "By", widthMin: 6),
                .init(title: "Now", widthMin: 10),
            ], style: output.style)
        for row in list.rows {
            table.add(
                "\(row.id)", PeriodLabel.days(row.start, row.end),
                "\(row.recordedAt.description.prefix(10))", Screen.plain(row.actor), now(row))
        }
        return table.rendered(columns: output.columns) + "\n" + footer
    }

    private func now(_ row: ClosingRow) -> String {
        if let first = row.unrecorded?.first { return "changed by \(first), not as a correction" }
        if !row.holds { return "is not what was closed" }
        if let reopened = row.reopened { return "reopened by \(reopened)" }
        if row.corrections.isEmpty { return "closed" }
        return "closed, " + counted(row.corrections.count, "correction")
    }

    /// The rows of the JSON form under the same keys.
    static func csv(_ list: ClosingList) -> String {
        CSVOutput.text(
            header: [
                "id", "start", "end", "recordedAt", "actor", "reason", "pinned", "pinnedRoot",
                "digest", "holds", "corrections", "reopened",
            ],
            rows: list.rows.map { row in
                [
                    "\(row.id)", "\(row.start)", "\(row.end)", "\(row.recordedAt)", row.actor,
                    row.reason, "\(row.pinned)", row.pinnedRoot, row.digest, "\(row.holds)",
                    row.corrections.map { "\($0)" }.joined(separator: " "),
                    row.reopened.map { "\($0)" } ?? "",
                ]
            })
    }
}

/// What a report says of closed books, below its table.
struct ClosedText {
    let closed: ClosedReport
    let kinds: [EntryKind]
    let label: PeriodLabel
    let output: OutputShape

    var text: String {
        let many = closed.closings.count > 3
        let names = closed.closings.suffix(3).map { PeriodLabel.days($0.start, $0.end) }
        var text = "closed: " + (many ? "… " : "") + names.joined(separator: ", ")
        let rows = closed.restated.filter { kinds.contains($0.kind) }
        let corrections = closed.closings.reduce(0) { $0 + $1.corrections }
        if rows.isEmpty {
            if corrections > 0 { text += "; corrected, with the same figures" }
            return "\n" + output.style.dim(text) + "\n"
        }
        text += "; restated since "
        text +=
            corrections > 0 ? "by \(counted(corrections, "correction")):" : "without a correction:"
        var table = TextTable(
            columns: [
                .init(title: "Restated", widthMin: 16),
                .init(title: "As closed", alignment: .right),
                .init(title: "Now", alignment: .right),
                .init(title: "Change", alignment: .right),
            ], style: output.style)
        for row in rows {
            table.add(
                name(row), Figure(row.original).text, Figure(row.restated).text,
                Figure(row.change).signedText)
        }
        return "\n" + output.style.dim(text) + "\n\n" + table.rendered(columns: output.columns)
    }

    private func name(_ row: ClosedReport.Row) -> String {
        var words: [String] = []
        if label.period != nil, let start = row.start, let end = row.end {
            words.append(label.short(start, end))
        }
        if kinds.count > 1 { words.append(row.kind.name) }
        if let group = row.category ?? row.account {
            words.append(group.isEmpty ? "(none)" : Screen.plain(group))
        }
        words.append(row.currency)
        return words.joined(separator: " ")
    }
}
