/// What a spending report asks for.
public struct ReportParameters: Hashable, Sendable {
    /// The buckets; `nil` for one bucket over everything.
    public var period: Period?
    /// The days that count.
    public var range: DayRange
    /// The kinds that count; empty for all.
    public var kinds: Set<EntryKind>
    /// How rows are distinguished.
    public var by: ReportGrouping
    /// The first day of weekly buckets; `nil` for that of the ledger.
    public var weekStart: Weekday?
    /// The lines that count.
    package var query: LineQuery
    /// What ``query`` was read from, as a report repeats it; `nil` where all lines count.
    package var terms: String?
    /// The currency that all figures are wanted in, and the prices; `nil` for each in its own.
    package var exchange: Exchange?

    /// Without arguments, everything in one bucket.
    public init(
        period: Period? = nil, range: DayRange = .all, kinds: Set<EntryKind> = [],
        by: ReportGrouping = .none, weekStart: Weekday? = nil, query: LineQuery = LineQuery(),
        terms: String? = nil
    ) {
        self.period = period
        self.range = range
        self.kinds = kinds
        self.by = by
        self.weekStart = weekStart
        self.query = query
        self.terms = terms
    }

    /// The same, with no days that the query leaves out.
    var narrowed: ReportParameters {
        var parameters = self
        parameters.range = range.intersection(LineMatcher(query).days)
        return parameters
    }

    /// The same with the days that the query asks for as its range, and no more in the query.
    package var withDaysOfQuery: ReportParameters {
        var parameters = narrowed
        parameters.query = query.withoutDays
        return parameters
    }

    /// Whether all lines count, and keys alone distinguish rows.
    package var isPlain: Bool { query.clauses.isEmpty && !by.readsText }
}
