/// Some of the first positions of a log: one bit each.
package struct PositionSet: Sendable {
    private var words: [UInt64]
    /// Whether nothing was ever put in.
    private(set) var isEmpty = true

    /// An empty set, for the positions below `count`.
    init(_ count: UInt64) { words = Array(repeating: 0, count: Int(clamping: count / 64 + 1)) }

    mutating func insert(_ position: UInt64) {
        guard position / 64 < words.count else { return }
        words[Int(position / 64)] |= 1 << (position % 64)
        isEmpty = false
    }

    /// Takes a position out.
    mutating func remove(_ position: UInt64) {
        guard position / 64 < words.count else { return }
        words[Int(position / 64)] &= ~(1 << (position % 64))
    }

    /// Whether a position is in the set.
    package func contains(_ position: UInt64) -> Bool {
        position / 64 < words.count && words[Int(position / 64)] & (1 << (position % 64)) != 0
    }

    /// Whether a position near the given ones is among them; `false` only when none of them is.
    func intersects(_ positions: Range<UInt64>) -> Bool {
        let last = min(positions.upperBound / 64 + 1, UInt64(words.count))
        let first = min(positions.lowerBound / 64, last)
        return words[Int(first)..<Int(last)].contains { $0 != 0 }
    }
}
