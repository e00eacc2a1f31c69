import EventLog
import Foundation
import Support
import Testing

/// The tree as static files, held against what RFC 6962 says of a tree, written out here.
@Suite("Exported tiles") struct TileTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger key new >/dev/null
        rows() { echo Date,Amount,Title; seq -f "$3,-%g.00,$4" $1 $2; }
        rows 1 600 2026-04-09 Row > one.csv; ledger import one.csv >/dev/null

        """

    private func runner(_ script: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let result = try runner.shell(Self.ledger + script)
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        return runner
    }

    private func bytes(_ runner: CommandRunner, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(runner.folder)/\(name)")))
    }

    private func hashes(_ runner: CommandRunner, _ name: String) throws -> [Digest] {
        let bytes = try bytes(runner, "tiles/\(name)")
        #expect(bytes.count % 32 == 0 && !bytes.isEmpty)
        return try stride(from: 0, to: bytes.count, by: 32).map { start in
            try #require(Digest(bytes: Array(bytes[start..<(start + 32)])))
        }
    }

    /// MTH of RFC 6962, 2.1.
    private func root(_ leaves: ArraySlice<Digest>) -> Digest {
        guard leaves.count > 1 else { return leaves.first ?? MerkleFrontier().root }
        let left = split(leaves.count)
        return SHA256.hash(
            [1], root(leaves.prefix(left)).bytes, root(leaves.dropFirst(left)).bytes)
    }

    /// PATH of RFC 6962, 2.1.1.
    private func path(_ index: Int, _ leaves: ArraySlice<Digest>) -> [Digest] {
        guard leaves.count > 1 else { return [] }
        let left = split(leaves.count)
        if index < left {
            return path(index, leaves.prefix(left)) + [root(leaves.dropFirst(left))]
        }
        return path(index - left, leaves.dropFirst(left)) + [root(leaves.prefix(left))]
    }

    /// The largest power of 2 below a number.
    private func split(_ count: Int) -> Int {
        var power = 1
        while power * 2 < count { power *= 2 }
        return power
    }

    private func checkpoint(_ runner: CommandRunner) throws -> Checkpoint {
        let note = try Note(parsing: bytes(runner, "tiles/checkpoint"))
        #expect(note.signatures.count == 1)
        return try Checkpoint(parsing: note.text)
    }

    @Test("the root and a proof of inclusion follow from tiles alone") func rebuilds() throws {
        let runner = try runner(
            """
            ledger export tiles tiles >/dev/null
            ledger prove 300 -o proof >/dev/null
            """)
        let known = try checkpoint(runner)
        let size = Int(known.size)
        #expect((600..<768).contains(size))
        let leaves =
            try hashes(runner, "tile/0/000") + hashes(runner, "tile/0/001")
            + hashes(runner, "tile/0/002.p/\(size - 512)")
        #expect(leaves.count == size)
        #expect(root(leaves[...]) == known.root)
        // Each hash above is the root of a full tile.
        let above = try hashes(runner, "tile/1/000.p/2")
        #expect(above == [root(leaves[0..<256]), root(leaves[256..<512])])
        let proof = try TlogProof(parsing: bytes(runner, "proof"))
        #expect(proof.index == 300)
        #expect(proof.hashes == path(300, leaves[...]))
        let extra = try #require(proof.extra)
        let shown = try #require(LeafDisclosure(extra))
        #expect(shown.leaf == leaves[300])
        #expect(try Checkpoint(parsing: proof.note.text).root == known.root)
        let script = SourceTree.fullPath("tools/verify-proof")
        let checked = try runner.shell("\(script) proof proof --key \"$(ledger key show)\"")
        #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
    }

    @Test("the same folder again gets only what is new, and entries hash to the leaves")
    func goesOn() throws {
        let runner = try runner(
            """
            ledger export tiles tiles --entries -O json > first
            ledger export tiles tiles -O json > same
            stat -c '%i %Y' tiles/tile/0/000 tiles/tile/entries/001 > before
            rows 601 900 2026-05-20 Other > two.csv
            ledger import two.csv >/dev/null
            ledger export tiles tiles -O json > second
            stat -c '%i %Y' tiles/tile/0/000 tiles/tile/entries/001 > after
            stat -c %a tiles tiles/tile/0/000 | tr '\\n' ' ' > modes
            """)
        func number(_ file: String, _ field: String) throws -> Int? {
            JSONValue(parsing: try bytes(runner, file))?[field]?.integer
        }
        // Level 0 and entries: two full and one partial each; level 1; the checkpoint.
        #expect(try number("first", "written") == 8)
        #expect(try number("same", "written") == 1)
        #expect(try number("same", "kept") == 7)
        // One more full and one partial each, level 1 with three, and the checkpoint.
        #expect(try number("second", "written") == 6)
        #expect(try number("second", "kept") == 4)
        #expect(try bytes(runner, "after") == bytes(runner, "before"))
        #expect(try bytes(runner, "modes") == Array("700 600 ".utf8))
        let leaves = try hashes(runner, "tile/0/001")
        var bundle = try bytes(runner, "tiles/tile/entries/001")[...]
        for leaf in leaves {
            let count = Int(bundle[bundle.startIndex]) << 8 | Int(bundle[bundle.startIndex + 1])
            #expect(SHA256.leaf(Array(bundle.dropFirst(2).prefix(count))) == leaf)
            bundle = bundle.dropFirst(2 + count)
        }
        #expect(bundle.isEmpty)
        let entries = String(decoding: try bytes(runner, "tiles/tile/entries/001"), as: UTF8.self)
        #expect(!entries.contains("Row"), "texts are hidden")
    }

    @Test("what was changed, or is of something else, is not written over") func refused() throws {
        let runner = try runner("ledger export tiles tiles >/dev/null")
        let result = try runner.shell(
            """
            cp tiles/tile/0/001 saved; cp tiles/tile/0/000 tiles/tile/0/001
            ledger export tiles tiles; echo $?
            cp saved tiles/tile/0/001; ledger export tiles tiles >/dev/null; echo $?
            mkdir home; touch home/letter; ledger export tiles home; echo $?
            ledger export tiles "$LEDGER_HOME/tiles"; echo $?
            ledger init --currency EUR --zone UTC --owner Bo --ledger other >/dev/null
            ledger key new --ledger other >/dev/null
            ledger export tiles tiles --ledger other; echo $?
            ledger export tiles fresh --ledger nowhere; echo $?; ls -d fresh 2>/dev/null
            """)
        #expect(result.output == "3\n0\n3\n3\n1\n3\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("tiles/tile/0/001 is not what this ledger exports"))
    }
}
