/// What is hashed of some events of one commit, one behind the other in one buffer: made where the
/// rows are, hashed when and where there is time. See ``Leaf`` for the bytes.
package struct LeafInputs: Sendable {
    /// The events' commit.
    let commit: CommitHeader
    /// For every event 0x00 and the leaf's input up to C, then the text columns.
    private(set) var bytes: [UInt8] = []
    /// Where both end, two numbers an event.
    private var ends: [UInt32] = []
    /// The commit columns, and the commit id as a field.
    private let shared: [UInt8]
    private let identity: [UInt8]

    /// No events of a commit.
    init(of commit: CommitHeader) {
        self.commit = commit
        var shared: [UInt8] = []
        for field in commit.fields { FieldCoding.append(field, to: &shared) }
        self.shared = shared
        var identity: [UInt8] = []
        FieldCoding.append(Field(.commitID, .bytes(commit.id.bytes)), to: &identity)
        self.identity = identity
    }

    /// How many events there are.
    var count: Int { ends.count / 2 }

    /// Forgets the events and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// Adds the event of an index of the commit, links resolved.
    ///
    /// - Throws: What is larger than a leaf or its text may be; nothing may be added then.
    mutating func append(_ row: Row, index: UInt64) throws(TooLarge) {
        let start = bytes.count
        bytes.append(0)
        Leaf.appendType(row, to: &bytes)
        let fields = row.fields.span
        var texts = 0
        while texts < fields.count, fields[texts].column.kind != .text {
            FieldCoding.append(fields[texts], to: &bytes)
            texts += 1
        }
        bytes += shared
        FieldCoding.append(Field(.index, .integer(Int64(clamping: index))), to: &bytes)
        bytes += identity
        let facts = bytes.count
        for place in texts..<fields.count { FieldCoding.append(fields[place], to: &bytes) }
        guard bytes.count - facts <= Limit.textBytesMax else { throw .text }
        guard facts - start - 1 + Digest.byteCount <= Limit.leafBytesMax else { throw .leaf }
        ends.append(UInt32(facts))
        ends.append(UInt32(bytes.count))
    }

    /// The leaf hash of the event at an index of the buffer.
    ///
    /// - Parameters:
    ///   - position: Its position.
    ///   - seed: The 32 bytes of the block `position / 4096`.
    func hash(at index: Int, position: UInt64, seed: [UInt8]) -> Digest {
        let start = index == 0 ? 0 : Int(ends[2 * index - 1])
        let facts = Int(ends[2 * index])
        let end = Int(ends[2 * index + 1])
        let salt = SHA256.hash(seed, then: position)
        return SHA256.hash(
            bytes, start..<facts, then: SHA256.hash(salt, then: bytes, facts..<end))
    }
}
