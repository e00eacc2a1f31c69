import EventLog
import Support
import Testing

/// What c2sp.org/tlog-cosignature says of cosignature/v1.
@Suite("Cosignatures")
struct CosignatureTests {
    /// The checkpoint of the specification.
    private static let text = """
        example.com/behind-the-sofa
        20852163
        CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

        """
    private static let log =
        "\u{2014} example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+Z"
        + "JurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    private static let witness =
        "\u{2014} witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcr"
        + "tPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"

    // Made of the same text by RFC 8032 written out in Python, with the secret bytes 0 to 31.
    private static let key =
        "witness.example.com/w1+a0059f11+BAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
    private static let secret =
        "PRIVATE+KEY+witness.example.com/w1+a0059f11+BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
    private static let made =
        "\u{2014} witness.example.com/w1 oAWfEQAAAABkGFDLBuRDazBLVac2NE+Y+IjbjQOc"
        + "XLfF9CSDZVUIoS83rE1nFZsVE8YiWV6Ngr7lV8H6bdoBQGP/l73euDMQ9k+bBQ==\n"
    private static let time: UInt64 = 1_679_315_147

    private func note(_ lines: String...) throws -> Note {
        try Note(parsing: Array("\(CosignatureTests.text)\n\(lines.joined())".utf8))
    }

    @Test("the example of the specification is laid out as here") func example() throws {
        let note = try note(CosignatureTests.log, CosignatureTests.witness)
        let signature = try #require(note.signatures.last)
        #expect(signature.name == "witness.example.com/w1")
        #expect(signature.keyID == 0x8D66_CF3F)
        #expect(signature.bytes.count == 72)
        let time = signature.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        #expect(time == CosignatureTests.time)
        // Of another key of the same name nothing is said.
        let key = try #require(WitnessVerifier(CosignatureTests.key))
        #expect(try note.cosignatures(among: [key]) == [])
    }

    @Test("are made and checked as others make them") func made() throws {
        let signer = try #require(WitnessSigner(CosignatureTests.secret))
        #expect(signer.text == CosignatureTests.secret)
        #expect(signer.verifier.text == CosignatureTests.key)
        let key = try #require(WitnessVerifier(CosignatureTests.key))
        #expect(key == signer.verifier)
        let known = try note(CosignatureTests.log, CosignatureTests.made)
        let found = try known.cosignatures(among: [key])
        #expect(found.map(\.verifier) == [key])
        #expect(found.map(\.time) == [CosignatureTests.time])
        let signed = try #require(
            try note(CosignatureTests.log).cosigned(by: signer, at: CosignatureTests.time))
        #expect(try signed.cosignatures(among: [key]) == found)
        #if !canImport(Darwin)
        // The system's library signs with some chance there.
        #expect(signed == known)
        #endif
        // A later signature of the same witness takes the place of the earlier one.
        let later = try #require(known.cosigned(by: signer, at: CosignatureTests.time + 5))
        #expect(later.signatures.count == 2)
        #expect(try later.cosignatures(among: [key]).map(\.time) == [CosignatureTests.time + 5])
        #expect(known.cosigned(by: signer, at: .max) == nil)
    }

    @Test("of what was changed anywhere are not believed") func changed() throws {
        let key = try #require(WitnessVerifier(CosignatureTests.key))
        let whole = try note(CosignatureTests.log, CosignatureTests.made).bytes
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 1
            guard let note = try? Note(parsing: bytes) else { continue }
            // What is changed in the line of the ledger is not the witness's business.
            let line = try self.note(CosignatureTests.made).signatures[0]
            let isOther = note.text == CosignatureTests.text && note.signatures.last == line
            let found = (try? note.cosignatures(among: [key])) ?? []
            #expect(found.isEmpty || isOther, "byte \(index)")
        }
    }

    @Test("that are repeated, or of keys of ledgers, are refused") func refused() throws {
        let key = try #require(WitnessVerifier(CosignatureTests.key))
        let twice = try note(CosignatureTests.made, CosignatureTests.log, CosignatureTests.made)
        #expect(throws: NoteError.repeated(name: "witness.example.com/w1")) {
            try twice.cosignatures(among: [key])
        }
        // The same secret as a ledger's key is another key, with another id.
        let ledger = try #require(
            NoteSigner(name: key.name, secret: Array(0..<32)))
        #expect(ledger.verifier.publicKey == key.publicKey)
        #expect(ledger.verifier.id != key.id)
        #expect(WitnessVerifier(ledger.verifier.text) == nil)
        #expect(NoteVerifier(key.text) == nil)
        #expect(NoteSigner(CosignatureTests.secret) == nil)
        #expect(WitnessSigner(ledger.text) == nil)
        let signed = try #require(Note(CosignatureTests.text, signedBy: ledger))
        #expect(try signed.cosignatures(among: [key]) == [])
        #expect(WitnessSigner(name: "a b", secret: Array(0..<32)) == nil)
        #expect(WitnessSigner(name: "w1", secret: Array(0..<31)) == nil)
    }
}
