internal import Application
internal import Ledger

/// A report as text.
struct ReportText {
    let report: SpendingReport
    let view: ReportView
    let output: OutputShape
    let label: PeriodLabel
    let outline: ReportOutline
    /// The same by what stands before tags; `nil` where that is not known.
    let outer: SpendingReport?

    /// - Parameter outer: A report by ``ReportOutline/keysBeforeTags`` of the same events.
    init(
        _ report: SpendingReport, _ view: ReportView, _ output: OutputShape,
        outer: SpendingReport? = nil
    ) {
        self.report = report
        self.outer = outer
        outline = ReportOutline(by: report.by, view, knowsSums: outer != nil)
        var view = view
        if outline.countsTwice { (view.hidesTotals, view.shares) = (true, false) }
        self.view = view
        self.output = output
        label = PeriodLabel(report)
    }

    /// All of it, each line ended by a newline.
    var text: String {
        if report.rows.isEmpty {
            let hint = view.hidesIncome ? "without income: --income\n" : ""
            return emptyText + "\n" + HintText.lines(report.hints) + output.style.dim(hint) + "\n"
                + closed + output.footer(report)
        }
        let blocks = self.blocks.map { block in
            output.heading(block.title) + "\n\n" + block.table.rendered(columns: output.columns)
        }
        return blocks.joined(separator: "\n") + notes + closed + "\n" + output.footer(report)
    }

    /// The same as tables: one a currency, or one a currency and kind.
    var page: TablePage {
        let blocks = blocks
        return TablePage(
            title: blocks.count == 1 ? blocks[0].title : "Report", tables: blocks,
            notes: report.rows.isEmpty
                ? [emptyText] + HintText.words(report.hints) : noteLines)
    }

    /// What heads a forecast.
    private static let forecastTitle = "Forecast, not recorded"

    /// The tables, marked as a forecast, which nothing proves.
    var ofForecast: String {
        let blocks = blocks.map { block in
            output.heading("\(ReportText.forecastTitle): \(block.title)") + "\n\n"
                + block.table.rendered(columns: output.columns)
        }
        return blocks.isEmpty ? "Nothing is expected.\n" : blocks.joined(separator: "\n")
    }

    /// The same as tables, with those of a forecast behind them.
    func page(with forecast: ReportText) -> TablePage {
        var page = page
        page.tables += forecast.blocks.map { block in
            TablePage.Block(
                title: "\(ReportText.forecastTitle): \(block.title)", table: block.table)
        }
        return page
    }

    private var blocks: [TablePage.Block] {
        var blocks: [TablePage.Block] = []
        for currency in report.currencies {
            let rows = report.rows.filter { $0.currency == currency }
            if outline.keys.isEmpty {
                blocks.append(
                    TablePage.Block(
                        title: title(report.kinds, currency), table: periodTable(rows)))
                continue
            }
            for kind in report.kinds {
                let rows = rows.filter { $0.kind == kind }
                if rows.isEmpty { continue }
                blocks.append(
                    TablePage.Block(title: title([kind], currency), table: groupTable(rows)))
            }
            if view.net, !outline.countsTwice {
                let all = outer?.rows.filter { $0.currency == currency } ?? rows
                blocks.append(
                    TablePage.Block(title: title("Net", currency), table: netTable(all)))
            }
        }
        return blocks
    }

    private var emptyText: String {
        let terms = report.terms.map { " of \(Screen.plain($0))" } ?? ""
        let what = ReportText.names(report.kinds).lowercased() + terms
        if let start = report.start, let end = report.end, end <= start {
            return "No \(what): no day is in all of the days that were asked for."
        }
        if let range = askedRange {
            return "No \(what) \(range.contains(" ") ? "from" : "on") \(range)."
        }
        if let start = report.start { return "No \(what) from \(start) on." }
        if let end = report.end { return "No \(what) before \(end)." }
        return report.terms == nil ? "No \(what) yet." : "No \(what)."
    }

