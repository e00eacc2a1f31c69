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
    /// Whether one of the commits says that texts were erased.
    private(set) var hasErasures = false

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

    /// A commit that was held against its root.
    struct Held: Sendable {
        /// The commit.
        let draft: CommitDraft
        /// What the log is to append.
        let encoded: EncodedCommit
    }

    /// Takes the next commit.
    ///
    /// - Parameters:
    ///   - isOwn: Whether it was made here, by what has looked at its events.
    ///   - makeSeed: Makes the seed of a block that came without one.
    /// - Throws: ``SharedLogError/damaged(seq:_:)``.
    mutating func take(
        _ commit: RemoteCommit, isOwn: Bool = false, makeSeed: (UInt64) -> [UInt8]
    ) throws(SharedLogError) -> Held {
        do throws(SharedLogError.Damage) {
            return try hold(commit, isOwn: isOwn, makeSeed)
        } catch { throw .damaged(seq: commit.seq, error) }
    }

    private mutating func hold(
        _ commit: RemoteCommit, isOwn: Bool, _ makeSeed: (UInt64) -> [UInt8]
    ) throws(SharedLogError.Damage) -> Held {
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
            draft.key?.count ?? 0 <= Limit.keyBytesMax, !draft.rows.isEmpty
        else { throw .form }
        try checkLinks(draft.rows, from: first)
        var events = unpacked.events
        let leaves = try hash(events, header, unpacked)
        var tree = frontier
        tree.append(leafHashes: leaves[...])
        guard tree.root == commit.root else { throw .root }
        if !isOwn { try checkEvents(draft.rows, from: first) }
        keepSeeds(&draft.rows, &events, from: first, unpacked.seeds, makeSeed)
        let known = KnownLeaves(header, leaves, seeds: seeds)
        frontier = tree
        clock = header.logClock
        let count = first + UInt64(commit.events)
        end = RemoteEnd(seq: commit.seq, events: count, root: commit.root)
        let last = count / Limit.seedEvents
        if seeds.count > 1 || seeds[last] == nil { seeds = seeds.filter { $0.key >= last } }
        let isErasing = draft.rows.contains { $0.type == EventType.textErased.rawValue }
        hasErasures = hasErasures || isErasing
        var shared = draft
        shared.rows = []
        return Held(draft: draft, encoded: EncodedCommit(shared, events, leaves: known))
    }

    private func checkLinks(_ rows: [Row], from first: UInt64) throws(SharedLogError.Damage) {
        for (index, row) in rows.enumerated() {
            for place in row.fields.indices where row.fields[place].column.isReference {
                let earlier = 0..<Int64(clamping: first + UInt64(index))
                guard let link = row.fields[place].value.integer, earlier ~= link else {
                    throw .event
                }
            }
        }
    }

    /// The leaves of events, each of which must be what it says of its text.
    private mutating func hash(
        _ events: [EncodedEvent], _ header: CommitHeader, _ unpacked: CommitBytes.Unpacked
    ) throws(SharedLogError.Damage) -> [Digest] {
        let first = header.firstPosition
        var leaves: [Digest] = []
        leaves.reserveCapacity(events.count)
        var next = 0
        while next < events.count {
            let position = first + UInt64(next)
            let left = Int(Limit.seedEvents - position % Limit.seedEvents)
            let part = next..<min(events.count, next + left)
            let seed = unpacked.seeds[position / Limit.seedEvents] ?? []
            // Without a seed each has a salt of its own, or lost its text.
            if seed.isEmpty, events[part].contains(where: \.remains.isEmpty) { throw .form }
            do throws(TooLarge) {
                leaves += try hasher.hash(events[part], header, position: position, seed: seed)
            } catch { throw .form }
            for index in part
            where hasher.commitment(at: index - next) != unpacked.commitments[index] {
                throw .texts
            }
            next = part.upperBound
        }
        return leaves
    }

    /// Remembers which seeds the log has, those of blocks that begin included, and gives events a
    /// salt of their own where they were made with another one.
    private mutating func keepSeeds(
        _ rows: inout [Row], _ events: inout [EncodedEvent], from first: UInt64,
        _ given: [UInt64: [UInt8]], _ makeSeed: (UInt64) -> [UInt8]
    ) {
        let last = (first + UInt64(rows.count) - 1) / Limit.seedEvents
        for block in (first / Limit.seedEvents)...last {
            let given = given[block]
            guard let own = seeds[block] else {
                let seed = given ?? makeSeed(block)
                seeds[block] = seed
                begun[block] = seed
                continue
            }
            guard let given, own != given else { continue }
            let start = max(first, block * Limit.seedEvents)
            let end = min(first + UInt64(rows.count), (block + 1) * Limit.seedEvents)
            for position in start..<end {
                let index = Int(position - first)
                guard events[index].remains.isEmpty else { continue }
                // One that lost nodes to an erasure still tells most salts.
                let salt = Leaf.salt(of: position, seed: given)
                if Leaf.salt(of: position, seed: own) != salt {
                    rows[index][.salt] = .bytes(salt)
                    events[index].leave(Field(.salt, .bytes(salt)))
                }
            }
        }
    }

    /// What a program of today would not write could not be read by anybody.
    private func checkEvents(
        _ rows: [Row], from first: UInt64
    ) throws(SharedLogError.Damage) {
        for (index, row) in rows.enumerated() {
            guard let type = EventType(rawValue: row.type), type.schema == row.schema else {
                continue
            }
            do throws(StoreError) { _ = try Event(row: row, at: first + UInt64(index)) } catch {
                throw .event
            }
        }
    }

    /// Hands over the seeds of blocks that began, once.
    mutating func takeBegun() -> [UInt64: [UInt8]] {
        defer { begun = [:] }
        return begun
    }
}
