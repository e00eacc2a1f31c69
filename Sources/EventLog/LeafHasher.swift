/// Hashes events into leaves, one after the other; what events of a commit share is encoded once,
/// and memory is used again.
package struct LeafHasher {
    private var inputs: LeafInputs?

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
        var inputs: LeafInputs
        if let known = self.inputs, known.commit.id == header.id,
            known.commit.firstPosition == header.firstPosition
        {
            inputs = known
        } else {
            inputs = LeafInputs(of: header)
        }
        self.inputs = nil
        inputs.removeAll()
        try inputs.append(row, index: position &- header.firstPosition)
        let hash = inputs.hash(at: 0, position: position, seed: seed)
        self.inputs = inputs
        return hash
    }
}
