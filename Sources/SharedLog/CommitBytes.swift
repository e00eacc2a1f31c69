package import EventLog
package import Ledger

/// A commit as it travels: what can never go, and what an erasure takes.
///
/// ```
/// body  := 0x01 length:u32 commit columns   count:u32 event …
/// event := length:u32 (schema:u8 type:u16 facts)   C: 32 bytes
/// texts := 0x01 count:u8 (block:u64 seed: 32 bytes) …   text …
///        | 0x02 count:u8 (block:u64 length:u32 seed) …   text …   where a seed is not flat
/// text  := 0x00 length:u32 columns                       its salt comes from the block's seed
///        | 0x01 salt: 32 bytes length:u32 columns        it has a salt of its own
///        | 0x02                                          it was erased
/// ```
///
/// Seeds of more than 255 blocks are not counted: the events of later ones have salts of their own.
///
/// Columns are in the form of `FieldCoding`, integers little-endian. The texts of a commit have all
/// that is needed to hash them, so that each row stands for itself.
package struct CommitBytes: Sendable {
    static let version: UInt8 = 1
    /// The version of texts with a seed that is not flat.
    private static let nodesVersion: UInt8 = 2
    /// Bytes of a flat seed.
    private static let seedBytes = 32
    /// How many seeds a commit can tell.
    private static let seedsMax = Int(UInt8.max)
    /// Bytes of an event without facts in the body.
    private static let eventBytesMin = 39

    /// What can never go.
    package internal(set) var body: [UInt8]
    /// What an erasure takes; `nil` where all of it went.
    package internal(set) var texts: [UInt8]?

    /// Packs a commit as it stands in a log.
    ///
    /// - Parameter seed: The seed of a block of 4,096 positions there.
    package init(
        _ header: CommitHeader, _ rows: [Row], seed: (UInt64) throws(StoreError) -> [UInt8]
    ) throws(StoreError) {
        var body: [UInt8] = [CommitBytes.version]
        var shared: [UInt8] = []
        for field in header.fields { FieldCoding.append(field, to: &shared) }
        body.append(sized: shared)
        body.append(little: UInt32(rows.count))
        var seeds: [(block: UInt64, seed: [UInt8])] = []
        var texts: [UInt8] = []
        var last: (block: UInt64, seed: [UInt8], isTold: Bool) = (.max, [], false)
        for (index, row) in rows.enumerated() {
            let position = header.firstPosition + UInt64(index)
            let block = position / Limit.seedEvents
            if block != last.block { last = (block, try seed(block), false) }
            var (facts, text) = ([UInt8](), [UInt8]())
            Leaf.appendType(row, to: &facts)
            for field in row.fields where !field.column.isLeftByErasure {
                if field.column.kind == .text {
                    FieldCoding.append(field, to: &text)
                } else {
                    FieldCoding.append(field, to: &facts)
                }
            }
            body.append(sized: facts)
            body += Leaf.commitment(of: row, position: position, seed: last.seed)
            if row.isErased {
                texts.append(2)
            } else if let salt = CommitBytes.salt(
                of: row, at: position, last.seed,
                isTold: last.isTold || seeds.count < CommitBytes.seedsMax)
            {
                texts.append(1)
                texts += salt
                texts.append(sized: text)
            } else {
                texts.append(0)
                texts.append(sized: text)
                if !last.isTold {
                    last.isTold = true
                    seeds.append((block, last.seed))
                }
            }
        }
        self.body = body
        self.texts = CommitBytes.packed(seeds) + texts
    }

    /// The salt that travels with an event; `nil` where the seed of its block does. One that lost
    /// nodes to an erasure would be longer than the salts of most commits.
    ///
    /// - Parameter isTold: Whether there is room for that seed.
    private static func salt(
        of row: Row, at position: UInt64, _ seed: [UInt8], isTold: Bool
    ) -> [UInt8]? {
        let isTold = isTold && (seed.isEmpty || BlockSeed.tellsAll(seed))
        return row[.salt]?.bytes ?? (isTold ? nil : Leaf.salt(of: position, seed: seed))
    }

    /// The version of the texts, and the seeds that they need.
    private static func packed(_ seeds: [(block: UInt64, seed: [UInt8])]) -> [UInt8] {
        let isFlat = seeds.allSatisfy { $0.seed.count == seedBytes }
        var bytes = [isFlat ? version : nodesVersion, UInt8(clamping: seeds.count)]
        for (block, seed) in seeds {
            bytes.append(little: block)
            if isFlat { bytes += seed } else { bytes.append(sized: seed) }
        }
        return bytes
    }

    /// What was packed, and not looked at.
    init(body: [UInt8], texts: [UInt8]?) {
        self.body = body
        self.texts = texts
    }

    /// A commit that was unpacked.
    struct Unpacked: Sendable {
        /// What its events share.
        let header: CommitHeader
        /// The events, with a salt where the seed of their block does not tell it, and with C where
        /// the text was erased.
        let events: [EncodedEvent]
        /// What is hashed of each text.
        let commitments: [Digest]
        /// The seeds that came with it.
        let seeds: [UInt64: [UInt8]]

        /// The events with their values one by one.
        ///
        /// - Complexity: O(*n*) in their bytes.
        var rows: [Row] { events.map(\.row) }
    }

    /// The commit.
    ///
    /// - Throws: ``SharedLogError/Damage``: its form, or a version that is newer.
    func unpacked(
        _ id: CommitID, at firstPosition: UInt64, count: Int
    ) throws(SharedLogError.Damage) -> Unpacked {
        var reader = Unpacker(body)
        guard try reader.byte() == CommitBytes.version else { throw .newer }
        let shared = try reader.fields(try reader.length())
        guard shared.allSatisfy({ $0.column.kind == .commit && $0.column < .index }),
            try reader.length() == count, count <= Limit.commitEventsMax
        else { throw .form }
        var events: [EncodedEvent] = []
        var commitments: [Digest] = []
        let most = min(count, body.count / CommitBytes.eventBytesMin)
        events.reserveCapacity(most)
        commitments.reserveCapacity(most)
        for _ in 0..<count {
            let facts = try reader.skip(try reader.length())
            guard let event = EncodedEvent(body, facts: facts) else { throw .form }
            events.append(event)
            commitments.append(try reader.digest())
        }
        guard reader.isAtEnd else { throw .form }
        let seeds = try addTexts(to: &events, commitments)
        return Unpacked(
            header: CommitHeader(id: id, firstPosition: firstPosition, fields: shared),
            events: events, commitments: commitments, seeds: seeds)
    }

    private func addTexts(
        to events: inout [EncodedEvent], _ commitments: [Digest]
    ) throws(SharedLogError.Damage) -> [UInt64: [UInt8]] {
        guard let texts else {
            for index in events.indices {
                events[index].leave(Field(.commitment, .bytes(commitments[index].bytes)))
            }
            return [:]
        }
        var reader = Unpacker(texts)
        let version = try reader.byte()
        guard (CommitBytes.version...CommitBytes.nodesVersion).contains(version) else {
            throw .newer
        }
        var seeds: [UInt64: [UInt8]] = [:]
        for _ in 0..<(try reader.byte()) {
            let block = try reader.number()
            let isFlat = version == CommitBytes.version
            let seed = try reader.take(isFlat ? CommitBytes.seedBytes : try reader.length())
            guard BlockSeed(seed) != nil, BlockSeed.tellsAll(seed) else { throw .form }
            seeds[block] = seed
        }
        for index in events.indices {
            let kind = try reader.byte()
            switch kind {
            case 0, 1:
                let salt = kind == 1 ? try reader.take(32) : nil
                let text = try reader.skip(try reader.length())
                guard events[index].append(texts, text: text) else { throw .form }
                if let salt { events[index].leave(Field(.salt, .bytes(salt))) }
            case 2: events[index].leave(Field(.commitment, .bytes(commitments[index].bytes)))
            default: throw .form
            }
        }
        guard reader.isAtEnd else { throw .form }
        return seeds
    }
}

extension SharedLogError.Damage: Error {}
