internal import EventLog
internal import Ledger

/// Holds the commits of a remote against their roots, one behind the other, before anything of them
/// is written.
struct CommitCheck: Sendable {
    /// Where the last commit that was held ends.
    private(set) var end: RemoteEnd
    private var frontier: MerkleFrontier
    private var clock: Int64
    private var hasher = LeafHasher()
    /// The seeds of blocks in the log that takes the commits.
    private var seeds: [UInt64: [UInt8]] = [:]
    /// The seeds of blocks that begin with what was held, to be used there.
    private(set) var begun: [UInt64: [UInt8]] = [:]

    /// - Parameters:
    ///   - end: Where the log ends that takes the commits.
    ///   - frontier: Its tree.
    ///   - clock: Its last log clock.
    ///   - seed: The seed of the block that it has begun; `nil` where the next event begins one.
    init(behind end: RemoteEnd, _ frontier: MerkleFrontier, clock: Int64, seed: [UInt8]?) {
        self.end = end
        self.frontier = frontier
        self.clock = clock
        seeds[end.events / Limit.seedEvents] = seed
    }

    /// Behind all of a store, whose last commit the remote has under a number.
    init(behind seq: Int64, of store: some EventStore) throws(StoreError) {
        let head = try store.head()
        let frontier = try store.frontier()
        let isBegun = head.count % Limit.seedEvents != 0
        self.init(
            behind: RemoteEnd(seq: seq, events: head.count, root: head.root), frontier,
            clock: head.logClock,
            seed: isBegun ? try store.seed(of: head.count / Limit.seedEvents) : nil)
        guard frontier.size == head.count else {
            throw .conflict(expected: frontier.size, actual: head.count)
        }
    }

    /// Takes the next commit.
    ///
    /// - Parameters:
    ///   - isOwn: Whether it was made here, by what has looked at its events.
    ///   - makeSeed: Makes the seed of a block that came without one.
    /// - Returns: What the log is to append.
    /// - Throws: ``SharedLogError/damaged(seq:_:)``.
    mutating func take(
        _ commit: RemoteCommit, isOwn: Bool = false, makeSeed: (UInt64) -> [UInt8]
    ) throws(SharedLogError) -> CommitDraft {
        do throws(SharedLogError.Damage) {
            return try draft(of: commit, isOwn: isOwn, makeSeed)
        } catch { throw .damaged(seq: commit.seq, error) }
    }

    private mutating func draft(
        of commit: RemoteCommit, isOwn: Bool, _ makeSeed: (UInt64) -> [UInt8]
    ) throws(SharedLogError.Damage) -> CommitDraft {
        let first = end.events
        guard commit.seq == end.seq + 1, commit.firstEvent == first,
            commit.seq == 1 || commit.previousRoot == end.root
        else { throw .order }
        let unpacked = try commit.bytes.unpacked(commit.id, at: first, count: commit.events)
        var draft = CommitDraft(
            id: commit.id, recordedAt: unpacked.header.recordedAt, actor: unpacked.header.actor,
            batch: unpacked.header.batch, key: unpacked.header.key, rows: unpacked.rows)
        draft.isReplica = true
        let header = CommitHeader(draft, at: first, logClock: max(clock, draft.recordedAt))
        guard header.fields == unpacked.header.fields,
            draft.key?.count ?? 0 <= Limit.keyBytesMax
        else { throw .form }
        var tree = frontier
        for index in draft.rows.indices {
            let position = first + UInt64(index)
            let block = position / Limit.seedEvents
            let given = unpacked.seeds[block]
            let leaf = try hash(
                draft.rows[index], header, position, given ?? [], unpacked.commitments[index])
            tree.append(leafHash: leaf)
            if seeds[block] == nil {
                let seed = given ?? makeSeed(block)
                seeds[block] = seed
                begun[block] = seed
            }
            let row = draft.rows[index]
            if !row.isErased, row[.salt] == nil, let given, let own = seeds[block], own != given {
                // One that lost nodes to an erasure still tells most salts.
                let salt = Leaf.salt(of: position, seed: given)
                if Leaf.salt(of: position, seed: own) != salt {
                    draft.rows[index][.salt] = .bytes(salt)
                }
            }
        }
        guard tree.root == commit.root else { throw .root }
        if !isOwn { try checkEvents(draft.rows, from: first) }
        frontier = tree
        clock = header.logClock
        let count = first + UInt64(commit.events)
        end = RemoteEnd(seq: commit.seq, events: count, root: commit.root)
        let last = count / Limit.seedEvents
        seeds = seeds.filter { $0.key >= last }
        return draft
    }

    /// The leaf of an event, which must be what it says of itself.
    private mutating func hash(
        _ row: Row, _ header: CommitHeader, _ position: UInt64, _ seed: [UInt8],
        _ commitment: Digest
    ) throws(SharedLogError.Damage) -> Digest {
        if !row.isErased, row[.salt] == nil, seed.isEmpty { throw .form }
        for field in row.fields where field.column.isReference {
            guard let link = field.value.integer, 0..<Int64(clamping: position) ~= link else {
                throw .event
            }
        }
        let leaf: Digest
        do throws(TooLarge) {
            leaf = try hasher.hash(row, header, position: position, seed: seed)
        } catch { throw .form }
        guard hasher.commitment == commitment else { throw .texts }
        return leaf
    }

    /// What a program of today would not write could not be read by anybody.
    private func checkEvents(
        _ rows: [Row], from first: UInt64
    ) throws(SharedLogError.Damage) {
        for (index, row) in rows.enumerated() {
            guard let type = EventType(rawValue: row.type), type.schema == row.schema else {
                continue
            }
            guard (try? Event(row: row, at: first + UInt64(index))) != nil else { throw .event }
        }
    }

    /// Hands over the seeds of blocks that began, once.
    mutating func takeBegun() -> [UInt64: [UInt8]] {
        defer { begun = [:] }
        return begun
    }
}
