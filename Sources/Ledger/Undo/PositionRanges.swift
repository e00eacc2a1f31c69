internal import EventLog

/// Positions, as ascending ranges that do not touch.
struct PositionRanges: Hashable, Sendable {
    private(set) var ranges: [Range<UInt64>] = []

    /// No positions.
    init() {}

    /// The positions of ranges that do not overlap, in any order.
    ///
    /// - Complexity: O(*n* · log *n*).
    init(_ ranges: [Range<UInt64>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
    }

    /// Adds positions that lie behind all others.
    mutating func append(_ range: Range<UInt64>) {
        if range.isEmpty { return }
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// Whether a position is one of them.
    ///
    /// - Complexity: O(log *n*) in the ranges.
    func contains(_ position: UInt64) -> Bool {
        let found = ranges.partitioningIndex { $0.upperBound > position }
        return found < ranges.count && ranges[found].contains(position)
    }

    /// How many positions these are.
    var count: UInt64 { ranges.reduce(0) { $0 + UInt64($1.count) } }
}
