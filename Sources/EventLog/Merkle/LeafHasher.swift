/// Hashes events into leaves, one after the other; what events of a commit share is encoded once,
/// and memory is used again.
package struct LeafHasher {
    private var inputs = LeafInputs()
    private var leaves: [Digest] = []

    package init() {}

    /// The leaf hash of an event.
    ///
    /// - Parameters:
    ///   - row: The event, links resolved.
    ///   - header: Its commit.
    ///   - position: Its position, not before the commit's first.
    ///   - seed: The seed of the block `position / 4096`; see ``BlockSeed``.
    /// - Throws: What is larger than a leaf or its text may be.
    package mutating func hash(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8]
    ) throws(TooLarge) -> Digest {
        inputs.removeAll()
        leaves.removeAll(keepingCapacity: true)
        inputs.begin(header)
        try inputs.append(row, index: position &- header.firstPosition)
        inputs.hash(0..<1, from: position, seed: seed, to: &leaves)
        return leaves[0]
    }

    /// The leaf hash of an event, as ``Leaf/hash(_:_:position:seed:)`` has it.
    package mutating func leaf(
        _ row: Row, _ header: CommitHeader, position: UInt64, seed: [UInt8]
    ) -> Digest {
        (try? hash(row, header, position: position, seed: seed)) ?? SHA256.leaf([])
    }

    /// The leaf hash of an event that is encoded; see ``hash(_:_:position:seed:)-(Row,_,_,_)``.
    package mutating func hash(
        _ event: EncodedEvent, _ header: CommitHeader, position: UInt64, seed: [UInt8]
    ) throws(TooLarge) -> Digest {
        inputs.removeAll()
        leaves.removeAll(keepingCapacity: true)
        inputs.begin(header)
        try inputs.append(event, index: position &- header.firstPosition)
        inputs.hash(0..<1, from: position, seed: seed, to: &leaves)
        return leaves[0]
    }

    /// The leaf hashes of consecutive events of a commit, all of one block.
    ///
    /// - Parameters:
    ///   - events: The events, encoded.
    ///   - header: Their commit.
    ///   - position: The position of the first of them, not before the commit's first.
    ///   - seed: The seed of the block `position / 4096`; see ``BlockSeed``.
    /// - Throws: What is larger than a leaf or its text may be.
    package mutating func hash(
        _ events: ArraySlice<EncodedEvent>, _ header: CommitHeader, position: UInt64,
        seed: [UInt8]
    ) throws(TooLarge) -> [Digest] {
        inputs.removeAll()
        leaves.removeAll(keepingCapacity: true)
        inputs.begin(header)
        var index = position &- header.firstPosition
        for place in events.indices {
            try inputs.append(events[place], index: index)
            index += 1
        }
        inputs.hash(0..<events.count, from: position, seed: seed, to: &leaves)
        return leaves
    }

    /// What was hashed of the text of one of the events that were hashed last, C; `nil` where there
    /// is no such event.
    package func commitment(at index: Int) -> Digest? { inputs.commitment(at: index) }
}
