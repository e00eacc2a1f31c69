/// Every bound of the format; nothing is allocated for a length that was not held against one.
public enum Limit {
    /// Events in a frame, at most.
    package static let frameEventsMax = 65_536
    /// Frames in a commit, at most.
    package static let commitFramesMax = 65_535
    /// Events in a commit, at most: about 16 million.
    public static let commitEventsMax = 1 << 24
    /// Events in a log, at most: as many as the peaks of their tree fit into a slot.
    public static let logEventsMax: UInt64 = 1 << 44
    /// Positions in a segment: segment *k* holds the positions from *k* × this on.
    package static let segmentEvents: UInt64 = 1 << 18
    /// A frame that is written into a log starts at any position but never crosses a multiple of
    /// this, unless it starts at one.
    package static let alignmentEvents: UInt64 = 4_096
    /// Positions that share one salt seed.
    package static let seedEvents: UInt64 = 4_096
    /// Leaves under one stored subtree root.
    package static let subtreeEvents: UInt64 = 256
    /// Bytes of a frame on disk, at most.
    package static let frameBytesMax = 1 << 28
    /// Bytes of values that an append puts into one frame, at most, unless it is one event.
    package static let pieceBytesMax = 1 << 26
    /// Bytes of a section before compression, at most.
    package static let sectionBytesMax = 1 << 28
    /// Bytes of a leaf, at most.
    public static let leafBytesMax = 65_535
    /// Bytes of an event's text columns together, at most.
    public static let textBytesMax = 65_535
    /// Bytes of an idempotency key, at most.
    public static let keyBytesMax = 255
    /// Events of a commit that is still stored as rows; larger ones are stored as columns.
    package static let rowEventsMax = 100
    /// Bytes of a signed note, at most.
    package static let noteBytesMax = 1 << 20
    /// Signatures under a note, at most.
    package static let noteSignaturesMax = 100
    /// Letters of the name of a key, at most.
    package static let noteNameMax = 255
    /// Hashes of a proof, at most.
    package static let proofHashesMax = 63
    /// Bytes of a proof, at most.
    package static let proofBytesMax = 1 << 21
}
