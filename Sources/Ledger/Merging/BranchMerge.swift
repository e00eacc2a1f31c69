package import EventLog

/// How two branches of a log become one.
package struct BranchMerge: Sendable {
    /// Which branch stays as it is; the other one is taken in behind it.
    package enum Base: Sendable { case mine, theirs }

    /// Which one stays as it is.
    package let base: Base
    /// What is to be appended to it.
    package let commits: [NewCommit]
    /// What becomes of the commits of the other one.
    package let outcomes: [MergedCommit]
    /// What is kept of the commits that are set aside, to be appended behind the others.
    package let asides: [NewCommit]
    /// Where the events of the other one stand then.
    let positions: MovedPositions
    /// The root of the other one.
    let root: Digest

    /// The last commit of a merge, which tells of it.
    ///
    /// - Parameters:
    ///   - actor: Who merges, by the position in the log that stays as it is.
    package func record(id: CommitID, at time: Timestamp, by actor: UInt64?) -> NewCommit {
        var counts: [String: Int64] = ["aside": 0, "commits": 0, "events": 0]
        var known: [[UInt8]] = []
        for commit in outcomes {
            counts["events", default: 0] += Int64(commit.origin.count)
            switch commit.outcome {
            case .taken: counts["commits", default: 0] += 1
            case .known: known.append(commit.id.bytes)
            case .aside: counts["aside", default: 0] += 1
            case .here: break
            }
        }
        let merged = BranchMerged(
            shared: positions.shared - 1, root: root.bytes, counts: counts.filter { $0.value > 0 },
            known: Array(known.prefix(BranchMerge.knownMax)))
        return NewCommit(
            id: id, recordedAt: time, actor: actor.map(Reference.position),
            events: [.branchMerged(merged)], origin: .newID)
    }

    /// So many ids have room in an event; those that are left out are looked at anew by the next
    /// merge.
    private static let knownMax = 2_048
}
