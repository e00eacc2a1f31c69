import EventLog
import Support
import Testing

/// Commits that another copy of the log has, with the leaves that somebody hashed of them before.
@Suite("Appending another copy's commits")
struct ReplicateTests {
    /// Over the edge of a block of seeds.
    private static let sizes = [1, 100, 4_000, 101, 3, 200]

    private static let commits = {
        var (commits, next) = ([(draft: CommitDraft, header: CommitHeader)](), 0)
        for (number, size) in sizes.enumerated() {
            var draft = LogSamples.commit(
                number, rows: (next..<(next + size)).map(LogSamples.row))
            draft.isReplica = true
            let header = CommitHeader(draft, at: UInt64(next), logClock: draft.recordedAt)
            commits.append((draft, header))
            next += size
        }
        return commits
    }()

    private static let seeds = [UInt64(0), 1].reduce(into: [UInt64: [UInt8]]()) {
        $0[$1] = LogSamples.seed($1)
    }

    /// The commits, with leaves of a kind.
    private func encoded(
        header: (CommitHeader) -> CommitHeader = { $0 }, seeds: [UInt64: [UInt8]],
        _ leaf: (Row, CommitHeader, UInt64) -> Digest
    ) -> [EncodedCommit] {
        ReplicateTests.commits.map { draft, own in
            let leaves = draft.rows.enumerated().map { index, row in
                leaf(row, own, own.firstPosition + UInt64(index))
            }
            var shared = draft
            shared.rows = []
            return EncodedCommit(
                shared, draft.rows.map { EncodedEvent($0) },
                leaves: KnownLeaves(header(own), leaves, seeds: seeds))
        }
    }

    private let right: (Row, CommitHeader, UInt64) -> Digest = { row, header, position in
        var hasher = LeafHasher()
        return hasher.leaf(
            row, header, position: position, seed: LogSamples.seed(position / Limit.seedEvents))
    }
    private let wrong: (Row, CommitHeader, UInt64) -> Digest = { _, _, position in
        SHA256.leaf([UInt8(truncatingIfNeeded: position)])
    }

    /// What a log has that hashed everything itself.
    private func expected() throws -> LogHead {
        let log = try LogSamples.newLog()
        for (draft, _) in ReplicateTests.commits { _ = try log.append(draft) }
        return try log.head()
    }

    @Test("leaves that are known make the same log")
    func known() throws {
        let log = try LogSamples.newLog()
        let commits = encoded(seeds: ReplicateTests.seeds, right)
        let root = try log.replicate(commits, behind: 0)
        #expect(root == (try expected().root))
        let found = try log.verify()
        #expect(found.root == root && found.events == 4_405)
    }

    @Test("leaves of other seeds, or of another header, are not taken")
    func others() throws {
        let expected = try expected()
        let other = CommitHeader(
            id: CommitID(high: 1, low: 2), firstPosition: 0,
            fields: ReplicateTests.commits[0].header.fields)
        for commits in [
            encoded(seeds: [0: LogSamples.seed(7)], wrong), encoded(seeds: [:], wrong),
            encoded(header: { _ in other }, seeds: ReplicateTests.seeds, wrong),
        ] {
            let log = try LogSamples.newLog()
            // It has begun the first block itself.
            _ = try log.append(ReplicateTests.commits[0].draft)
            #expect(try log.replicate(Array(commits[1...]), behind: 1) == expected.root)
            #expect(try log.verify().root == expected.root)
        }
    }

    @Test("blocks that begin get the seeds that are known, however often it is tried")
    func seeds() throws {
        var options = LogSamples.options
        options.makeSeed = { BlockSeed.whole(LogSamples.flatSeed($0 + 7)) }
        let log = try Log.create(in: MemoryStorage(), id: LogSamples.logID, options: options)
        let commits = encoded(seeds: ReplicateTests.seeds, right)
        #expect(try log.replicate(commits, behind: 0) == expected().root)
        #expect(try log.verify().root == expected().root)
    }

    @Test("a group ends where enough has come together to be sealed")
    func sealing() throws {
        var options = LogSamples.options
        options.sealEvents = 4_096
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        let commits = (0..<100).map { number in
            let rows = (0..<90).map { LogSamples.row(number * 90 + $0) }
            return EncodedCommit(
                LogSamples.commit(number, rows: rows), at: UInt64(number * 90))
        }
        _ = try log.replicate(commits, behind: 0)
        // Behind 46 commits, with 4,140 events, and behind 92, with 8,280.
        #expect(try storage.list().contains("000000000000-0002.log"))
        #expect(try log.verify().events == 9_000)
        #expect(try LogSamples.events(log).map(\.1) == (0..<9_000).map(LogSamples.row))
    }

    @Test("leaves that are those of no event are found where they are sealed")
    func forged() throws {
        var options = LogSamples.options
        options.sealEvents = 4_096
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        let commits = (0..<46).map { number in
            var draft = LogSamples.commit(
                number, rows: (0..<90).map { LogSamples.row(number * 90 + $0) })
            draft.isReplica = true
            let first = UInt64(number * 90)
            let header = CommitHeader(draft, at: first, logClock: draft.recordedAt)
            let leaves = draft.rows.indices.map { row in
                // One of them is another event's.
                let position = first + UInt64(row)
                return right(draft.rows[position == 4_000 ? 0 : row], header, position)
            }
            var shared = draft
            shared.rows = []
            return EncodedCommit(
                shared, draft.rows.map { EncodedEvent($0) },
                leaves: KnownLeaves(header, leaves, seeds: ReplicateTests.seeds))
        }
        // They are durable, and nothing takes the place of the file that they are in.
        _ = try log.replicate(commits, behind: 0)
        #expect(try storage.list().filter { $0.contains("0001") }.isEmpty)
        #expect(storage.bytes(of: "000000000000-0000.log") != nil)
        #expect(throws: LogError.self) { try log.seal() }
        #expect(throws: LogError.self) { try log.verify() }
    }
}
