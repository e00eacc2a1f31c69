internal import CSodium

/// What libsodium does for a log that a server is not to read: XChaCha20-Poly1305 for content,
/// X25519 boxes for handing keys over, Ed25519 for who handed them over, and Argon2id (RFC 9106)
/// for what a person keeps in mind.
enum Sealing {
    /// Bytes of a key, secret or public, and of a seed.
    static let keyBytes = 32
    /// Bytes of a signature.
    static let signatureBytes = 64
    /// Bytes that sealing adds: a nonce, and what tells whether anything was changed.
    static let sealBytes = 24 + 16
    /// Bytes that a box adds.
    static let boxBytes = 48

    private static let nonceBytes = 24

    /// Whether the library can be used.
    static let isReady = sodium_init() >= 0

    /// Bytes that nobody can guess.
    static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // SAFETY: the array has the bytes that are written.
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Seals bytes: a nonce of their own, then what only the key opens.
    ///
    /// - Parameter bound: What is not in it, but has to be the same when it is opened.
    /// - Returns: `nil` for a key of another length.
    static func seal(_ plain: [UInt8], under key: [UInt8], bound: [UInt8]) -> [UInt8]? {
        guard key.count == keyBytes else { return nil }
        let nonce = random(nonceBytes)
        var sealed = [UInt8](repeating: 0, count: plain.count + sealBytes - nonceBytes)
        var length: UInt64 = 0
        // SAFETY: the target has room for what is sealed and its tag, all others are read up to
        // their ends, and nonce and key have the bytes that are read.
        let code = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, &length, plain, UInt64(plain.count), bound, UInt64(bound.count), nil, nonce,
            key)
        return code == 0 ? nonce + sealed : nil
    }

    /// What was sealed; `nil` where it was changed, cut, or sealed under another key or for another
    /// place.
    static func open(_ sealed: [UInt8], under key: [UInt8], bound: [UInt8]) -> [UInt8]? {
        guard key.count == keyBytes, sealed.count >= sealBytes else { return nil }
        let nonce = Array(sealed.prefix(nonceBytes))
        let content = Array(sealed.dropFirst(nonceBytes))
        var plain = [UInt8](repeating: 0, count: sealed.count - sealBytes)
        var length: UInt64 = 0
        // SAFETY: as above; what is opened is shorter than what was sealed by the tag.
        let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &plain, &length, nil, content, UInt64(content.count), bound, UInt64(bound.count), nonce,
            key)
        return code == 0 ? plain : nil
    }

    /// A key that follows from another one for a use, 32 bytes.
    ///
    /// - Parameter context: 8 ASCII characters that tell the use.
    static func subkey(_ number: UInt64, of key: [UInt8], _ context: StaticString) -> [UInt8]? {
        guard key.count == keyBytes, context.utf8CodeUnitCount == 8 else { return nil }
        var result = [UInt8](repeating: 0, count: keyBytes)
        let words = (0..<8).map { index in
            // SAFETY: the text has eight bytes, and lives as long as the program.
            CChar(bitPattern: unsafe context.utf8Start[index])
        }
        // SAFETY: the arrays have the bytes that are read and written.
        let code = unsafe crypto_kdf_derive_from_key(&result, keyBytes, number, words, key)
        return code == 0 ? result : nil
    }

    /// The hash of bytes under a key (BLAKE2b), 32 bytes.
    static func hash(_ bytes: [UInt8], under key: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        // SAFETY: the target has 32 bytes, the others are read up to their ends.
        _ = unsafe crypto_generichash(
            &result, 32, bytes, UInt64(bytes.count), key, key.count)
        return result
    }

    // MARK: Members

    /// The keys for signing that follow from a seed; the secret one has 64 bytes.
    static func signing(_ seed: [UInt8]) -> (key: [UInt8], secret: [UInt8])? {
        guard seed.count == keyBytes else { return nil }
        var key = [UInt8](repeating: 0, count: keyBytes)
        var secret = [UInt8](repeating: 0, count: 2 * keyBytes)
        // SAFETY: all three arrays have the bytes that the function reads and writes.
        let code = unsafe crypto_sign_seed_keypair(&key, &secret, seed)
        return code == 0 ? (key, secret) : nil
    }

    /// The keys for boxes that follow from a seed.
    static func boxing(_ seed: [UInt8]) -> (key: [UInt8], secret: [UInt8])? {
        guard seed.count == keyBytes else { return nil }
        var key = [UInt8](repeating: 0, count: keyBytes)
        var secret = [UInt8](repeating: 0, count: keyBytes)
        // SAFETY: as above.
        let code = unsafe crypto_box_seed_keypair(&key, &secret, seed)
        return code == 0 ? (key, secret) : nil
    }

    /// The signature of bytes.
    static func sign(_ bytes: [UInt8], by secret: [UInt8]) -> [UInt8]? {
        guard secret.count == 2 * keyBytes else { return nil }
        var signature = [UInt8](repeating: 0, count: signatureBytes)
        // SAFETY: the signature takes 64 bytes, and both others are read up to their ends.
        let code = unsafe crypto_sign_detached(
            &signature, nil, bytes, UInt64(bytes.count), secret)
        return code == 0 ? signature : nil
    }

    /// Whether a signature is that of some bytes.
    static func isSigned(_ bytes: [UInt8], _ signature: [UInt8], by key: [UInt8]) -> Bool {
        guard signature.count == signatureBytes, key.count == keyBytes else { return false }
        // SAFETY: signature and key have the bytes that are read, and the others are all read.
        return unsafe crypto_sign_verify_detached(
            signature, bytes, UInt64(bytes.count), key) == 0
    }

    /// A box that only the owner of a key opens.
    static func box(_ plain: [UInt8], for key: [UInt8]) -> [UInt8]? {
        guard key.count == keyBytes else { return nil }
        var box = [UInt8](repeating: 0, count: plain.count + boxBytes)
        // SAFETY: the box is longer than what is in it by what the function adds.
        let code = unsafe crypto_box_seal(&box, plain, UInt64(plain.count), key)
        return code == 0 ? box : nil
    }

    /// What is in a box; `nil` where it is somebody else's.
    static func open(_ box: [UInt8], by keys: (key: [UInt8], secret: [UInt8])) -> [UInt8]? {
        guard keys.key.count == keyBytes, keys.secret.count == keyBytes, box.count >= boxBytes
        else { return nil }
        var plain = [UInt8](repeating: 0, count: box.count - boxBytes)
        // SAFETY: what is in a box is shorter than it by what the other function added.
        let code = unsafe crypto_box_seal_open(
            &plain, box, UInt64(box.count), keys.key, keys.secret)
        return code == 0 ? plain : nil
    }

    // MARK: Passphrases

    /// Bytes of a salt.
    static let saltBytes = 16

    /// The key that follows from a passphrase by Argon2id, 32 bytes; `nil` where there is no memory
    /// for it.
    static func key(
        of passphrase: [UInt8], salt: [UInt8], passes: UInt64, memoryBytes: Int
    ) -> [UInt8]? {
        guard salt.count == saltBytes else { return nil }
        var key = [UInt8](repeating: 0, count: keyBytes)
        let typed = passphrase.map { CChar(bitPattern: $0) }
        // SAFETY: the arrays have the bytes that are read and written.
        let code = unsafe crypto_pwhash(
            &key, UInt64(keyBytes), typed, UInt64(typed.count), salt, passes, memoryBytes,
            crypto_pwhash_alg_argon2id13())
        return code == 0 ? key : nil
    }
}
