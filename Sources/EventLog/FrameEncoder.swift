/// Consecutive events on their way into one frame.
struct FramePiece {
    var firstPosition: UInt64
    var rows: [Row] = []
    /// Where commits begin among the rows; the first one at index 0.
    var runs: [CommitRun] = []

    var end: UInt64 { firstPosition + UInt64(rows.count) }
}

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
    /// The seed of the block of the last event; empty at the start of a block.
    var seed: [UInt8]
    let epoch: UInt32
    /// Makes or finds the seed of a block of 4,096 positions.
    let makeSeed: @Sendable (UInt64) -> [UInt8]

    /// A section as it goes into a frame.
    private struct Stored {
        let id: ColumnFrame.SectionID
        let raw: Int
        let bytes: [UInt8]
        let isCompressed: Bool
        /// The bytes filled up to a multiple of 8.
        let padded: [UInt8]

        init(id: ColumnFrame.SectionID, raw: Int, bytes: [UInt8], isCompressed: Bool) {
            self.id = id
            self.raw = raw
            self.bytes = bytes
            self.isCompressed = isCompressed
            var padded = bytes
            padded.align()
            self.padded = padded
        }
    }

    /// What hashing a piece gives.
    private struct Hashed {
        var chain: UInt64
        var tree: TreeSection
        var root: Digest
    }

    /// Encodes a piece of one commit of at most ``Limit/rowEventsMax`` events as rows.
    mutating func rows(
        _ piece: FramePiece, _ place: Place, salt: UInt32
    ) throws(LogError) -> [UInt8] {
        guard let run = piece.runs.first else { throw .emptyCommit }
        let hashed = try hash(piece)
        let body = RowBody(header: run.header, seed: hashed.tree.seeds.first, rows: piece.rows)
            .encoded(firstPosition: piece.firstPosition)
        var flags = place.flags
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
            .rows, piece, Place(index: place.index, total: place.total, flags: flags), hashed,
            length: length
        ).encoded()
        bytes += stored
        bytes.align()
        FrameEncoder.seal(&bytes, upTo: bytes.count, salt: salt)
        return bytes
    }

    /// Encodes a piece of any commits as columns.
    mutating func columns(
        _ piece: FramePiece, _ place: Place, salt: UInt32
    ) throws(LogError) -> [UInt8] {
        let hashed = try hash(piece)
        let batch = FrameEncoder.batch(piece)
        var stored: [Stored] = []
        for id in ColumnFrame.SectionID.allCases {
            let raw = FrameEncoder.section(id, batch, hashed.tree)
            guard raw.count <= Limit.sectionBytesMax else { throw .tooLarge(.frame, index: 0) }
            let packed = id == .tree ? nil : FrameEncoder.packed(raw)
            stored.append(
                Stored(id: id, raw: raw.count, bytes: packed ?? raw, isCompressed: packed != nil))
        }
        let end = ColumnFrame.directoryEnd(sections: stored.count)
        let length = stored.reduce(end) { $0 + $1.padded.count }
        guard length <= Limit.frameBytesMax else { throw .tooLarge(.frame, index: 0) }
        var bytes = header(.columns, piece, place, hashed, length: length).encoded()
        bytes.append(integer: UInt32(0))
        FrameSummary(batch).append(to: &bytes)
        bytes.append(integer: UInt64(stored.count))
        for section in stored {
            bytes.append(section.id.rawValue)
            bytes.append(section.isCompressed ? 1 : 0)
            bytes.append(integer: UInt16(0))
            bytes.append(integer: UInt32(section.raw))
            bytes.append(integer: UInt32(section.bytes.count))
            let all = 0..<section.padded.count
            bytes.append(integer: CRC32C.checksum(section.padded, all, seed: salt))
        }
        for section in stored { bytes += section.padded }
        FrameEncoder.seal(&bytes, upTo: end, salt: salt)
        return bytes
    }

    /// Brings a batch together from a piece.
    static func batch(_ piece: FramePiece) -> ColumnBatch {
        var builder = BatchBuilder(firstPosition: piece.firstPosition)
        var next = 0
        for (index, row) in piece.rows.enumerated() {
            if next < piece.runs.count, piece.runs[next].firstIndex == index {
                builder.begin(piece.runs[next].header)
                next += 1
            }
            builder.append(row)
        }
        return builder.finish()
    }

    /// Hashes the events of a piece into the tree.
    private mutating func hash(_ piece: FramePiece) throws(LogError) -> Hashed {
        let chain = tree.root.chain
        var section = TreeSection(seeds: [], subtrees: [], peaks: [])
        var run = -1
        var hasher = LeafHasher()
        for (index, row) in piece.rows.enumerated() {
            let position = piece.firstPosition + UInt64(index)
            if run + 1 < piece.runs.count, piece.runs[run + 1].firstIndex == index { run += 1 }
            if position % Limit.seedEvents == 0 {
                seed = makeSeed(position / Limit.seedEvents)
                section.seeds.append(seed)
            }
            let header = piece.runs[run].header
            let leaf: Digest
            do throws(TooLarge) {
                leaf = try hasher.hash(row, header, position: position, seed: seed)
            } catch { throw .tooLarge(error, index: Int(position - header.firstPosition)) }
            if let subtree = tree.append(leaf), piece.firstPosition % Limit.subtreeEvents == 0 {
                section.subtrees.append(subtree)
            }
        }
        section.peaks = tree.peaks
        return Hashed(chain: chain, tree: section, root: tree.root)
    }

    private func header(
        _ kind: FrameHeader.Kind, _ piece: FramePiece, _ place: Place, _ hashed: Hashed,
        length: Int
    ) -> FrameHeader {
        FrameHeader(
            kind: kind, length: length, firstPosition: piece.firstPosition,
            count: piece.rows.count, index: place.index, total: place.total, flags: place.flags,
            epoch: epoch, chain: hashed.chain, root: hashed.root,
            commitID: piece.runs.last?.header.id ?? CommitID(high: 0, low: 0))
    }

    private static func section(
        _ id: ColumnFrame.SectionID, _ batch: ColumnBatch, _ tree: TreeSection
    ) -> [UInt8] {
        switch id {
        case .links: return SectionCoding.links(batch)
        case .hot: return SectionCoding.hot(batch)
        case .commits: return SectionCoding.commits(batch)
        case .tree: return tree.encoded()
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
