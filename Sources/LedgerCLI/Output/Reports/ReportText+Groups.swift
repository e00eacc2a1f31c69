internal import Ledger

/// The groups that are the rows of a report.
extension ReportText {
    func groupTable(_ rows: [SpendingReport.Row]) -> TextTable {
        let spans = spans(of: rows)
        return table(of: groups(of: rows, spans), spans)
    }

    /// The groups of rows of one kind and currency, a bucket for each of some spans.
    func groups(of rows: [SpendingReport.Row], _ spans: [Span]) -> [ReportGroup] {
        guard let first = rows.first else { return [] }
        let indexes = Dictionary(uniqueKeysWithValues: zip(spans.map(\.start), 0...))
        let above = outer?.rows.filter { $0.kind == first.kind && $0.currency == first.currency }
        return outline.groups(rows, outer: above ?? [], buckets: spans.count) { row in
            indexes[row.start].map { [($0, Figure(row))] } ?? []
        }
    }

    /// Income less expenses in one row.
    func netTable(_ rows: [SpendingReport.Row]) -> TextTable {
        let spans = spans(of: rows)
        let indexes = Dictionary(uniqueKeysWithValues: zip(spans.map(\.start), 0...))
        var net = ReportGroup(name: "Net", buckets: spans.count)
        for row in rows {
            guard let index = indexes[row.start] else { continue }
            let sum = Figure(row)
            net.add(row.kind == .income ? sum : sum.zeroed - sum, at: index)
        }
        return table(of: [net], spans)
    }
}

/// A report as CSV of what is shown, where more is asked for than its rows.
extension ReportText {
    /// A row a group, a column a period with what was asked for behind them; `nil` where the rows
    /// of the report itself are meant.
    ///
    /// Sums have no marks between thousands. What has no total has an empty cell.
    var shownCSV: String? {
        guard view.totals || view.averages || view.shares || view.top != nil || view.isTree else {
            return nil
        }
        if outline.keys.isEmpty { return periodCSV }
        let spans = spans(of: report.rows)
        let columns = outline.keys.map { $0.hasPrefix("tag") ? "tag" : $0 }
        var header = ["kind", "currency"] + columns
        header += report.period == nil ? ["sum"] : spans.map(\.start.description)
        if view.totals { header.append("total") }
        if view.averages { header.append("average") }
        if view.shares { header.append("share") }
        var rows: [[String]] = []
        for (kind, currency) in blockKeys {
            let own = report.rows.filter { $0.kind == kind && $0.currency == currency }
            let groups = self.groups(of: own, spans)
            let all = ReportGroup(name: "", of: groups)
            for group in groups {
                var cells = [kind.name, currency]
                cells += columns.indices.map { group.name(inColumn: $0) }
                cells += group.sums.map { $0?.plainText ?? "" }
                let sum = group.hasNoSum ? nil : group.total
                if view.totals { cells.append(sum?.plainText ?? "") }
                if view.averages { cells.append(sum?.divided(by: bucketCount).plainText ?? "") }
                if view.shares { cells.append(sum?.plainShare(of: all.total) ?? "") }
                rows.append(cells)
            }
        }
        return CSVOutput.text(header: header, rows: rows)
    }

    /// Kinds and currencies in the order in which text has them.
    var blockKeys: [(EntryKind, String)] {
        report.currencies.flatMap { currency in
            report.kinds.filter { kind in
                report.rows.contains { $0.kind == kind && $0.currency == currency }
            }.map { ($0, currency) }
        }
    }

    /// A row a period, kind and currency; averages and shares are those of the kind.
    private var periodCSV: String {
        var header = ["start", "end", "kind", "currency", "sum", "count"]
        if view.totals { header.append("total") }
        if view.averages { header.append("average") }
        if view.shares { header.append("share") }
        var totals: [String: Figure] = [:]
        func key(_ row: SpendingReport.Row) -> String { "\(row.kind.name) \(row.currency)" }
        for row in report.rows { totals[key(row)] = (totals[key(row)] ?? .zero) + Figure(row) }
        var lines = report.rows
        if view.sortsBySum { lines.sort { Figure($0).minor > Figure($1).minor } }
        let rows = lines.map { row in
            let all = totals[key(row)] ?? .zero
            var cells = ["\(row.start)", "\(row.end)", row.kind.name, row.currency, row.sum]
            cells.append("\(row.count)")
            if view.totals { cells.append(all.plainText) }
            if view.averages { cells.append(all.divided(by: bucketCount).plainText) }
            if view.shares { cells.append(Figure(row).plainShare(of: all)) }
            return cells
        }
        return CSVOutput.text(header: header, rows: rows)
    }
}

extension ReportGroup {
    /// What it has in a column of what distinguishes rows; of the groups beyond the top their name
    /// in the first.
    func name(inColumn column: Int) -> String {
        if path.isEmpty { return column == 0 ? name : "" }
        return path.filter { $0.column == column }.map(\.text).joined(separator: ":")
    }
}

extension Figure {
    /// The same without marks, for programs.
    var plainText: String { text.replacing(",", with: "") }

    /// The share in percent without the sign; empty without a whole.
    func plainShare(of whole: Figure) -> String {
        let share = self.share(of: whole)
        return share.hasSuffix("%") ? String(share.dropLast()).replacing(",", with: "") : ""
    }
}
