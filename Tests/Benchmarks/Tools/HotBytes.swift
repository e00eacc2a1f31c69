internal import EventLog

/// The bytes that a report reads of a log, frame by frame, in memory: plain and compressed.
struct HotBytes {
    private struct Piece {
        let raw: [UInt8]
        let packed: [UInt8]
    }

    private let pieces: [Piece]

    /// How many bytes they are before compression.
    var count: Int { pieces.reduce(0) { $0 + $1.raw.count } }

    init(of path: String) throws {
        let log = try Log.open(in: try DiskStorage(path: path))
        var pieces: [Piece] = []
        try log.forEachSection { section throws(LogError) in
            guard section.isHot, !section.raw.isEmpty else { return }
            pieces.append(Piece(raw: section.raw, packed: LZ4.compress(section.raw)))
        }
        self.pieces = pieces
    }

    /// Copies all of them, each to the same place.
    func copy() {
        var target = [UInt8](repeating: 0, count: pieces.map(\.raw.count).max() ?? 0)
        for piece in pieces { Machine.copy(piece.raw, to: &target) }
    }

    /// Decompresses all of them, each to the same place.
    func decompress() throws {
        var target: [UInt8] = []
        for piece in pieces {
            try LZ4.decompress(
                piece.packed, 0..<piece.packed.count, into: &target, rawBytes: piece.raw.count)
        }
    }
}
