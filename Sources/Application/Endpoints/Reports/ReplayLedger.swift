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
        /// Events as if which had never been it is replayed: ids of entries, tasks or anything
        /// else; their commits go whole, but of a batch only they, and all of it by its own id.
        package var without: [String]?

        /// A request.
        package init(
            to: UInt64? = nil, asOf: String? = nil, report: SpendingReportEndpoint.Input? = nil,
            verified: Bool? = nil, without: [String]? = nil
        ) {
            self.to = to
            self.asOf = asOf
            self.report = report
            self.verified = verified
            self.without = without
        }
    }

    /// What was read, and the report if one was asked for; in JSON one object, the report in
    /// `report`.
    package struct Output: Hashable, Sendable {
        /// What was read; frames and bytes are those of the whole log, however far it was read.
        package let summary: ReplaySummary
        /// The report, as it was then; `nil` when none was asked for.
        package let report: SpendingReport?
        /// What is not in it; `nil` where nothing was to be left out.
        package var without: Without?
    }

    /// What is not in a replay without some events. Events, positions and root of the replay are
    /// those of a ledger of its own.
    package struct Without: Codable, Hashable, Sendable {
        /// An event that is not there.
        package struct Missing: Codable, Hashable, Sendable {
            /// Its position in the ledger as it is.
            package let position: UInt64
            /// What it says, in words.
            package let says: String
            /// Why, for programs: `leftOut`, or why it would not have been possible.
            package let why: String
        }

        /// What was left out: the events that were named, and their commits.
        package let leftOut: [Missing]
        /// What would not have been possible without it.
        package let impossible: [Missing]
    }

    package static let path = "replay"
    package static let summary = "read the whole log and rebuild every projection"
    package static let needs: Set<Permission> = [.read]
    package static let isMending = true

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let whole = try input.to.map(env.whole(upTo:)) ?? env
        var count = try count(input, whole.store(), whole)
        let start = env.uptime()
        let isVerified = input.verified == true || input.report?.verified == true
        var env = isVerified ? try whole.proved(upTo: count) : whole
        let hashing = isVerified ? env.uptime() - start : nil
        var without: Without?
        if let ids = input.without, !ids.isEmpty {
            (env, without) = try leaveOut(ids, upTo: count, env)
            let other = try env.store()
            count = try mappingError(ApplicationError.store, other.head().count)
        }
        let store = try env.store()
        var replay = Replay(env, store, count)
        let spending = try replay.rebuild(SpendingTable.self, things: \.count)
        _ = try replay.rebuild(CategoryIndex.self, things: \.categories.count)
        _ = try replay.rebuild(AccountTable.self, things: \.count)
        let snapshot = try replay.time(ReferenceData.name, things: \.referenceData.things) {
            () throws(ApplicationError) in try env.snapshot(of: store, upTo: count)
        }
        _ = try replay.time(SettlingTasks.name, things: \.count) {
            () throws(ApplicationError) in
            try mappingError(ApplicationError.store, snapshot.settlingTasks())
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
        let report = try input.report.map { asked throws(ApplicationError) in
            try self.report(asked, of: snapshot, spending, head, env)
        }
        return Output(summary: summary, report: report, without: without)
    }

    /// The report on what was replayed.
    private static func report(
        _ asked: SpendingReportEndpoint.Input, of snapshot: LedgerSnapshot,
        _ spending: SpendingTable, _ head: LogHead, _ env: Environment
    ) throws(ApplicationError) -> SpendingReport {
        let today = try env.today(in: snapshot)
        let parameters = try SpendingReportEndpoint.parameters(
            asked, today, snapshot.referenceData)
        guard parameters.isPlain else {
            var report = try env.report(parameters, of: snapshot, today: today)
            report.hashed = env.hashed
            return report
        }
        do throws(ReportError) {
            var report = try SpendingReport(
                table: spending, parameters: parameters, referenceData: snapshot.referenceData,
                now: today.day,
                head: head)
            report.hashed = env.hashed
            if env.hashed == nil { report.leftOut = nil }
            return report
        } catch {
            throw .report(error)
        }
    }

    /// The ledger as if some events had never been, and what is not in it.
    private static func leaveOut(
        _ ids: [String], upTo count: UInt64, _ env: Environment
    ) throws(ApplicationError) -> (Environment, Without) {
        let store = try env.store()
        let snapshot = try env.snapshot(of: store, upTo: count)
        var positions: [UInt64: String] = [:]
        for id in ids { positions[try env.id(id, in: snapshot, type: nil)] = id }
        let other: AlternateHistory
        do throws(AlternateHistoryError) {
            other = try AlternateHistory(
                of: store, without: Set(positions.keys), upTo: count, makeSeed: env.makeSeed)
        } catch {
            switch error {
            case .opening(let position):
                let first = try mappingError(ApplicationError.store, snapshot.commit(at: position))
                throw ApplicationError.badChoice(
                    field: "without", positions[position] ?? "\(position)",
                    allowed: ["\(first?.positions.upperBound ?? 0)", "any event behind it"])
            case .store(let error): throw ApplicationError.store(error)
            }
        }
        func rows(_ events: [AlternateHistory.Missing]) -> [Without.Missing] {
            events.map { Without.Missing(position: $0.position, says: $0.words, why: $0.reason) }
        }
        return (
            env.reading(other.store).with { $0.asOf = nil },
            Without(leftOut: rows(other.leftOut), impossible: rows(other.impossible))
        )
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
        case without
    }

    package init(from decoder: any Decoder) throws {
        summary = try ReplaySummary(from: decoder)
        report = try decoder.container(keyedBy: Key.self)
            .decodeIfPresent(SpendingReport.self, forKey: .report)
        without = try decoder.container(keyedBy: Key.self)
            .decodeIfPresent(ReplayLedger.Without.self, forKey: .without)
    }

    package func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(report, forKey: .report)
        try container.encodeIfPresent(without, forKey: .without)
    }
}
