/// Some ranges of positions that do not overlap.
struct PositionRanges: Sendable {
    /// Ascending.
    let ranges: [Range<UInt64>]

    init(_ ranges: [Range<UInt64>]) {
        self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether a position lies in one of them.
    ///
    /// - Complexity: O(log *n*).
    func contains(_ position: UInt64) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 && ranges[low - 1].contains(position)
    }
}
