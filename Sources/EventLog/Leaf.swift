/// What of an event is hashed into the tree.
///
/// ```
/// leaf input := schema:u8 type:u16 (bit 15: critical)
///               facts (columns below 0x70)  commit columns (0x70 … 0x7C)
///               index (0x7D)  commit id (0x7E)
///               C: 32 bytes
/// C          := SHA-256(salt ‖ text columns)
/// salt       := SHA-256(seed ‖ position:u64)
/// leaf hash  := SHA-256(0x00 ‖ leaf input)                       (RFC 6962, 2.1)
/// ```
///
/// All fields are in the form of ``FieldCoding``. The seed belongs to the block of 4,096 positions.
package enum Leaf {
    /// Everything that is hashed directly, without the commitment to the text.
    package static func facts(_ row: Row, _ header: CommitHeader, index: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(192)
        appendType(row, to: &bytes)
        for field in row.fields where field.column.kind != .text {
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
        for field in row.fields where field.column.kind == .text {
            FieldCoding.append(field, to: &bytes)
        }
        return bytes
    }

    /// The salt of the event at a position, from the seed of its block.
    package static func salt(seed: [UInt8], position: UInt64) -> [UInt8] {
        var bytes = seed
        for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: position >> (8 * index))) }
        return SHA256.hash(bytes).bytes
    }

    /// The leaf hash of an event.
    ///
    /// - Parameters:
    ///   - row: The event, links resolved.
    ///   - header: Its commit.
    ///   - position: Its position, not before the commit's first.
    ///   - seed: The 32 bytes of the block `position / 4096`.
    package static func hash(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8]
    ) -> Digest {
        hash(
            facts: facts(row, header, index: position &- header.firstPosition), text: text(row),
            position: position, seed: seed)
    }

    /// The leaf hash of an event whose facts and text are encoded already.
    package static func hash(
        facts: [UInt8], text: [UInt8], position: UInt64, seed: [UInt8]
    ) -> Digest {
        let commitment = SHA256.hash(salt(seed: seed, position: position) + text)
        return SHA256.leaf(facts + commitment.bytes)
    }

    /// The type and schema version, as they stand before the fields in rows and leaves.
    static func appendType(_ row: Row, to bytes: inout [UInt8]) {
        let type = row.type | (row.isCritical ? 0x8000 : 0)
        bytes.append(row.schema)
        bytes.append(UInt8(truncatingIfNeeded: type))
        bytes.append(UInt8(truncatingIfNeeded: type >> 8))
    }
}

extension CommitID {
    /// The 16 bytes: both halves little-endian, `high` first.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for half in [high, low] {
            for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: half >> (8 * index))) }
        }
        return bytes
    }

    /// An id from its 16 bytes; `nil` for any other number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        var halves: [UInt64] = [0, 0]
        for index in 0..<16 {
            halves[index / 8] |= UInt64(bytes[index]) << UInt64(8 * (index % 8))
        }
        self.init(high: halves[0], low: halves[1])
    }
}
