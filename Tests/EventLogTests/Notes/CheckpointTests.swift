import EventLog
import Support
import Testing

private let bodiesPath = "note-formats-tests/checkpoint-bodies.json"

@Suite("Checkpoints")
struct CheckpointTests {
    @Test(
        "read as others say",
        .enabled(if: SharedData.has(bodiesPath), "note-formats-tests is not there"))
    func vectors() throws {
        let cases = try #require(SharedData.json(bodiesPath)?["cases"]?.array)
        #expect(cases.count == 12)
        var refused = 0
        for vector in cases {
            let body = try #require(vector["body"]?.string)
            if vector["want_error"] == .bool(true) {
                refused += 1
                #expect(throws: NoteError.malformed) { try Checkpoint(parsing: body) }
            } else {
                let checkpoint = try Checkpoint(parsing: body)
                #expect(checkpoint.text == body)
                // Their roots are words.
                #expect(checkpoint.root == nil)
            }
        }
        #expect(refused == 7)
    }

    @Test("the example of the specification, cut at every byte") func example() throws {
        let text = """
            example.com/behind-the-sofa
            20852163
            CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

            """
        let checkpoint = try Checkpoint(parsing: text)
        #expect(checkpoint.origin == "example.com/behind-the-sofa")
        #expect(checkpoint.size == 20_852_163)
        let root = try #require(checkpoint.root)
        #expect(root.bytes.prefix(3) == [0x0A, 0xC5, 0x18])
        #expect(
            Checkpoint(origin: checkpoint.origin, size: checkpoint.size, root: root) == checkpoint)
        for length in 0..<text.utf8.count {
            let cut = String(decoding: Array(text.utf8)[..<length], as: UTF8.self)
            #expect(throws: NoteError.malformed) { try Checkpoint(parsing: cut) }
        }
    }

    @Test("numbers have one form", arguments: ["00", "01", "+1", "", " 1", "18446744073709551616"])
    func numbers(text: String) {
        #expect(throws: NoteError.malformed) { try Checkpoint(parsing: "a\n\(text)\nAAAA\n") }
    }

    @Test func origins() {
        let root = MerkleFrontier().root
        #expect(Checkpoint(origin: "", size: 0, root: root) == nil)
        #expect(Checkpoint(origin: "a\nb", size: 0, root: root) == nil)
    }
}

@Suite("Proofs as text")
struct TlogProofTests {
    private static let leaves = (0..<7).map { SHA256.leaf([$0]) }

    private static func subtree(_ start: UInt64, _ level: Int) -> Digest {
        var frontier = MerkleFrontier()
        for leaf in leaves[Int(start)..<(Int(start) + 1 << level)] {
            frontier.append(leafHash: leaf)
        }
        return frontier.root
    }

    private func note(_ size: Int, _ signer: NoteSigner) throws -> Note {
        var frontier = MerkleFrontier()
        for leaf in TlogProofTests.leaves[..<size] { frontier.append(leafHash: leaf) }
        let text = try #require(
            Checkpoint(origin: "example.com/log", size: UInt64(size), root: frontier.root)
        ).text
        return try #require(Note(text, signedBy: signer))
    }

    private func signer(_ byte: UInt8 = 1) throws -> NoteSigner {
        try #require(
            NoteSigner(name: "example.com/log", secret: Array(repeating: byte, count: 32)))
    }

    @Test("every leaf of every tree") func inclusion() throws {
        let signer = try signer()
        for size in 1...7 {
            let note = try note(size, signer)
            for (index, leaf) in TlogProofTests.leaves[..<size].enumerated() {
                let hashes = try #require(
                    MerkleProof.inclusionProof(
                        index: UInt64(index), treeSize: UInt64(size),
                        subtree: TlogProofTests.subtree))
                let extra: [UInt8]? = index % 2 == 0 ? nil : Array(repeating: 9, count: index)
                let proof = TlogProof(
                    extra: extra, index: UInt64(index), hashes: hashes, note: note)
                #expect(try TlogProof(parsing: proof.bytes) == proof)
                #expect(try proof.verify(leaf: leaf, keys: [signer.verifier]).size == size)
                #expect(throws: NoteError.malformed) {
                    try proof.verify(leaf: SHA256.leaf([99]), keys: [signer.verifier])
                }
                #expect(throws: NoteError.unsigned) {
                    try proof.verify(leaf: leaf, keys: [try self.signer(2).verifier])
                }
            }
        }
    }

    @Test("the layout of the specification") func layout() throws {
        let signer = try signer()
        let hashes = [TlogProofTests.leaves[1]]
        let proof = TlogProof(
            extra: [1, 2, 3], index: 0, hashes: hashes, note: try note(2, signer))
        let lines = String(decoding: proof.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[..<3] == ["c2sp.org/tlog-proof@v1", "extra AQID", "index 0"])
        #expect(lines[3].utf8.count == 44)
        #expect(lines[4...6] == ["", "example.com/log", "2"])
        #expect(lines[8] == "")
        #expect(lines[9].hasPrefix("— example.com/log "))
        #expect(lines[10...] == [""])
    }

    @Test("cut at every byte, and every bit changed") func cuts() throws {
        let signer = try signer()
        let hashes = try #require(
            MerkleProof.inclusionProof(index: 3, treeSize: 7, subtree: TlogProofTests.subtree))
        let leaf = TlogProofTests.leaves[3]
        let proof = TlogProof(extra: nil, index: 3, hashes: hashes, note: try note(7, signer))
        let whole = proof.bytes
        for length in whole.indices {
            #expect(throws: NoteError.malformed) {
                try TlogProof(parsing: Array(whole[..<length]))
            }
        }
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << UInt8(bit)
                #expect(throws: NoteError.self) {
                    try TlogProof(parsing: bytes).verify(leaf: leaf, keys: [signer.verifier])
                }
            }
        }
    }

    @Test("consistency, cut at every byte") func consistency() throws {
        let signer = try signer()
        let hashes = try #require(
            MerkleProof.consistencyProof(from: 3, to: 7, subtree: TlogProofTests.subtree))
        let proof = ConsistencyProof(oldSize: 3, hashes: hashes, note: try note(7, signer))
        let whole = proof.bytes
        #expect(try ConsistencyProof(parsing: whole) == proof)
        #expect(String(decoding: whole.prefix(6), as: UTF8.self) == "old 3\n")
        for length in whole.indices {
            #expect(throws: NoteError.malformed) {
                try ConsistencyProof(parsing: Array(whole[..<length]))
            }
        }
    }

    @Test("no more hashes than a tree can have") func limits() throws {
        let hashes = Array(repeating: TlogProofTests.leaves[0], count: 64)
        let note = try note(1, try signer())
        let most = TlogProof(extra: nil, index: 0, hashes: Array(hashes[..<63]), note: note)
        #expect(try TlogProof(parsing: most.bytes) == most)
        let more = TlogProof(extra: nil, index: 0, hashes: hashes, note: note)
        #expect(throws: NoteError.tooLarge) { try TlogProof(parsing: more.bytes) }
        let large = TlogProof(
            extra: Array(repeating: 0, count: 1 << 21), index: 0, hashes: [], note: note)
        #expect(throws: NoteError.tooLarge) { try TlogProof(parsing: large.bytes) }
    }
}
