/// A text with signatures under it (c2sp.org/signed-note).
public struct Note: Hashable, Sendable {
    /// A line `— name base64` under the text.
    public struct Signature: Hashable, Sendable {
        /// Whose it is said to be.
        public let name: String
        /// The id of the key it is said to be made with.
        public let keyID: UInt32
        /// What the key's algorithm makes; for Ed25519, 64 bytes.
        public let bytes: [UInt8]

        /// The line, newline included.
        var line: String {
            let id = (0..<4).map { UInt8(truncatingIfNeeded: keyID >> UInt32(24 - 8 * $0)) }
            return "\(Note.dash)\(name) \(Base64.encode(id + bytes))\n"
        }
    }

    /// What stands before a signature.
    static let dash = "\u{2014} "

    /// The text, ended by a newline.
    public let text: String
    /// The signatures, in order.
    public let signatures: [Signature]

    /// A text that a key signs; `nil` where the text is none of a note, or nothing can be signed.
    ///
    /// - Parameters:
    ///   - text: Ended by a newline, without other control characters.
    ///   - signer: The key.
    public init?(_ text: String, signedBy signer: NoteSigner) {
        let bytes = Array(text.utf8)
        guard text.utf8.last == 0x0A, Note.isPlain(bytes), let made = signer.signature(of: bytes)
        else { return nil }
        self.text = text
        signatures = [
            Signature(name: signer.verifier.name, keyID: signer.verifier.id, bytes: made)
        ]
    }

    init(text: String, signatures: [Signature]) {
        self.text = text
        self.signatures = signatures
    }

    /// A note as it was written; nothing is verified.
    ///
    /// - Throws: ``NoteError/malformed`` and ``NoteError/tooLarge``.
    public init(parsing bytes: [UInt8]) throws(NoteError) {
        guard bytes.count <= Limit.noteBytesMax else { throw .tooLarge }
        guard Note.isPlain(bytes), String(validating: bytes, as: UTF8.self) != nil,
            let blank = bytes.indices.last(where: { index in
                index > 0 && bytes[index] == 0x0A && bytes[index - 1] == 0x0A
            }), blank + 1 < bytes.count, bytes.last == 0x0A
        else { throw .malformed }
        text = String(decoding: bytes[..<blank], as: UTF8.self)
        var signatures: [Signature] = []
        for line in bytes[(blank + 1)...].dropLast().split(
            separator: 0x0A, omittingEmptySubsequences: false)
        {
            guard signatures.count < Limit.noteSignaturesMax else { throw .tooLarge }
            signatures.append(try Note.signature(String(decoding: line, as: UTF8.self)))
        }
        self.signatures = signatures
    }

    private static func signature(_ line: String) throws(NoteError) -> Signature {
        guard line.hasPrefix(dash) else { throw .malformed }
        let parts = line.dropFirst(dash.count).split(
            separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, NoteVerifier.isName(parts[0]),
            let bytes = Base64.decode(parts[1]), bytes.count > 4
        else { throw .malformed }
        return Signature(
            name: String(parts[0]), keyID: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) },
            bytes: Array(bytes.dropFirst(4)))
    }

    /// No control characters but newlines.
    private static func isPlain(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A }
    }

    /// The note: the text, an empty line and the signatures.
    public var bytes: [UInt8] {
        Array((text + "\n" + signatures.map(\.line).joined()).utf8)
    }

    /// Which of some keys signed the text, each once, in the order of the signatures. Signatures of
    /// other keys are passed over.
    ///
    /// - Throws: ``NoteError/badSignature(name:)`` where one of the keys is said to have signed and
    ///   did not, ``NoteError/unsigned`` where none of them signed.
    public func signers(among keys: [NoteVerifier]) throws(NoteError) -> [NoteVerifier] {
        var found: [NoteVerifier] = []
        for signature in signatures {
            let named = keys.filter { $0.name == signature.name && $0.id == signature.keyID }
            if named.isEmpty || !Set(named).isDisjoint(with: found) { continue }
            let text = Array(text.utf8)
            guard let key = named.first(where: { $0.verifies(signature.bytes, of: text) }) else {
                throw .badSignature(name: signature.name)
            }
            found.append(key)
        }
        if found.isEmpty { throw .unsigned }
        return found
    }
}

/// Why a note, or what stands in one, is not believed.
public enum NoteError: Error, Hashable, Sendable {
    /// It is not written as it should be.
    case malformed
    /// More bytes or signatures than a note may have.
    case tooLarge
    /// A signature in the name of a known key is not that key's over the text.
    case badSignature(name: String)
    /// None of the known keys signed it.
    case unsigned
    /// A witness signed it more than once, which leaves open when it saw it.
    case repeated(name: String)
}
