/// 256 hashes of a tree that stand side by side, or fewer at its end (c2sp.org/tlog-tiles).
package struct TreeTile: Hashable, Sendable {
    /// How many hashes a full tile has; 256 leaves of a tile lie below each hash of the next level.
    package static let width = 256

    /// 0 for leaves; above, each hash is the root of a full tile of the level below.
    package let level: Int
    /// Which tile of its level, from the left.
    package let index: UInt64
    /// The hashes, 1 to ``width``.
    package let hashes: [Digest]

    /// Where it lies below a log's address, such as `tile/0/x001/234.p/112`.
    package var path: String { TreeTile.path("\(level)", index, count: hashes.count) }

    /// The hashes one after the other.
    package var bytes: [UInt8] { hashes.flatMap(\.bytes) }

    /// Where a tile, or a bundle of entries, lies.
    ///
    /// - Parameters:
    ///   - level: The level of a tile, or `entries`.
    ///   - count: How many hashes or entries there are.
    package static func path(_ level: String, _ index: UInt64, count: Int) -> String {
        var groups: [String] = []
        var rest = index
        repeat {
            let digits = "\(rest % 1_000)"
            let mark = groups.isEmpty ? "" : "x"
            groups.insert(mark + String(repeating: "0", count: 3 - digits.count) + digits, at: 0)
            rest /= 1_000
        } while rest > 0
        let path = "tile/\(level)/\(groups.joined(separator: "/"))"
        return count < width ? "\(path).p/\(count)" : path
    }
}

/// Puts the leaves of a tree together in tiles, from the left to the right.
package struct TreeTiler: Sendable {
    /// The tile at the end of each level.
    private var levels: [(index: UInt64, hashes: [Digest])] = []

    /// No leaves yet.
    package init() {}

    /// Takes in the next leaf, and hands over the tiles that it makes full, leaves first.
    package mutating func append<Failure>(
        _ leaf: Digest, _ body: (TreeTile) throws(Failure) -> Void
    ) throws(Failure) {
        var hash = leaf
        var level = 0
        while true {
            if levels.count == level { levels.append((0, [])) }
            levels[level].hashes.append(hash)
            guard levels[level].hashes.count == TreeTile.width else { return }
            let full = levels[level]
            levels[level] = (full.index + 1, [])
            hash = SHA256.root(full.hashes[...])
            try body(TreeTile(level: level, index: full.index, hashes: full.hashes))
            level += 1
        }
    }

    /// The tiles at the end that are not full, leaves first.
    package var partial: [TreeTile] {
        levels.enumerated().filter { !$1.hashes.isEmpty }.map { level, tile in
            TreeTile(level: level, index: tile.index, hashes: tile.hashes)
        }
    }
}
