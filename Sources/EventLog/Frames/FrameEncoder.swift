/// Turns events into frames, and carries the tree, the salt seed and the writer's epoch along.
struct FrameEncoder {
    /// The place of a frame in its commit.
    struct Place {
        var index: UInt16
        var total: UInt16
        var flags: FrameHeader.Flags
    }

    /// The tree after the last frame.
    var tree: LogTree
    /// Blocks that begin before this position get flat seeds: a segment of revision 1 ends there.
    let flatEnd: UInt64
    /// The seed of the block of the last event; empty at the start of a block.
    private(set) var seed: [UInt8]
    var epoch: UInt32
    /// Makes or finds the seed of a block of 4,096 positions.
    var makeSeed: @Sendable (UInt64) -> [UInt8]
    /// The root of the tree when it had a size, so that it is not hashed again.
    private var known: (size: UInt64, root: Digest)?
    /// How the sections are stored that every report reads.
    var hotCodec = HotCodec.raw
    /// What is known of the leaves of events that come from other frames.
    var recent = RecentLeaves()
    /// The leaves of the last piece, where it is stored as rows.
    private(set) var rowLeaves: [Digest] = []
    /// What hashing has given for the frame that is being put together.
    private var hashed = Hashed(position: 0, chain: 0)

    init(
        tree: LogTree, seed: [UInt8], epoch: UInt32,
        makeSeed: @escaping @Sendable (UInt64) -> [UInt8], root: Digest? = nil,
        flatEnd: UInt64 = 0
    ) {
        self.tree = tree
        self.flatEnd = flatEnd
        known = root.map { (tree.size, $0) }
        self.seed = seed
        self.epoch = epoch
        self.makeSeed = makeSeed
    }

    /// A section as it goes into a frame.
    private struct Stored {
        let id: ColumnFrame.SectionID
        let raw: Int
        let count: Int
        let isCompressed: Bool
        /// The bytes filled up to a multiple of 8.
        let padded: [UInt8]

        init(_ id: ColumnFrame.SectionID, raw: [UInt8], _ codec: HotCodec) {
            let packed: [UInt8]? =
                switch (id, codec) {
                case (.tree, _), (.hot, .raw), (.retractions, .raw): nil
                case (.hot, .compressed), (.retractions, .compressed): LZ4.compress(raw)
                default: FrameEncoder.packed(raw)
                }
            self.id = id
            self.raw = raw.count
            isCompressed = packed != nil
            var padded = packed ?? raw
            count = padded.count
            padded.align()
            self.padded = padded
        }
    }

    /// What hashing a frame's events gives.
    private struct Hashed {
        var position: UInt64
        var chain: UInt64
        var tree = TreeSection(seeds: [], subtrees: [], peaks: [])
    }

    /// The root of the tree.
    mutating func root() -> Digest {
        if let known, known.size == tree.size { return known.root }
        let root = tree.root
        known = (tree.size, root)
        return root
    }

    /// Forgets the seed of a block that ended.
    mutating func restart() { seed = [] }

    // MARK: Hashing

    /// Starts a frame at a position.
    mutating func begin(at position: UInt64) {
        hashed = Hashed(position: position, chain: root().chain)
    }

    /// Hashes events into the tree, behind those of the frame that were hashed before; takes the
    /// leaves that are known.
    mutating func hash(_ inputs: inout LeafInputs) {
        var leaves: [Digest] = []
        leaves.reserveCapacity(inputs.count)
        var next = 0
        while next < inputs.count {
            let position = tree.size + UInt64(next)
            enter(position)
            let left = Limit.seedEvents - position % Limit.seedEvents
            let end = min(inputs.count, next + Int(left))
            if let known = recent.leaves(at: position..<(tree.size + UInt64(end))) {
                leaves += known
            } else {
                inputs.hash(next..<end, from: position, seed: seed, to: &leaves)
            }
            next = end
        }
        add(leaves)
    }

    /// Hashes the events of a piece into the tree, but for those whose leaves are known.
    private mutating func hash(_ piece: FramePiece) throws(LogError) {
        begin(at: piece.firstPosition)
        var inputs = LeafInputs()
        var leaves: [Digest] = []
        leaves.reserveCapacity(piece.events.count)
        var (next, run) = (0, -1)
        while next < piece.events.count {
            let position = piece.firstPosition + UInt64(next)
            enter(position, piece.leaves)
            let left = Int(Limit.seedEvents - position % Limit.seedEvents)
            let count = min(piece.events.count - next, left, FrameEncoder.inputsMax)
            let positions = position..<(position + UInt64(count))
            if let known = piece.leaves?.leaves(at: positions, seed: seed) {
                leaves += known
            } else {
                inputs.removeAll()
                try piece.append(next..<(next + count), to: &inputs, &run)
                inputs.hash(0..<count, from: position, seed: seed, to: &leaves)
            }
            next += count
        }
        rowLeaves = leaves.count <= Limit.rowEventsMax ? leaves : []
        add(leaves)
    }

