internal import EventLog
package import Ledger

/// Compares a report with what it was in an older state of knowledge.
package enum DiffReports: Endpoint {
    /// Which report, and which states.
    package struct Input: Codable, Hashable, Sendable {
        /// The older state: a position, RFC 3339, or a date or phrase with all of that day.
        package var from: String
        /// The newer state, said in the same way; now when left out.
        package var to: String?
        /// What the report asks for.
        package var report: SpendingReportEndpoint.Input?
        /// How many events to list for each cell; 100 when left out.
        package var events: Int?

        /// A request.
        package init(
            from: String, to: String? = nil, report: SpendingReportEndpoint.Input? = nil,
            events: Int? = nil
        ) {
            self.from = from
            self.to = to
            self.report = report
            self.events = events
        }
    }

    package typealias Output = ReportDiff

    package static let path = "diff"
    package static let summary = "which cells of a report changed since, and by which events"
    package static let needs: Set<Permission> = [.read]

    private static let eventsUsual = 100

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if let events = input.events, events < 0 { throw .outOfRange(field: "events", events) }
        let env = input.report?.verified == true ? try env.proved() : env
        let from = try env.past(input.from)
        let to = try input.to.map { text throws(ApplicationError) in try env.past(text) }
        let new = try env.with { $0.asOf = to ?? env.asOf }.snapshot()
        let old = try env.with { $0.asOf = from }.snapshot()
        guard old.count <= new.count else {
            throw .notOlder(from: max(1, old.count) - 1, to: max(1, new.count) - 1)
        }
        let today = try env.today(in: new)
        let asked = input.report ?? SpendingReportEndpoint.Input()
        let parameters = try SpendingReportEndpoint.parameters(asked, today, new.referenceData)
        if parameters.by.readsText {
            throw .badChoice(
                field: "by", parameters.by.name ?? "", allowed: ["category", "account"])
        }
        if !parameters.query.isAboutKeys, let terms = parameters.terms {
            throw .badQuery(LineQueryError(query: terms, term: terms, column: 1, fault: .notAKey))
        }
        return try mappingError(
            ApplicationError.books,
            new.diff(from: old, parameters, eventsMax: input.events ?? eventsUsual))
    }
}
