/// The public half of a key that signs notes: Ed25519 (RFC 8032) as c2sp.org/signed-note has it.
public struct NoteVerifier: Hashable, Sendable {
    /// The algorithm's number in keys and key ids.
    static let ed25519: UInt8 = 1

    /// Who signs; not empty, without spaces and plus signs.
    public let name: String
    /// The first 4 bytes of SHA-256(name ‖ newline ‖ algorithm ‖ public key).
    public let id: UInt32
    /// 32 bytes.
    public let publicKey: [UInt8]

    /// A key; `nil` where the name or the number of bytes is none.
    public init?(name: String, publicKey: [UInt8]) {
        guard NoteVerifier.isName(name), publicKey.count == Sodium.keyByteCount else { return nil }
        self.name = name
        self.publicKey = publicKey
        id = NoteVerifier.id(name, NoteVerifier.ed25519, publicKey)
    }

    /// A key as text, `name+id+base64`; `nil` for what is no Ed25519 key or has another's id.
    public init?(_ text: String) {
        guard let parts = NoteVerifier.parts(text, NoteVerifier.ed25519) else { return nil }
        self.init(name: parts.name, publicKey: Array(parts.key.dropFirst()))
        guard id == parts.id else { return nil }
    }

    /// The key as text: `name`, the id as 8 hexadecimal digits and the key in base 64, joined by
    /// plus signs.
    public var text: String {
        "\(name)+\(idText)+\(Base64.encode([NoteVerifier.ed25519] + publicKey))"
    }

    /// The id as 8 hexadecimal digits.
    public var idText: String { NoteVerifier.digits(id) }

    static func digits(_ id: UInt32) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The id of a key of an algorithm.
    static func id(_ name: String, _ algorithm: UInt8, _ publicKey: [UInt8]) -> UInt32 {
        SHA256.hash(Array(name.utf8), [0x0A, algorithm], publicKey).bytes
            .prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether a signature of 64 bytes is this key's over some bytes.
    public func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        Sodium.verifies(signature, of: bytes, by: publicKey)
    }

    /// Whether a text can be a key's name.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.count <= Limit.noteNameMax
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0 != "+" && $0.value >= 0x20
            }
    }

    /// What stands between the plus signs; the last part may have some of its own.
    static func parts(
        _ text: some StringProtocol, _ algorithm: UInt8
    ) -> (name: String, id: UInt32, key: [UInt8])? {
        let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].utf8.count == 8,
            parts[1].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }),
            let id = UInt32(parts[1], radix: 16), let key = Base64.decode(parts[2]),
            key.first == algorithm
        else { return nil }
        return (String(parts[0]), id, key)
    }
}

/// A key that signs notes.
public struct NoteSigner: Sendable {
    static let prefix = "PRIVATE+KEY+"

    private let secret: [UInt8]
    private let signingKey: [UInt8]
    /// The public half.
    public let verifier: NoteVerifier

    /// A key from its 32 secret bytes; `nil` where the name or the number of bytes is none.
    public init?(name: String, secret: [UInt8]) {
        guard let pair = Sodium.keyPair(seed: secret),
            let verifier = NoteVerifier(name: name, publicKey: pair.publicKey)
        else { return nil }
        self.secret = secret
        signingKey = pair.signingKey
        self.verifier = verifier
    }

    /// A key as text, `PRIVATE+KEY+name+id+base64`; `nil` for what is none.
    public init?(_ text: String) {
        guard text.hasPrefix(NoteSigner.prefix),
            let parts = NoteVerifier.parts(
                text.dropFirst(NoteSigner.prefix.count), NoteVerifier.ed25519)
        else { return nil }
        self.init(name: parts.name, secret: Array(parts.key.dropFirst()))
        guard verifier.id == parts.id else { return nil }
    }

    /// The key as text. Whoever has it can sign.
    public var text: String {
        let secret = Base64.encode([NoteVerifier.ed25519] + secret)
        return "\(NoteSigner.prefix)\(verifier.name)+\(verifier.idText)+\(secret)"
    }

    /// The signature of some bytes, 64 bytes; `nil` where the system cannot sign.
    package func signature(of bytes: [UInt8]) -> [UInt8]? {
        Sodium.signature(of: bytes, by: signingKey)
    }
}
