internal import CSodium

/// What libsodium does for the log: signatures by Ed25519 (RFC 8032), and SHA-256 (FIPS 180-4)
/// where the processor has no instructions for it.
enum Sodium {
    /// Bytes of a secret or public key of Ed25519.
    static let keyByteCount = 32
    /// Bytes of a signature of Ed25519.
    static let signatureByteCount = 64

    /// The pair of keys that follows from 32 secret bytes; `nil` for another number of bytes.
    ///
    /// - Returns: The public key, 32 bytes, and what signs: secret and public key, 64 bytes.
    static func keyPair(seed: [UInt8]) -> (publicKey: [UInt8], signingKey: [UInt8])? {
        guard seed.count == keyByteCount else { return nil }
        var publicKey = [UInt8](repeating: 0, count: keyByteCount)
        var signingKey = [UInt8](repeating: 0, count: 2 * keyByteCount)
        // SAFETY: all three arrays have the bytes that the function reads and writes.
        let code = unsafe crypto_sign_seed_keypair(&publicKey, &signingKey, seed)
        return code == 0 ? (publicKey, signingKey) : nil
    }

    /// The signature of some bytes by what ``keyPair(seed:)`` made, 64 bytes.
    static func signature(of bytes: [UInt8], by signingKey: [UInt8]) -> [UInt8]? {
        guard signingKey.count == 2 * keyByteCount else { return nil }
        var signature = [UInt8](repeating: 0, count: signatureByteCount)
        // SAFETY: the signature takes 64 bytes, and both others are read up to their ends.
        let code = unsafe crypto_sign_detached(
            &signature, nil, bytes, UInt64(bytes.count), signingKey)
        return code == 0 ? signature : nil
    }

    /// Whether a signature is that of some bytes. Keys and points that are not in their shortest
    /// form, or of small order, have none.
    static func verifies(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureByteCount, publicKey.count == keyByteCount else {
            return false
        }
        // SAFETY: signature and key have the bytes that are read, and the others are all read.
        return unsafe crypto_sign_verify_detached(
            signature, bytes, UInt64(bytes.count), publicKey) == 0
    }

    /// The SHA-256 of some bytes, written to 32 bytes.
    static func sha256(_ bytes: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the bytes are alive for the call, and of none the function reads none.
        _ = unsafe crypto_hash_sha256(
            target, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
    }
}
