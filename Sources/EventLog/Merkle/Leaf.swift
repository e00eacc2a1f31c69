/// What of an event is hashed into the tree.
///
/// ```
/// leaf input := schema:u8 type:u16 (bit 15: critical)
///               facts (columns below 0x70)  commit columns (0x70 … 0x7C)
///               index (0x7D)  commit id (0x7E)
///               C: 32 bytes
/// C          := SHA-256(salt ‖ text columns)
/// salt       := of the seed of the event's block                  (BlockSeed)
/// leaf hash  := SHA-256(0x00 ‖ leaf input)                       (RFC 6962, 2.1)
/// ```
///
/// All fields are in the form of ``FieldCoding``.
package enum Leaf {
    /// The leaf hash of one event; see ``LeafHasher`` for many.
    ///
    /// - Parameters:
    ///   - row: The event, links resolved, within the limits of ``LeafHasher``.
    ///   - header: Its commit.
    ///   - position: Its position, not before the commit's first.
    ///   - seed: The seed of the block `position / 4096`; see ``BlockSeed``.
    /// - Returns: The hash; of an event that is too large, a hash that no event has.
    package static func hash(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8]
    ) -> Digest {
        var hasher = LeafHasher()
        return hasher.leaf(row, header, position: position, seed: seed)
    }

    /// What is hashed of an event's text: C.
    ///
    /// - Parameters:
    ///   - row: The event.
    ///   - position: Its position.
    ///   - seed: The seed of the block `position / 4096`; see ``BlockSeed``.
    /// - Returns: 32 bytes; for an event whose text was erased those that were left.
    package static func commitment(
        of row: Row, position: UInt64, seed: [UInt8]
    ) -> [UInt8] {
        if let left = row[.commitment]?.bytes { return left }
        var text: [UInt8] = []
        for field in row.fields where field.column.isErasable {
            FieldCoding.append(field, to: &text)
        }
        return SHA256.hash(row[.salt]?.bytes ?? salt(of: position, seed: seed), text).bytes
    }

    /// The salt of an event's text.
    ///
    /// - Returns: 32 bytes; zeros where the seed does not tell it.
    package static func salt(of position: UInt64, seed: [UInt8]) -> [UInt8] {
        guard BlockSeed.hasNodes(seed) else { return BlockSeed.child(of: seed, at: position) }
        return BlockSeed(seed)?.salt(of: position) ?? noSalt
    }

    /// The salt of an event that has none: no hash of anything.
    static let noSalt = [UInt8](repeating: 0, count: Digest.byteCount)

    /// The type and schema version, as they stand before the fields in rows and leaves.
    package static func appendType(_ row: Row, to bytes: inout [UInt8]) {
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
