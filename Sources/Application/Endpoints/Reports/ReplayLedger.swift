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
        /// Whether every event is hashed before, and held against the root; left out for no.
        package var verified: Bool?

        /// A request.
        package init(
            to: UInt64? = nil, asOf: String? = nil, report: SpendingReportEndpoint.Input? = nil,
            verified: Bool? = nil
        ) {
            self.to = to
            self.asOf = asOf
            self.report = report
            self.verified = verified
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
    package static let isMending = true

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let whole = try input.to.map(env.whole(upTo:)) ?? env
        let count = try count(input, whole.store(), whole)
        let start = env.uptime()
        let isVerified = input.verified == true || input.report?.verified == true
        let env = isVerified ? try whole.proved(upTo: count) : whole
        let hashing = isVerified ? env.uptime() - start : nil
        let store = try env.store()
        var replay = Replay(env, store, count)
        let spending = try replay.rebuild(SpendingTable.self, things: \.count)
        _ = try replay.rebuild(CategoryIndex.self, things: \.categories.count)
        _ = try replay.rebuild(AccountTable.self, things: \.count)
        let snapshot = try replay.time(ReferenceData.name, things: \.referenceData.things) {
            () throws(ApplicationError) in try env.snapshot(of: store, upTo: count)
        }
        _ = try replay.time(TodoTable.name, things: \.entries.count) {
            () throws(ApplicationError) in
            try mappingError(ApplicationError.store, snapshot.todos())
        }
        _ = try replay.time(StatementBook.name, things: \.statements.count) {
            () throws(ApplicationError) in
            try mappingError(ApplicationError.store, snapshot.statements())
        }
        let (head, statistics) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try snapshot.head(), try store.counts(upTo: count))
        }
        let summary = ReplaySummary(
            events: count, commits: statistics.commits, frames: statistics.frames,
            bytes: statistics.bytes, seconds: replay.rebuilt.reduce(0) { $0 + $1.seconds },
            hashSeconds: hashing.map { $0 / .seconds(1) }, rebuilt: replay.rebuilt,
            position: count > 0 ? count - 1 : 0, root: head.root.hex)
        guard let asked = input.report else { return Output(summary: summary, report: nil) }
        let today = try env.today(in: snapshot)
        let parameters = try SpendingReportEndpoint.parameters(
            asked, today, snapshot.referenceData)
        guard parameters.isPlain else {
            var report = try env.report(parameters, of: snapshot, today: today)
            report.hashed = env.hashed
            return Output(summary: summary, report: report)
        }
        do throws(ReportError) {
            var report = try SpendingReport(
                table: spending, parameters: parameters, referenceData: snapshot.referenceData,
                now: today.day,
                head: head)
            report.hashed = env.hashed
            if env.hashed == nil { report.leftOut = nil }
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
        var count = try mappingError(ApplicationError.store, store.head().count)
        for end in ends { count = min(count, try env.count(of: store, end)) }
        return count
    }
}

/// Builds one projection after the other, and takes the time of each.
private struct Replay {
    let env: Environment
    let store: any EventStore
    let count: UInt64
    private(set) var rebuilt: [RebuiltProjection] = []

    init(_ env: Environment, _ store: any EventStore, _ count: UInt64) {
        (self.env, self.store, self.count) = (env, store, count)
    }

    mutating func rebuild<Value: Projection>(
        _ type: Value.Type, things: (Value) -> Int
    ) throws(ApplicationError) -> Value {
        let (store, count) = (store, count)
        return try time(type.name, things: things) { () throws(ApplicationError) in
            try mappingError(
                ApplicationError.store,
                store.project(0..<count, as: type, threads: LedgerSnapshot.threads(for: count)))
        }
    }

    mutating func time<Value>(
        _ name: String, things: (Value) -> Int, _ build: () throws(ApplicationError) -> Value
    ) throws(ApplicationError) -> Value {
        let start = env.uptime()
        let value = try build()
        let elapsed = env.uptime() - start
        rebuilt.append(
            RebuiltProjection(
                name: name, things: things(value), seconds: elapsed / .seconds(1)))
        env.progress(count)
        return value
    }
}

extension ReferenceData {
    /// How many settings, persons, accounts, currencies and renames it holds.
    fileprivate var things: Int {
        settingsChanges.count + persons.count + accounts.count + currencies.count + renames.count
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
