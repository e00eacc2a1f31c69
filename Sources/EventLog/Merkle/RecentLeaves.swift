/// The leaves of the events that a log appended last, so that they are not hashed once more where
/// they are sealed: what is written there is read back, and hashed again from what lies on disk.
struct RecentLeaves: Sendable {
    /// How many there are at most: more than come together before they are sealed.
    private static let most = 2 * Limit.frameEventsMax

    private var first: UInt64 = 0
    private var leaves: [Digest] = []

    /// Adds the leaves of events behind those that are there, or in their place where they do not
    /// follow, or are too many.
    mutating func append(_ other: [Digest], at position: UInt64) {
        let end = first + UInt64(leaves.count)
        if position != end || leaves.count + other.count > RecentLeaves.most {
            leaves.removeAll()
            first = position
        }
        leaves += other
    }

    /// Adds others; see ``append(_:at:)``.
    mutating func append(_ other: RecentLeaves) { append(other.leaves, at: other.first) }

    /// The leaves of the events at some positions; `nil` where one is not there.
    func leaves(at positions: Range<UInt64>) -> ArraySlice<Digest>? {
        guard positions.lowerBound >= first,
            positions.upperBound - first <= UInt64(leaves.count)
        else { return nil }
        return leaves[Int(positions.lowerBound - first)..<Int(positions.upperBound - first)]
    }

    /// Forgets those of the events before a position.
    mutating func drop(before position: UInt64) {
        guard position > first else { return }
        leaves.removeFirst(Int(min(UInt64(leaves.count), position - first)))
        first = position
    }
}
