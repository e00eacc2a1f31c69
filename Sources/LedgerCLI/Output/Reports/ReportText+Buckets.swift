internal import Ledger

/// The buckets of a report as its text shows them.
extension ReportText {
    /// A bucket that is shown.
    struct Span: Hashable {
        var start: Day
        var end: Day
        var partial: Bool
        var running: Bool

        func short(_ label: PeriodLabel) -> String { label.short(start, end) + mark }

        func long(_ label: PeriodLabel) -> String { label.long(start, end) + mark }

        var mark: String { (partial ? "*" : "") + (running ? "~" : "") }
    }

    func spans(of rows: [SpendingReport.Row]) -> [Span] {
        var spans: [Span] = []
        for row in rows where spans.last?.start != row.start {
            spans.append(
                Span(start: row.start, end: row.end, partial: row.partial, running: row.running))
        }
        let seen = Dictionary(spans.map { ($0.start, $0) }) { first, _ in first }
        let isOpen = report.period == nil
        if view.showsEmpty, !isOpen {
            return buckets.map { days in
                let asked = DayRange(start: report.start ?? .min, end: report.end ?? .max)
                return seen[days.start]
                    ?? Span(
                        start: days.start, end: days.end, partial: !asked.contains(days),
                        running: view.tomorrow.map { days.contains($0.adding(days: -1)) } ?? false)
            }
        }
        return seen.values.sorted { $0.start < $1.start }.map { span in
            Span(
                start: span.start, end: span.end, partial: span.partial && !isOpen,
                running: span.running && !isOpen)
        }
    }

    /// The buckets that an average is of, empty ones included: those of the range that was asked
    /// for, of an open end those from the first or to the last with money. What is not over yet
    /// counts only as far as there is money: days to come bring no average down.
    var bucketCount: Int { max(1, buckets.count) }

    /// Those buckets, the first first.
    private var buckets: [DayRange] {
        guard let first = report.rows.map(\.start).min(), let period = label.period,
            let last = report.rows.map(\.start).max()
        else { return [] }
        var start = first
        if let asked = report.start { start = min(start, interval(period, asked).start) }
        var stop = last
        if let asked = report.end {
            stop = max(stop, min(asked, view.tomorrow ?? asked).adding(days: -1))
        }
        var found: [DayRange] = []
        while start <= stop, found.count < 1_000_000 {
            let days = interval(period, start)
            found.append(days)
            start = days.end
        }
        return found
    }

    func interval(_ period: Period, _ day: Day) -> DayRange {
        period.interval(containing: day, weekStart: label.weekStart)
    }

    var averageOf: String { counted(bucketCount, label.noun.lowercased()) }
}
