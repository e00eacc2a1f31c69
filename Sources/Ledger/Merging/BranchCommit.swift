internal import EventLog

/// A commit as it stands in a branch of a log.
struct BranchCommit: Sendable {
    /// Its id, who made it and when.
    let header: CommitHeader
    /// Its events, in the newest versions of their types, without the signature.
    var rows: [Row]
    /// The event at its end with which a device signs it; `nil` for none.
    var signature: Row?

    /// The positions of its events in its branch.
    var positions: Range<UInt64> {
        header.firstPosition..<(header.firstPosition + UInt64(rows.count))
    }
}

extension BranchCommit {
    /// The salts with which its texts are signed, for some of its events as they are to stand
    /// elsewhere, and what an erasure left of texts. A text that goes only there, because of an
    /// erasure that stands before it, leaves nothing: no erasure would account for it.
    ///
    /// - Parameters:
    ///   - places: The indexes of the events.
    ///   - others: The events as they are to stand there.
    func salts(of places: [Int], as others: [Row]) -> TextSalts {
        if signature == nil { return .ofLog }
        var salts: [Int: Field] = [:]
        for (index, (place, other)) in zip(places, others).enumerated() {
            let row = rows[place]
            if other.hasText, let salt = row[.salt] {
                salts[index] = Field(.salt, salt)
            } else if let left = row[.commitment] {
                salts[index] = Field(.commitment, left)
            }
        }
        return .kept(salts)
    }
}

extension EventStore {
    /// The commits from a position on, at which one begins.
    ///
    /// - Parameter end: Behind the last event; `nil` for all.
    /// - Complexity: O(*n*) in their events, all of which are held.
    func commits(
        from position: UInt64, upTo end: UInt64? = nil
    ) throws(StoreError) -> [BranchCommit] {
        var commits: [BranchCommit] = []
        let count = try head().count
        try read(position..<max(position, min(end ?? count, count)), .all) { batch in
            for (index, row) in batch.rows.enumerated() {
                guard let header = batch.commit(at: index) else { continue }
                if commits.last?.header != header {
                    commits.append(BranchCommit(header: header, rows: []))
                }
                commits[commits.count - 1].rows.append(row)
            }
            return .next
        }
        for index in commits.indices where commits[index].rows.count > 1 {
            let last = commits[index].rows.last
            guard let last, last.type == EventType.commitSigned.rawValue else { continue }
            commits[index].rows.removeLast()
            commits[index].signature = last
        }
        return commits
    }
}

extension FileEventStore {
    /// How many events two copies of a ledger begin with together, whole commits only.
    ///
    /// - Returns: `nil` where they are not of one ledger.
    /// - Complexity: O(log *n*) roots, each of which costs the frames of a segment.
    package func shared(with other: FileEventStore) throws(StoreError) -> UInt64? {
        var (same, different) = (UInt64(0), min(try head().count, try other.head().count) + 1)
        while different - same > 1 {
            let middle = same + (different - same) / 2
            if try root(at: middle) == other.root(at: middle) {
                same = middle
            } else {
                different = middle
            }
        }
        return same == 0 ? nil : same
    }

    /// Whether a path leads to the folder of this store.
    package func isAt(_ path: String) -> Bool { log.isAt(path) }
}
