/// Goes through the frames of a log in order, and stops where the bytes are no frame that can
/// follow.
///
/// Nothing is believed before its checksum: lengths are held against limits, a header against the
/// checksum that covers it, a position, an epoch and a chain against the frame before.
struct FrameScanner {
    /// How a step ended.
    enum Step {
        case frame(WalkedFrame)
        /// Zeros or the end of the last file follow.
        case end
        /// Something else follows.
        case broken(Corruption.Reason)
    }

    private static let aheadBytes = 1 << 16
    /// Enough for the head of a frame of columns.
    private static let headBytes = 1 << 12
    /// How much of a file is read at once where small frames follow each other.
    private static let pieceBytes = 1 << 18
    /// What a reader of sections may ask to have read at once.
    static let aheadBytesMax = 1 << 22

    let segments: [SegmentFile]
    private(set) var state: WalkState
    private var window = ReadWindow()
    /// How many bytes are read at once where a frame starts.
    private var ahead = FrameScanner.headBytes

    init(_ segments: [SegmentFile], from state: WalkState) {
        self.segments = segments
        self.state = state
    }

    /// A walk from the start of a segment.
    init(_ segments: [SegmentFile], segment: Int) {
        let header = segments[segment].header
        self.init(
            segments,
            from: WalkState(
                segment: segment, offset: header.framesOffset,
                position: header.firstPosition, chain: header.root.chain, epoch: 0,
                open: segment == 0 ? .none : .unknown))
    }

    /// Goes on from where a walk stood before.
    mutating func jump(to state: WalkState) { self.state = state }

    /// The next frame.
    mutating func next() throws(LogError) -> Step {
        if state.position == segments[state.segment].limit {
            guard state.segment + 1 < segments.count else { return .end }
            state.segment += 1
            let header = segments[state.segment].header
            state.offset = header.framesOffset
            guard header.firstPosition == state.position else { return .broken(.missingSegment) }
            guard header.root.chain == state.chain else { return .broken(.chain) }
        }
        let segment = segments[state.segment]
        let (index, count) = try window.load(
            segment, at: state.offset, count: FrameHeader.bytes, ahead: ahead)
        if count == 0 { return .end }
        do {
            guard count == FrameHeader.bytes else {
                let isZero = window.buffer[index..<(index + count)].allSatisfy { $0 == 0 }
                return isZero ? .end : .broken(.truncated)
            }
            let header = try FrameHeader.decode(window.buffer, at: index)
            // Small frames lie close together, the others mostly far apart.
            ahead = header.kind == .rows ? FrameScanner.aheadBytes : FrameScanner.headBytes
            let frame = try self.frame(header, segment)
            try follow(frame)
            return .frame(frame)
        } catch let reason as Corruption.Reason {
            return reason == .magic && isZero(index) ? .end : .broken(reason)
        } catch let error as LogError { throw error } catch { return .broken(.body) }
    }

    /// Bytes of the frame that was found last, from an offset of the frame on; from the next frame
    /// on everything up to their end is read at once with the header.
    ///
    /// - Returns: A buffer and the index of the first byte in it; `nil` when they are too many, or
    ///   behind the end of the file.
    mutating func bytes(
        of frame: WalkedFrame, _ range: Range<Int>
    ) throws(LogError) -> (buffer: [UInt8], index: Int)? {
        guard range.upperBound <= FrameScanner.aheadBytesMax else { return nil }
        let offset = frame.offset + UInt64(range.lowerBound)
        let (index, count) = try window.load(
            segments[frame.segment], at: offset, count: range.count)
        let usual = range.upperBound + range.upperBound / 16
        ahead = max(FrameScanner.aheadBytes, min(usual, FrameScanner.aheadBytesMax))
        return count == range.count ? (window.buffer, index) : nil
    }

    /// Moves over the frames of rows that come next, each a commit by itself, and takes in their
    /// events: as far as they are in order and there is room. Whatever else follows is for
    /// ``next()``.
    ///
    /// - Parameter end: Frames that reach behind this position are left.
    mutating func take(_ rows: inout RowTransposer, before end: UInt64) throws(LogError) {
        let segment = segments[state.segment]
        guard state.open == .none || state.open == .unknown else { return }
        let loaded = try window.load(segment, at: state.offset, ahead: FrameScanner.pieceBytes)
        let buffer = window.buffer
        let bytes = RawBytes.span(buffer, loaded)
        let end = min(end, segment.limit)
        var offset = 0
        while !rows.isFull, let frame = SingleFrame(bytes, at: offset, state, end),
            frame.isWhole(bytes, at: offset, salt: segment.header.salt),
            rows.add(
                bytes, (offset + FrameHeader.bytes)..<(offset + frame.length),
                first: state.position, count: frame.count, wanted: 0..<frame.count)
        {
            offset += frame.length
            move(over: frame)
        }
    }

