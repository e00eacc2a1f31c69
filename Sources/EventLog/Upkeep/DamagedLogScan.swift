/// What can still be read of a damaged log: the frames of its files by the positions of their
/// events, wherever they lie, and the holes between them. Nothing is written.
///
/// The files of a folder are looked through one by one. A frame counts when its own checksum holds,
/// whatever stands before it; the name and the header of a file, and the slots of the head, are
/// used where they can be read and told from the frames where they cannot. Several folders, such as
/// a ledger and an older backup of it, make up for each other's holes, and for events that do not
/// give the root that is stored with them. A text that one of them erased is read from none.
package struct DamagedLogScan: Sendable {
    /// Events of one frame, or a part of them.
    struct Piece: Sendable {
        let file: Int
        let frame: Int
        let positions: Range<UInt64>
    }

    /// The files that are used.
    let files: [DamagedSegment]
    /// What these tell of texts that were erased.
    let erasures: RemainsErasures
    /// What can be read, ascending.
    let pieces: [Piece]
    /// The 16 bytes that tell the log from others; `nil` where no header can be read.
    package let logID: CommitID?
    /// How many events there were: as many as a slot tells, and whole commits behind them.
    package let count: UInt64
    /// Whether the slots are whole, so that nothing is missing behind ``count``.
    package let isCountSure: Bool
    /// Events behind ``count`` that can be read and belong to a commit without its end.
    package let unfinished: UInt64
    /// The positions below ``count`` that cannot be read, ascending.
    package let holes: [RemainsHole]
    /// Positions of frames whose events do not give the root that is stored with them, and of
    /// which no file has others that do; ascending. They can be read.
    package let differing: [Range<UInt64>]
    /// How many events from the first on give the root that is stored behind them, and that root.
    package let proved: (count: UInt64, root: Digest?)
    /// What is wrong with files.
    package let faults: [RemainsFault]

    /// Looks through folders; what is in the first one goes before what is in the others.
    ///
    /// - Throws: ``LogError/missing`` where no file is that of a log, storage errors where a folder
    ///   cannot be listed.
    /// - Complexity: O(*n*) in the bytes of the files.
    package init(in storages: [any LogStorage]) throws(LogError) {
        var faults: [RemainsFault] = []
        var found: [DamagedSegment] = []
        for (index, storage) in storages.enumerated() {
            let names: [String]
            do { names = try storage.list() } catch { throw .storage(error) }
            // The newest generation of a segment first.
            for name in names.compactMap({ SegmentName($0) }).sorted().reversed() {
                let file = try DamagedSegment(name, in: storage, folder: index, faults: &faults)
                if let file { found.append(file) }
            }
        }
        guard !found.isEmpty || !faults.isEmpty else { throw .missing }
        let logID = DamagedLogScan.logID(of: found)
        found.removeAll { file in
            let isForeign = !file.faults.contains(.header) && file.segment.header.logID != logID
            if isForeign { faults.append(file.fault(.foreign)) }
            return isForeign
        }
        found.sort { ($0.folder, $0.firstPosition) < ($1.folder, $1.firstPosition) }
        let all = DamagedLogScan.cover(found)
        let end = DamagedLogScan.end(found, all)
        let chosen = all.compactMap { piece in
            let positions = piece.positions.clamped(to: 0..<end.count)
            return positions.isEmpty
                ? nil : Piece(file: piece.file, frame: piece.frame, positions: positions)
        }
        erasures = RemainsErasures(found)
        let check = try RemainsCheck(found, erasures, chosen, below: end.count)
        pieces = check.pieces
        differing = check.differing
        proved = check.proved
        unfinished = all.reduce(0) { sum, piece in
            let rest = piece.positions.clamped(to: end.count..<max(end.count, end.behind))
            return sum + UInt64(rest.count)
        }
        files = found
        count = end.count
        isCountSure = end.isSure
        self.logID = logID
        holes = DamagedLogScan.holes(found, pieces, end.count)
        for file in found {
            faults += file.faults.map { file.fault($0) }
        }
        for hole in holes where hole.isFileMissing {
            faults.append(RemainsFault(folder: 0, file: hole.file, kind: .missing))
        }
        self.faults = faults.sorted {
            ($0.folder, $0.file, $0.kind.rawValue) < ($1.folder, $1.file, $1.kind.rawValue)
        }
    }

    /// The id that most headers tell; of several, that of the first segment.
    private static func logID(of files: [DamagedSegment]) -> CommitID? {
        let known = files.filter { !$0.faults.contains(.header) }
        var votes: [CommitID: Int] = [:]
        for file in known { votes[file.segment.header.logID, default: 0] += 1 }
        let most = votes.values.max()
        let best = known.filter { votes[$0.segment.header.logID] == most }
        return best.min { $0.firstPosition < $1.firstPosition }?.segment.header.logID
    }

    /// Chooses for every position where it is read from: whole frames before those of which
    /// something is missing, and in the order of the files else.
    private static func cover(_ files: [DamagedSegment]) -> [Piece] {
        var pieces: [Piece] = []
        for isWhole in [true, false] {
            for (number, file) in files.enumerated() {
                var layer: [Piece] = []
                for (index, frame) in file.frames.enumerated()
                where frame.missing.isEmpty == isWhole {
                    layer.append(Piece(file: number, frame: index, positions: frame.positions))
                }
                if !layer.isEmpty { pieces = filled(pieces, with: layer) }
            }
        }
        return pieces
    }

    /// Pieces with those parts of others that lie in their gaps.
    private static func filled(_ pieces: [Piece], with layer: [Piece]) -> [Piece] {
        var result: [Piece] = []
        result.reserveCapacity(pieces.count + layer.count)
        var next = 0
        var end: UInt64 = 0
        for piece in layer.sorted(by: { $0.positions.lowerBound < $1.positions.lowerBound }) {
            var rest = piece.positions
            while next < pieces.count {
                let other = pieces[next].positions
                if other.lowerBound >= rest.upperBound { break }
                if end < other.lowerBound, rest.lowerBound < other.lowerBound {
                    let gap = max(rest.lowerBound, end)..<other.lowerBound
                    if !gap.isEmpty {
                        result.append(Piece(file: piece.file, frame: piece.frame, positions: gap))
                    }
                }
                result.append(pieces[next])
                end = other.upperBound
                next += 1
            }
            rest = max(rest.lowerBound, end)..<max(rest.upperBound, end)
            if rest.isEmpty { continue }
            result.append(Piece(file: piece.file, frame: piece.frame, positions: rest))
            end = rest.upperBound
        }
        return result + pieces[next...]
    }

    /// Where the log ends, and where the last frame does that can be read.
    private static func end(
        _ files: [DamagedSegment], _ pieces: [Piece]
    ) -> (count: UInt64, behind: UInt64, isSure: Bool) {
        let durable = files.compactMap { $0.slot?.position }.max() ?? 0
        let last = files.max { $0.firstPosition < $1.firstPosition }
        let isSure = last?.isSlotSure == true
        var count = durable
        var behind = durable
        for piece in pieces where piece.positions.upperBound > durable {
            // What follows a gap above a head that is known was never acknowledged.
            if isSure, piece.positions.lowerBound > behind { break }
            behind = piece.positions.upperBound
            let frame = files[piece.file].frames[piece.frame]
            if frame.endsCommit, piece.positions.upperBound == frame.positions.upperBound {
                count = behind
            }
        }
        return (count, behind, isSure)
    }

    private static func holes(
        _ files: [DamagedSegment], _ pieces: [Piece], _ count: UInt64
    ) -> [RemainsHole] {
        var holes: [RemainsHole] = []
        var next: UInt64 = 0
        for bound in pieces.map(\.positions) + [count..<count] {
            while next < bound.lowerBound {
                let limit = (next / Limit.segmentEvents + 1) * Limit.segmentEvents
                let end = min(bound.lowerBound, limit)
                holes.append(RemainsHole(next..<end, files))
                next = end
            }
            next = max(next, bound.upperBound)
        }
        return holes
    }
}

