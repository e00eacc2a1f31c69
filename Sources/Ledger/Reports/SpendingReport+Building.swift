public import EventLog

extension SpendingReport {
    /// Rolls the spending table up.
    ///
    /// - Parameters:
    ///   - table: What was spent, earned and moved.
    ///   - parameters: What is asked for.
    ///   - chart: Settings, accounts and renames of the same moment.
    ///   - now: Today in the ledger's zone: its bucket is marked as running.
    ///   - head: The end of the events that the table took in.
    /// - Throws: ``ReportError/notOpened`` when the chart has no settings.
    /// - Complexity: O(*n* · log *n*) in the cells of the table.
    public init(
        table: SpendingTable, parameters: ReportParameters, chart: Chart, now: Day, head: LogHead
    ) throws(ReportError) {
        guard let settings = chart.settings else { throw .notOpened }
        var rollUp = RollUp(parameters, chart, parameters.weekStart ?? settings.weekStart)
        for entry in table.entries { rollUp.add(entry) }
        (by, depth) =
            switch parameters.by {
            case .none: (nil, nil)
            case .category(let depth): ("category", depth.map { max(1, $0) })
            case .account: ("account", nil)
            }
        period = parameters.period?.name
        kinds = EntryKind.allCases.filter { parameters.admits($0) }
        self.settings = InForce(
            currency: settings.baseCurrency.code, zone: settings.zoneName,
            weekStart: rollUp.weekStart.name)
        start = rollUp.start
        end = rollUp.end
        rows = rollUp.rows(now: now)
        position = head.lastPosition
        root = head.root.hex
        digest = ""
        digest = SHA256.hash(Array(canonicalText.utf8)).hex
    }

    /// What ``digest`` is the hash of: the parameters and the figures, but not where in the log and
    /// when they were made (`position`, `root`, `running`).
    ///
    /// One line for each parameter, then one a row, each closed by a newline. What is `nil` is `-`;
    /// a text is its number of bytes in UTF-8, a colon, and the text.
    ///
    /// ```
    /// spending report 1
    /// period 7:monthly
    /// by 8:category
    /// depth 1
    /// kinds expense
    /// start 2026-01-01
    /// end 2026-03-01
    /// settings 3:EUR 13:Europe/Berlin 6:monday
    /// row 2026-01-01 2026-02-01 whole expense 4:food - 3:EUR 12.50 1
    /// ```
    public var canonicalText: String {
        func text(_ text: String?) -> String { text.map { "\($0.utf8.count):\($0)" } ?? "-" }
        func day(_ day: Day?) -> String { day.map(\.description) ?? "-" }
        var lines = ["spending report 1"]
        lines.append("period \(text(period))")
        lines.append("by \(text(by))")
        lines.append("depth \(depth.map(String.init) ?? "-")")
        lines.append("kinds \(kinds.map(\.name).joined(separator: " "))")
        lines.append("start \(day(start))")
        lines.append("end \(day(end))")
        let inForce = [settings.currency, settings.zone, settings.weekStart]
        lines.append("settings \(inForce.map(text).joined(separator: " "))")
        for row in rows {
            let words = [
                "row", day(row.start), day(row.end), row.partial ? "partial" : "whole",
                row.kind.name, text(row.category), text(row.account), text(row.currency), row.sum,
                String(row.count),
            ]
            lines.append(words.joined(separator: " "))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ReportParameters {
    /// Whether a kind counts.
    func admits(_ kind: EntryKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }
}

extension LogHead {
    /// The position of the last event; 0 in an empty log.
    var lastPosition: UInt64 { count > 0 ? count - 1 : 0 }
}

/// The cells of a table on their way into rows.
private struct RollUp {
    /// What the cells of one row have in common; `nil` for no bucket.
    struct Key: Hashable {
        var bucket: Day?
        var kind: EntryKind
        var category: String?
        var account: String?
        var currency: Currency
    }

    let parameters: ReportParameters
    let chart: Chart
    let weekStart: Weekday
    private var cells: [Key: SpendingTable.Cell] = [:]
    private var labels: [SpendingTable.Group: Key] = [:]
    private var buckets: [Day: DayRange] = [:]
    private var first: Day?
    private var last: Day?

    init(_ parameters: ReportParameters, _ chart: Chart, _ weekStart: Weekday) {
        self.parameters = parameters
        self.chart = chart
        self.weekStart = weekStart
    }

    mutating func add(_ entry: SpendingTable.Entry) {
        let (day, group, cell) = (entry.day, entry.group, entry.cell)
        guard cell.count != 0, parameters.range.contains(day), parameters.admits(group.kind) else {
            return
        }
        first = min(first ?? day, day)
        last = max(last ?? day, day)
        var key = label(of: group)
        key.bucket = bucket(of: day)
        cells[key, default: .zero] += cell
    }

    /// Of the asked range; where it is open, the first day with money.
    var start: Day? { parameters.range.hasStart ? parameters.range.start : first }

    /// Of the asked range; where it is open, the day after the last with money.
    var end: Day? { parameters.range.hasEnd ? parameters.range.end : last?.adding(days: 1) }

    func rows(now: Day) -> [SpendingReport.Row] {
        let ordered = cells.sorted { RollUp.isBefore($0.key, $1.key) }
        let whole = DayRange(start: start ?? .min, end: end ?? .max)
        return ordered.map { key, cell in
            let bucket = key.bucket.flatMap { buckets[$0] } ?? whole
            return SpendingReport.Row(
                start: bucket.start, end: bucket.end, partial: !parameters.range.contains(bucket),
                running: bucket.contains(now), kind: key.kind, category: key.category,
                account: key.account, currency: key.currency.code,
                sum: MoneyTotal(minor: cell.sum, currency: key.currency).text, count: cell.count)
        }
    }

    private mutating func bucket(of day: Day) -> Day? {
        guard let period = parameters.period else { return nil }
        let bucket = period.interval(containing: day, weekStart: weekStart)
        buckets[bucket.start] = bucket
        return bucket.start
    }

    /// Everything of a key but the bucket.
    private mutating func label(of group: SpendingTable.Group) -> Key {
        if let label = labels[group] { return label }
        var label = Key(kind: group.kind, currency: group.currency)
        switch parameters.by {
        case .none: break
        case .category(let depth):
            let category = group.category.map(chart.renamed)
            label.category = category?.depth(depth ?? .max).text ?? ""
        case .account:
            label.account = group.account.flatMap(chart.account(at:))?.facts.name ?? ""
        }
        labels[group] = label
        return label
    }

    private static func isBefore(_ left: Key, _ right: Key) -> Bool {
        if left.bucket != right.bucket { return (left.bucket ?? .min) < (right.bucket ?? .min) }
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        let leftTexts = [left.category ?? "", left.account ?? "", left.currency.code]
        let rightTexts = [right.category ?? "", right.account ?? "", right.currency.code]
        for (one, other) in zip(leftTexts, rightTexts) where !one.isSame(as: other) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return left.currency.exponent < right.currency.exponent
    }
}
