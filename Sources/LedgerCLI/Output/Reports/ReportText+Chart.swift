internal import Ledger

/// A report as bars.
extension ReportText {
    /// A bar for each period or group, as long as there is room; each line ended by a newline.
    var chart: String {
        if report.rows.isEmpty { return text }
        let blocks = blockKeys.map { kind, currency in
            let rows = report.rows.filter { $0.kind == kind && $0.currency == currency }
            return output.heading(title([kind], currency)) + "\n\n" + chart(of: rows)
        }
        let notes = noteLines.map { output.style.dim($0) + "\n" }.joined()
        return blocks.joined(separator: "\n") + (notes.isEmpty ? "" : "\n" + notes) + "\n"
            + output.footer(report)
    }

    /// The narrowest bars that tell anything.
    private static let barsMin = 10
    /// Groups that a bar tells apart, beside all others.
    private static let partsMax = 3

    /// The same as a picture.
    var picture: ChartSVG {
        ChartSVG(
            title: blockKeys.count == 1 ? title([blockKeys[0].0], blockKeys[0].1) : "Report",
            blocks: blockKeys.map { kind, currency in
                let rows = report.rows.filter { $0.kind == kind && $0.currency == currency }
                let figures = figures(of: rows)
                return ChartSVG.Block(
                    title: title([kind], currency), names: figures.lines.map(\.name),
                    sums: figures.lines.map(\.sum),
                    parts: figures.parts.isEmpty
                        ? nil : figures.parts.map { ChartSVG.Part(name: $0.name, sums: $0.sums) })
            }, notes: report.rows.isEmpty ? ["Nothing to be drawn."] : noteLines)
    }

    private func chart(of rows: [SpendingReport.Row]) -> String {
        let figures = figures(of: rows)
        return figures.parts.isEmpty
            ? bars(figures.lines) : stacks(figures.parts, figures.lines)
    }

    /// A name and a sum for each bar; and what each is divided among, where it is.
    private func figures(
        of rows: [SpendingReport.Row]
    ) -> (lines: [(name: String, sum: Figure?)], parts: [ReportGroup]) {
        let spans = spans(of: rows)
        if report.period == nil {
            let groups = self.groups(of: rows, spans)
            return (groups.map { ($0.indented, $0.hasNoSum ? nil : $0.total) }, [])
        }
        let byStart = Dictionary(grouping: rows, by: \.start)
        let sums = spans.map { span in
            (byStart[span.start] ?? []).reduce(Figure.zero) { $0 + Figure($1) }
        }
        let names = spans.map { $0.short(label) }
        let zero = rows.first.map { Figure($0).zeroed } ?? .zero
        let lines = zip(names, sums).map { ($0, Optional($1 + zero)) }
        if outline.keys.isEmpty || outline.hasTags { return (lines, []) }
        return (lines, parts(of: self.groups(of: rows, spans).filter { $0.depth == 0 }))
    }

    private func bars(_ lines: [(name: String, sum: Figure?)]) -> String {
        let table = table(lines)
        let bars = Bars.lengths(
            lines.map(\.sum), width: room(beside: table), isASCII: output.isASCII)
        return table.with(bars).rendered(columns: output.columns)
    }

    private func table(_ lines: [(name: String, sum: Figure?)]) -> TextTable {
        var table = TextTable(
            columns: [.init(title: ""), .init(title: "", alignment: .right)], style: output.style)
        for line in lines { table.add(line.name, line.sum?.text ?? "") }
        return table
    }

    private func room(beside table: TextTable) -> Int {
        max(ReportText.barsMin, (output.columns ?? 80) - table.naturalWidth - TextTable.gap)
    }

    /// The greatest groups, and all others as one.
    private func parts(of groups: [ReportGroup]) -> [ReportGroup] {
        let ranked = groups.sorted { $0.total.minor > $1.total.minor }
        let isFew = ranked.count <= ReportText.partsMax + 1
        var parts = Array(ranked.prefix(isFew ? ranked.count : ReportText.partsMax))
        let rest = Array(ranked.dropFirst(parts.count))
        if !rest.isEmpty {
            parts.append(ReportGroup(name: counted(rest.count, "other"), of: rest.map(\.asOuter)))
        }
        return parts
    }

    /// Bars of several parts below a line that says which is what.
    private func stacks(
        _ parts: [ReportGroup], _ lines: [(name: String, sum: Figure?)]
    ) -> String {
        let table = table(lines)
        let bars = Bars.stacks(
            lines.indices.map { row in parts.map { $0.sums[row] } }, width: room(beside: table),
            isASCII: output.isASCII)
        let legend = zip(Bars.shades(isASCII: output.isASCII), parts).map { "\($0) \($1.name)" }
        let words = Screen.wrapped(legend.joined(separator: "  "), to: output.columns ?? 80)
        return words.map { $0 + "\n" }.joined() + "\n"
            + table.with(bars).rendered(columns: output.columns)
    }
}

extension ReportGroup {
    /// The same as one that lies in no other.
    fileprivate var asOuter: ReportGroup {
        var group = self
        group.depth = 0
        return group
    }
}