    /// Events of a piece that are hashed at once.
    private static let inputsMax = 1_024

    /// Asks for a seed where a block begins.
    private mutating func enter(_ position: UInt64, _ known: KnownLeaves? = nil) {
        guard position % Limit.seedEvents == 0 else { return }
        let block = position / Limit.seedEvents
        seed = known?.seed(of: block) ?? makeSeed(block)
        if position < flatEnd { seed = BlockSeed.flattened(seed) }
        hashed.tree.seeds.append(seed)
    }

    private mutating func add(_ leaves: [Digest]) {
        let isAligned = hashed.position % Limit.subtreeEvents == 0
        tree.append(leaves) { if isAligned { hashed.tree.subtrees.append($0) } }
    }

    // MARK: Frames

    /// Hashes and encodes a piece of one commit, small ones as rows and others as columns.
    mutating func encode(
        _ piece: FramePiece, _ place: Place, salt: UInt32
    ) throws(LogError) -> [UInt8] {
        guard piece.events.count <= Limit.rowEventsMax else {
            return try columns(piece, place, salt: salt)
        }
        guard let run = piece.runs.first else { throw .emptyCommit }
        try hash(piece)
        return rows(piece.events, of: run.header, place, salt: salt)
    }

    /// Hashes a piece of any commits and encodes it as columns.
    mutating func columns(
        _ piece: FramePiece, _ place: Place, salt: UInt32
    ) throws(LogError) -> [UInt8] {
        try hash(piece)
        return try columns(FrameEncoder.batch(piece), place, salt: salt)
    }

    /// Encodes at most ``Limit/rowEventsMax`` events, which have been hashed, as rows.
    mutating func rows(
        _ events: [EncodedEvent], of commit: CommitHeader, _ place: Place, salt: UInt32
    ) -> [UInt8] {
        let body = RowBody.encoded(
            commit, seed: hashed.tree.seeds.first, events: events,
            firstPosition: hashed.position)
        var flags = place.flags
        if hashed.tree.hasNodes { flags.insert(.hasNodes) }
        var stored = body
        if let packed = FrameEncoder.packed(body) {
            flags.insert(.compressed)
            stored = []
            stored.append(integer: UInt32(body.count))
            stored.append(integer: UInt32(packed.count))
            stored += packed
        }
        let length = (FrameHeader.bytes + stored.count + 7) / 8 * 8
        var bytes = header(
            .rows, Place(index: place.index, total: place.total, flags: flags), commit.id,
            count: events.count, length: length
        ).encoded()
        bytes += stored
        bytes.align()
        FrameEncoder.seal(&bytes, upTo: bytes.count, salt: salt)
        return bytes
    }

    /// Encodes a batch, whose events have been hashed, as columns.
    mutating func columns(
        _ batch: ColumnBatch, _ place: Place, salt: UInt32
    ) throws(LogError) -> [UInt8] {
        var section = hashed.tree
        section.peaks = tree.peaks
        var stored: [Stored] = []
        let hot = SectionCoding.hot(batch)
        for id in ColumnFrame.SectionID.allCases {
            let raw =
                switch id {
                case .hot: hot.lines
                case .order: hot.order
                case .tree: section.encoded()
                default: FrameEncoder.section(id, batch)
                }
            guard raw.count <= Limit.sectionBytesMax else { throw .tooLarge(.frame, index: 0) }
            stored.append(Stored(id, raw: raw, hotCodec))
        }
        let end = ColumnFrame.directoryEnd(sections: stored.count)
        let length = stored.reduce(end) { $0 + $1.padded.count }
        guard length <= Limit.frameBytesMax else { throw .tooLarge(.frame, index: 0) }
        let id = batch.commits.last?.header.id ?? CommitID(high: 0, low: 0)
        var place = place
        if section.hasNodes { place.flags.insert(.hasNodes) }
        var bytes = header(.columns, place, id, count: batch.count, length: length).encoded()
        bytes.append(integer: UInt32(0))
        FrameSummary(batch).append(to: &bytes)
        bytes.append(integer: UInt64(stored.count))
        for section in stored {
            bytes.append(section.id.rawValue)
            bytes.append(section.isCompressed ? 1 : 0)
            bytes.append(integer: UInt16(0))
            bytes.append(integer: UInt32(section.raw))
            bytes.append(integer: UInt32(section.count))
            let all = 0..<section.padded.count
            bytes.append(integer: CRC32C.checksum(section.padded, all, seed: salt))
        }
        for section in stored { bytes += section.padded }
        FrameEncoder.seal(&bytes, upTo: end, salt: salt)
        return bytes
    }

