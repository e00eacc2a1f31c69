internal import EventLog
package import Ledger

/// Reads the log from position 0 and rebuilds every projection.
package enum ReplayLedger: Endpoint {
    /// How far; without anything all of it.
    package struct Input: Codable, Hashable, Sendable {
        /// The last position to take in.
        package var to: UInt64?
        /// The last moment to take in: RFC 3339, or a date or phrase for all of that day.
        package var asOf: String?
        /// A report on what was replayed.
        package var report: SpendingReportEndpoint.Input?

        /// A request.
        package init(
            to: UInt64? = nil, asOf: String? = nil, report: SpendingReportEndpoint.Input? = nil
        ) {
            self.to = to
            self.asOf = asOf
            self.report = report
        }
    }

    /// What was read, and the report if one was asked for; in JSON one object, the report in
    /// `report`.
    package struct Output: Hashable, Sendable {
        /// What was read.
        package let summary: ReplaySummary
        /// The report, as it was then; `nil` when none was asked for.
        package let report: SpendingReport?
    }

    package static let path = "replay"
    package static let summary = "read the whole log and rebuild every projection"
    package static let needs: Set<Permission> = [.read]
}
