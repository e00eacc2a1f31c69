/// Lines: what events state, and what they take back. ``LineLayout`` holds them against the bytes;
/// here they are put in the order of the events.
extension SectionReader {
    /// Lines of the wanted events, in their order.
    private struct Lines {
        var keys: [GroupKey] = []
        var codes: [UInt16] = []
        var numbers: [ColumnID: [Int64]] = [:]
        /// Of every line its event, counted from the first that is wanted.
        var rows: [UInt32] = []
    }

    /// Reads the hot section into a batch.
    func readHot(
        _ bytes: [UInt8], order: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let layout = try LineLayout.hot(span, events: events)
        let lines = try lines(bytes, layout, order, from: 0)
        guard lines.codes.count == rows.count else { throw ByteReader.Malformed() }
        (batch.keys, batch.keyCodes, batch.numbers) = (lines.keys, lines.codes, lines.numbers)
    }

    /// Reads the section of retractions into a batch.
    func readRetractions(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let (layout, end) = try LineLayout.retractions(span, events: events)
        guard layout.count > 0 else { return }
        let lines = try lines(bytes, layout, bytes, from: end)
        batch.retractions.rows = lines.rows
        batch.retractions.values = lines.codes.map { Int64($0) }
        (batch.retractedKeys, batch.retractedNumbers) = (lines.keys, lines.numbers)
    }

    /// Reads lines.
    ///
    /// - Parameter order: The bytes in which, from an offset on, the order of the lines lies.
    private func lines(
        _ bytes: [UInt8], _ layout: LineLayout, _ order: [UInt8], from offset: Int
    ) throws(ByteReader.Malformed) -> Lines {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        guard isWhole else {
            let wanted = try wantedLines(order, from: offset, count: layout.count)
            let found = try LineCoding.read(span, layout, wanted, events: rows.count)
            let used = try SectionReader.renumbered(
                found.codes.map { Int64($0) }, below: layout.keys.count)
            let keys = try SectionReader.keys(bytes, used.old.map { layout.keys[$0] })
            return Lines(
                keys: keys, codes: used.codes.map { UInt16($0) },
                numbers: found.numbers.filter { column, _ in keys.contains { $0.has(column) } },
                rows: found.rows)
        }
        let found = try LineCoding.read(
            span, layout, try SectionReader.order(order, from: offset, layout.count, events),
            events: events)
        return Lines(
            keys: try SectionReader.keys(bytes, layout.keys), codes: found.codes,
            numbers: found.numbers,
            rows: found.rows.isEmpty ? (0..<UInt32(layout.count)).map { $0 } : found.rows)
    }

    /// Of every line the index of its event.
    static func order(
        _ bytes: [UInt8], from offset: Int = 0, _ count: Int, _ events: Int
    ) throws(ByteReader.Malformed) -> [UInt16] {
        var reader = ByteReader(bytes)
        try reader.skip(offset)
        let rows: [UInt16] = try IntegerCoding.readCodes(&reader, count: count, below: events)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return rows
    }

    /// Which of `count` lines belong to the wanted events.
    private func wantedLines(
        _ bytes: [UInt8], from offset: Int, count: Int
    ) throws(ByteReader.Malformed) -> [LineCoding.Wanted] {
        var order = ByteReader(RawBytes.span(bytes, 0..<bytes.count), from: offset)
        // As most are written: looked through where it is.
        if let layout = try? IntegerLayout.plain(&order, count: count, bytesMax: 2),
            layout.base == 0, layout.width == 2
        {
            let stored = order.bytes.extracting(layout.values)
            return LineCoding.lines(of: rows, RawBytes.view(stored, as: UInt16.self))
        }
        var found = try SectionReader.order(bytes, from: offset, count, events)
        for line in found.indices { found[line] = found[line].littleEndian }
        return LineCoding.lines(of: rows, found.span)
    }

    private static func keys(
        _ bytes: [UInt8], _ ranges: [Range<Int>]
    ) throws(ByteReader.Malformed) -> [GroupKey] {
        var keys: [GroupKey] = []
        keys.reserveCapacity(ranges.count)
        for range in ranges {
            var reader = ByteReader(bytes, range)
            keys.append(try SectionCoding.key(&reader))
        }
        return keys
    }
}
