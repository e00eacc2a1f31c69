internal import EventLog
internal import Ledger

extension RemoteLog {
    /// Some commits that the remote has without any text, at most.
    private static let bareRows: Int64 = 10_000
    /// So many bytes of texts are given by one statement.
    private static let mendedBytes = 1 << 20

    /// The commits behind one that have no texts at all; their texts are not read.
    ///
    /// - Returns: The number of each, and its events.
    func bareCommits(
        behind seq: Int64
    ) throws(SharedLogError) -> [(seq: Int64, positions: Range<UInt64>)] {
        let rows = try connection.run(
            """
            SELECT seq, first_event, first_event + events FROM ledger.commits
            WHERE ledger = $1::text AND seq > $2::bigint AND texts IS NULL ORDER BY seq
            LIMIT $3::bigint
            """, [.text(ledger), .integer(seq), .integer(RemoteLog.bareRows)])
        var found: [(Int64, Range<UInt64>)] = []
        for row in rows.rows {
            let seq = row.integer(0) ?? 0
            guard let first = row.count(1), let end = row.count(2), first < end else {
                throw .damaged(seq: seq, .form)
            }
            found.append((seq, first..<end))
        }
        return found
    }

    /// Gives the remote the texts again that it has lost, or replaced by others, and a store has.
    ///
    /// - Parameters:
    ///   - store: A log in which all that the remote has, and no text that was erased in it.
    ///   - end: Where both end; where the remote has gone on since nothing is given, for somebody
    ///     may have erased something.
    /// - Returns: Of how many commits.
    /// - Complexity: O(*n*) in the bytes of the remote's log.
    func mendTexts(
        from store: any EventStore, upTo end: RemoteEnd
    ) throws(SharedLogError) -> Int {
        var (given, seq) = (0, Int64(0))
        var mending = TextMending(store: store)
        while seq < end.seq {
            let page = try page(behind: seq, leavingBadTexts: true).commits
            guard let last = page.last else { break }
            var texts: [(seq: Int64, id: CommitID, texts: [UInt8]?)] = []
            var bytes = 0
            for commit in page where commit.seq <= end.seq {
                guard let found = try mending.texts(for: commit) else { continue }
                texts.append((commit.seq, commit.id, found))
                bytes += found.count
                if bytes < RemoteLog.mendedBytes { continue }
                given += try mend(texts, behind: end)
                (texts, bytes) = ([], 0)
            }
            given += try mend(texts, behind: end)
            seq = last.seq
        }
        return given
    }

    /// - Returns: Of how many commits the remote took texts.
    private func mend(
        _ texts: [(seq: Int64, id: CommitID, texts: [UInt8]?)], behind end: RemoteEnd
    ) throws(SharedLogError) -> Int {
        if texts.isEmpty { return 0 }
        let (seqs, literals) = RemoteLog.arrays(try sealed(texts))
        let done = try connection.run(
            "SELECT ledger.mend($1::text, $2::bigint, $3::bigint[], $4::bytea[])",
            [.text(ledger), .integer(end.seq), .text(seqs), .text(literals)])
        guard let count = done.rows.first?.integer(0) else { throw .notMember(ledger: ledger) }
        if done.isWarned { throw .unacknowledged }
        return Int(clamping: count)
    }

    /// The numbers of some commits, and texts of theirs, as arrays of the server.
    static func arrays(
        _ rests: [(seq: Int64, id: CommitID, texts: [UInt8]?)]
    ) -> (seqs: String, texts: String) {
        let texts = rests.map { rest in
            guard let bytes = rest.texts else { return "NULL" }
            return "\"\\\\x" + Base16.text(bytes) + "\""
        }
        return (
            "{" + rests.map { "\($0.seq)" }.joined(separator: ",") + "}",
            "{" + texts.joined(separator: ",") + "}"
        )
    }
}

extension EventStore {
    /// A commit as it is stored, by its positions; without a header where there is none.
    func commit(
        _ positions: Range<UInt64>
    ) throws(StoreError) -> (header: CommitHeader?, rows: [Row]) {
        var header: CommitHeader?
        var rows: [Row] = []
        try readStored(positions, .all, holding: .all) { batch in
            header = header ?? batch.commit(at: 0)
            rows += batch.rows
            return .next
        }
        return (header, rows)
    }
}
