/// What makes a device, or whoever has a recovery key, a member of sealed ledgers: 32 bytes that
/// nobody else has.
package struct MemberSecret: Sendable {
    /// The bytes, from which all others follow.
    package let seed: [UInt8]
    /// What others let it in by.
    package let key: MemberKey
    private let signingSecret: [UInt8]
    private let boxingSecret: [UInt8]

    /// The secret of a seed; `nil` for other than 32 bytes, and where libsodium cannot be used.
    package init?(seed: [UInt8]) {
        guard Sealing.isReady, seed.count == Sealing.keyBytes,
            let signing = Sealing.subkey(1, of: seed, "ledgerMK").flatMap(Sealing.signing),
            let boxing = Sealing.subkey(2, of: seed, "ledgerMK").flatMap(Sealing.boxing)
        else { return nil }
        self.seed = seed
        signingSecret = signing.secret
        boxingSecret = boxing.secret
        key = MemberKey(signing: signing.key, boxing: boxing.key)
    }

    /// A fresh seed.
    package static func randomSeed() -> [UInt8] {
        _ = Sealing.isReady
        return Sealing.random(Sealing.keyBytes)
    }

    func sign(_ bytes: [UInt8]) -> [UInt8]? { Sealing.sign(bytes, by: signingSecret) }

    func open(_ box: [UInt8]) -> [UInt8]? {
        Sealing.open(box, by: (key.boxing, boxingSecret))
    }
}
