/// Hashes events into leaves, one after the other; what events of a commit share is encoded once,
/// and memory is used again.
package struct LeafHasher {
    private var input: [UInt8] = []
    private var block: [UInt8] = []
    private var commit: (id: CommitID, firstPosition: UInt64)?
    /// The commit columns, and the commit id as a field.
    private var shared: [UInt8] = []
    private var identity: [UInt8] = []

    package init() {}

    /// The leaf hash of an event.
    ///
    /// - Parameters:
    ///   - row: The event, links resolved.
    ///   - header: Its commit.
    ///   - position: Its position, not before the commit's first.
    ///   - seed: The 32 bytes of the block `position / 4096`.
    /// - Throws: What is larger than a leaf or its text may be.
    package mutating func hash(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8]
    ) throws(TooLarge) -> Digest {
        begin(header)
        let commitment = try commitment(row, position: position, seed: seed)
        input.removeAll(keepingCapacity: true)
        Leaf.appendType(row, to: &input)
        for field in row.fields where field.column.kind != .text {
            FieldCoding.append(field, to: &input)
        }
        input += shared
        let index = position &- header.firstPosition
        FieldCoding.append(Field(.index, .integer(Int64(clamping: index))), to: &input)
        input += identity
        commitment.append(to: &input)
        guard input.count <= Limit.leafBytesMax else { throw .leaf }
        return SHA256.leaf(input)
    }

    /// C(text): the hash of the salt and the text columns.
    private mutating func commitment(
        _ row: Row, position: UInt64, seed: [UInt8]
    ) throws(TooLarge) -> Digest {
        block.removeAll(keepingCapacity: true)
        block += seed
        block.append(integer: position)
        let salt = SHA256.hash(block)
        block.removeAll(keepingCapacity: true)
        salt.append(to: &block)
        for field in row.fields where field.column.kind == .text {
            FieldCoding.append(field, to: &block)
        }
        guard block.count - Digest.byteCount <= Limit.textBytesMax else { throw .text }
        return SHA256.hash(block)
    }

    private mutating func begin(_ header: CommitHeader) {
        if let commit, commit == (header.id, header.firstPosition) { return }
        commit = (header.id, header.firstPosition)
        shared.removeAll(keepingCapacity: true)
        for field in header.fields { FieldCoding.append(field, to: &shared) }
        identity.removeAll(keepingCapacity: true)
        FieldCoding.append(Field(.commitID, .bytes(header.id.bytes)), to: &identity)
    }
}