    /// Brings a batch together from a piece.
    private static func batch(_ piece: FramePiece) -> ColumnBatch {
        var builder = BatchBuilder(firstPosition: piece.firstPosition)
        var next = 0
        for (index, event) in piece.events.enumerated() {
            if next < piece.runs.count, piece.runs[next].firstIndex == index {
                builder.begin(piece.runs[next].header)
                next += 1
            }
            builder.append(event)
        }
        return builder.finish()
    }

    private mutating func header(
        _ kind: FrameHeader.Kind, _ place: Place, _ commitID: CommitID, count: Int, length: Int
    ) -> FrameHeader {
        FrameHeader(
            kind: kind, length: length, firstPosition: hashed.position, count: count,
            index: place.index, total: place.total, flags: place.flags, epoch: epoch,
            chain: hashed.chain, root: root(), commitID: commitID)
    }

    private static func section(
        _ id: ColumnFrame.SectionID, _ batch: ColumnBatch
    ) -> [UInt8] {
        switch id {
        case .hot, .order, .tree: return []
        case .retractions: return SectionCoding.retractions(batch)
        case .links: return SectionCoding.links(batch)
        case .commits: return SectionCoding.commits(batch)
        case .facts:
            var bytes: [UInt8] = []
            SparseCoding.append(
                integers: batch.integers.filter { $0.key.kind == .fact },
                bytes: batch.bytes.filter { $0.key.kind == .fact }, events: batch.count,
                to: &bytes)
            return bytes
        case .text:
            var bytes: [UInt8] = []
            SparseCoding.append(
                integers: batch.integers.filter { $0.key.kind == .text },
                bytes: batch.bytes.filter { $0.key.kind == .text }, events: batch.count,
                to: &bytes)
            return bytes
        }
    }

    /// The LZ4 block of some bytes, or `nil` when it saves less than an eighth.
    private static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 256 else { return nil }
        let packed = LZ4.compress(bytes)
        return packed.count <= bytes.count - bytes.count / 8 ? packed : nil
    }

    /// Writes the checksum of everything up to `end` but itself into the header.
    static func seal(_ bytes: inout [UInt8], upTo end: Int, salt: UInt32) {
        let checksum = FrameCheck.checksum(bytes, at: 0, upTo: end, salt: salt)
        for index in 0..<4 {
            bytes[FrameHeader.checksumOffset + index] = UInt8(
                truncatingIfNeeded: checksum >> (8 * index))
        }
    }
}

/// Consecutive events on their way into one frame.
struct FramePiece {
    var firstPosition: UInt64
    var events: [EncodedEvent] = []
    /// Where commits begin among the events; the first one at index 0.
    var runs: [CommitRun] = []
    /// What is known of their leaves; `nil` for nothing, and where there are several commits.
    var leaves: KnownLeaves?

    var end: UInt64 { firstPosition + UInt64(events.count) }

    /// Adds some of the events to what is to be hashed.
    ///
    /// - Parameter run: The number of the run of the event before them; -1 before the first one.
    fileprivate func append(
        _ indexes: Range<Int>, to inputs: inout LeafInputs, _ run: inout Int
    ) throws(LogError) {
        for index in indexes {
            while run + 1 < runs.count, runs[run + 1].firstIndex <= index {
                run += 1
                inputs.begin(runs[run].header)
            }
            let place = firstPosition + UInt64(index) - runs[run].header.firstPosition
            do throws(TooLarge) { try inputs.append(events[index], index: place) } catch {
                throw .tooLarge(error, index: Int(place))
            }
        }
    }
}

/// How the sections are stored that every report reads: hot columns and retractions.
package enum HotCodec: Sendable {
    /// As they are: a report folds them in less time than decompressing them takes.
    case raw
    /// Compressed, even where they grow.
    case compressed
}

/// The checksum in a frame's header.
enum FrameCheck {
    /// CRC-32C of the bytes from `start` up to `end` bytes on, the checksum's own four left out.
    static func checksum(_ bytes: [UInt8], at start: Int, upTo end: Int, salt: UInt32) -> UInt32 {
        let own = start + FrameHeader.checksumOffset
        let first = CRC32C.checksum(bytes, start..<own, seed: salt)
        return CRC32C.checksum(bytes, (own + 4)..<(start + end), seed: first)
    }

    /// Whether the checksum that the bytes carry is the right one.
    static func holds(_ bytes: [UInt8], at start: Int, upTo end: Int, salt: UInt32) -> Bool {
        let own = start + FrameHeader.checksumOffset
        guard start + end <= bytes.count, end >= FrameHeader.bytes else { return false }
        var stored: UInt32 = 0
        for index in 0..<4 { stored |= UInt32(bytes[own + index]) << UInt32(8 * index) }
        return checksum(bytes, at: start, upTo: end, salt: salt) == stored
    }
}
