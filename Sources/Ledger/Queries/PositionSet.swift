/// Some of the first positions of a log: one bit each.
package struct PositionSet: Sendable {
    private static let pageBits: UInt64 = 16

    /// A bit for each of 65,536 positions a page; a page in which nothing was ever put is empty,
    /// for a log may have a billion events of which few matter.
    private var pages: [[UInt64]]
    /// Whether nothing was ever put in.
    private(set) var isEmpty = true

    /// An empty set, for the positions below `count`.
    init(_ count: UInt64) {
        pages = Array(repeating: [], count: Int(clamping: count >> PositionSet.pageBits + 1))
    }

    mutating func insert(_ position: UInt64) {
        guard let place = place(of: position) else { return }
        if pages[place.page].isEmpty {
            pages[place.page] = Array(repeating: 0, count: 1 << (PositionSet.pageBits - 6))
        }
        pages[place.page][place.word] |= 1 << (position & 63)
        isEmpty = false
    }

    /// Takes a position out.
    mutating func remove(_ position: UInt64) {
        guard let place = place(of: position), !pages[place.page].isEmpty else { return }
        pages[place.page][place.word] &= ~(1 << (position & 63))
    }

    /// Whether a position is in the set.
    package func contains(_ position: UInt64) -> Bool {
        guard let place = place(of: position), !pages[place.page].isEmpty else { return false }
        return pages[place.page][place.word] & (1 << (position & 63)) != 0
    }

    /// Whether a position near the given ones is among them; `false` only when none of them is.
    func intersects(_ positions: Range<UInt64>) -> Bool {
        guard let last = positions.last, let first = place(of: positions.lowerBound) else {
            return false
        }
        let end = place(of: last) ?? (pages.count - 1, pages.last.map { max(0, $0.count - 1) } ?? 0)
        for page in first.page...max(first.page, end.page) where !pages[page].isEmpty {
            let low = page == first.page ? first.word : 0
            let high = page == end.page ? end.word : pages[page].count - 1
            if pages[page][low...max(low, high)].contains(where: { $0 != 0 }) { return true }
        }
        return false
    }

    /// Where the bit of a position is; `nil` for one that the set is not for.
    private func place(of position: UInt64) -> (page: Int, word: Int)? {
        let page = position >> PositionSet.pageBits
        guard page < UInt64(pages.count) else { return nil }
        let word = position >> 6 & (1 << (PositionSet.pageBits - 6) - 1)
        return (Int(truncatingIfNeeded: page), Int(truncatingIfNeeded: word))
    }
}
