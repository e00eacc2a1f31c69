/// What is hashed of some events, one behind the other in one buffer: made where the events are,
/// hashed when and where there is time. See ``Leaf`` for the bytes.
///
/// ```
/// event := 0x00 schema:u8 type:u16 facts   commit columns, index, commit id   C: 32 bytes
///          salt: 32 bytes   text columns
/// ```
///
/// So a leaf is hashed over the first line and C over the second, without a copy. An event that an
/// erasure left with a salt or with C has it in the place of the one that is computed.
package struct LeafInputs: Sendable {
    /// Where the parts of an event end in the buffer.
    struct Ends: Sendable {
        var facts: Int
        /// Behind C.
        var leaf: Int
        var text: Int
    }

    /// What stands in the place of something that an erasure took; what breaks the rules is 32
    /// zeros, which is no hash of anything.
    struct Remains: Sendable {
        fileprivate(set) var salt: [UInt8]?
        fileprivate(set) var commitment: [UInt8]?
    }

    private(set) var bytes: [UInt8] = []
    private var ends: [Ends] = []
    /// What an erasure left, by the index of the event.
    private var remains: [Int: Remains] = [:]
    /// The commit of the next event, its columns, and its id as a field.
    private var commit: (id: CommitID, firstPosition: UInt64)?
    private var shared: [UInt8] = []
    private var identity: [UInt8] = []
    /// Where the salts of the last block came from.
    private var salts: SaltSource?

    package init() {}

    /// How many events there are.
    var count: Int { ends.count }

    /// Forgets the events and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        if !remains.isEmpty { remains.removeAll() }
    }

    /// The events that follow belong to a commit.
    mutating func begin(_ header: CommitHeader) {
        if let commit, commit == (header.id, header.firstPosition) { return }
        commit = (header.id, header.firstPosition)
        shared.removeAll(keepingCapacity: true)
        for field in header.fields { FieldCoding.append(field, to: &shared) }
        identity.removeAll(keepingCapacity: true)
        FieldCoding.append(Field(.commitID, .bytes(header.id.bytes)), to: &identity)
    }

    // MARK: Events

    /// Adds the event of an index of the commit, links resolved.
    ///
    /// - Throws: What is larger than a leaf or its text may be; nothing may be added then.
    mutating func append(_ row: Row, index: UInt64) throws(TooLarge) {
        begin(type: row.type, schema: row.schema, isCritical: row.isCritical)
        let fields = row.fields.span
        var next = 0
        while next < fields.count, fields[next].column.kind != .text {
            FieldCoding.append(fields[next], to: &bytes)
            next += 1
        }
        endFacts(index: index)
        for place in next..<fields.count {
            if fields[place].column.isLeftByErasure {
                leave(fields[place].value, in: fields[place].column)
            } else {
                FieldCoding.append(fields[place], to: &bytes)
            }
        }
        try end()
    }

    /// Adds an event that is encoded.
    ///
    /// - Throws: As ``append(_:index:)-(Row,_)`` does.
    mutating func append(_ event: EncodedEvent, index: UInt64) throws(TooLarge) {
        let own = event.bytes
        bytes.append(0)
        RawBytes.append(RawBytes.span(own, 0..<own.count), 0..<event.facts, to: &bytes)
        endFacts(index: index)
        RawBytes.append(RawBytes.span(own, 0..<own.count), event.facts..<own.count, to: &bytes)
        for field in event.remains { leave(field.value, in: field.column) }
        try end()
    }

    /// Starts an event; its facts follow.
    mutating func begin(type: UInt16, schema: UInt8, isCritical: Bool) {
        let type = type | (isCritical ? 0x8000 : 0)
        bytes.append(addingCapacity: 4) { span in
            span.append(0)
            span.append(schema)
            span.append(UInt8(truncatingIfNeeded: type))
            span.append(UInt8(truncatingIfNeeded: type >> 8))
        }
    }

    /// Hands out the buffer, behind which fields are to be added.
    @inline(__always)
    mutating func add(_ body: (inout [UInt8]) -> Void) { body(&bytes) }

    /// Ends the facts of the event of an index of its commit; its text columns follow.
    mutating func endFacts(index: UInt64) {
        let facts = bytes.count
        bytes += shared
        FieldCoding.append(Int64(clamping: index), in: .index, to: &bytes)
        bytes += identity
        bytes.append(addingCapacity: 64) { $0.append(repeating: 0, count: 64) }
        let leaf = bytes.count - Digest.byteCount
        ends.append(Ends(facts: facts, leaf: leaf, text: leaf))
    }

    /// Says what an erasure left of the event whose facts were ended last.
    mutating func leave(_ value: FieldValue, in column: ColumnID) {
        let found = value.bytes.flatMap { $0.count == Digest.byteCount ? $0 : nil }
        let bytes = found ?? Array(repeating: 0, count: Digest.byteCount)
        if column == .salt {
            remains[ends.count - 1, default: Remains()].salt = bytes
        } else {
            remains[ends.count - 1, default: Remains()].commitment = bytes
        }
    }

    /// What an erasure left of an event.
    func remains(at index: Int) -> Remains? {
        guard var found = remains[index] else { return nil }
        let place = ends[index]
        let hasText = place.text > place.leaf + Digest.byteCount
        // Text beside what was hashed of another one would be covered by nothing.
        if found.commitment != nil, hasText || found.salt != nil {
            found.commitment = Array(repeating: 0, count: Digest.byteCount)
        }
        return found
    }

    /// Ends an event.
    mutating func end() throws(TooLarge) {
        let last = ends.count - 1
        ends[last].text = bytes.count
        let text = ends[last].leaf + Digest.byteCount
        guard bytes.count - text <= Limit.textBytesMax else { throw .text }
        guard ends[last].leaf - start(of: last) - 1 <= Limit.leafBytesMax else { throw .leaf }
    }

    private func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1].text }

    /// Where the schema, the type and the facts of an event stand, and where its text columns.
    func parts(at index: Int) -> (facts: Range<Int>, text: Range<Int>) {
        let place = ends[index]
        let text = place.leaf + Digest.byteCount
        return ((start(of: index) + 1)..<place.facts, text..<place.text)
    }

    // MARK: Hashing

    /// Adds the leaf hashes of some of the events, all of one block, to an array; once for each.
    ///
    /// - Parameters:
    ///   - range: Their indexes in the buffer.
    ///   - position: The position of the first of them.
    ///   - seed: The seed of the block `position / 4096`; see ``BlockSeed``.
    mutating func hash(
        _ range: Range<Int>, from position: UInt64, seed: [UInt8], to leaves: inout [Digest]
    ) {
        guard BlockSeed.hasNodes(seed) else {
            return hash(range, from: position, secret: seed, to: &leaves)
        }
        if salts?.bytes != seed { salts = SaltSource(seed) }
        let size = UInt64(SaltSource.groupEvents)
        var index = range.lowerBound
        while index < range.upperBound {
            let next = position + UInt64(index - range.lowerBound)
            let place = Int(next % size)
            let end = min(range.upperBound, index + Int(size) - place)
            switch salts?.group(at: next.roundedDown(to: size)) {
            case .secret(let secret): hash(index..<end, from: next, secret: secret, to: &leaves)
            case .salts(let salts):
                for event in index..<end { know(salts[place + event - index], of: event) }
                hash(index..<end, from: next, secret: Leaf.noSalt, to: &leaves)
            case nil:
                for event in index..<end { know(nil, of: event) }
                hash(index..<end, from: next, secret: Leaf.noSalt, to: &leaves)
            }
            index = end
        }
    }

    /// The salt of an event that no secret tells; its own one comes first.
    private mutating func know(_ salt: [UInt8]?, of index: Int) {
        guard remains[index]?.salt == nil, remains[index]?.commitment == nil else { return }
        remains[index, default: Remains()].salt = salt ?? Leaf.noSalt
    }

    /// Adds the leaf hashes of events whose salts come from one secret.
    private mutating func hash(
        _ range: Range<Int>, from position: UInt64, secret seed: [UInt8],
        to leaves: inout [Digest]
    ) {
        let end = bytes.count
        let saltBytes = seed.count + 8
        bytes += seed
        bytes.append(integer: UInt64(0))
        bytes += seed
        bytes.append(integer: UInt64(0))
        var index = range.lowerBound
        while index < range.upperBound {
            // The last of an odd number is hashed twice, which costs little.
            let other = min(index + 1, range.upperBound - 1)
            let (one, two) = (ends[index], ends[other])
            let first = position + UInt64(index - range.lowerBound)
            set(first, at: end + seed.count)
            set(first + UInt64(other - index), at: end + saltBytes + seed.count)
            SHA256.hash(
                &bytes, (end..<(end + saltBytes), one.leaf),
                ((end + saltBytes)..<(end + 2 * saltBytes), two.leaf))
            if !remains.isEmpty { setSalts(index...other) }
            SHA256.hash(
                &bytes, (one.leaf..<one.text, one.leaf - Digest.byteCount),
                (two.leaf..<two.text, two.leaf - Digest.byteCount))
            if !remains.isEmpty { setCommitments(index...other) }
            SHA256.hash(
                &bytes, (start(of: index)..<one.leaf, one.leaf),
                (start(of: other)..<two.leaf, two.leaf))
            for place in index...other {
                let start = ends[place].leaf
                if let leaf = Digest(bytes, start..<(start + Digest.byteCount)) {
                    leaves.append(leaf)
                }
            }
            index = other + 1
        }
        bytes.removeLast(bytes.count - end)
    }

    /// What was hashed of the text of an event, C; `nil` where there is no such event.
    func commitment(at index: Int) -> Digest? {
        guard ends.indices.contains(index) else { return nil }
        let end = ends[index].leaf
        return Digest(bytes, (end - Digest.byteCount)..<end)
    }

    private mutating func setSalts(_ indexes: ClosedRange<Int>) {
        for index in indexes {
            guard let salt = remains(at: index)?.salt else { continue }
            let start = ends[index].leaf
            bytes.replaceSubrange(start..<(start + Digest.byteCount), with: salt)
        }
    }

    private mutating func setCommitments(_ indexes: ClosedRange<Int>) {
        for index in indexes {
            guard let commitment = remains(at: index)?.commitment else { continue }
            let end = ends[index].leaf
            bytes.replaceSubrange((end - Digest.byteCount)..<end, with: commitment)
        }
    }

    private mutating func set(_ position: UInt64, at offset: Int) {
        for byte in 0..<8 {
            bytes[offset + byte] = UInt8(truncatingIfNeeded: position >> UInt64(8 * byte))
        }
    }
}
