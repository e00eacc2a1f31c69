internal import EventLog

/// Writes events that are kept, and something in the place of those that are not.
///
/// A lost event belongs to the commit whose events stand before and behind it where they say so,
/// else to a commit of its own. Commits of which a part is lost are kept: what an import brought is
/// worth more than that it is whole, and the account names each of them.
struct SalvageWriter {
    let survey: SalvageSurvey
    let plan: SalvagePlan
    let newCommitID: @Sendable () -> CommitID
    var builder: LogBuilder

    /// Commits of which a part is lost.
    private(set) var commits: [SalvageAccount.Commit] = []

    /// The commit of the last event, and whether its end was seen.
    private var last: (header: CommitHeader, isEnded: Bool)?
    private var counts: (kept: UInt64, lost: UInt64) = (0, 0)

    init(
        survey: SalvageSurvey, plan: SalvagePlan, newCommitID: @escaping @Sendable () -> CommitID,
        builder: LogBuilder
    ) {
        self.survey = survey
        self.plan = plan
        self.newCommitID = newCommitID
        self.builder = builder
    }

    /// Adds events behind those before.
    mutating func add(_ events: RemainingEvents) throws(LogError) {
        for (block, seed) in events.seeds { builder.set(seed: seed, of: block) }
        if let first = events.runs.first?.header {
            try fill(upTo: events.firstPosition, before: first)
        }
        var run = -1
        for (index, row) in events.rows.enumerated() {
            let position = events.firstPosition + UInt64(index)
            if run + 1 < events.runs.count, events.runs[run + 1].firstIndex == index { run += 1 }
            let header = events.runs[run].header
            if !events.missing.isEmpty, survey.isLost(position) {
                try put(nil, of: header)
            } else {
                try put(row, of: header)
            }
        }
        last?.isEnded = events.endsCommit
    }

    /// Ends the ledger.
    mutating func finish(_ count: UInt64) throws(LogError) -> LogHead {
        try fill(upTo: count, before: nil)
        settle()
        return try builder.finish()
    }

    /// Fills a hole.
    private mutating func fill(
        upTo end: UInt64, before next: CommitHeader?
    ) throws(LogError) {
        let start = builder.position
        guard start < end else { return }
        let own = min(max(next?.firstPosition ?? end, start), end)
        if let last, !last.isEnded {
            while builder.position < own { try put(nil, of: last.header) }
        }
        while builder.position < own {
            let first = builder.position
            let limit = (first / Limit.segmentEvents + 1) * Limit.segmentEvents
            let clock = last?.header.logClock ?? survey.firstClock ?? 0
            let header = CommitHeader(
                id: newCommitID(), firstPosition: first,
                fields: [Field(.recordedAt, .integer(clock))])
            while builder.position < min(own, limit) { try put(nil, of: header) }
        }
        guard let next else { return }
        while builder.position < end { try put(nil, of: next) }
    }

    /// Adds an event; `nil` for a lost one.
    private mutating func put(_ row: Row?, of header: CommitHeader) throws(LogError) {
        if last?.header != header {
            settle()
            last = (header, false)
        }
        if row == nil { counts.lost += 1 } else { counts.kept += 1 }
        try builder.append(
            row ?? plan.rows[builder.position] ?? LostEvent.row, of: header)
    }

    /// Notes a commit that is over.
    private mutating func settle() {
        defer { counts = (0, 0) }
        guard let header = last?.header, counts.kept > 0, counts.lost > 0 else { return }
        let id = header.id.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        commits.append(
            SalvageAccount.Commit(
                first: header.firstPosition, id: id,
                recordedAt: Timestamp(millisecondsSince1970: header.recordedAt),
                kept: counts.kept, lost: counts.lost))
    }
}