    private var askedRange: String? {
        guard let start = report.start, let end = report.end else { return nil }
        return PeriodLabel.days(start, end)
    }

    static func names(_ kinds: [EntryKind]) -> String {
        let names = kinds.map { kind in
            switch kind {
            case .expense: "Expenses"
            case .income: "Income"
            case .transfer: "Transfers"
            }
        }
        return names.isEmpty ? "Everything" : names.joined(separator: ", ")
    }

    func title(_ kinds: [EntryKind], _ currency: String) -> String {
        title(ReportText.names(kinds), currency)
    }

    private func title(_ what: String, _ currency: String) -> String {
        var words = "\(what) in \(currency)"
        if let terms = report.terms { words += " of \(Screen.plain(terms))" }
        if let by = report.by {
            words += " by \(by.split(separator: ",").joined(separator: " and "))"
        }
        if let period = report.period { words += ", \(period)" }
        if let range = askedRange { words += ", \(range)" }
        return words
    }

    /// What it says of closed books.
    private var closed: String {
        guard let closed = report.closed else { return "" }
        return ClosedText(closed: closed, kinds: report.kinds, label: label, output: output).text
    }

    private var notes: String {
        let lines = noteLines
        return lines.isEmpty ? "" : "\n" + output.style.dim(lines.joined(separator: "\n")) + "\n"
    }

    var noteLines: [String] {
        var lines: [String] = []
        if view.hidesIncome {
            lines.append("without income: --income, or --net for the difference")
        }
        if let note = report.exchange { lines += note.lines(Set(report.rows.map(\.currency))) }
        // Those without rows are shown, too.
        let spans = spans(of: report.rows)
        if spans.contains(where: \.partial) {
            lines.append("* only a part of it lies in the range asked for")
        }
        if spans.contains(where: \.running) { lines.append("~ not over yet") }
        if outline.countsTwice {
            lines.append("an entry with several tags counts in each: there is no total")
        } else if outline.hasTags {
            lines.append("an entry with several tags counts in each, and once in the sums above")
        }
        if outline.keys.contains("account"), report.rows.contains(where: { $0.kind == .transfer }) {
            lines.append(
                "a transfer counts once, in the account that it leaves: \(output.program) balance")
        }
        if view.averages, report.period != nil {
            lines.append("average of \(averageOf)")
        }
        return lines
    }

    // MARK: Periods as rows

    private func periodTable(_ rows: [SpendingReport.Row]) -> TextTable {
        var kinds = report.kinds.filter { kind in rows.contains { $0.kind == kind } }
        if view.net { kinds = [.income, .expense] }
        var table = TextTable(columns: [.init(title: label.noun)], style: output.style)
        for kind in kinds {
            table.columns.append(.init(title: ReportText.names([kind]), alignment: .right))
            if view.shares { table.columns.append(.init(title: "Share", alignment: .right)) }
        }
        if view.net { table.columns.append(.init(title: "Net", alignment: .right)) }
        table.columns.append(.init(title: "Count", alignment: .right))
        let nothing = sum(rows).zeroed
        func sums(_ rows: [SpendingReport.Row]) -> [Figure] {
            kinds.map { kind in nothing + sum(rows.filter { $0.kind == kind }) }
        }
        let totals = sums(rows)
        let rowsByStart = Dictionary(grouping: rows, by: \.start)
        var lines = spans(of: rows).map { span in
            let within = rowsByStart[span.start] ?? []
            let count = within.reduce(0) { $0 + $1.count }
            return (span: span, sums: sums(within), count: count)
        }
        if view.sortsBySum { lines.sort { net($0.sums).minor > net($1.sums).minor } }
        let isWide = view.shares && kinds.count > 1
        for line in lines {
            let name = isWide ? line.span.short(label) : line.span.long(label)
            table.add([name] + cells(line.sums, of: totals) + [grouped(line.count)])
        }
        if !view.hidesTotals, lines.count > 1 {
            let count = rows.reduce(0) { $0 + $1.count }
            table.rows.append(.rule)
            table.add(["Total"] + cells(totals, of: totals) + [grouped(count)])
        }
        if view.averages {
            let means = totals.map { $0.divided(by: bucketCount) }
            table.add(["Average"] + cells(means, of: nil))
        }
        return view.bars ? withBars(table, of: lines.map { net($0.sums) }) : table
    }

