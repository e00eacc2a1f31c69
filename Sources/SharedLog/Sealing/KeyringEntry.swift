internal import EventLog

/// A change of who may open a ledger, signed by somebody who could before.
///
/// ```
/// entry  := 0x01 secrecy:u8 number:u32 before: 32 bytes epoch:u32 former members
///           signer: 32 bytes signature: 64 bytes
/// former := length:u32 sealed                  the keys of all epochs before, under this one's
/// members := count:u32 member …
/// member := length:u32 name  signing: 32 bytes  boxing: 32 bytes  box: 80 bytes
/// ```
struct KeyringEntry: Sendable {
    static let version: UInt8 = 1
    static let membersMax = 1_000
    static let nameBytesMax = 200
    private static let tailBytes = Sealing.keyBytes + Sealing.signatureBytes

    struct Member: Hashable, Sendable {
        let name: String
        let key: MemberKey
        /// The key of the epoch, for the member alone.
        let box: [UInt8]
    }

    let secrecy: Secrecy
    /// From 1.
    let number: Int
    /// The hash of the entry before; zeros where there is none.
    let before: [UInt8]
    /// Counts content keys from 1.
    let epoch: Int
    let former: [UInt8]
    let members: [Member]
    /// The signing key of who made it.
    let signer: [UInt8]
    private(set) var signature: [UInt8] = []

    static let noneBefore = [UInt8](repeating: 0, count: Digest.byteCount)

    init(
        _ secrecy: Secrecy, number: Int, before: [UInt8], epoch: Int, former: [UInt8],
        members: [Member], signer: [UInt8]
    ) {
        self.secrecy = secrecy
        self.number = number
        self.before = before
        self.epoch = epoch
        self.former = former
        self.members = members
        self.signer = signer
    }

    /// Reads an entry as the server has it; nothing is held against anything yet.
    init(_ bytes: [UInt8]) throws(SharedLogError.Damage) {
        var reader = Unpacker(bytes)
        guard try reader.byte() == KeyringEntry.version else { throw .newer }
        guard let secrecy = Secrecy(code: try reader.byte()) else { throw .newer }
        self.secrecy = secrecy
        number = try reader.length()
        before = try reader.take(Digest.byteCount)
        epoch = try reader.length()
        former = try reader.take(try reader.length())
        let count = try reader.length()
        guard number > 0, epoch > 0, 1...KeyringEntry.membersMax ~= count else { throw .form }
        var members: [Member] = []
        for _ in 0..<count {
            let length = try reader.length()
            guard length <= KeyringEntry.nameBytesMax,
                let name = String(validating: try reader.take(length), as: UTF8.self)
            else { throw .form }
            let signing = try reader.take(Sealing.keyBytes)
            let boxing = try reader.take(Sealing.keyBytes)
            let box = try reader.take(Sealing.keyBytes + Sealing.boxBytes)
            members.append(
                Member(name: name, key: MemberKey(signing: signing, boxing: boxing), box: box))
        }
        self.members = members
        signer = try reader.take(Sealing.keyBytes)
        signature = try reader.take(Sealing.signatureBytes)
        guard reader.isAtEnd else { throw .form }
    }

    /// The entry as the server has it.
    var bytes: [UInt8] {
        var bytes: [UInt8] = [KeyringEntry.version, secrecy.code]
        bytes.append(little: UInt32(clamping: number))
        bytes += before
        bytes.append(little: UInt32(clamping: epoch))
        bytes.append(sized: former)
        bytes.append(little: UInt32(clamping: members.count))
        for member in members {
            bytes.append(sized: Array(member.name.utf8))
            bytes += member.key.signing + member.key.boxing + member.box
        }
        return bytes + signer + signature
    }

    /// What is signed: all but the signature, for one ledger.
    private func signed(_ ledger: String) -> [UInt8] {
        Array("ledger/keyring/1 \(ledger) ".utf8)
            + bytes.dropLast(signature.isEmpty ? 0 : Sealing.signatureBytes)
    }

    func isSigned(in ledger: String) -> Bool {
        Sealing.isSigned(signed(ledger), signature, by: signer)
    }

    /// The same, signed; `nil` where the secret is not the signer's.
    func signed(in ledger: String, by secret: MemberSecret) -> KeyringEntry? {
        guard secret.key.signing == signer, let signature = secret.sign(signed(ledger)) else {
            return nil
        }
        var entry = self
        entry.signature = signature
        return entry
    }

    /// What the keys of earlier epochs are bound to.
    static func bound(_ ledger: String, epoch: Int) -> [UInt8] {
        Array("ledger/former/1 \(ledger) \(epoch)".utf8)
    }
}
