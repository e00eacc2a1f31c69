import EventLog
import Support
import Testing

/// What c2sp.org/tlog-tiles says of tiles.
@Suite("Tiles of a tree") struct TreeTileTests {
    private func leaf(_ number: Int) -> Digest { SHA256.leaf(Array("\(number)".utf8)) }

    private func tiles(_ count: Int) -> (full: [TreeTile], partial: [TreeTile]) {
        var tiler = TreeTiler()
        var full: [TreeTile] = []
        for number in 0..<count { tiler.append(leaf(number)) { full.append($0) } }
        return (full, tiler.partial)
    }

    @Test("a tree of 70,000 leaves has the tiles that the specification counts") func counts() {
        let (full, partial) = tiles(70_000)
        #expect(full.filter { $0.level == 0 }.map(\.index) == Array(0..<273))
        #expect(full.filter { $0.level == 1 }.map(\.index) == [0])
        #expect(full.count == 274)
        #expect(partial.map(\.level) == [0, 1, 2])
        #expect(partial.map(\.hashes.count) == [112, 17, 1])
        #expect(partial.map(\.path) == ["tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1"])
    }

    @Test("a tree of 256 leaves has a full tile and one of width 1") func smallest() {
        let (full, partial) = tiles(256)
        #expect(full.map(\.path) == ["tile/0/000"])
        #expect(full[0].bytes.count == 8_192)
        #expect(partial.map(\.path) == ["tile/1/000.p/1"])
        #expect(partial[0].hashes == [SHA256.root(full[0].hashes[...])])
        #expect(tiles(0).partial.isEmpty)
    }

    @Test(
        "an index is written three digits at a time",
        arguments: [
            (0, "000"), (7, "007"), (999, "999"), (1_000, "x001/000"),
            (1_234_067, "x001/x234/067"),
        ] as [(UInt64, String)])
    func paths(index: UInt64, path: String) {
        #expect(TreeTile.path("0", index, count: 256) == "tile/0/\(path)")
        #expect(TreeTile.path("entries", index, count: 9) == "tile/entries/\(path).p/9")
    }
}