    /// Moves over the frames of rows that come next, each a commit by itself, until they have as
    /// many events as a mark has.
    ///
    /// - Parameter end: Frames that reach behind this position are left.
    /// - Returns: What occurs in them; fewer events where something else comes before, which is for
    ///   ``next()``.
    mutating func stretch(before end: UInt64) throws(LogError) -> SkipEntry {
        var mark = SkipEntry(start: state, end: state)
        guard state.open == .none || state.open == .unknown else { return mark }
        let segment = segments[state.segment]
        guard try isAtRows(segment) else { return mark }
        let end = min(end, segment.limit)
        var before: UInt64?
        // A window may end in the middle of a stretch.
        while mark.count < SkipEntry.events, before != state.position {
            before = state.position
            let loaded = try window.load(segment, at: state.offset, ahead: FrameScanner.pieceBytes)
            let buffer = window.buffer
            survey(RawBytes.span(buffer, loaded), segment, before: end, into: &mark)
        }
        return mark
    }

    /// Whether a frame of rows comes next; where another one does, the bytes behind its head are
    /// for whoever needs them.
    private mutating func isAtRows(_ segment: SegmentFile) throws(LogError) -> Bool {
        let (index, count) = try window.load(
            segment, at: state.offset, count: FrameHeader.bytes)
        guard count == FrameHeader.bytes else { return false }
        return (try? FrameHeader.decode(window.buffer, at: index))?.kind == .rows
    }

    /// Moves over frames for as long as bytes that begin where the walk stands have them.
    private mutating func survey(
        _ bytes: RawSpan, _ segment: SegmentFile, before end: UInt64, into mark: inout SkipEntry
    ) {
        var offset = 0
        let salt = segment.header.salt
        while mark.count < SkipEntry.events, let frame = SingleFrame(bytes, at: offset, state, end),
            let rows = frame.survey(bytes, at: offset, first: state.position, salt: salt)
        {
            offset += frame.length
            move(over: frame)
            mark.take(rows.types, hasLinks: rows.hasLinks, state)
        }
    }

    private mutating func move(over frame: SingleFrame) {
        state.offset += UInt64(frame.length)
        state.position += UInt64(frame.count)
        state.chain = frame.nextChain
        state.epoch = frame.epoch
        state.open = .none
    }

    private func isZero(_ index: Int) -> Bool {
        window.buffer[index..<(index + FrameHeader.bytes)].allSatisfy { $0 == 0 }
    }

    /// Loads and checks what belongs to a header.
    private mutating func frame(
        _ header: FrameHeader, _ segment: SegmentFile
    ) throws -> WalkedFrame {
        guard !header.flags.contains(.hasNodes) || !segment.header.isFlat else {
            throw Corruption.Reason.body
        }
        var frame = WalkedFrame(segment: state.segment, offset: state.offset, header: header)
        let salt = segment.header.salt
        guard header.kind == .rows else {
            let most = ColumnFrame.directoryEnd(sections: ColumnFrame.sectionsMax)
            let (index, count) = try window.load(
                segment, at: state.offset, count: min(most, header.length))
            guard count == min(most, header.length) else { throw Corruption.Reason.truncated }
            let columns = try ColumnFrame.decode(window.buffer, at: index, of: header)
            let end = ColumnFrame.directoryEnd(sections: columns.entries.count)
            guard FrameCheck.holds(window.buffer, at: index, upTo: end, salt: salt) else {
                throw Corruption.Reason.headerChecksum
            }
            guard state.offset + UInt64(header.length) <= (try segment.size()) else {
                throw Corruption.Reason.truncated
            }
            frame.columns = columns
            return frame
        }
        // No memory for a length that the file cannot hold.
        if header.length > FrameScanner.aheadBytes,
            state.offset + UInt64(header.length) > (try segment.size())
        {
            throw Corruption.Reason.truncated
        }
        let (index, count) = try window.load(
            segment, at: state.offset, count: header.length, ahead: FrameScanner.aheadBytes)
        guard count == header.length else { throw Corruption.Reason.truncated }
        guard FrameCheck.holds(window.buffer, at: index, upTo: header.length, salt: salt) else {
            throw Corruption.Reason.bodyChecksum
        }
        let body = (index + FrameHeader.bytes)..<(index + header.length)
        frame.rows = try RowBody(window.buffer, body, of: header)
        return frame
    }

