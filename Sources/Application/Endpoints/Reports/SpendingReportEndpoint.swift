package import Ledger

/// Sums and counts by period and kind.
package enum SpendingReportEndpoint: Endpoint {
    /// What is asked for; without anything everything in one bucket.
    package struct Input: Codable, Hashable, Sendable {
        /// Name of the buckets, such as `monthly`; left out for one bucket.
        package var period: String?
        /// Days by a phrase, such as `last month` or `2026-03`; may name buckets, too.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// `category` or `account`; left out for neither.
        package var by: String?
        /// How many segments of a category count, 1 or more; left out for all.
        package var depth: Int?
        /// The kinds that count; empty or left out for all.
        package var kinds: [EntryKind]?
        /// English name of the day on which weeks start in this report.
        package var weekStart: String?
        /// Whether every event is hashed for it, and held against the root; left out for no.
        package var verified: Bool?

        /// A request.
        package init(
            period: String? = nil, range: String? = nil, begin: String? = nil,
            end: String? = nil, by: String? = nil, depth: Int? = nil, kinds: [EntryKind]? = nil,
            weekStart: String? = nil, verified: Bool? = nil
        ) {
            self.period = period
            self.range = range
            self.begin = begin
            self.end = end
            self.by = by
            self.depth = depth
            self.kinds = kinds
            self.weekStart = weekStart
            self.verified = verified
        }
    }

    /// The report.
    package typealias Output = SpendingReport

    package static let path = "report"
    package static let summary = "sums by day, week, month and other periods"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let env = input.verified == true ? try env.provedAsOf() : env
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        var report = try env.report(try parameters(input, today), of: snapshot, today: today)
        report.hashed = env.hashed
        if env.hashed == nil { report.leftOut = nil }
        return report
    }

    /// What is asked for, in the ledger's own terms.
    static func parameters(
        _ input: Input, _ today: CalendarContext
    ) throws(ApplicationError) -> ReportParameters {
        let weekStart = try input.weekStart.map { name throws(ApplicationError) in
            try InitLedger.weekday(name)
        }
        let asked = CalendarContext(
            zone: today.zone, day: today.day, weekStart: weekStart ?? today.weekStart)
        let expression = try input.range.map { text throws(ApplicationError) in
            try asked.expression(text)
        }
        return ReportParameters(
            period: try input.period.map { name throws(ApplicationError) in try period(name) }
                ?? expression?.period,
            range: try asked.days(
                in: expression?.range, begin: input.begin, end: input.end),
            kinds: Set(input.kinds ?? []), by: try grouping(input), weekStart: weekStart)
    }

    static func period(_ name: String) throws(ApplicationError) -> Period {
        guard let period = Period(name: name) else {
            let names = Period.named.map(\.name)
            throw .badChoice(field: "period", name, allowed: names)
        }
        return period
    }

    /// A depth alone asks for categories.
    private static func grouping(
        _ input: Input
    ) throws(ApplicationError) -> ReportParameters.Grouping {
        if let depth = input.depth, depth < 1 { throw .outOfRange(field: "depth", depth) }
        switch input.by {
        case nil where input.depth == nil: return .none
        case nil, "category": return .category(depth: input.depth)
        case "account": return .account
        case let other?:
            throw .badChoice(field: "by", other, allowed: ["category", "account"])
        }
    }
}
