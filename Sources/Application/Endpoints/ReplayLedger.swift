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
        /// What was read; frames and bytes are those of the whole log, however far it was read.
        package let summary: ReplaySummary
        /// The report, as it was then; `nil` when none was asked for.
        package let report: SpendingReport?
    }

    package static let path = "replay"
    package static let summary = "read the whole log and rebuild every projection"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let count = try count(input, store, env)
        let start = env.uptime()
        let fold = try lift { () throws(StoreError) in
            try LedgerFold(store, count: count, env.progress)
        }
        let books = try env.books(of: store, upTo: count)
        let (head, statistics) = try lift { () throws(StoreError) in
            (try books.head(), try store.counts(upTo: count))
        }
        let elapsed = env.uptime() - start
        let summary = ReplaySummary(
            events: count, commits: fold.commits, frames: statistics.frames,
            bytes: statistics.bytes, seconds: elapsed / .seconds(1),
            projections: [SpendingTable.name, CategoryIndex.name, Chart.name],
            position: count > 0 ? count - 1 : 0, root: head.root.hex)
        guard let asked = input.report else { return Output(summary: summary, report: nil) }
        let today = try env.today(in: books)
        let parameters = try SpendingReportEndpoint.parameters(asked, today)
        do throws(ReportError) {
            let report = try SpendingReport(
                table: fold.spending, parameters: parameters, chart: books.chart, now: today.day,
                head: head)
            return Output(summary: summary, report: report)
        } catch {
            throw .report(error)
        }
    }

    /// How many events to take in.
    private static func count(
        _ input: Input, _ store: any EventStore, _ env: Environment
    ) throws(ApplicationError) -> UInt64 {
        var ends: [AsOf] = env.asOf.map { [$0] } ?? []
        if let position = input.to { ends.append(.position(position)) }
        if let text = input.asOf { ends.append(try env.past(text)) }
        var count = try lift { () throws(StoreError) in try store.head().count }
        for end in ends { count = min(count, try env.count(of: store, end)) }
        return count
    }
}

/// The projections of a ledger that are sums, and how many commits they took.
private struct LedgerFold {
    private(set) var spending = SpendingTable()
    private(set) var categories = CategoryIndex()
    private(set) var commits: UInt64 = 0

    init(
        _ store: any EventStore, count: UInt64, _ progress: (UInt64) -> Void
    ) throws(StoreError) {
        var last: UInt64?
        try store.read(0..<count, [.links, .hot, .commits]) { batch throws(StoreError) in
            try spending.apply(batch)
            try categories.apply(batch)
            for run in batch.commits where run.header.firstPosition != last {
                last = run.header.firstPosition
                commits += 1
            }
            progress(batch.positions.upperBound)
            return .next
        }
    }
}

extension ReplayLedger.Output: Codable {
    private enum Key: String, CodingKey {
        case report
    }

    package init(from decoder: any Decoder) throws {
        summary = try ReplaySummary(from: decoder)
        report = try decoder.container(keyedBy: Key.self)
            .decodeIfPresent(SpendingReport.self, forKey: .report)
    }

    package func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(report, forKey: .report)
    }
}