    /// Holds a frame against what came before, and moves behind it.
    private mutating func follow(_ frame: WalkedFrame) throws(Corruption.Reason) {
        let header = frame.header
        guard header.firstPosition == state.position else {
            throw .position(header.firstPosition)
        }
        guard header.positions.upperBound <= segments[state.segment].limit else { throw .length }
        guard header.chain == state.chain else { throw .chain }
        guard header.epoch >= state.epoch else { throw .writerEpoch }
        if !header.flags.contains(.isSealed) {
            switch state.open {
            case .none: guard header.index == 0 else { throw .commitOrder }
            case .unknown: break
            case .commit(let id, let next):
                guard id == header.commitID, next ?? header.index == header.index else {
                    throw .commitOrder
                }
            }
            let isLast = Int(header.index) + 1 == Int(header.total)
            guard header.flags.contains(.endsCommit) == isLast else {
                throw .commitOrder
            }
        }
        state.offset = frame.end
        state.position = header.positions.upperBound
        state.chain = header.root.chain
        state.epoch = header.epoch
        if header.flags.contains(.endsCommit) {
            state.open = .none
        } else {
            let isSealed = header.flags.contains(.isSealed)
            state.open = .commit(header.commitID, next: isSealed ? nil : header.index &+ 1)
        }
    }
}

/// A frame where a walk found it.
struct WalkedFrame {
    var segment: Int
    var offset: UInt64
    var header: FrameHeader
    /// Directory of a frame of columns.
    var columns: ColumnFrame?
    /// Body of a frame of rows.
    var rows: RowBody?

    var end: UInt64 { offset + UInt64(header.length) }
}

/// Where a walk stands, and what the next frame must agree with.
struct WalkState {
    var segment: Int
    var offset: UInt64
    var position: UInt64
    /// First bytes of the root before `position`.
    var chain: UInt64
    var epoch: UInt32
    /// The commit that the next frame must continue, as far as it is known.
    var open: OpenCommit = .none

    enum OpenCommit: Equatable {
        /// The next frame begins a commit.
        case none
        /// The walk began in the middle of the log.
        case unknown
        /// The next frame continues the commit; its index in it is not known behind a sealed frame.
        case commit(CommitID, next: UInt16?)
    }
}

/// The header of a frame of rows that is a commit by itself, where it stands.
struct SingleFrame {
    /// "LGFR".
    private static let magic: UInt32 = 0x5246_474C
    /// Index 0 of 1, ends its commit.
    private static let place: UInt64 = 0x0001_0001_0000

    let length: Int
    let count: Int
    let epoch: UInt32
    let nextChain: UInt64

    /// `nil` for everything that does not follow, or is not wholly there.
    @inline(__always)
    init?(_ bytes: RawSpan, at offset: Int, _ state: WalkState, _ end: UInt64) {
        guard offset + FrameHeader.bytes < bytes.byteCount,
            RawBytes.load(bytes, at: offset, as: UInt32.self) == SingleFrame.magic,
            let length = RawBytes.load(bytes, at: offset + 4, as: UInt32.self),
            let first = RawBytes.load(bytes, at: offset + 8, as: UInt64.self),
            let place = RawBytes.load(bytes, at: offset + 16, as: UInt64.self),
            let epochs = RawBytes.load(bytes, at: offset + 24, as: UInt64.self),
            let chain = RawBytes.load(bytes, at: offset + 32, as: UInt64.self),
            let next = RawBytes.load(bytes, at: offset + 40, as: UInt64.self)
        else { return nil }
        self.length = Int(length)
        count = Int(place & 0xFFFF) + 1
        epoch = UInt32(truncatingIfNeeded: epochs)
        nextChain = next
        guard length % 8 == 0, self.length > FrameHeader.bytes,
            self.length <= bytes.byteCount - offset, first == state.position,
            place >> 16 == SingleFrame.place, count <= Limit.rowEventsMax,
            first + UInt64(count) <= end, epochs >> 32 == 0, chain == state.chain,
            epoch >= state.epoch
        else { return nil }
    }

    /// What occurs in its rows; `nil` where the checksum does not hold or the body breaks a rule.
    @inline(__always)
    func survey(
        _ bytes: RawSpan, at offset: Int, first: UInt64, salt: UInt32
    ) -> RowBody.Survey? {
        let body = (offset + FrameHeader.bytes)..<(offset + length)
        guard isWhole(bytes, at: offset, salt: salt),
            let start = RowBody.rowsStart(bytes, body, first: first),
            let rows = RowBody.survey(bytes, start..<body.upperBound, count: count),
            RowBody.isFill(bytes, rows.end, end: body.upperBound)
        else { return nil }
        return rows
    }

    /// Whether the checksum holds.
    @inline(__always)
    func isWhole(_ bytes: RawSpan, at offset: Int, salt: UInt32) -> Bool {
        let own = offset + FrameHeader.checksumOffset
        let first = CRC32C.checksum(bytes.extracting(offset..<own), seed: salt)
        let checksum = CRC32C.checksum(
            bytes.extracting((own + 4)..<(offset + length)), seed: first)
        return RawBytes.load(bytes, at: own, as: UInt32.self) == checksum
    }
}
