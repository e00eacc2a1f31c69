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
    /// What of each speaks of what one before it keeps.
    let links: [Int: [AsideLink]]
    /// Where an event of the other one stands then; `nil` where it was set aside.
    package func position(of position: UInt64) -> UInt64? { positions[position] }

    /// One of ``asides`` as it is to be appended.
    ///
    /// - Parameter starts: Where those before it begin.
    package func aside(_ number: Int, behind starts: [UInt64]) -> NewCommit {
        var commit = asides[number]
        for link in links[number] ?? [] {
            guard case .commitSetAside(var kept) = commit.events[link.event],
                starts.indices.contains(link.thing.commit)
            else { continue }
            kept.target = .position(starts[link.thing.commit] + UInt64(link.thing.event))
            commit.events[link.event] = .commitSetAside(kept)
        }
        return commit
    }

    /// What was set aside of a commit, event by event, in words.
    package func words(of commit: MergedCommit) -> [String] {
        var words: [String] = []
        for case .commitSetAside(let kept) in asides.flatMap(\.events)
        where kept.commit == commit.id.bytes {
            if kept.goesOn { continue }
            words.append(kept.content)
        }
        return words
    }

    /// The things whose text an erasure takes that comes in; `nil` for all that a person recorded.
    package var erased: [UInt64?] {
        commits.flatMap(\.events).compactMap { event -> UInt64?? in
            guard case .textErased(let erased) = event else { return nil }
            return .some(erased.isRecorder ? nil : erased.target.position)
        }
    }

    /// What that of a commit speaks of which was set aside, where it stands then; `nil` where it
    /// stands nowhere.
    package func target(of commit: MergedCommit) -> UInt64? {
        for case .commitSetAside(let kept) in asides.flatMap(\.events)
        where kept.commit == commit.id.bytes && !kept.goesOn {
            if let target = kept.target?.position { return target }
        }
        return nil
    }

    /// Where the events of the other one stand then.
    let positions: MovedPositions
    /// The root of the other one.
    let root: Digest
    /// How many events that one has.
    let size: UInt64
    /// How many commits of the one that stays came to who merges; `nil` where that is the own one.
    let cameCount: Int?
    /// The commits of the one that stays of which the own one says the same: they did not come.
    var twins: [CommitID] = []

    /// What the commits of the branch that stays are counted by where they came to who merges.
    static let cameCount = "came"
    /// What the events of all of the branch that was taken in are counted by.
    static let sizeCount = "size"
    /// What the commits are counted by that keep what was set aside.
    static let keptCount = "kept"

    /// The last commit of a merge, which tells of it.
    ///
    /// - Parameters:
    ///   - actor: Who merges, by the position in the log that stays as it is.
    package func record(id: CommitID, at time: Timestamp, by actor: UInt64?) -> NewCommit {
        var counts: [String: Int64] = [
            "aside": 0, "commits": 0, "events": 0, BranchMerge.sizeCount: Int64(clamping: size),
            BranchMerge.keptCount: Int64(asides.count),
        ]
        var known: [[UInt8]] = []
        for commit in outcomes {
            counts["events", default: 0] += Int64(commit.origin.count)
            switch commit.outcome {
            case .taken: counts["commits", default: 0] += 1
            case .known: known.append(commit.id.bytes)
            case .aside, .here: break
            }
            if !commit.aside.isEmpty { counts["aside", default: 0] += 1 }
        }
        known += twins.map(\.bytes)
        counts = counts.filter { $0.value > 0 }
        // That none came says whose branch it was.
        if let cameCount { counts[BranchMerge.cameCount] = Int64(cameCount) }
        let merged = BranchMerged(
            shared: max(1, positions.shared) - 1, root: root.bytes,
            counts: counts,
            known: Array(known.prefix(BranchMerge.knownMax)))
        return NewCommit(
            id: id, recordedAt: time, actor: actor.map(Reference.position),
            events: [.branchMerged(merged)], origin: .newID)
    }

    /// So many ids have room in an event; those that are left out are looked at anew by the next
    /// merge.
    private static let knownMax = 2_048
}

/// An event of what is kept of what is set aside, by the numbers of its commit and of itself.
struct AsidePlace: Hashable, Sendable {
    let commit: Int
    let event: Int
}

/// What is kept of a change of a thing that was set aside itself.
struct AsideLink: Hashable, Sendable {
    /// The number of its event in its commit.
    let event: Int
    /// What keeps the thing.
    let thing: AsidePlace
}
