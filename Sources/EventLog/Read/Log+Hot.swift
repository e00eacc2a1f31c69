extension Log {
    /// Hands the hot columns of a range of positions to `frame`, frame by frame in
    /// order, as they are stored.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - frame: Returns whether it has taken the frame in; of one that it has not it is handed
    ///     the columns.
    ///   - batch: Takes small frames, frames that the range cuts, and those that `frame` did not
    ///     take.
    /// - Throws: ``LogCallError/caller(_:)`` with what they throw, and ``LogError/corrupt(_:)`` at
    ///   damage, after what lies before it was handed out.
    /// - Complexity: O(*n*) in the frames of the segments that the range touches.
    package func readHot<Failure>(
        _ positions: Range<UInt64>,
        frame take: (borrowing HotFrame) throws(Failure) -> Bool,
        batch body: (ColumnBatch) throws(Failure) -> Void
    ) throws(LogCallError<Failure>) {
        typealias Fault = LogCallError<Failure>
        let (segments, tip) = try mappingError(Fault.log, self.tip())
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return }
        var loader = FrameLoader()
        var hot = HotLoader()
        var rows = RowTransposer()
        var frames = RangeScanner(self, segments, range)
        // The first frame, and whatever is not simple, is read in the ordinary way.
        var isSmall = false
        while true {
            if isSmall { try mappingError(Fault.log, frames.take(&rows)) }
            if rows.isFull {
                try mappingError(Fault.caller, body(rows.finish()))
                continue
            }
            guard let frame = try mappingError(Fault.log, frames.next()) else { break }
            isSmall = frame.rows != nil
            if let small = frame.rows {
                guard rows.add(small, of: frame.header, in: range) else {
                    throw .log(frames.damage(.body))
                }
                continue
            }
            if rows.count > 0 { try mappingError(Fault.caller, body(rows.finish())) }
            let isWhole = range.contains(frame.header.positions)
            if isWhole, try hot.read(frame, &frames.walk, take) { continue }
            let columns = try mappingError(
                Fault.log, loader.batch(frame, segments[frame.segment], .report, in: range))
            try mappingError(Fault.caller, body(columns))
        }
        if rows.count > 0 { try mappingError(Fault.caller, body(rows.finish())) }
    }
}

/// Reads the hot sections and retractions of frames into buffers that are used again.
private struct HotLoader {
    private var hot: [UInt8] = []
    private var retractions: [UInt8] = []

    /// Hands out the sections of a frame.
    ///
    /// - Returns: Whether they were taken; `false` as well for whatever is wrong with them, so that
    ///   the ordinary way finds out what.
    mutating func read<Failure>(
        _ frame: WalkedFrame, _ walk: inout FrameScanner?,
        _ take: (borrowing HotFrame) throws(Failure) -> Bool
    ) throws(LogCallError<Failure>) -> Bool {
        guard let first = frame.columns?.entry(.hot),
            let second = frame.columns?.entry(.retractions)
        else { return false }
        let start = min(first.offset, second.offset)
        let end = max(first.end, second.end)
        let bytes = try mappingError(
            LogCallError<Failure>.log, walk?.bytes(of: frame, start..<end))
        guard let (buffer, index) = bytes,
            let salt = walk?.segments[frame.segment].header.salt
        else { return false }
        for entry in [first, second] {
            let from = index + entry.offset - start
            let checksum = CRC32C.checksum(buffer, from..<(from + entry.paddedLength), seed: salt)
            guard checksum == entry.checksum else { return false }
        }
        let firstStart = index + first.offset - start
        let secondStart = index + second.offset - start
        guard firstStart % 8 == 0, secondStart % 8 == 0 else { return false }
        do throws(LZ4.Failure) {
            try HotLoader.unpack(first, buffer, at: firstStart, into: &hot)
            try HotLoader.unpack(second, buffer, at: secondStart, into: &retractions)
        } catch { return false }
        let hotSpan = RawBytes.span(
            first.isCompressed ? hot : buffer,
            first.range(from: first.isCompressed ? 0 : firstStart))
        let retractionsSpan = RawBytes.span(
            second.isCompressed ? retractions : buffer,
            second.range(from: second.isCompressed ? 0 : secondStart))
        let stated: LineLayout
        let retracted: LineLayout
        do throws(ByteReader.Malformed) {
            stated = try LineLayout.hot(hotSpan, events: frame.header.count)
            retracted =
                try LineLayout.retractions(retractionsSpan, events: frame.header.count).lines
        } catch { return false }
        do throws(Failure) {
            return try take(
                HotFrame(
                    firstPosition: frame.header.firstPosition, stated: HotLines(hotSpan, stated),
                    retracted: HotLines(retractionsSpan, retracted)))
        } catch { throw .caller(error) }
    }

    private static func unpack(
        _ entry: ColumnFrame.Entry, _ buffer: [UInt8], at start: Int, into raw: inout [UInt8]
    ) throws(LZ4.Failure) {
        guard entry.isCompressed else { return }
        try LZ4.decompress(
            buffer, start..<(start + entry.storedLength), into: &raw, rawBytes: entry.rawLength)
    }
}

extension ColumnFrame.Entry {
    /// With the zeros behind it.
    fileprivate var paddedLength: Int { (storedLength + 7) / 8 * 8 }
    /// Where the raw bytes lie that begin at an index.
    fileprivate func range(from index: Int) -> Range<Int> { index..<(index + rawLength) }
    /// From the start of the frame.
    fileprivate var end: Int { offset + paddedLength }
}
