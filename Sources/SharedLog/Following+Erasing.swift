internal import EventLog
internal import Ledger

extension Following {
    /// Takes from the remote the texts that were erased and are still there, with what could tell
    /// them.
    ///
    /// - Parameter end: Where both logs end.
    /// - Returns: Whether there were any.
    func eraseOnRemote(
        _ replica: Replica, upTo end: RemoteEnd
    ) throws(SharedLogError) -> Bool {
        let done = try remote.erasedEvents()
        if done >= end.events { return false }
        let erased = try mappingError(SharedLogError.store) { () throws(StoreError) in
            let snapshot = try LedgerSnapshot(store: replica.store)
            let new = try snapshot.erasures().filter { done..<end.events ~= $0.position }
            return try snapshot.events(of: new)
        }
        if erased.isEmpty { return false }
        try remote.erase(
            erased.map { $0 / Limit.seedEvents }, of: replica.store, upTo: end,
            through: end.events)
        return true
    }
}

extension RemoteLog {
    /// So many bytes of texts are written anew by one statement.
    private static let erasedBytes = 1 << 20

    /// Leaves of the texts in some blocks of 4,096 positions what a store has left.
    ///
    /// - Parameters:
    ///   - end: Where both end.
    ///   - events: Up to how many events all that was erased is gone then; `nil` to tell nothing.
    func erase(
        _ blocks: [UInt64], of store: any EventStore, upTo end: RemoteEnd,
        through events: UInt64?
    ) throws(SharedLogError) {
        var rests: [(seq: Int64, id: CommitID, texts: [UInt8]?)] = []
        var bytes = 0
        for block in Set(blocks).sorted() {
            let positions = (block * Limit.seedEvents)..<((block + 1) * Limit.seedEvents)
            for commit in try commits(in: positions, upTo: end) {
                let rest = try remainingTexts(commit.positions, of: store)
                guard let rest else { continue }
                rests.append((commit.seq, rest.id, rest.texts))
                bytes += rest.texts?.count ?? 0
                if bytes < RemoteLog.erasedBytes { continue }
                try erase(rests, through: nil)
                (rests, bytes) = ([], 0)
            }
        }
        try erase(rests, through: events)
    }

    /// The commits that have events in a range.
    private func commits(
        in positions: Range<UInt64>, upTo end: RemoteEnd
    ) throws(SharedLogError) -> [(seq: Int64, positions: Range<UInt64>)] {
        // The last commit that ends before the range, or where it starts.
        var (low, high) = (RemoteEnd.empty, end.seq + 1)
        while high - low.seq > 1 {
            let middle = low.seq + (high - low.seq) / 2
            if let found = try self.end(of: middle), found.events <= positions.lowerBound {
                low = found
            } else {
                high = middle
            }
        }
        var found: [(Int64, Range<UInt64>)] = []
        var (seq, start) = (low.seq, low.events)
        while seq < end.seq, start < positions.upperBound {
            let page = try ends(behind: seq, most: 1_000)
            if page.isEmpty { break }
            for next in page where next.events > start {
                if start < positions.upperBound { found.append((next.seq, start..<next.events)) }
                (seq, start) = (next.seq, next.events)
            }
        }
        return found
    }

    /// What is left of the texts of a commit, `nil` for nothing, and its id; `nil` where the store
    /// has no such commit.
    private func remainingTexts(
        _ positions: Range<UInt64>, of store: any EventStore
    ) throws(SharedLogError) -> (id: CommitID, texts: [UInt8]?)? {
        try mappingError(SharedLogError.store) { () throws(StoreError) in
            let (header, rows) = try store.commit(positions)
            guard let header else { return nil }
            if rows.allSatisfy(\.isErased) { return (header.id, nil) }
            let texts = try CommitBytes(header, rows) { block throws(StoreError) in
                try store.seed(of: block) ?? []
            }.texts
            return (header.id, texts)
        }
    }
}