/// Positions of one segment that cannot be read, and where they should stand.
package struct RemainsHole: Hashable, Sendable {
    /// The positions.
    package let positions: Range<UInt64>
    /// The file.
    package let file: String
    /// Where in the file they stood, in bytes; empty where there is no such file.
    package let bytes: Range<UInt64>
    /// What is wrong with the first of these bytes; `nil` for zeros, or for no bytes at all.
    package let reason: Corruption.Reason?
    /// Whether there is no such file.
    package let isFileMissing: Bool

    init(_ positions: Range<UInt64>, _ files: [DamagedSegment]) {
        self.positions = positions
        let start = positions.lowerBound.roundedDown(to: Limit.segmentEvents)
        guard let file = files.first(where: { $0.firstPosition == start }) else {
            self.file = SegmentName(firstPosition: start, generation: 0).text
            bytes = 0..<0
            reason = nil
            isFileMissing = true
            return
        }
        self.file = file.segment.name
        let before = file.frames.last { $0.positions.upperBound <= positions.lowerBound }
        let behind = file.frames.first { $0.positions.lowerBound >= positions.upperBound }
        let first = before?.end ?? file.start
        let bytes = first..<max(first, behind?.offset ?? file.size)
        self.bytes = bytes
        reason = file.breaks.first { bytes.contains($0.offset) }?.reason
        isFileMissing = false
    }
}

extension DamagedLogScan {
    /// Where the frame of a position stands; `nil` for one that cannot be read.
    package func place(of position: UInt64) -> (file: String, bytes: Range<UInt64>)? {
        guard let piece = pieces.first(where: { $0.positions.contains(position) }) else {
            return nil
        }
        let file = files[piece.file]
        let frame = file.frames[piece.frame]
        return (file.segment.name, frame.offset..<frame.end)
    }
}
