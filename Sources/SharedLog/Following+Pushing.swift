internal import EventLog
internal import Ledger

extension Following {
    /// Records on the remote what this device has behind an end.
    ///
    /// What is erased in it already comes without its text, which others take only with the erasure
    /// behind it: all up to the last erasure is recorded at once, or nothing.
    ///
    /// - Returns: Where both end; `nil` where somebody else was faster.
    func push(
        _ replica: Replica, behind end: RemoteEnd
    ) throws(SharedLogError) -> RemoteEnd? {
        let count = try mappingError(SharedLogError.store, replica.store.head().count)
        if count == end.events { return end }
        let (frontier, erasure) = try mappingError(SharedLogError.store) {
            () throws(StoreError) in
            let erasures = try LedgerSnapshot(store: replica.store).erasures()
            return (
                try replica.store.frontier(at: end.events),
                erasures.map(\.position).max().flatMap { $0 < end.events ? nil : $0 }
            )
        }
        var push = Push(remote: remote, end: end, together: erasure.map { $0 + 1 } ?? 0)
        do throws(SharedLogError) {
            var reader = CommitReader(replica.store, behind: end, frontier)
            try reader.read { commit throws(SharedLogError) in try push.add(commit) }
            return try push.finish()
        } catch {
            push.giveUp()
            throw error
        }
    }
}

/// Commits on their way to a remote.
private struct Push {
    private let remote: RemoteLog
    /// All commits that begin before are recorded at once.
    private let together: UInt64
    private var last: RemoteEnd
    private var batch: [RemoteCommit] = []
    private var bytes = 0
    private var isOutrun = false
    /// Whether what was sent is recorded only when all that belongs to it was sent.
    private var isOpen = false

    init(remote: RemoteLog, end: RemoteEnd, together: UInt64) {
        self.remote = remote
        self.together = together
        last = end
    }

    /// Takes the next commit.
    ///
    /// - Returns: Whether another one is wanted.
    mutating func add(_ commit: RemoteCommit) throws(SharedLogError) -> Bool {
        if isOpen, commit.firstEvent >= together {
            try flush()
            try close()
        }
        let size = commit.bytes.body.count + (commit.bytes.texts?.count ?? 0)
        if bytes + size > RemoteLog.insertBytes { try flush(isMore: commit.firstEvent < together) }
        if isOutrun { return false }
        batch.append(commit)
        bytes += size
        if batch.count >= RemoteLog.insertRows {
            let next = commit.firstEvent + UInt64(commit.events)
            try flush(isMore: next < together)
        }
        return !isOutrun
    }

    /// - Returns: Where all ends; `nil` where somebody else was faster.
    mutating func finish() throws(SharedLogError) -> RemoteEnd? {
        try flush()
        try close()
        return isOutrun ? nil : last
    }

    /// Records nothing of what was sent and not recorded yet.
    mutating func giveUp() {
        if !isOpen { return }
        isOpen = false
        // A connection that broke has given up itself.
        _ = try? remote.connection.run("ROLLBACK", [])
    }

    /// - Parameter isMore: Whether something that comes belongs to what is sent.
    private mutating func flush(isMore: Bool = false) throws(SharedLogError) {
        guard let commit = batch.last, !isOutrun else { return }
        if isMore, !isOpen {
            try remote.connection.run("BEGIN", [])
            isOpen = true
        }
        switch try remote.insert(batch) {
        case .done:
            last = RemoteEnd(
                seq: commit.seq, events: commit.firstEvent + UInt64(commit.events),
                root: commit.root)
        case .outrun:
            isOutrun = true
            giveUp()
        }
        batch = []
        bytes = 0
    }

    private mutating func close() throws(SharedLogError) {
        if !isOpen { return }
        isOpen = false
        let done = try remote.connection.run("COMMIT", [])
        if done.isWarned { throw .unacknowledged }
    }
}
