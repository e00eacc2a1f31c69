internal import Application
internal import Ledger

/// A change of many lines as text.
struct BulkText {
    /// What is done with the lines.
    enum Verb: String {
        case amend
        case void

        var past: String { self == .amend ? "Amended" : "Voided" }
    }

    let done: ManyWritten
    let verb: Verb
    let output: OutputShape

    /// What changes, line by line, and what reports change by; empty when nothing does.
    var plan: String {
        guard done.lines > 0 else { return "" }
        var text = table.rendered(columns: output.columns)
        let shown = Set(done.rows.map(\.id)).count
        if shown < done.lines {
            text += output.style.dim("… and \(grouped(done.lines - shown)) more; --all shows them")
            text += "\n"
        }
        if let cells = done.cells {
            if !cells.isEmpty { text += "\n" + figures(cells) }
        } else if !done.totals.isEmpty {
            text += "\n" + totals
        }
        if let rules = done.rules { text += "\n" + BulkText.byRule(rules) }
        text += "\n"
        if done.same > 0 {
            text += "\(counted(done.same, "line")) left out: nothing would change there\n"
        }
        return text + NoteText.lines(done.notes, columns: output.columns)
    }

    /// What was done, and how to take it back.
    var outcome: String {
        if done.lines == 0 {
            let same = counted(done.same, "line")
            return done.same == 0
                ? "No lines match.\n"
                : "Nothing to change: \(same) \(done.same == 1 ? "is" : "are") so already.\n"
        }
        let lines = counted(done.lines, "line")
        guard let batch = done.batch, done.dryRun != true else {
            return "\(lines) would be \(verb.past.lowercased()); nothing was written.\n"
        }
        return "\(verb.past) \(lines) in batch \(batch).\n"
            + output.style.dim("  take it back: \(output.program) undo \(batch)") + "\n"
            + output.footer(done.position, done.root)
    }

    private var table: TextTable {
        let rows = done.rows
        let currencies = Set(rows.map(\.currency))
        let oneCurrency = currencies.count == 1 ? currencies.first : nil
        let fields = Set(rows.map(\.field))
        var table = TextTable(
            columns: [
                .init(title: "Id", alignment: .right), .init(title: "Day"),
                .init(title: "Title", widthMin: 12),
                .init(
                    title: "Amount" + (oneCurrency.map { " \($0)" } ?? ""), alignment: .right),
            ], style: output.style)
        if verb == .amend {
            if fields.count > 1 { table.columns.append(.init(title: "Field")) }
            let field = fields.count == 1 ? fields.first ?? "" : "was"
            let title = field.prefix(1).uppercased() + field.dropFirst()
            table.columns.append(.init(title: "\(title) → now", widthMin: 20))
        }
        var last: UInt64?
        for row in rows {
            let amount = Figure(row.amount).text
            var cells =
                row.id == last
                ? ["", "", "", ""]
                : [
                    "\(row.id)", "\(row.day)", Screen.plain(row.title),
                    oneCurrency == nil ? "\(amount) \(row.currency)" : amount,
                ]
            last = row.id
            if verb == .amend {
                if fields.count > 1 { cells.append(row.field) }
                let (was, now) = (Screen.plain(row.was), Screen.plain(row.now))
                cells.append(
                    "\(was.isEmpty ? "(none)" : was) → \(now.isEmpty ? "(none)" : now)")
            }
            table.add(cells)
        }
        return table
    }

    /// The figures of monthly reports that change, a limited number as sums.
    private func figures(_ cells: [DiffRow]) -> String {
        var table = TextTable(
            columns: [
                .init(title: "Figures change"), .init(title: ""),
                .init(title: "Category", widthMin: 12), .init(title: "Was", alignment: .right),
                .init(title: "Now", alignment: .right), .init(title: ""), .init(title: "Lines"),
            ], style: output.style)
        let label = PeriodLabel(period: .monthly)
        for cell in cells.prefix(BulkText.totalsMax) {
            let category = Screen.plain(cell.category ?? "")
            let month = cell.start.flatMap { start in cell.end.map { label.long(start, $0) } }
            table.add(
                month ?? "", cell.kind.name, category.isEmpty ? "(uncategorised)" : category,
                Figure(cell.was).text, Figure(cell.now).text, cell.currency,
                "\(grouped(cell.wasCount)) → \(grouped(cell.nowCount))")
        }
        let rest = cells.count - BulkText.totalsMax
        return table.rendered(columns: output.columns)
            + (rest > 0 ? "… and \(counted(rest, "more figure", "more figures"))\n" : "")
    }

    private static func byRule(_ rules: [ManyWritten.RuleCount]) -> String {
        rules.filter { $0.lines > 0 }
            .map { "rule \(Screen.plain($0.name)): \(counted($0.lines, "line"))\n" }.joined()
    }

    /// How many sums are shown.
    private static let totalsMax = 12

    private var totals: String {
        var table = TextTable(
            columns: [
                .init(title: "Reports change by"), .init(title: "Category", widthMin: 12),
                .init(title: "Sum", alignment: .right), .init(title: ""),
                .init(title: "Lines", alignment: .right),
            ], style: output.style)
        for total in done.totals.prefix(BulkText.totalsMax) {
            let category = Screen.plain(total.category)
            table.add(
                total.kind.name, category.isEmpty ? "(uncategorised)" : category,
                BulkText.signed(Figure(total.change).text), total.currency,
                BulkText.signed(grouped(total.count)))
        }
        let rest = done.totals.count - BulkText.totalsMax
        return table.rendered(columns: output.columns)
            + (rest > 0 ? "… and \(counted(rest, "more sum", "more sums"))\n" : "")
    }

    private static func signed(_ text: String) -> String {
        text.hasPrefix("-") || text.allSatisfy { "0.,".contains($0) } ? text : "+\(text)"
    }
}

extension ReportCSV {
    static func text(_ rows: [BulkPlan.Row]) -> String {
        CSVOutput.text(
            header: ["id", "day", "title", "amount", "currency", "field", "was", "now"],
            rows: rows.map { row in
                [
                    "\(row.id)", "\(row.day)", row.title, row.amount, row.currency, row.field,
                    row.was, row.now,
                ]
            })
    }
}
