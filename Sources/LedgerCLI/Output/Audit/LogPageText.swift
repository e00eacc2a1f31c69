internal import Application
internal import Ledger

/// Events of the log as text.
struct LogPageText {
    let page: LogPage
    let output: OutputShape

    /// Newest first, with a head and a foot.
    var text: String {
        let footer = output.footer(page.position, page.root)
        let skipped = page.skipped ?? 0
        if page.rows.isEmpty {
            let none = skipped > 0 ? "No events behind --skip \(skipped)." : "No events match."
            return "\(none)\n\n\(footer)"
        }
        let table = LogPageText.table(page.rows, output)
        var note = counted(page.rows.count, "event")
        if page.more { note += " · older ones: --skip \(skipped + page.rows.count) · all: --all" }
        return table.rendered(columns: output.columns) + asides + "\n" + output.style.dim(note)
            + "\n" + footer
    }

    /// What merges set aside, whole, and the key of what decides: the table may cut both.
    private var asides: String {
        guard output.format == .text else { return "" }
        var text = ""
        for row in page.rows where row.thing == "commit" && row.deed == "set-aside" {
            let values = Dictionary(row.changes.map { ($0.field, $0.now ?? "") }) { $1 }
            guard let key = values["key"] else { continue }
            let start = "  \(row.position) "
            let blanks = String(repeating: " ", count: start.count)
            let width = max(20, (output.columns ?? 1_000) - start.count)
            let said = Screen.wrapped(Screen.plain(values["content"] ?? "(erased)"), to: width)
            text += start + said.joined(separator: "\n" + blanks) + "\n" + blanks
            text += values["answered"].map { "event \($0) decides" } ?? "--key \(key)"
            text += "\n"
        }
        return text.isEmpty ? "" : "\nSet aside, and what decides:\n" + text
    }

    /// The events as a table.
    static func table(_ rows: [LogRow], _ output: OutputShape) -> TextTable {
        var table = TextTable(
            columns: [
                .init(title: "Event", alignment: .right), .init(title: "Recorded"),
                .init(title: "By", widthMin: 6), .init(title: "What", widthMin: 30),
            ], style: output.style)
        for row in rows { table.add(cells(row)) }
        return table
    }

    /// Oldest first, one line an event, as they come.
    func stream(withHead: Bool) -> String {
        let rows = Array(page.rows.reversed())
        switch output.format {
        case .json, .csv: return LogPageText.stream(rows, in: output, withHead: withHead)
        case .text, .tsv, .markdown, .html, .svg:
            return rows.map { LogPageText.cells($0).joined(separator: "  ") + "\n" }.joined()
        }
    }

    /// Events for programs, one line each: JSON unless CSV was asked for.
    static func stream(_ rows: [LogRow], in output: OutputShape, withHead: Bool) -> String {
        guard output.format == .csv else {
            return rows.map { String(decoding: JSONCoding.encode($0), as: UTF8.self) }.joined()
        }
        let text = csv(header + ruleHeader, rows.map { values($0) + ruleValues($0) })
        let head = text.firstIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
        return withHead ? text : String(text[head...])
    }

    static func csv(_ page: LogPage) -> String {
        csv(header + ruleHeader, page.rows.map { values($0) + ruleValues($0) })
    }

    private static func csv(_ header: [String], _ rows: [[String]]) -> String {
        CSVOutput.text(header: header, rows: rows)
    }

    static let header = [
        "position", "recordedAt", "actor", "thing", "deed", "id", "title", "changes", "reason",
        "commit", "batch", "day",
    ]

    static func values(_ row: LogRow) -> [String] {
        let changes = row.changes.map { "\($0.field): \($0.was ?? "") → \($0.now ?? "")" }
        return [
            "\(row.position)", "\(row.recordedAt)", row.actor, row.thing, row.deed,
            row.id.map(String.init) ?? "", row.title, changes.joined(separator: "; "), row.reason,
            "\(row.commit)", row.batch.map(String.init) ?? "",
            row.day?.description ?? "",
        ]
    }

