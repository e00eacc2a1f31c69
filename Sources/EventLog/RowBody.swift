/// The body of a frame of rows: one small commit, or a piece of one.
///
/// ```
/// body := back:varint           events of the commit before this frame
///         length:varint         of the commit's fields
///         fields                columns 0x70 … 0x7C                         (FieldCoding)
///         seed: 32 bytes        only when the frame starts at a multiple of 4,096
///         { length:varint schema:u8 type:u16 fields } × count              (FieldCoding)
/// ```
///
/// In the frame the body stands as it is, or, when LZ4 saves an eighth, as raw length:u32,
/// stored length:u32 and an LZ4 block. Zeros fill the frame up to a multiple of 8.
struct RowBody {
    var header: CommitHeader
    /// The salt seed of the block that starts with the frame; `nil` elsewhere.
    var seed: [UInt8]?
    var rows: [Row]

    func encoded(firstPosition: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: Int(firstPosition - header.firstPosition))
        var fields: [UInt8] = []
        for field in header.fields { FieldCoding.append(field, to: &fields) }
        bytes.append(varint: fields.count)
        bytes += fields
        bytes += seed ?? []
        for row in rows {
            var encoded: [UInt8] = []
            Leaf.appendType(row, to: &encoded)
            for field in row.fields { FieldCoding.append(field, to: &encoded) }
            bytes.append(varint: encoded.count)
            bytes += encoded
        }
        return bytes
    }

    /// Reads the body of a frame whose checksum holds.
    init(_ bytes: [UInt8], _ range: Range<Int>, of frame: FrameHeader) throws(Corruption.Reason) {
        do {
            if frame.flags.contains(.compressed) {
                var reader = ByteReader(bytes, range)
                let raw = Int(try reader.integer(UInt32.self))
                let stored = try reader.skip(Int(try reader.integer(UInt32.self)))
                guard raw <= Limit.sectionBytesMax, raw / 255 <= stored.count else {
                    throw ByteReader.Malformed()
                }
                var body: [UInt8] = []
                try LZ4.decompress(bytes, stored, into: &body, rawBytes: raw)
                try self.init(reading: ByteReader(body), of: frame)
            } else {
                try self.init(reading: ByteReader(bytes, range), of: frame)
            }
        } catch { throw .body }
    }

    init(header: CommitHeader, seed: [UInt8]?, rows: [Row]) {
        self.header = header
        self.seed = seed
        self.rows = rows
    }

    private init(reading start: ByteReader, of frame: FrameHeader) throws(ByteReader.Malformed) {
        var reader = start
        let back = try reader.count(max: Limit.commitEventsMax)
        guard UInt64(back) <= frame.firstPosition else { throw ByteReader.Malformed() }
        let fields = try reader.fields(try reader.count(max: Limit.leafBytesMax))
        guard fields.allSatisfy({ $0.column.kind == .commit && $0.column < .index }) else {
            throw ByteReader.Malformed()
        }
        header = CommitHeader(
            id: frame.commitID, firstPosition: frame.firstPosition - UInt64(back), fields: fields)
        if frame.firstPosition % Limit.seedEvents == 0 { seed = try reader.take(32) }
        rows = []
        for _ in 0..<frame.count { rows.append(try RowBody.row(&reader)) }
        guard reader.left < 8 else { throw ByteReader.Malformed() }
        while !reader.isAtEnd { guard try reader.byte() == 0 else { throw ByteReader.Malformed() } }
    }

    private static func row(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Row {
        let length = try reader.count(max: Limit.leafBytesMax + Limit.textBytesMax) - 3
        let schema = try reader.byte()
        let type = try reader.integer(UInt16.self)
        let row = Row(
            type: type & 0x7FFF, schema: schema, isCritical: type & 0x8000 != 0,
            fields: try reader.fields(length))
        for field in row.fields {
            guard RowRule.allows(field) else { throw ByteReader.Malformed() }
        }
        return row
    }
}

/// What a value may be, by its column.
package enum RowRule {
    /// Whether an event may carry a value: links and numbers are integers, commit columns are not
    /// an event's own.
    package static func allows(_ field: Field) -> Bool {
        switch field.column.kind {
        case .link, .number, .retractedNumber: field.value.isInteger
        case .key, .retractedKey, .fact, .text: true
        case .commit, .reserved: false
        }
    }
}
