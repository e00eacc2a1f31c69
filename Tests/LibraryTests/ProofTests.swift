import EventLog
import Testing

/// How somebody who has no log checks what one who has it claims.
@Suite("Proofs without a log")
struct ProofTests {
    private let secret = [UInt8](repeating: 7, count: 32)

    private func digest(_ byte: UInt8) throws -> Digest {
        try #require(Digest(bytes: [UInt8](repeating: byte, count: 32)))
    }

    private func signer() throws -> NoteSigner {
        try #require(NoteSigner(name: "example.org/ledger", secret: secret))
    }

    /// A tree of two leaves, whose head is signed.
    private func signed() throws -> (leaves: [Digest], root: Digest, note: Note) {
        let leaves = [try digest(1), try digest(2)]
        var tree = MerkleFrontier()
        for leaf in leaves { tree.append(leafHash: leaf) }
        let checkpoint = try #require(
            Checkpoint(origin: "example.org/ledger", size: tree.size, root: tree.root))
        let note = try #require(Note(checkpoint.text, signedBy: try signer()))
        return (leaves, tree.root, note)
    }

    @Test("a leaf is under a root") func inclusion() throws {
        let (leaves, root, note) = try signed()
        #expect(
            MerkleProof.verifyInclusion(
                leafHash: leaves[0], index: 0, treeSize: 2, proof: [leaves[1]], root: root))
        let proof = TlogProof(extra: nil, index: 0, hashes: [leaves[1]], note: note)
        let key: NoteVerifier = try signer().verifier
        let checkpoint = try TlogProof(parsing: proof.bytes).verify(leaf: leaves[0], keys: [key])
        #expect(checkpoint.root == root)
        #expect(throws: NoteError.self) { try proof.verify(leaf: leaves[1], keys: [key]) }
    }

    @Test("a later root continues an earlier one") func consistency() throws {
        let (leaves, root, note) = try signed()
        let proof = ConsistencyProof(oldSize: 1, hashes: [leaves[1]], note: note)
        let read = try ConsistencyProof(parsing: proof.bytes)
        #expect(
            MerkleProof.verifyConsistency(
                from: read.oldSize, to: 2, proof: read.hashes, oldRoot: leaves[0], newRoot: root))
    }

    @Test("a head is signed, and seen by a witness") func notes() throws {
        let (_, root, note) = try signed()
        let witness = try #require(WitnessSigner(name: "example.org/witness", secret: secret))
        let seen = try #require(note.cosigned(by: witness, at: 1_767_225_600))
        let read = try Note(parsing: seen.bytes)
        #expect(try read.signers(among: [try signer().verifier]).count == 1)
        #expect(try Checkpoint(parsing: read.text).root == root)
        let key: WitnessVerifier = witness.verifier
        let cosignatures: [Cosignature] = try read.cosignatures(among: [key])
        #expect(cosignatures.map(\.time) == [1_767_225_600])
    }

    @Test("what is disclosed of an event has the leaf that is proved") func disclosure() {
        let nothing = LeafDisclosure([])
        #expect(nothing?.leaf == nil)
    }
}