    /// The texts of the sums of kinds, each with its share of its total where shares are shown, and
    /// with `net` of the difference.
    private func cells(_ sums: [Figure], of totals: [Figure]?) -> [String] {
        let texts = sums.indices.flatMap { index in
            let share = totals.map { sums[index].share(of: $0[index]) } ?? ""
            return [sums[index].text] + (view.shares ? [share] : [])
        }
        guard view.net, sums.count == 2 else { return texts }
        return texts + [net(sums).text]
    }

    /// What rows are ordered by: the difference with `net`, else the first kind's sum.
    private func net(_ sums: [Figure]) -> Figure {
        guard let first = sums.first else { return .zero }
        return view.net && sums.count == 2 ? first - sums[1] : first
    }

    // MARK: Groups as rows

    func table(of groups: [ReportGroup], _ spans: [Span]) -> TextTable {
        let limit = output.format == .text ? output.columns ?? 80 : .max
        // With a column a period of one letter each it may fit.
        if spans.count == 1 || spans.count < limit / (TextTable.gap + 1) {
            // Of two whole periods the change, too, where there is room.
            let isPair = spans.count == 2 && !spans.contains { $0.partial || $0.running }
            let isBare = !view.totals && !view.averages && !view.shares && !view.bars
            if isPair, isBare, !view.isTransposed {
                let wide = pivot(groups, spans, withChanges: true)
                if wide.naturalWidth <= limit { return wide }
            }
            var wide = view.isTransposed ? transposed(groups, spans) : pivot(groups, spans)
            if view.bars, view.isTransposed {
                wide = withBars(wide, of: ReportGroup(name: "", of: groups).sums)
            } else if view.bars {
                wide =
                    spans.count == 1
                    ? withBars(wide, of: groups.map { $0.hasNoSum ? nil : $0.total })
                    : withSparklines(wide, of: groups.map(\.sums))
            }
            if spans.count == 1 || wide.naturalWidth <= limit {
                return wide
            }
        }
        var list = listing(groups, spans, label.long)
        if list.naturalWidth > limit { list = listing(groups, spans, label.short) }
        return list
    }

    /// A column a period.
    private func pivot(
        _ groups: [ReportGroup], _ spans: [Span], withChanges: Bool = false
    ) -> TextTable {
        let showsTotals = view.totals && spans.count > 1
        let head: TextTable.Column = .init(title: outline.noun, widthMin: 12)
        var table = TextTable(columns: [head], style: output.style)
        for span in spans {
            let title = report.period == nil ? "Sum" : span.short(label)
            table.columns.append(.init(title: title, alignment: .right))
        }
        if showsTotals { table.columns.append(.init(title: "Total", alignment: .right)) }
        if view.averages { table.columns.append(.init(title: "Average", alignment: .right)) }
        if view.shares { table.columns.append(.init(title: "Share", alignment: .right)) }
        if withChanges { table.columns += ComparisonText.columns }
        let all = ReportGroup(name: "Total", of: groups)
        func line(_ group: ReportGroup) -> [String] {
            var cells =
                [group.indented] + group.sums.map { $0?.text ?? (group.hasNoSum ? "" : "–") }
            if group.hasNoSum { return cells }
            if withChanges { return cells + ComparisonText.changes(group) }
            if showsTotals { cells.append(group.total.text) }
            if view.averages { cells.append(group.total.divided(by: bucketCount).text) }
            if view.shares { cells.append(group.total.share(of: all.total)) }
            return cells
        }
        for group in groups { table.add(line(group)) }
        if !view.hidesTotals, groups.count > 1 {
            table.rows.append(.rule)
            table.add(line(all))
        }
        return table
    }

