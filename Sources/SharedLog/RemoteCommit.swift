package import EventLog
package import Ledger

/// A commit as the remote has it: one row.
package struct RemoteCommit: Sendable {
    /// Its number, from 1.
    package let seq: Int64
    /// The root behind the one before; `nil` for the first one.
    let previousRoot: Digest?
    /// What the device that made it calls it.
    package let id: CommitID
    let firstEvent: UInt64
    let events: Int
    let bytes: CommitBytes
    /// The root behind it.
    package let root: Digest

    /// What can never go.
    package var body: [UInt8] { bytes.body }
    /// What an erasure takes; `nil` where it took all.
    package var texts: [UInt8]? { bytes.texts }

    /// The same with other bytes.
    package func with(body: [UInt8]? = nil, texts: [UInt8]? = nil) -> RemoteCommit {
        copy(CommitBytes(body: body ?? self.body, texts: texts ?? self.texts))
    }

    /// The same after all of its texts were erased.
    package var withoutTexts: RemoteCommit { copy(CommitBytes(body: body, texts: nil)) }

    private func copy(_ bytes: CommitBytes) -> RemoteCommit {
        RemoteCommit(
            seq: seq, previousRoot: previousRoot, id: id, firstEvent: firstEvent, events: events,
            bytes: bytes, root: root)
    }

    /// The commits of a whole log, as a remote has them.
    package static func all(of store: any EventStore) throws(SharedLogError) -> [RemoteCommit] {
        var reader = CommitReader(store, behind: .empty, MerkleFrontier())
        var commits: [RemoteCommit] = []
        try reader.read { commit in
            commits.append(commit)
            return true
        }
        return commits
    }
}

/// Where a commit ends.
package struct RemoteEnd: Hashable, Sendable {
    /// The number of the commit, from 1; 0 where there is none.
    package let seq: Int64
    /// How many events there are behind it.
    package let events: UInt64
    /// The root behind it.
    package let root: Digest

    /// An end.
    package init(seq: Int64, events: UInt64, root: Digest) {
        self.seq = seq
        self.events = events
        self.root = root
    }

    /// Where nothing is.
    package static let empty = RemoteEnd(seq: 0, events: 0, root: MerkleFrontier().root)
}

/// A device that follows.
package struct RemoteReplica: Hashable, Sendable {
    /// What tells it from others.
    package let id: String
    /// What its owner calls it.
    package let name: String
    /// How many events it has, those erased in them gone.
    package let events: UInt64
    /// When it said so, in milliseconds since 1970-01-01T00:00:00Z.
    package let at: Int64
}
