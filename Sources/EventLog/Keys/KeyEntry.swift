/// A commit with an idempotency key, as a cache of keys holds it.
struct KeyEntry: Hashable, Comparable, Sendable {
    /// Of the key; see ``hash(of:in:)``.
    var hash: UInt64
    /// The position of the commit's first event, less the first position of the segment.
    var index: UInt32
    /// Where in the segment the frame with that event starts, divided by 8.
    var place: UInt32

    /// The first eight bytes of SHA-256(log id ‖ key) as a number.
    static func hash(of key: [UInt8], in log: CommitID) -> UInt64 {
        SHA256.hash(log.bytes, key).words.0
    }

    static func < (left: KeyEntry, right: KeyEntry) -> Bool {
        (left.hash, left.index) < (right.hash, right.index)
    }
}

/// Up to where a cache of keys speaks for a segment, and what shows that it is this log.
struct IndexedRange: Hashable, Sendable {
    /// The commits with events before this position are known.
    var position: UInt64
    /// Where the frame of that position starts in the segment.
    var offset: UInt64
    /// The first bytes of the root over all events before the position.
    var chain: UInt64
}

/// A cache of keys that cannot be read, or is not what it should be.
struct KeyIndexInvalid: Error {}