    /// A column a group.
    private func transposed(_ groups: [ReportGroup], _ spans: [Span]) -> TextTable {
        let outer = groups.filter { $0.depth == 0 }
        var table = TextTable(columns: [.init(title: label.noun)], style: output.style)
        for group in outer { table.columns.append(.init(title: group.name, alignment: .right)) }
        let all = ReportGroup(name: "Total", of: groups)
        let showsTotals = !view.hidesTotals && outer.count > 1
        if showsTotals { table.columns.append(.init(title: "Total", alignment: .right)) }
        let columns = outer + (showsTotals ? [all] : [])
        func line(_ name: String, _ figure: (ReportGroup) -> Figure?) -> [String] {
            [name] + columns.map { figure($0)?.text ?? "–" }
        }
        for (index, span) in spans.enumerated() {
            let name = report.period == nil ? "Sum" : span.long(label)
            table.add(line(name) { $0.sums[index] })
        }
        if spans.count > 1 {
            table.rows.append(.rule)
            table.add(line("Total", \.total))
        }
        if view.averages { table.add(line("Average") { $0.total.divided(by: bucketCount) }) }
        if view.shares { table.add(["Share"] + columns.map { $0.total.share(of: all.total) }) }
        return table
    }

    /// A row a period and group.
    private func listing(
        _ groups: [ReportGroup], _ spans: [Span], _ name: (Day, Day) -> String
    ) -> TextTable {
        var table = TextTable(
            columns: [
                .init(title: label.noun), .init(title: outline.noun, widthMin: 12),
                .init(title: "Sum", alignment: .right),
            ], style: output.style)
        if view.shares { table.columns.append(.init(title: "Share", alignment: .right)) }
        let all = ReportGroup(name: "Total", of: groups)
        var wasEmpty = false
        var figures: [Int: Figure] = [:]
        for (index, span) in spans.enumerated() {
            let bucket = all.sums[index] ?? .zero
            var name = name(span.start, span.end) + span.mark
            var count = 0
            for group in groups {
                guard let figure = group.sums[index] else { continue }
                figures[table.rows.count] = figure
                table.add(
                    [name, group.indented, figure.text]
                        + (view.shares ? [figure.share(of: bucket)] : []))
                name = ""
                count += 1
            }
            if !view.hidesTotals, count > 1 { table.add("", "Total", bucket.text) }
            if count == 0 {
                if wasEmpty { table.rows.removeLast() }
                table.add(name, "", "–")
            }
            wasEmpty = count == 0
            table.rows.append(.blank)
        }
        table.rows.removeLast()
        if !view.hidesTotals || view.totals || view.averages { table.rows.append(.rule) }
        let whole = all.total
        if view.totals { add("Total", groups, of: whole, to: &table) { $0 } }
        // One group is all of it.
        let addsUp = !view.hidesTotals && groups.count > 1
        if addsUp || !view.hidesTotals && !view.totals {
            let share = view.shares && view.totals ? [whole.share(of: whole)] : []
            table.add([view.totals ? "" : "Total", view.totals ? "Total" : "", whole.text] + share)
        }
        if view.averages {
            add("Average", groups, of: nil, to: &table) { $0.divided(by: bucketCount) }
            if addsUp {
                table.add("", "Total", whole.divided(by: bucketCount).text)
            }
        }
        return view.bars ? withBars(table, of: table.rows.indices.map { figures[$0] }) : table
    }

    /// A block of a listing in which every group stands for all periods.
    private func add(
        _ title: String, _ groups: [ReportGroup], of whole: Figure?, to table: inout TextTable,
        _ figure: (Figure) -> Figure
    ) {
        for (index, group) in groups.enumerated() {
            let share = view.shares ? whole.map { [group.total.share(of: $0)] } ?? [] : []
            table.add([index == 0 ? title : "", group.indented, figure(group.total).text] + share)
        }
    }

    private func sum(_ rows: [SpendingReport.Row]) -> Figure {
        rows.reduce(.zero) { $0 + Figure($1) }
    }
}
