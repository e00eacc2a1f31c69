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

    /// Compares the root behind every commit; of each commit some 40 bytes are read.
    ///
    /// - Throws: ``SharedLogError/diverged(_:)`` with the first commit that differs.
    /// - Complexity: O(*n*) in the events, which are hashed.
    package func roots(progress: (UInt64) -> Void) throws(SharedLogError) -> Result {
        var page = ArraySlice<RemoteEnd>()
        return try compare(progress) { last throws(SharedLogError) in
            if page.isEmpty { page = try remote.ends(behind: last)[...] }
            return page.popFirst()
        }
    }

    /// Reads every commit whole, and holds it against its root and this device, as a new device
    /// would.
    ///
    /// - Throws: ``SharedLogError/damaged(seq:_:)`` with the first commit that is not what it says,
    ///   ``SharedLogError/diverged(_:)`` with the first one that differs from this device.
    /// - Complexity: O(*n*) in the bytes of the remote's log.
    package func whole(progress: (UInt64) -> Void) throws(SharedLogError) -> Result {
        var check = CommitCheck(behind: .empty, MerkleFrontier(), clock: .min, seed: nil)
        var page = ArraySlice<RemoteCommit>()
        let next = { (last: Int64) throws(SharedLogError) -> RemoteEnd? in
            if page.isEmpty { page = try remote.page(behind: last)[...] }
            guard let commit = page.popFirst() else { return nil }
            _ = try check.take(commit) { _ in [] }
            return check.end
        }
        let result = try compare(progress, next)
        // What others have recorded since is looked at, too.
        while result.behind > 0, try next(check.end.seq) != nil {}
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
