import Application
import EventLog
import SharedLog

/// What a device keeps of the server that its ledger is shared through: `remote.json` in the
/// ledger's folder. No copy of the ledger has it.
struct RemoteFile: Hashable, Sendable {
    static let name = FolderNames.remote
    static let version: Int64 = 1

    /// The address, without a password.
    var address: String
    /// The ledger's name on the server.
    var ledger: String
    /// What tells this device from others.
    var replica: String
    /// What it is called.
    var device: String
    /// What the server does not see; `nil` where it sees all.
    var secrecy: Secrecy?
    /// Where both logs ended when they were last the same; `nil` before.
    var end: RemoteEnd?
    /// When that was, in milliseconds since 1970-01-01T00:00:00Z; `nil` before.
    var syncedAt: Int64?

    /// A server that nothing was exchanged with.
    init(address: String, ledger: String, replica: String, device: String) {
        self.address = address
        self.ledger = ledger
        self.replica = replica
        self.device = device
    }

    /// Reads what ``bytes`` wrote; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard let members = AnyJSON(bytes)?.object,
            members["version"]?.integer == RemoteFile.version,
            let address = members["address"]?.string, let ledger = members["ledger"]?.string,
            let replica = members["replica"]?.string, let device = members["device"]?.string
        else { return nil }
        self.init(address: address, ledger: ledger, replica: replica, device: device)
        syncedAt = members["syncedAt"]?.integer
        if let encrypt = members["encrypt"] {
            guard let known = encrypt.string.flatMap(Secrecy.init(rawValue:)) else { return nil }
            secrecy = known
        }
        if let seq = members["seq"]?.integer, let events = members["events"]?.integer,
            let root = members["root"]?.string.flatMap(RemoteFile.digest), events >= 0
        {
            end = RemoteEnd(seq: seq, events: UInt64(events), root: root)
        }
    }

    private static func digest(_ text: String) -> Digest? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        let bytes = (0..<32).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
        return Digest(bytes, 0..<32)
    }

    /// The file.
    var bytes: [UInt8] {
        var members: [String: AnyJSON] = [
            "version": .integer(RemoteFile.version), "address": .string(address),
            "ledger": .string(ledger), "replica": .string(replica), "device": .string(device),
        ]
        members["syncedAt"] = syncedAt.map { .integer($0) }
        members["encrypt"] = secrecy.map { .string($0.rawValue) }
        if let end {
            members["seq"] = .integer(end.seq)
            members["events"] = .integer(Int64(clamping: end.events))
            members["root"] = .string(end.root.hex)
        }
        return JSONCoding.encode(AnyJSON.object(members))
    }

    /// What is kept beside a ledger; `nil` where it is shared with nobody.
    ///
    /// - Throws: ``RemoteFailure``.
    static func read(_ env: Environment) throws(RemoteFailure) -> RemoteFile? {
        let bytes = try mappingError(RemoteFailure.application, env.home.file(name))
        guard let bytes else { return nil }
        guard let file = RemoteFile(bytes) else { throw .badFile("\(env.home.place)/\(name)") }
        return file
    }

    /// Keeps it, all or nothing.
    func write(_ env: Environment) throws(RemoteFailure) {
        try mappingError(
            RemoteFailure.application, env.home.keep(bytes, as: RemoteFile.name))
    }
}
