internal import Application
internal import Ledger

/// A report beside the one of earlier days, as text.
struct ComparisonText {
    private let comparison: ReportComparison
    private let view: ReportView
    private let output: OutputShape
    private let outline: ReportOutline

    init(_ comparison: ReportComparison, _ view: ReportView, _ output: OutputShape) {
        self.comparison = comparison
        self.output = output
        outline = ReportOutline(by: comparison.by, view) { group in
            let change = ComparisonText.change(group)
            return change.minor == .min ? .max : abs(change.minor)
        }
        var view = view
        if outline.countsTwice { view.hidesTotals = true }
        self.view = view
    }

    /// All of it, each line ended by a newline.
    var text: String {
        let footer = output.footer(comparison.position, comparison.root)
        if comparison.rows.isEmpty {
            return emptyText + "\n" + HintText.lines(comparison.hints) + "\n" + footer
        }
        let blocks = self.blocks.map { block in
            output.heading(block.title) + "\n\n" + block.table.rendered(columns: output.columns)
        }
        let notes =
            noteLines.isEmpty
            ? "" : "\n" + output.style.dim(noteLines.joined(separator: "\n")) + "\n"
        return blocks.joined(separator: "\n") + notes + "\n" + footer
    }

    /// The same as tables.
    var page: TablePage {
        TablePage(
            title: blocks.count == 1 ? blocks[0].title : "Report", tables: blocks,
            notes: comparison.rows.isEmpty
                ? [emptyText] + HintText.words(comparison.hints) : noteLines)
    }

    /// A row a group as CSV, the greatest and the rest in one; `nil` where all rows are meant.
    var shownCSV: String? {
        guard view.top != nil || view.isTree, !outline.keys.isEmpty else { return nil }
        let columns = outline.keys.map { $0.hasPrefix("tag") ? "tag" : $0 }
        let days = [was.start, was.end, now.start, now.end].map(\.description)
        var rows: [[String]] = []
        for currency in comparison.currencies {
            for kind in comparison.kinds {
                let own = comparison.rows.filter { $0.kind == kind && $0.currency == currency }
                for group in outline.groups(own, buckets: 2, sums: ComparisonText.sums) {
                    var cells = days + [kind.name, currency]
                    cells += columns.indices.map { group.name(inColumn: $0) }
                    cells += ComparisonText.plainSums(group)
                    rows.append(cells)
                }
            }
        }
        return CSVOutput.text(
            header: ["wasStart", "wasEnd", "start", "end", "kind", "currency"] + columns
                + ["was", "now", "change", "percent"], rows: rows)
    }

    /// Both sums, the change and what it is in percent, without marks; empty where lines may count
    /// in several groups below.
    private static func plainSums(_ group: ReportGroup) -> [String] {
        if group.hasNoSum { return ["", "", "", ""] }
        let (was, now) = pair(group)
        let change = now - was
        // Nothing has as many digits as the other sum.
        let sums = [was, now].map { $0.minor == 0 ? change.zeroed : $0 } + [change]
        return sums.map(\.plainText) + [was.minor <= 0 ? "" : change.plainShare(of: was)]
    }

    /// Both days, in short where they are two months, quarters or years.
    private var days: String {
        let period = [Period.monthly, .quarterly, .halfyearly, .yearly].first { period in
            [now, was].allSatisfy {
                period.interval(containing: $0.start, weekStart: .monday) == $0
            }
        }
        guard period != nil else { return "\(now.words) beside \(was.words)" }
        let label = PeriodLabel(period: period)
        return "\(label.short(now.start, now.end)) beside \(label.short(was.start, was.end))"
    }

    private var now: DayRange { DayRange(start: comparison.start, end: comparison.end) }
    private var was: DayRange { DayRange(start: comparison.wasStart, end: comparison.wasEnd) }

    private var emptyText: String {
        let terms = comparison.terms.map { " of \(Screen.plain($0))" } ?? ""
        return "No \(ReportText.names(comparison.kinds).lowercased())\(terms): \(days)."
    }

    private var noteLines: [String] {
        var lines: [String] = []
        if let note = comparison.exchange {
            lines += note.lines(Set(comparison.rows.map(\.currency)))
        }
        if comparison.toDate { lines.append("to date: both end with the same day") }
        if outline.countsTwice {
            lines.append("an entry with several tags counts in each: there is no total")
        }
        return lines
    }

    private var blocks: [TablePage.Block] {
        var blocks: [TablePage.Block] = []
        for currency in comparison.currencies {
            let rows = comparison.rows.filter { $0.currency == currency }
            if outline.keys.isEmpty {
                let names = ReportText.names(comparison.kinds)
                blocks.append(block(names, currency, kindTable(rows)))
                continue
            }
            for kind in comparison.kinds {
                let rows = rows.filter { $0.kind == kind }
                if rows.isEmpty { continue }
                blocks.append(block(ReportText.names([kind]), currency, groupTable(rows)))
            }
            if view.net, !outline.countsTwice {
                var table = table(of: outline.noun)
                table.add(cells(net(of: rows)))
                blocks.append(block("Net", currency, table))
            }
        }
        return blocks
    }

