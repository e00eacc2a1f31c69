internal import EventLog
package import Ledger

/// Holds a remote's log against the one on this device.
package struct RemoteCheck: Sendable {
    private let remote: RemoteLog
    private let store: FileEventStore

    /// - Parameter store: The log on this device.
    package init(_ remote: RemoteLog, _ store: FileEventStore) {
        self.remote = remote
        self.store = store
    }

    /// What was held against each other.
    package struct Result: Hashable, Sendable {
        /// Commits that are the same on both.
        package let commits: Int64
        /// Events in them.
        package let events: UInt64
        /// The root behind them, lower-case hex.
        package let root: String
        /// Commits that this device does not have yet.
        package let behind: Int64
        /// Events that the remote does not have yet.
        package let pending: UInt64
    }

    /// Compares the root behind every commit, and which commits have no text at all; of each commit
    /// some 40 bytes are read.
    ///
    /// - Throws: ``SharedLogError/diverged(_:)`` with the first commit that differs,
    ///   ``SharedLogError/textsGone(seq:event:)`` with the first one that has texts here and none
    ///   there. Where this device does not have all that the remote has, it cannot know what was
    ///   erased since: ``whole(progress:)`` can.
    /// - Complexity: O(*n*) in the events, which are hashed.
    package func roots(progress: (UInt64) -> Void) throws(SharedLogError) -> Result {
        var page = ArraySlice<RemoteEnd>()
        let result = try compare(progress) { last throws(SharedLogError) in
            if page.isEmpty { page = try remote.ends(behind: last)[...] }
            return page.popFirst()
        }
        if result.behind == 0 { try checkBare(upTo: result.commits) }
        return result
    }

    /// Makes sure that what has no texts there has none here, or was erased.
    ///
    /// - Parameter end: The last commit that both have.
    private func checkBare(upTo end: Int64) throws(SharedLogError) {
        var seq: Int64 = 0
        var erased: Set<UInt64>?
        while true {
            let page = try remote.bareCommits(behind: seq)
            guard let last = page.last else { return }
            for commit in page where commit.seq <= end {
                let rows = try mappingError(
                    SharedLogError.store, store.commit(commit.positions).rows)
                if rows.allSatisfy(\.isErased) { continue }
                let known: Set<UInt64>
                if let erased { known = erased } else { known = try erasedEvents() }
                erased = known
                let place = rows.indices.first { index in
                    let position = commit.positions.lowerBound + UInt64(index)
                    return !rows[index].isErased && !known.contains(position)
                }
                guard let place else { continue }
                // An erasure is recorded before its texts go: who erases meanwhile is seen now.
                if try remote.head().seq > end { return }
                throw .textsGone(
                    seq: commit.seq, event: commit.positions.lowerBound + UInt64(place))
            }
            seq = last.seq
        }
    }

    /// The events whose text is to go, also where it is still here.
    private func erasedEvents() throws(SharedLogError) -> Set<UInt64> {
        try mappingError(SharedLogError.store) { () throws(StoreError) in
            let snapshot = try LedgerSnapshot(store: store)
            return Set(try snapshot.events(of: snapshot.erasures()))
        }
    }

    /// Reads every commit whole, and holds it against its root and this device, as a new device
    /// would.
    ///
    /// - Throws: ``SharedLogError/damaged(seq:_:)`` with the first commit that is not what it says,
    ///   ``SharedLogError/diverged(_:)`` with the first one that differs from this device,
    ///   ``SharedLogError/textsGone(seq:event:)`` with the first one that has lost texts although
    ///   nothing in the remote's log erases them.
    /// - Complexity: O(*n*) in the bytes of the remote's log.
    package func whole(progress: (UInt64) -> Void) throws(SharedLogError) -> Result {
        var check = CommitCheck(behind: .empty, MerkleFrontier(), clock: .min, seed: nil)
        var page = ArraySlice<RemoteCommit>()
        var watch = ErasureWatch()
        var gone: [ErasureWatch.Gone] = []
        let next = { (last: Int64) throws(SharedLogError) -> RemoteEnd? in
            if page.isEmpty { page = try remote.page(behind: last).commits[...] }
            guard let commit = page.popFirst() else { return nil }
            let draft = try check.take(commit) { _ in [] }.draft
            watch.note(draft.rows, from: commit.firstEvent)
            gone += ErasureWatch.gone(draft, of: commit.seq, from: commit.firstEvent)
            return check.end
        }
        let result = try compare(progress, next)
        // What others have recorded since is looked at, too.
        while result.behind > 0, try next(check.end.seq) != nil {}
        if let first = gone.first(where: { !watch.explains($0) }) {
            throw .textsGone(seq: first.seq, event: first.position)
        }
        return result
    }

    /// Goes through the commits of this device.
    ///
    /// - Parameter next: The end of the remote's commit behind one; `nil` at its end.
    private func compare(
        _ progress: (UInt64) -> Void,
        _ next: (Int64) throws(SharedLogError) -> RemoteEnd?
    ) throws(SharedLogError) -> Result {
        var last = RemoteEnd.empty
        let count = try mappingError(SharedLogError.store, store.head().count)
        var reader = CommitReader(store, behind: .empty, MerkleFrontier())
        try reader.readEnds { own throws(SharedLogError) in
            guard let there = try next(last.seq) else { return false }
            guard there == own else {
                let isThere = try remote.end(of: own.seq) != nil
                throw .diverged(Divergence(seq: own.seq, isThere: isThere, known: own.seq))
            }
            last = own
            progress(last.events)
            return true
        }
        return Result(
            commits: last.seq, events: last.events, root: last.root.hex,
            behind: try remote.head().seq - last.seq, pending: count - min(count, last.events))
    }
}
