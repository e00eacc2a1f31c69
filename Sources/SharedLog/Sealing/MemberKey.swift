internal import EventLog

/// The public keys of a member of a sealed ledger: what it is let in by.
///
/// ```
/// ledger-member:BASE64     0x01 signing: 32 bytes  boxing: 32 bytes  check: 4 bytes
/// ```
package struct MemberKey: Hashable, Sendable {
    private static let prefix = "ledger-member:"
    private static let version: UInt8 = 1
    private static let checkBytes = 4

    /// Tells whether a member said something (Ed25519).
    let signing: [UInt8]
    /// Makes boxes that the member alone opens (X25519).
    let boxing: [UInt8]

    init(signing: [UInt8], boxing: [UInt8]) {
        self.signing = signing
        self.boxing = boxing
    }

    /// A key as it is typed; `nil` for what is none, and where a letter is wrong.
    package init?(_ text: String) {
        guard text.hasPrefix(MemberKey.prefix),
            let bytes = Base64.decode(text.dropFirst(MemberKey.prefix.count)),
            bytes.count == 1 + 2 * Sealing.keyBytes + MemberKey.checkBytes,
            bytes[0] == MemberKey.version
        else { return nil }
        let known = Array(bytes.dropLast(MemberKey.checkBytes))
        guard MemberKey.check(known) == Array(bytes.suffix(MemberKey.checkBytes)) else {
            return nil
        }
        signing = Array(known[1...Sealing.keyBytes])
        boxing = Array(known.suffix(Sealing.keyBytes))
    }

    /// The key as it is typed.
    package var text: String {
        let known = [MemberKey.version] + signing + boxing
        return MemberKey.prefix + Base64.encode(known + MemberKey.check(known))
    }

    private static func check(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(bytes).bytes.prefix(checkBytes))
    }
}
