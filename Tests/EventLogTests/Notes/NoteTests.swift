import EventLog
import Foundation
import Support
import Testing

private let vectorsPath = "note-sumdb/note-vectors.json"

@Suite("Signed notes")
struct NoteTests {
    @Test(
        "open as others say",
        .enabled(if: SharedData.has(vectorsPath), "note-sumdb is not there"))
    func vectors() throws {
        let all = try #require(SharedData.json(vectorsPath))
        var outcomes: [String] = []
        for vector in try #require(all["open"]?.array) {
            let message = try base64(vector["message_base64"])
            let texts = try #require(vector["verifier_keys"]?.array).compactMap(\.string)
            let keys = texts.compactMap { NoteVerifier($0) }
            #expect(keys.count == texts.count)
            let want = try #require(vector["want"]?.string)
            outcomes.append(want)
            switch want {
            case "ok":
                let names = try Note(parsing: message).signers(among: keys).map(\.name)
                #expect(names == vector["verified_by"]?.array?.compactMap(\.string))
            case "no verifiable":
                #expect(throws: NoteError.unsigned) {
                    try Note(parsing: message).signers(among: keys)
                }
            case "invalid signature":
                #expect(throws: NoteError.badSignature(name: "PeterNeumann")) {
                    try Note(parsing: message).signers(among: keys)
                }
            default:
                #expect(want == "malformed")
                #expect(throws: NoteError.malformed) { try Note(parsing: message) }
            }
        }
        #expect(outcomes == ["ok", "ok", "no verifiable", "invalid signature", "malformed"])
        let badKeys = try #require(all["bad_verifier_keys"]?.array)
        #expect(badKeys.count == 2)
        for key in badKeys.compactMap(\.string) { #expect(NoteVerifier(key) == nil) }
    }

    @Test(
        "are signed as others sign them",
        .enabled(if: SharedData.has(vectorsPath), "note-sumdb is not there"))
    func signing() throws {
        let sign = try #require(SharedData.json(vectorsPath)?["sign"])
        let key = try #require(sign["test_private_key_published_in_go_source"]?.string)
        let signer = try #require(NoteSigner(key))
        #expect(signer.text == key)
        let text = try #require(sign["text"]?.string)
        let note = try #require(Note(text, signedBy: signer))
        #expect(try Note(parsing: note.bytes) == note)
        #expect(try note.signers(among: [signer.verifier]) == [signer.verifier])
        #if !canImport(Darwin)
        // The system's library signs with some chance there.
        let line = try #require(sign["want_signature_line"]?.string)
        #expect(String(decoding: note.bytes, as: UTF8.self) == "\(text)\n\(line)")
        #endif
    }

    @Test("the example of the specification") func example() throws {
        let key = try #require(
            NoteVerifier("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"))
        #expect(
            key.text == "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
        let note = try Note(parsing: Array(NoteTests.exampleNote.utf8))
        #expect(note.text == "This is an example message.\n")
        #expect(try note.signers(among: [key]) == [key])
        #expect(note.bytes == Array(NoteTests.exampleNote.utf8))
    }

    @Test("cut anywhere they are refused, changed anywhere they are not believed")
    func cuts() throws {
        let key = try #require(
            NoteVerifier("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"))
        let whole = Array(NoteTests.exampleNote.utf8)
        for length in whole.indices {
            #expect(throws: NoteError.malformed) { try Note(parsing: Array(whole[..<length])) }
        }
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << UInt8(bit)
                #expect(throws: NoteError.self) {
                    try Note(parsing: bytes).signers(among: [key])
                }
            }
        }
    }

    private static let exampleNote = """
        This is an example message.

        — example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYj\
        OBH3mFXmRKuwHjG1Yu72IneyaQM=

        """

    private static let line = "— a AAAAAAA=\n"

    @Test(
        "what is none",
        arguments: [
            "", "\n", "a\n", "a\n\n", "\n\(line)", "a\n\n\(line)\n", "a\n\n\(line)b\n",
            "a\n\n- a AAAAAAA=\n", "a\n\n—  AAAAAAA=\n", "a\n\n— a+b AAAAAAA=\n",
            "a\n\n— a AAAAAA==\n", "a\n\n— a AAAAAAA\n", "a\n\n— a AAAAAAB=\n", "a\n\n— a\n",
            "a\n\n— a\u{00A0}b AAAAAAA=\n", "a\n\n— a  AAAAAAA=\n", "a\tb\n\n\(line)",
            "a\r\n\n\(line)",
        ])
    func malformed(text: String) {
        #expect(throws: NoteError.malformed) { try Note(parsing: Array(text.utf8)) }
    }

    @Test("texts with empty lines end at the last one") func emptyLines() throws {
        let note = try Note(parsing: Array("a\n\n\nb\n\n\(NoteTests.line)".utf8))
        #expect(note.text == "a\n\n\nb\n")
        #expect(note.signatures.map(\.bytes) == [[0]])
    }

    @Test("limits") func limits() throws {
        let most = "a\n\n" + String(repeating: NoteTests.line, count: 100)
        #expect(try Note(parsing: Array(most.utf8)).signatures.count == 100)
        #expect(throws: NoteError.tooLarge) {
            try Note(parsing: Array((most + NoteTests.line).utf8))
        }
        let room = 1_048_576 - 2 - NoteTests.line.utf8.count
        let long = String(repeating: "a", count: room) + "\n\n" + NoteTests.line
        #expect(try Note(parsing: Array(long.utf8)).text.utf8.count == room + 1)
        #expect(throws: NoteError.tooLarge) { try Note(parsing: Array("b\(long)".utf8)) }
    }

    @Test("a key signs once, however many lines say so") func repeats() throws {
        let signer = try #require(NoteSigner(name: "a", secret: Array(repeating: 7, count: 32)))
        let note = try #require(Note("text\n", signedBy: signer))
        let line = note.bytes.dropFirst("text\n\n".utf8.count)
        let twice = try Note(parsing: note.bytes + line)
        #expect(try twice.signers(among: [signer.verifier, signer.verifier]) == [signer.verifier])
    }

    /// RFC 8032, 7.1.
    @Test(
        "Ed25519",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
                    + "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e"
                    + "458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290"
                    + "ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
            ),
            (
                "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
                "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
                "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ec"
                    + "fdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
            ),
        ])
    func ed25519(secret: String, publicKey: String, message: String, signature: String) throws {
        let secretBytes = try hex(secret)
        let signer = try #require(NoteSigner(name: "a", secret: secretBytes))
        let (message, signature) = (try hex(message), try hex(signature))
        let publicBytes = try hex(publicKey)
        #expect(signer.verifier.publicKey == publicBytes)
        #expect(signer.verifier.verifies(signature, of: message))
        var other = signature
        other[0] ^= 1
        #expect(!signer.verifier.verifies(other, of: message))
        let made = try #require(signer.signature(of: message))
        #expect(signer.verifier.verifies(made, of: message))
        #if !canImport(Darwin)
        #expect(made == signature)
        #endif
    }

    private func hex(_ text: String) throws -> [UInt8] {
        let bytes = stride(from: 0, to: text.count, by: 2).compactMap {
            UInt8(text.dropFirst($0).prefix(2), radix: 16)
        }
        try #require(bytes.count * 2 == text.count)
        return bytes
    }

    private func base64(_ value: JSONValue?) throws -> [UInt8] {
        let text = try #require(value?.string)
        return [UInt8](try #require(Data(base64Encoded: text)))
    }
}
