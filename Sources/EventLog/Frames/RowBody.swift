/// The body of a frame of rows: one small commit, or a piece of one.
///
/// ```
/// body := back:varint           events of the commit before this frame
///         length:varint         of the commit's fields
///         fields                columns 0x70 … 0x7C                         (FieldCoding)
///         seed                  only when the frame starts at a multiple of 4,096  (BlockSeed)
///         { length:varint schema:u8 type:u16 fields } × count              (FieldCoding)
/// ```
///
/// In the frame the body stands as it is, or, when LZ4 saves an eighth, as raw length:u32,
/// stored length:u32 and an LZ4 block. Zeros fill the frame up to a multiple of 8.
package struct RowBody {
    /// Bytes of a row behind its length, at most.
    static let rowBytesMax = Limit.leafBytesMax + Limit.textBytesMax

    /// The header of the commit.
    package let header: CommitHeader
    /// The salt seed of the block that starts with the frame; `nil` elsewhere.
    package let seed: [UInt8]?
    /// The body as it is without compression, and where its rows stand in it.
    let bytes: [UInt8]
    private let rowsRange: Range<Int>
    private let firstPosition: UInt64
    private let count: Int
    /// The types of the events, and whether one of them points at another.
    let types: TypeSet
    let hasLinks: Bool

    /// The bytes of a body.
    package static func encoded(
        _ header: CommitHeader, seed: [UInt8]?, events: [EncodedEvent], firstPosition: UInt64
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: Int(firstPosition - header.firstPosition))
        var fields: [UInt8] = []
        for field in header.fields { FieldCoding.append(field, to: &fields) }
        bytes.append(varint: fields.count)
        bytes += fields
        if let seed { bytes.append(seed: seed, hasNodes: BlockSeed.hasNodes(seed)) }
        for event in events {
            var remains: [UInt8] = []
            for field in event.remains { FieldCoding.append(field, to: &remains) }
            bytes.append(varint: event.bytes.count + remains.count)
            bytes += event.bytes
            bytes += remains
        }
        return bytes
    }

    /// Reads the body of a frame whose checksum holds.
    package init(
        _ bytes: [UInt8], _ range: Range<Int>, of frame: FrameHeader
    ) throws(Corruption.Reason) {
        do {
            var body = Array(bytes[range])
            if frame.flags.contains(.compressed) { body = try RowBody.unpacked(body) }
            try self.init(body, of: frame)
        } catch { throw .body }
    }

    /// Decompresses a body.
    static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        var reader = ByteReader(bytes)
        let raw = Int(try reader.integer(UInt32.self))
        let stored = try reader.skip(Int(try reader.integer(UInt32.self)))
        guard raw <= Limit.sectionBytesMax, raw / 255 <= stored.count else {
            throw ByteReader.Malformed()
        }
        var body: [UInt8] = []
        try LZ4.decompress(bytes, stored, into: &body, rawBytes: raw, isStrict: true)
        let all = RawBytes.span(bytes, 0..<bytes.count)
        guard isFill(all, stored.upperBound, end: bytes.count) else {
            throw ByteReader.Malformed()
        }
        return body.count == raw ? body : Array(body.prefix(raw))
    }

    private init(_ bytes: [UInt8], of frame: FrameHeader) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        let back = try reader.count(max: Limit.commitEventsMax)
        guard UInt64(back) <= frame.firstPosition else { throw ByteReader.Malformed() }
        let fields = try reader.fields(try reader.count(max: Limit.leafBytesMax))
        guard fields.allSatisfy({ $0.column.kind == .commit && $0.column < .index }) else {
            throw ByteReader.Malformed()
        }
        header = CommitHeader(
            id: frame.commitID, firstPosition: frame.firstPosition - UInt64(back), fields: fields)
        let isBlockStart = frame.firstPosition % Limit.seedEvents == 0
        let hasNodes = frame.flags.contains(.hasNodes)
        seed = isBlockStart ? try reader.seed(hasNodes: hasNodes) : nil
        guard seed.map(BlockSeed.hasNodes) ?? false == hasNodes else {
            throw ByteReader.Malformed()
        }
        let start = bytes.count - reader.left
        let all = RawBytes.span(bytes, 0..<bytes.count)
        guard let rows = RowBody.survey(all, start..<bytes.count, count: frame.count),
            RowBody.isFill(all, rows.end, end: bytes.count)
        else { throw ByteReader.Malformed() }
        (types, hasLinks) = (rows.types, rows.hasLinks)
        rowsRange = start..<rows.end
        self.bytes = bytes
        firstPosition = frame.firstPosition
        count = frame.count
    }

    /// What occurs in rows, and where they end.
    typealias Survey = (types: TypeSet, hasLinks: Bool, end: Int)

    /// What occurs in the rows at the start of some bytes; `nil` where one breaks a rule.
    @inline(__always)
    static func survey(_ bytes: RawSpan, _ range: Range<Int>, count: Int) -> Survey? {
        var found: Survey = (TypeSet(), false, range.lowerBound)
        for _ in 0..<count {
            let length = FieldCursor.varint(bytes, at: &found.end, end: range.upperBound)
            let start = found.end
            guard length >= 3, length <= rowBytesMax, length <= range.upperBound - start,
                let type = RawBytes.load(bytes, at: start + 1, as: UInt16.self)
            else { return nil }
            found.end = start + length
            found.types.formUnion(TypeSet(type: type & 0x7FFF))
            guard isRow(bytes, (start + 3)..<found.end, &found.hasLinks) else { return nil }
        }
        return found
    }

    /// Whether bytes are fields that an event may have; says if one of them is a link.
    @inline(__always)
    private static func isRow(
        _ bytes: RawSpan, _ fields: Range<Int>, _ hasLinks: inout Bool
    ) -> Bool {
        var field = FieldCursor(bytes, fields)
        while field.column < FieldCursor.none {
            let column = ColumnID(rawValue: UInt8(field.column))
            guard field.isShortest, RowRule.allows(column, isInteger: !field.isBytes) else {
                return false
            }
            hasLinks = hasLinks || column.kind == .link
            field.advance()
        }
        return field.column == FieldCursor.none
    }

    /// Where the rows of a body start; `nil` where what stands before them breaks a rule.
    @inline(__always)
    static func rowsStart(
        _ bytes: RawSpan, _ range: Range<Int>, first: UInt64, hasNodes: Bool = false
    ) -> Int? {
        var offset = range.lowerBound
        let back = FieldCursor.varint(bytes, at: &offset, end: range.upperBound)
        guard back >= 0, back <= Limit.commitEventsMax, UInt64(back) <= first else { return nil }
        let length = FieldCursor.varint(bytes, at: &offset, end: range.upperBound)
        guard length >= 0, length <= Limit.leafBytesMax, length <= range.upperBound - offset else {
            return nil
        }
        var field = FieldCursor(bytes, offset..<(offset + length))
        while field.column >= 0x70, field.column < Int(ColumnID.index.rawValue) {
            guard field.isShortest else { return nil }
            field.advance()
        }
        guard field.column == FieldCursor.none else { return nil }
        offset += length
        if first % Limit.seedEvents == 0 {
            var nodes = 0
            if hasNodes { nodes = FieldCursor.varint(bytes, at: &offset, end: range.upperBound) }
            guard nodes >= 0, nodes <= Limit.seedEvents else { return nil }
            offset += nodes == 0 ? BlockSeed.secretBytes : nodes * BlockSeed.nodeBytes
        }
        return offset <= range.upperBound ? offset : nil
    }

    /// Whether nothing but the zeros that fill a frame up stands at the end of a body.
    @inline(__always)
    static func isFill(_ bytes: RawSpan, _ start: Int, end: Int) -> Bool {
        guard start <= end, end - start < 8 else { return false }
        return RawBytes.word(bytes, at: start) & ((1 &<< UInt64(8 &* (end - start))) &- 1) == 0
    }

    /// The events.
    ///
    /// - Complexity: O(*n*) in their bytes.
    package var rows: [Row] {
        var reader = ByteReader(bytes, rowsRange)
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for _ in 0..<count { if let row = try? RowBody.row(&reader) { rows.append(row) } }
        return rows
    }

    /// The events, as they go into another frame.
    ///
    /// - Complexity: O(*n*) in their bytes.
    var events: [EncodedEvent] {
        var events: [EncodedEvent] = []
        events.reserveCapacity(count)
        forEach(in: 0 ..< .max) { events.append(EncodedEvent(bytes, at: $1)) }
        return events
    }

    /// Hands over the positions of the events of a range, and where each stands in the bytes, its
    /// length left out.
    @inline(__always)
    func forEach(in positions: Range<UInt64>, _ body: (UInt64, Range<Int>) -> Void) {
        let all = RawBytes.span(bytes, 0..<bytes.count)
        var offset = rowsRange.lowerBound
        for index in 0..<count {
            let length = FieldCursor.varint(all, at: &offset, end: rowsRange.upperBound)
            guard length >= EncodedEvent.headBytes, length <= rowsRange.upperBound - offset else {
                return
            }
            let position = firstPosition &+ UInt64(index)
            let row = offset..<(offset + length)
            offset = row.upperBound
            if positions.contains(position) { body(position, row) }
        }
    }

    /// The type of an event that stands in some of the bytes.
    func kind(of row: Range<Int>) -> ScanResult.Kind {
        let type = UInt16(bytes[row.lowerBound + 1]) | UInt16(bytes[row.lowerBound + 2]) << 8
        return ScanResult.Kind(
            type: type & 0x7FFF, schema: bytes[row.lowerBound], isCritical: type & 0x8000 != 0)
    }

    /// The integer that an event has in a column.
    func integer(in column: ColumnID, of row: Range<Int>) -> Int64? {
        let fields = (row.lowerBound + EncodedEvent.headBytes)..<row.upperBound
        var field = FieldCursor(RawBytes.span(bytes, 0..<bytes.count), fields)
        while field.column < Int(column.rawValue) { field.advance() }
        return field.column == Int(column.rawValue) ? field.integer : nil
    }

    private static func row(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Row {
        let length = try reader.count(max: rowBytesMax) - 3
        let schema = try reader.byte()
        let type = try reader.integer(UInt16.self)
        return Row(
            type: type & 0x7FFF, schema: schema, isCritical: type & 0x8000 != 0,
            fields: try reader.fields(length))
    }
}

/// What a value may be, by its column.
package enum RowRule {
    /// Whether an event may carry a value: links and numbers are integers, commit columns are not
    /// an event's own.
    package static func allows(_ field: Field) -> Bool {
        allows(field.column, isInteger: field.value.isInteger)
    }

    /// The same for a value of which only the form is known.
    static func allows(_ column: ColumnID, isInteger: Bool) -> Bool {
        switch column.kind {
        case .link, .number, .retractedNumber: isInteger
        case .key, .retractedKey, .fact, .text: true
        case .commit, .reserved: false
        }
    }
}
