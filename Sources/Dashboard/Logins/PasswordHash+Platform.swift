internal import CSodium

/// Passwords are kept as hashes of Argon2id (RFC 9106) with 19 MiB and 2 passes, as the OWASP
/// recommends at least; each has a salt of its own and says how it was made.
package enum PasswordHash {
    /// How long a password is, in bytes: short ones are guessed, and endless ones cost memory.
    package static let lengths = 8...1_024

    private static let passes: UInt64 = 2
    private static let memoryBytes = 19 * 1_024 * 1_024
    private static let isReady = sodium_init() >= 0

    /// The hash of a password; `nil` where there is no memory for it.
    package static func make(_ password: [UInt8]) -> String? {
        guard isReady else { return nil }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
        let typed = password.map { CChar(bitPattern: $0) }
        // SAFETY: the call writes a terminated text of at most `strbytes` bytes, and reads as many
        // bytes of the password as it has.
        let result = unsafe crypto_pwhash_str(
            &text, typed, UInt64(typed.count), passes, memoryBytes)
        guard result == 0 else { return nil }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a hash is that of a password; a text that is no hash is none of any.
    ///
    /// - Complexity: 19 MiB and some tens of milliseconds; the same for a right and a wrong one.
    package static func holds(_ hash: String, for password: [UInt8]) -> Bool {
        guard isReady, hash.utf8.count < Int(crypto_pwhash_strbytes()) else { return false }
        let typed = password.map { CChar(bitPattern: $0) }
        // SAFETY: the hash is a terminated text that lives until the call returns.
        return unsafe crypto_pwhash_str_verify(hash, typed, UInt64(typed.count)) == 0
    }
}
