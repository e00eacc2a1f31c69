/// Reads pieces of a damaged log; those that follow each other in a file without a new start.
struct RemainsReader {
    private let files: [DamagedSegment]
    private let erasures: RemainsErasures
    private var loader = FrameLoader()
    private var walk: FrameScanner?
    private var source = -1

    init(_ files: [DamagedSegment], _ erasures: RemainsErasures) {
        (self.files, self.erasures) = (files, erasures)
    }

    /// The events of a piece, without the texts that any of the files tells to be erased.
    ///
    /// - Throws: ``LogError/replaced(file:)`` where the file is not what it was.
    mutating func events(
        of piece: DamagedLogScan.Piece
    ) throws(LogError) -> RemainingEvents {
        let file = files[piece.file]
        let frame = file.frames[piece.frame]
        var found: WalkedFrame?
        if source == piece.file, walk?.state.offset == frame.offset,
            case .frame(let next) = try walk?.next()
        {
            found = next
        } else {
            // It may not follow the one before it.
            walk = try FrameScanner(file.segment, from: frame.offset)
            source = piece.file
            if case .frame(let next) = try walk?.next() { found = next }
        }
        guard let found else { throw .replaced(file: file.segment.name) }
        let events = try RemainingEvents(
            of: found, file.segment, missing: frame.missing, &loader)
        return erasures.fitted(events, of: piece.file).cut(to: piece.positions)
    }
}

extension FrameScanner {
    /// A walk from a frame in the middle of a segment.
    fileprivate init(_ segment: SegmentFile, from offset: UInt64) throws(LogError) {
        var bytes: [UInt8] = []
        let count = try segment.read(at: offset, into: &bytes, count: FrameHeader.bytes)
        guard count >= FrameHeader.bytes, let header = try? FrameHeader.decode(bytes, at: 0) else {
            throw .replaced(file: segment.name)
        }
        self.init(
            [segment],
            from: WalkState(
                segment: 0, offset: offset, position: header.firstPosition, chain: header.chain,
                epoch: 0, open: .unknown))
    }
}
