/// The links and hot columns of events that are stored as rows: taken out of their bytes one event
/// after the other, into memory that is used again for the next batch.
struct RowTransposer {
    private var firstPosition: UInt64 = 0
    private var stated = RowKeys()
    private var retracted = RowKeys()
    private var retractions: [UInt32] = []
    private var links = [IntegerColumn](repeating: IntegerColumn(), count: 16)

    /// How many events there are.
    var count: Int { stated.count }
    /// Whether another frame of rows may be one too many.
    var isFull: Bool { count > Limit.frameEventsMax - Limit.rowEventsMax }

    /// Adds events of a frame of rows.
    ///
    /// - Parameters:
    ///   - bytes: The body of the frame stands in `range`.
    ///   - first: The position of the frame's first event.
    ///   - hasNodes: Whether its seed is one of nodes.
    ///   - wanted: Which of its events, by their index.
    /// - Returns: `false` for a body that breaks a rule; nothing was added then.
    mutating func add(
        _ bytes: RawSpan, _ range: Range<Int>, first: UInt64, hasNodes: Bool = false, count: Int,
        wanted: Range<Int>
    ) -> Bool {
        if stated.count == 0 { firstPosition = first + UInt64(wanted.lowerBound) }
        let before = stated.count
        guard
            var offset = RowBody.rowsStart(bytes, range, first: first, hasNodes: hasNodes)
        else { return false }
        for index in 0..<count {
            var start = offset
            let length = FieldCursor.varint(bytes, at: &start, end: range.upperBound)
            guard length >= 3, length <= RowBody.rowBytesMax, length <= range.upperBound - start
            else { return undo(before) }
            offset = start + length
            guard wanted.contains(index) else { continue }
            guard add(bytes, start..<offset) else { return undo(before) }
        }
        return RowBody.isFill(bytes, offset, end: range.upperBound) || undo(before)
    }

    /// Adds those events of a frame that lie in a range.
    mutating func add(_ body: RowBody, of frame: FrameHeader, in range: Range<UInt64>) -> Bool {
        let wanted = frame.positions.clamped(to: range)
        let skipped = Int(wanted.lowerBound - frame.firstPosition)
        let bytes = body.bytes
        return add(
            RawBytes.span(bytes, 0..<bytes.count), 0..<bytes.count, first: frame.firstPosition,
            hasNodes: frame.flags.contains(.hasNodes), count: frame.count,
            wanted: skipped..<(skipped + wanted.count))
    }

    /// Takes back what was added since there were so many events.
    private mutating func undo(_ before: Int) -> Bool {
        stated.removeLast(stated.count - before)
        let kept = retractions.prefix { $0 < before }.count
        retractions.removeLast(retractions.count - kept)
        retracted.removeLast(retracted.count - kept)
        for column in links.indices {
            while let last = links[column].rows.last, last >= before {
                links[column].rows.removeLast()
                links[column].values.removeLast()
            }
        }
        return false
    }

    @inline(__always)
    private mutating func add(_ bytes: RawSpan, _ row: Range<Int>) -> Bool {
        let type = (RawBytes.load(bytes, at: row.lowerBound, as: UInt32.self) ?? 0) & 0xFF_FFFF
        var field = FieldCursor(bytes, (row.lowerBound + 3)..<row.upperBound)
        let index = UInt32(truncatingIfNeeded: stated.count)
        while field.column < 0x10 {
            guard let value = field.integer else { return false }
            links[field.column].append(value, at: index)
            field.advance()
        }
        let start = field.start
        while field.column < 0x20 { field.advance() }
        let end = field.start
        var mask: UInt16 = 0
        while field.column < 0x30 {
            guard let value = field.integer else { return false }
            stated.set(value, in: field.column, &mask)
            field.advance()
        }
        if field.column < 0x50 {
            guard addRetraction(bytes, &field, at: index) else { return false }
        }
        while field.column < 0x70 || (field.column & 0x180 == 0x80) {
            guard field.isShortest else { return false }
            field.advance()
        }
        guard field.column == FieldCursor.none else { return false }
        return stated.add(type, mask, bytes, start..<end)
    }

    @inline(never)
    private mutating func addRetraction(
        _ bytes: RawSpan, _ field: inout FieldCursor, at index: UInt32
    ) -> Bool {
        let start = field.start
        while field.column < 0x40 { field.advance() }
        let end = field.start
        var mask: UInt16 = 0
        while field.column < 0x50 {
            guard let value = field.integer else { return false }
            retracted.set(value, in: field.column, &mask)
            field.advance()
        }
        guard retracted.add(0, mask, bytes, start..<end) else { return false }
        retractions.append(index)
        return true
    }

    /// Hands out the batch and starts another.
    mutating func finish() -> ColumnBatch {
        var batch = ColumnBatch(firstPosition: firstPosition, sections: .report)
        batch.count = stated.count
        batch.keys = stated.keys
        batch.keyCodes = stated.codes
        batch.numbers = stated.columnValues
        batch.retractedKeys = retracted.keys
        batch.retractions.rows = retractions
        batch.retractions.values = retracted.codes.map { Int64($0) }
        batch.retractedNumbers = retracted.columnValues
        for (column, values) in links.enumerated() where !values.rows.isEmpty {
            batch.links[ColumnID(rawValue: UInt8(column))] = values
            links[column] = IntegerColumn()
        }
        stated.removeAll()
        retracted.removeAll()
        retractions.removeAll(keepingCapacity: true)
        return batch
    }
}
