/// Takes the text out of some events, so that every leaf stays what it is.
///
/// An event whose text goes keeps C, what is hashed of the text; see ``Leaf``. C comes from a salt
/// that nobody can guess, but whoever has the seed of its block can compute it, and then try texts
/// until one fits. So what tells the salt goes, too: of a tree of seeds the nodes above the event;
/// of a flat seed all of it, and every other event of the block keeps its own salt.
package struct TextErasure: Sendable {
    /// The events whose text goes, by the number of the block of 4,096 positions in which they lie.
    private let positions: [UInt64: Set<UInt64>]
    /// The blocks.
    package let blocks: Set<UInt64>

    /// Takes the text out of the events at some positions.
    package init(_ positions: some Sequence<UInt64>) {
        self.positions = Dictionary(grouping: positions) { $0 / Limit.seedEvents }.mapValues(
            Set.init)
        blocks = Set(self.positions.keys)
    }

    /// Takes no text: a block gets another seed, and its events keep the salts that they have.
    init(renewing block: UInt64) {
        positions = [:]
        blocks = [block]
    }

    /// How many events lose their text.
    package var count: Int { positions.values.reduce(0) { $0 + $1.count } }

    /// Whether none does.
    package var isEmpty: Bool { positions.isEmpty }

    /// Whether an event loses its text.
    func contains(_ position: UInt64) -> Bool {
        positions[position / Limit.seedEvents]?.contains(position) == true
    }

    /// Whether events of a range change.
    func changes(_ range: Range<UInt64>) -> Bool {
        let first = range.lowerBound / Limit.seedEvents
        let end = (range.upperBound + Limit.seedEvents - 1) / Limit.seedEvents
        return (first..<max(first, end)).contains { blocks.contains($0) }
    }

    /// What becomes of the seed of a block in which events lose their text: what tells their salts
    /// is not in it.
    ///
    /// - Parameters:
    ///   - block: The number of the block.
    ///   - old: The seed that it had.
    package func seed(of block: UInt64, replacing old: [UInt8]) -> [UInt8] {
        return BlockSeed(old)?.removing(positions[block] ?? [])?.bytes
            ?? Log.randomBytes(BlockSeed.secretBytes)
    }

    /// What becomes of an event.
    ///
    /// - Parameters:
    ///   - position: Its position.
    ///   - seed: The seed that its block had; see ``BlockSeed``.
    package func row(_ row: Row, at position: UInt64, seed: [UInt8]) -> Row {
        guard blocks.contains(position / Limit.seedEvents), !row.isErased else { return row }
        let goes = contains(position) && row.hasText
        if !goes, BlockSeed.hasNodes(seed) { return row }
        let salt = row[.salt]?.bytes ?? Leaf.salt(of: position, seed: seed)
        guard goes else {
            var kept = row
            kept[.salt] = .bytes(salt)
            return kept
        }
        var text: [UInt8] = []
        for field in row.fields where field.column.kind == .text && !field.column.isLeftByErasure {
            FieldCoding.append(field, to: &text)
        }
        var erased = row.withoutText
        erased[.commitment] = .bytes(SHA256.hash(salt, text).bytes)
        return erased
    }
}

extension ColumnBatch {
    /// The events that have text which can be erased; needs the section of texts. An event that has
    /// several comes several times.
    package var textPositions: [UInt64] {
        let columns =
            bytes.filter { $0.key.kind == .text && !$0.key.isLeftByErasure }.values.map(\.rows)
            + integers.filter { $0.key.kind == .text }.values.map(\.rows)
        return columns.joined().map { firstPosition + UInt64($0) }
    }

    /// The events whose text was erased; needs the section of texts.
    package var erasedPositions: [UInt64] {
        (bytes[.commitment]?.rows ?? []).map { firstPosition + UInt64($0) }
    }
}

extension Row {
    /// Whether the event has text that can be erased.
    package var hasText: Bool {
        fields.contains { $0.column.kind == .text && !$0.column.isLeftByErasure }
    }
}
