/// The leaves of a commit that was hashed before it is appended, and what they were hashed with:
/// they are taken only where that is the same in the log. Blocks that begin get the same seeds.
package struct KnownLeaves: Sendable {
    /// What the events share.
    let header: CommitHeader
    /// One for each event.
    private let leaves: [Digest]
    /// The seeds of the blocks in which the events stand.
    private let seeds: [UInt64: [UInt8]]

    /// - Parameters:
    ///   - header: What the events share.
    ///   - leaves: One for each event.
    ///   - seeds: The seeds of the blocks of 4,096 positions in which the events stand.
    package init(_ header: CommitHeader, _ leaves: [Digest], seeds: [UInt64: [UInt8]]) {
        self.header = header
        self.leaves = leaves
        self.seeds = seeds
    }

    /// The seed of a block that begins with one of the events, which it is to have in the log, too.
    func seed(of block: UInt64) -> [UInt8]? { seeds[block] }

    /// The leaves at some positions of one block, which has a seed in the log; `nil` where they
    /// were hashed with another one.
    func leaves(at positions: Range<UInt64>, seed: [UInt8]) -> ArraySlice<Digest>? {
        let first = header.firstPosition
        guard positions.lowerBound >= first, positions.upperBound - first <= leaves.count,
            seeds[positions.lowerBound / Limit.seedEvents] == seed
        else { return nil }
        return leaves[Int(positions.lowerBound - first)..<Int(positions.upperBound - first)]
    }
}