    /// The rule that an event was recorded for: the last columns wherever events are listed.
    static let ruleHeader = ["rule", "ruleDay"]

    static func ruleValues(_ row: LogRow) -> [String] {
        [row.rule.map(String.init) ?? "", row.ruleDay?.description ?? ""]
    }

    private static func cells(_ row: LogRow) -> [String] {
        [
            "\(row.position)", row.recordedAt.minute, Screen.plain(row.actor),
            what(row),
        ]
    }

    /// `added 12.50 EUR Lunch [food] on 2026-04-09`, or `amended 2 Lunch: amount 12.50 → 14.00`
    ///
    /// - Parameter withAmount: Whether the amount of a line that was added is shown.
    static func what(_ row: LogRow, withAmount: Bool = true) -> String {
        var text = row.thing == "line" ? row.deed : "\(row.thing) \(row.deed)"
        let values = Dictionary(row.changes.map { ($0.field, $0.now ?? "") }) { $1 }
        if row.thing == "line", row.deed == "added" {
            if withAmount {
                text += " \(Figure(values["amount"] ?? "").text) \(values["currency"] ?? "")"
            }
            let note = (values["note"] ?? "").split(whereSeparator: \.isNewline).first ?? ""
            let title = Screen.plain(row.title.isEmpty ? String(note) : row.title)
            if !title.isEmpty { text += " " + title }
            if let category = values["category"] { text += " [\(Screen.plain(category))]" }
            return text + " on \(values["day"] ?? "")" + byRule(row)
        }
        if row.thing == "closing", let start = values["start"], let end = values["end"],
            let first = Day(start), let last = Day(end)
        {
            return "closed the books of \(PeriodLabel.days(first, last))" + because(row)
        }
        if row.thing == "closing" {
            let word = values["correction"] == nil ? "reopened the books" : "corrected the books"
            return word + (row.id.map { " that event \($0) closed" } ?? "") + because(row)
        }
        if row.thing == "text" {
            let all = values["recorded"] == nil ? "" : ", and of all that person recorded"
            return "erased the text of event \(row.id.map { "\($0)" } ?? "")\(all)" + because(row)
        }
        if let id = row.id, id != row.position { text += " \(id)" }
        if !row.title.isEmpty { text += " \(Screen.plain(row.title))" }
        let changes = row.changes.filter { !isSaid($0, row) }.map(words)
        if !changes.isEmpty { text += ": " + changes.joined(separator: ", ") }
        return text + (row.deed == "added" ? byRule(row) : "") + because(row)
    }

    private static func byRule(_ row: LogRow) -> String {
        guard let rule = row.rule, let day = row.ruleDay else { return "" }
        return " (rule \(rule) for \(day))"
    }

    private static func because(_ row: LogRow) -> String {
        row.reason.isEmpty ? "" : " (because: \(Screen.plain(row.reason)))"
    }

    private static func words(_ change: FieldChange) -> String {
        func shown(_ text: String) -> String {
            NumberStyle.isMoney(change.field) ? NumberStyle.plain(text) : Screen.plain(text)
        }
        if change.field == EventType.fileAttached.entity {
            return [change.was, change.now].compactMap(\.self).map(shown)
                .joined(separator: " → ")
        }
        let now = change.now.map(shown) ?? "(none)"
        return change.was.map { "\(change.field) \(shown($0)) → \(now)" }
            ?? "\(change.field) \(now)"
    }

    /// What the title or the deed says, and what a new task is if nobody says otherwise.
    private static func isSaid(_ change: FieldChange, _ row: LogRow) -> Bool {
        switch change.field {
        case "title", "name": change.was == nil && change.now == row.title
        case "voided", "closed", "status": true
        case "type": row.deed == "added" && change.now == "basic"
        case "colour": row.deed == "added" && change.now == "green"
        default: false
        }
    }
}
