/// The public half of a witness's key: Ed25519 for cosignature/v1 (c2sp.org/tlog-cosignature).
public struct WitnessVerifier: Hashable, Sendable {
    /// The algorithm's number in keys and key ids.
    static let algorithm: UInt8 = 4

    /// Who witnesses; not empty, without spaces and plus signs.
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
        id = NoteVerifier.id(name, WitnessVerifier.algorithm, publicKey)
    }

    /// A key as text, `name+id+base64`; `nil` for what is no witness's key or has another's id.
    public init?(_ text: String) {
        guard let parts = NoteVerifier.parts(text, WitnessVerifier.algorithm) else { return nil }
        self.init(name: parts.name, publicKey: Array(parts.key.dropFirst()))
        guard id == parts.id else { return nil }
    }

    /// The key as text: `name`, the id as 8 hexadecimal digits and the key in base 64, joined by
    /// plus signs.
    public var text: String {
        "\(name)+\(idText)+\(Base64.encode([WitnessVerifier.algorithm] + publicKey))"
    }

    /// The id as 8 hexadecimal digits.
    public var idText: String { NoteVerifier.digits(id) }

    /// The time of a signature of the text of a note; `nil` where it is none of this key's.
    fileprivate func time(of signature: [UInt8], under text: String) -> UInt64? {
        guard signature.count == 8 + Sodium.signatureByteCount else { return nil }
        let time = signature.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard time <= UInt64(Int64.max),
            Sodium.verifies(
                Array(signature.dropFirst(8)), of: Cosignature.message(text, time), by: publicKey)
        else { return nil }
        return time
    }
}

/// A key with which a witness signs checkpoints that it has held against those before.
public struct WitnessSigner: Sendable {
    private let secret: [UInt8]
    private let signingKey: [UInt8]
    /// The public half.
    public let verifier: WitnessVerifier

    /// A key from its 32 secret bytes; `nil` where the name or the number of bytes is none.
    public init?(name: String, secret: [UInt8]) {
        guard let pair = Sodium.keyPair(seed: secret),
            let verifier = WitnessVerifier(name: name, publicKey: pair.publicKey)
        else { return nil }
        self.secret = secret
        signingKey = pair.signingKey
        self.verifier = verifier
    }

    /// A key as text, `PRIVATE+KEY+name+id+base64`; `nil` for what is none.
    public init?(_ text: String) {
        guard text.hasPrefix(NoteSigner.prefix),
            let parts = NoteVerifier.parts(
                text.dropFirst(NoteSigner.prefix.count), WitnessVerifier.algorithm)
        else { return nil }
        self.init(name: parts.name, secret: Array(parts.key.dropFirst()))
        guard verifier.id == parts.id else { return nil }
    }

    /// The key as text. Whoever has it can sign.
    public var text: String {
        let secret = Base64.encode([WitnessVerifier.algorithm] + secret)
        return "\(NoteSigner.prefix)\(verifier.name)+\(verifier.idText)+\(secret)"
    }

    /// What stands in the line of a signature behind the key's id.
    fileprivate func signature(of text: String, at time: UInt64) -> [UInt8]? {
        let message = Cosignature.message(text, time)
        return Sodium.signature(of: message, by: signingKey).map { signature in
            (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } + signature
        }
    }
}

/// That a witness signed a checkpoint, and when by its own clock.
public struct Cosignature: Hashable, Sendable {
    /// The witness's key.
    public let verifier: WitnessVerifier
    /// Seconds since 1970.
    public let time: UInt64

    /// What is signed: the text of a note below two lines of its own.
    static func message(_ text: String, _ time: UInt64) -> [UInt8] {
        Array("cosignature/v1\ntime \(time)\n\(text)".utf8)
    }
}

extension Note {
    /// The note with the signature of a witness behind the others, in place of one that it made
    /// before; `nil` where nothing can be signed.
    ///
    /// - Parameters:
    ///   - signer: The witness's key.
    ///   - time: Seconds since 1970, at most 2^63 - 1.
    public func cosigned(by signer: WitnessSigner, at time: UInt64) -> Note? {
        let verifier = signer.verifier
        guard time <= UInt64(Int64.max), let made = signer.signature(of: text, at: time) else {
            return nil
        }
        let others = signatures.filter { $0.name != verifier.name || $0.keyID != verifier.id }
        guard others.count < Limit.noteSignaturesMax else { return nil }
        return Note(
            text: text,
            signatures: others + [
                Signature(name: verifier.name, keyID: verifier.id, bytes: made)
            ])
    }

    /// Which of some witnesses signed the text, in the order of the signatures; signatures of other
    /// keys are passed over.
    ///
    /// - Throws: ``NoteError/badSignature(name:)`` where one of them is said to have signed and did
    ///   not, ``NoteError/repeated(name:)`` where it did more than once.
    public func cosignatures(
        among keys: [WitnessVerifier]
    ) throws(NoteError) -> [Cosignature] {
        var found: [Cosignature] = []
        for signature in signatures {
            let named = keys.filter { $0.name == signature.name && $0.id == signature.keyID }
            if named.isEmpty { continue }
            guard
                let made = named.lazy.compactMap({ key in
                    key.time(of: signature.bytes, under: self.text).map {
                        Cosignature(verifier: key, time: $0)
                    }
                }).first
            else { throw .badSignature(name: signature.name) }
            if found.contains(where: { $0.verifier == made.verifier }) {
                throw .repeated(name: signature.name)
            }
            found.append(made)
        }
        return found
    }
}
