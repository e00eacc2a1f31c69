import Application
import EventLog

/// Inputs that become notes, checkpoints, receipts, proofs and what they show.
enum NoteInputs {
    private static let signer = NoteSigner(
        name: "example.com/log", secret: Array(repeating: 7, count: 32))
    private static let text = Checkpoint(
        origin: "example.com/log", size: 2, root: SHA256.node(leaf, leaf))?.text
    private static let leaf = SHA256.leaf([])
    private static let verifiers = signer.map { [$0.verifier] } ?? []
    private static let receipt = """
        ledger-receipt@v1
        ledger example.com/log
        events 2
        root \(leaf.base64)
        now 2026-03-01T09:00:00Z
        user -
        report reports/spending
        options {"by":"day"}
        projections chart/1
        sha256 \(leaf.base64)

        """

    /// Whatever is understood is written again as it was, and no signature but the seed's holds.
    static func note(_ bytes: [UInt8]) throws(FuzzFinding) {
        if let note = try? Note(parsing: bytes) {
            guard note.bytes == bytes else { throw FuzzFinding("a note is written otherwise") }
            try check(note)
        }
        if let proof = try? TlogProof(parsing: bytes) {
            guard proof.bytes == bytes else { throw FuzzFinding("a proof is written otherwise") }
            try check(proof.note)
            guard (try? proof.verify(leaf: leaf, keys: verifiers)) == nil || proof.note.text == text
            else { throw FuzzFinding("another proof holds") }
        }
        if let proof = try? ConsistencyProof(parsing: bytes), proof.bytes != bytes {
            throw FuzzFinding("a proof of consistency is written otherwise")
        }
        if let shown = LeafDisclosure(bytes) {
            guard shown.bytes == bytes else {
                throw FuzzFinding("what is shown of an event is written otherwise")
            }
            _ = shown.leaf
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if let key = NoteVerifier(line), key.text != line {
            throw FuzzFinding("a verifier key is written otherwise")
        }
        if let key = NoteSigner(line), key.text != line {
            throw FuzzFinding("a key is written otherwise")
        }
    }

    private static func check(_ note: Note) throws(FuzzFinding) {
        if let checkpoint = try? Checkpoint(parsing: note.text), checkpoint.text != note.text {
            throw FuzzFinding("a checkpoint is written otherwise")
        }
        _ = Receipt(note.text)
        guard let signer, (try? note.signers(among: [signer.verifier])) != nil else { return }
        guard note.text == text || note.text == receipt else {
            throw FuzzFinding("another text is signed")
        }
    }

    static var seeds: [[UInt8]] {
        guard let signer, let text, let note = Note(text, signedBy: signer),
            Receipt(receipt) != nil, let signedReceipt = Note(receipt, signedBy: signer)
        else { return [] }
        let proof = TlogProof(extra: [1, 2, 3, 4], index: 1, hashes: [leaf], note: note)
        let consistency = ConsistencyProof(oldSize: 1, hashes: [leaf], note: note)
        let shown = [40, 0] + Array(repeating: UInt8(5), count: 80)
        return [
            note.bytes, signedReceipt.bytes, proof.bytes, consistency.bytes, shown,
            Array(signer.text.utf8), Array(signer.verifier.text.utf8),
        ]
    }
}
