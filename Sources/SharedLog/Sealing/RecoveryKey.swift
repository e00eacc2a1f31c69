internal import EventLog

/// A member that lies in a drawer: its secret in a file, under a passphrase, so that a ledger is
/// not lost with the last device.
///
/// ```
/// ledger recovery key 1
/// ledger 0123…
/// argon2id 3 268435456 SALT
/// SEALED
/// ```
package struct RecoveryKey: Sendable {
    /// The characters that a passphrase has at least.
    package static let passphraseLeast = 12

    private static let title = "ledger recovery key 1"
    private static let passes: UInt64 = 3
    private static let memoryBytes = 256 << 20
    /// What a file may ask for, so that none stops the machine.
    private static let passesMax: UInt64 = 20
    private static let memoryBytesMax = 2 << 30

    /// The member.
    package let secret: MemberSecret

    /// A fresh one.
    package init() throws(KeysFault) {
        guard let secret = MemberSecret(seed: MemberSecret.randomSeed()) else { throw .passphrase }
        self.secret = secret
    }

    /// The text of a file, to be kept anywhere: it is of use with the passphrase only.
    package func text(
        for ledger: String, under passphrase: String
    ) throws(KeysFault) -> String {
        guard passphrase.count >= RecoveryKey.passphraseLeast else {
            throw .shortPassphrase(least: RecoveryKey.passphraseLeast)
        }
        let salt = Sealing.random(Sealing.saltBytes)
        let key = Sealing.key(
            of: Array(passphrase.utf8), salt: salt, passes: RecoveryKey.passes,
            memoryBytes: RecoveryKey.memoryBytes)
        guard let key,
            let sealed = Sealing.seal(
                secret.seed, under: key, bound: RecoveryKey.bound(ledger))
        else { throw .passphrase }
        return """
            \(RecoveryKey.title)
            ledger \(ledger)
            argon2id \(RecoveryKey.passes) \(RecoveryKey.memoryBytes) \(Base64.encode(salt))
            \(Base64.encode(sealed))

            """
    }

    /// The member of a file.
    ///
    /// - Parameter path: For messages.
    package init(
        _ text: String, of ledger: String, under passphrase: String, path: String
    ) throws(KeysFault) {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        let isKey = lines.count == 4 && text.hasPrefix(RecoveryKey.title) && lines[1].count == 2
        if isKey, lines[1][1] != ledger {
            guard RemoteLog.id(of: String(lines[1][1])) != nil else { throw .noRecovery(path) }
            throw .otherRecovery(path, ledger: String(lines[1][1]))
        }
        guard isKey, lines[2].count == 4, lines[2][0] == "argon2id",
            let passes = UInt64(lines[2][1]), 1...RecoveryKey.passesMax ~= passes,
            let memoryBytes = Int(lines[2][2]), 8_192...RecoveryKey.memoryBytesMax ~= memoryBytes,
            let salt = Base64.decode(lines[2][3]), salt.count == Sealing.saltBytes,
            lines[3].count == 1, let sealed = Base64.decode(lines[3][0])
        else { throw .noRecovery(path) }
        let key = Sealing.key(
            of: Array(passphrase.utf8), salt: salt, passes: passes, memoryBytes: memoryBytes)
        guard Sealing.isReady, let key,
            let seed = Sealing.open(sealed, under: key, bound: RecoveryKey.bound(ledger)),
            let secret = MemberSecret(seed: seed)
        else { throw .passphrase }
        self.secret = secret
    }

    private static func bound(_ ledger: String) -> [UInt8] {
        Array("ledger/recovery/1 \(ledger)".utf8)
    }
}
