package import EventLog

/// What an event's leaf is made of, put together the plain way: what the log's own hashing is
/// compared with.
package enum LeafParts {
    /// Everything that is hashed directly, without the commitment to the text.
    package static func facts(_ row: Row, _ header: CommitHeader, index: UInt64) -> [UInt8] {
        let type = row.type | (row.isCritical ? 0x8000 : 0)
        var bytes = [row.schema, UInt8(type & 0xFF), UInt8(type >> 8)]
        for field in row.fields where field.column.rawValue < 0x80 {
            FieldCoding.append(field, to: &bytes)
        }
        for field in header.fields { FieldCoding.append(field, to: &bytes) }
        FieldCoding.append(Field(.index, .integer(Int64(clamping: index))), to: &bytes)
        FieldCoding.append(Field(.commitID, .bytes(header.id.bytes)), to: &bytes)
        return bytes
    }

    /// The text columns, as they are committed to.
    package static func text(_ row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in row.fields where field.column.rawValue >= 0x80 {
            FieldCoding.append(field, to: &bytes)
        }
        return bytes
    }

    /// The salt of the event at a position, from the seed of its block.
    package static func salt(seed: [UInt8], position: UInt64) -> [UInt8] {
        SHA256.hash(seed + (0..<8).map { UInt8(position >> (8 * $0) & 0xFF) }).bytes
    }
}
