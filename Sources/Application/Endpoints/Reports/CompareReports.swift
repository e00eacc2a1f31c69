internal import EventLog
package import Ledger

/// Shows a report beside the one of earlier days.
package enum CompareReports: Endpoint {
    /// Which report, and which earlier days.
    package struct Input: Codable, Hashable, Sendable {
        /// What the report asks for, in one bucket; the running month without days.
        package var report: SpendingReportEndpoint.Input?
        /// `previous` for the days just before, `year` for those a year ago; the former when left
        /// out.
        package var with: ComparedDays.Base?

        /// A request.
        package init(
            report: SpendingReportEndpoint.Input? = nil, with: ComparedDays.Base? = nil
        ) {
            self.report = report
            self.with = with
        }
    }

    /// Both, row by row.
    package typealias Output = ReportComparison

    package static let path = "report/compare"
    package static let summary = "a report beside the one of earlier days"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let env = input.report?.verified == true ? try env.provedAsOf() : env
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let asked = input.report ?? SpendingReportEndpoint.Input()
        var parameters = try SpendingReportEndpoint.parameters(
            asked, today, snapshot.referenceData
        ).withDaysOfQuery
        parameters.exchange = try env.exchange(
            asked.exchange, asked.prices, in: snapshot, today, path: path)
        let weekStart = parameters.weekStart ?? today.weekStart
        var range = parameters.range
        if range == .all {
            let period = parameters.period ?? .monthly
            range = period.interval(containing: today.day, weekStart: weekStart)
        }
        // What is open ends today, and begins with nothing that could be held against it.
        if range.hasStart, !range.hasEnd, range.start <= today.day {
            range = DayRange(start: range.start, end: today.day.adding(days: 1))
        }
        let base = input.with ?? .previous
        guard
            let days = ComparedDays(
                range, against: base, today: today.day, weekStart: weekStart)
        else { throw .badInput(path: path, field: "begin", .badValue) }
        var comparison = try mappingError(
            ApplicationError.books, snapshot.comparison(parameters, of: days, against: base))
        if comparison.rows.isEmpty, let query = asked.query {
            let words = try today.unknownWords(of: query, in: snapshot)
            try today.refuseSlips(in: words)
            comparison.hints = try env.hints(of: query, words: words, in: snapshot)
        }
        return comparison
    }
}
