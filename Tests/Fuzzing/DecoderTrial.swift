import EventLog

/// The decoders of the parts of a segment, each alone, and what must hold of them whatever the
/// bytes. Opening and reading a log around a part takes far longer.
enum DecoderTrial {
    /// Reads a section of a frame of columns in whole and in part, and writes it anew.
    ///
    /// - Parameters:
    ///   - number: The section, from 1.
    ///   - bytes: The section as it is without compression.
    ///   - order: The order section, which the hot one is read with.
    ///   - events: How many events the frame has, 1 … 65,536.
    ///   - wanted: The indexes of those of the part; not empty.
    /// - Returns: What does not hold; `nil` when all does, or the section is refused.
    static func section(
        _ number: UInt8, _ bytes: [UInt8], order: [UInt8], events: Int, wanted: Range<Int>
    ) -> String? {
        guard let id = ColumnFrame.SectionID(rawValue: number) else { return nil }
        switch id {
        case .tree:
            for hasNodes in [false, true] { _ = try? TreeSection(bytes, hasNodes: hasNodes) }
            return nil
        // It says nothing without the lines.
        case .order: return nil
        default: break
        }
        let part = try? batch(id, wanted) { batch throws(Malformed) in
            try SectionReader(events: events, rows: wanted).read(
                id, bytes, order: order, into: &batch)
        }
        guard let whole = try? read(id, bytes, order, events) else { return nil }
        guard let part, isSame(part, whole.slice(part.positions)) else {
            return "a part differs from the whole"
        }
        let again = encoded(id, whole)
        guard let copy = try? read(id, again.lines, again.order, events),
            isSame(copy, whole, whateverOrder: true)
        else { return "what is written anew differs" }
        return nil
    }

    /// Reads the body of a frame of rows, and writes it anew.
    ///
    /// - Parameters:
    ///   - bytes: The body as it is in the frame.
    ///   - count: How many events the frame has, 1 … 65,536; no header is read that says over 100.
    ///   - isCompressed: Whether the body says how long it is, and is a block of LZ4.
    ///   - first: The position of the first event.
    /// - Returns: What does not hold; `nil` when all does, or the body is refused.
    static func rows(
        _ bytes: [UInt8], count: Int, isCompressed: Bool, first: UInt64
    ) -> String? {
        guard let own = header(count, isCompressed, first),
            let plain = header(count, false, first),
            let body = try? RowBody(bytes, 0..<bytes.count, of: own)
        else { return nil }
        guard body.rows.count == count else { return "events are missing" }
        let again = RowBody.encoded(
            body.header, seed: body.seed, events: body.rows.map { EncodedEvent($0) },
            firstPosition: first)
        guard let copy = try? RowBody(again, 0..<again.count, of: plain),
            copy.header == body.header, copy.seed == body.seed, copy.rows == body.rows
        else { return "what is written anew differs" }
        return nil
    }

    /// The header of a frame of rows that a whole commit is in.
    private static func header(
        _ count: Int, _ isCompressed: Bool, _ first: UInt64
    ) -> FrameHeader? {
        var header = SegmentBytes(Array(repeating: 0, count: SegmentBytes.frameHeaderBytes))
        header.set(0x5246_474C, at: 0, 4)
        header.set(96, at: 4, 4)
        header.set(Int(first), at: 8, 8)
        header.set(count - 1, at: 16, 2)
        header.set(1, at: 20, 2)
        header.set(isCompressed ? 3 : 1, at: 22, 2)
        return try? FrameHeader.decode(header.bytes, at: 0)
    }

    private typealias Malformed = ByteReader.Malformed

    private static func batch(
        _ id: ColumnFrame.SectionID, _ indexes: Range<Int>,
        _ read: (inout ColumnBatch) throws(Malformed) -> Void
    ) throws(Malformed) -> ColumnBatch {
        let first = base + UInt64(indexes.lowerBound)
        var batch = ColumnBatch(firstPosition: first, sections: id.flag)
        batch.count = indexes.count
        try read(&batch)
        return batch
    }

    /// Links and the commit that began before a frame point at what is before it.
    private static let base: UInt64 = 5_000

    private static func read(
        _ id: ColumnFrame.SectionID, _ bytes: [UInt8], _ order: [UInt8], _ events: Int
    ) throws(Malformed) -> ColumnBatch {
        try batch(id, 0..<events) { batch throws(Malformed) in
            try SectionReader(events: events).read(id, bytes, order: order, into: &batch)
        }
    }

    private static func encoded(
        _ id: ColumnFrame.SectionID, _ batch: ColumnBatch
    ) -> (lines: [UInt8], order: [UInt8]) {
        var bytes: [UInt8] = []
        switch id {
        case .hot: return SectionCoding.hot(batch)
        case .retractions: bytes = SectionCoding.retractions(batch)
        case .links: bytes = SectionCoding.links(batch)
        case .commits: bytes = SectionCoding.commits(batch)
        case .facts, .text:
            SparseCoding.append(
                integers: batch.integers, bytes: batch.bytes, events: batch.count, to: &bytes)
        case .order, .tree: break
        }
        return (bytes, [])
    }

    /// Whether two batches have the same in all sections; keys, where wanted, in another order.
    private static func isSame(
        _ one: ColumnBatch, _ other: ColumnBatch, whateverOrder: Bool = false
    ) -> Bool {
        let lines = [one, other].map { batch in
            (batch.hotLines.lines(whateverOrder), batch.retractedLines.lines(whateverOrder))
        }
        return lines[0] == lines[1] && one.links == other.links
            && one.retractions.rows == other.retractions.rows && one.commits == other.commits
            && one.integers == other.integers && one.bytes == other.bytes
    }
}

/// What events state, or take back.
private struct StatedLines {
    let keys: [GroupKey]
    let codes: [Int]
    let numbers: [ColumnID: [Int64]]

    /// For each line its key, and the numbers that it has.
    func lines(_ whateverOrder: Bool) -> [Line] {
        codes.enumerated().map { index, code in
            let key = keys[code]
            let own = numbers.filter { key.has($0.key) }
            return Line(
                key: key, code: whateverOrder ? 0 : code, numbers: own.mapValues { $0[index] })
        }
    }

    struct Line: Equatable {
        let key: GroupKey
        let code: Int
        let numbers: [ColumnID: Int64]
    }
}

extension ColumnBatch {
    fileprivate var hotLines: StatedLines {
        StatedLines(keys: keys, codes: keyCodes.map { Int($0) }, numbers: numbers)
    }

    fileprivate var retractedLines: StatedLines {
        StatedLines(
            keys: retractedKeys, codes: retractions.values.map { Int($0) },
            numbers: retractedNumbers)
    }
}