    private func block(
        _ what: String, _ currency: String, _ table: TextTable
    ) -> TablePage.Block {
        var title = "\(what) in \(currency)"
        if let terms = comparison.terms { title += " of \(Screen.plain(terms))" }
        if let by = comparison.by {
            title += " by \(by.split(separator: ",").joined(separator: " and "))"
        }
        return TablePage.Block(title: "\(title), \(days)", table: table)
    }

    /// A row a kind.
    private func kindTable(_ rows: [ReportComparison.Row]) -> TextTable {
        var table = table(of: "Kind")
        for row in rows {
            var group = ReportGroup(name: ReportText.names([row.kind]), buckets: 2)
            for (index, sum) in ComparisonText.sums(row) { group.add(sum, at: index) }
            table.add(cells(group))
        }
        if view.net {
            table.rows.append(.rule)
            table.add(cells(net(of: rows)))
        }
        return table
    }

    /// Income less expenses.
    private func net(of rows: [ReportComparison.Row]) -> ReportGroup {
        var net = ReportGroup(name: "Net", buckets: 2)
        for row in rows {
            for (index, sum) in ComparisonText.sums(row) {
                net.add(row.kind == .income ? sum : sum.zeroed - sum, at: index)
            }
        }
        return net
    }

    private func groupTable(_ rows: [ReportComparison.Row]) -> TextTable {
        let groups = outline.groups(rows, buckets: 2, sums: ComparisonText.sums)
        var table = table(of: outline.noun)
        for group in groups { table.add(cells(group)) }
        if !view.hidesTotals, groups.count > 1 {
            table.rows.append(.rule)
            table.add(cells(ReportGroup(name: "Total", of: groups)))
        }
        return table
    }

    private func table(of noun: String) -> TextTable {
        TextTable(
            columns: [
                .init(title: noun, widthMin: 12), .init(title: "Before", alignment: .right),
                .init(title: "Now", alignment: .right),
            ] + ComparisonText.columns, style: output.style)
    }

    /// The columns of a change.
    static let columns: [TextTable.Column] = [
        .init(title: "Change", alignment: .right), .init(title: "%", alignment: .right),
    ]

    private func cells(_ group: ReportGroup) -> [String] {
        if group.hasNoSum { return [group.indented] }
        return [group.indented] + group.sums.map { $0?.text ?? "–" } + ComparisonText.changes(group)
    }

    private static func sums(_ row: ReportComparison.Row) -> [(index: Int, sum: Figure)] {
        [
            (0, row.wasCount, Figure(row.was, row.wasUnrounded)),
            (1, row.nowCount, Figure(row.now, row.nowUnrounded)),
        ].compactMap { index, count, sum in count == 0 ? nil : (index, sum) }
    }

    /// What was and what is, as they are shown; of nothing zero.
    private static func pair(_ group: ReportGroup) -> (was: Figure, now: Figure) {
        let (was, now) = (group.sums.first.flatMap(\.self), group.sums.last.flatMap(\.self))
        return (was?.shown ?? .zero, now?.shown ?? .zero)
    }

    private static func change(_ group: ReportGroup) -> Figure {
        let (was, now) = pair(group)
        return now - was
    }

    /// The change between two sums, and what it is of the first in percent; both with their sign.
    static func changes(_ group: ReportGroup) -> [String] {
        let was = pair(group).was
        let change = change(group)
        let share = change.share(of: was)
        return [
            change.signedText, was.minor <= 0 ? "–" : change.minor > 0 ? "+\(share)" : share,
        ]
    }
}

extension ReportCSV {
    /// A report beside the one of earlier days, under the keys of the JSON form.
    static func text(_ comparison: ReportComparison) -> String {
        let days = [
            comparison.wasStart, comparison.wasEnd, comparison.start, comparison.end,
        ].map(\.description)
        return CSVOutput.text(
            header: [
                "wasStart", "wasEnd", "start", "end", "kind", "category", "account", "payee",
                "tag", "person", "currency", "was", "now", "change", "percent", "wasCount",
                "nowCount",
            ],
            rows: comparison.rows.map { row in
                days + [row.kind.name]
                    + [row.category, row.account, row.payee, row.tag, row.person].map { $0 ?? "" }
                    + [
                        row.currency, row.was, row.now, row.change, row.percent ?? "",
                        "\(row.wasCount)", "\(row.nowCount)",
                    ]
            })
    }
}
