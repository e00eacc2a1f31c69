import Application
import EventLog
import Ledger
import LedgerCLI
import SharedLog

extension RemoteProgram {
    /// `ledger remote add`
    func add(_ options: RemoteOptions) throws(RemoteFailure) {
        let env = try environment(options.folder)
        let id = try logID(env)
        try mappingError(RemoteFailure.application) { () throws(ApplicationError) in
            try env.checkCopying(as: "remote add")
        }
        if let file = try RemoteFile.read(env) { throw .isShared(file.address) }
        let address = options.words[0]
        let remote = try connect(address, id: id, creates: options.creates)
        var standing: Following.Standing?
        try mappingError(RemoteFailure.shared, remote.join())
        try begin(remote, env, options)
        try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            let following = Following(
                remote, folder: "\(env.home.place)/log", secret: { env.home.deviceSecret })
            standing = try following.standing(try following.replica(), since: nil)
        }
        let file = try remoteFile(address, remote, env, options)
        try file.write(env)
        let there = standing?.head.seq ?? 0
        let keyring = try mappingError(RemoteFailure.shared, remote.keyring())
        show(
            Added(
                address: address, ledger: remote.ledger, device: file.device, commits: there,
                encrypted: file.secrecy?.rawValue, begunBy: keyring?.beginning.name,
                beginning: keyring?.beginning.fingerprint),
            "Shared at \(address), as ledger \(remote.ledger).\n"
                + (file.secrecy.map(TeamWords.hidden) ?? "")
                + (keyring.map { TeamWords.begun($0, options) } ?? "")
                + (there == 0 ? "Nobody has recorded anything there yet.\n" : "")
                + "  next: \(options.located("ledger remote sync"))\n", options)
    }

    private struct Added: Encodable {
        let address: String
        let ledger: String
        let device: String
        /// Commits that are there.
        let commits: Int64
        /// What the server does not see: `text`, `all`, or `null` for nothing.
        let encrypted: String?
        /// Who began to encrypt it, and the fingerprint of that; `null` for nobody.
        let begunBy: String?
        let beginning: String?
    }

    private func remoteFile(
        _ address: String, _ remote: RemoteLog, _ env: Environment, _ options: RemoteOptions
    ) throws(RemoteFailure) -> RemoteFile {
        var file = RemoteFile(
            address: address, ledger: remote.ledger, replica: replicaID(env),
            device: options.name ?? deviceName)
        file.secrecy = try mappingError(RemoteFailure.shared, remote.keyring())?.secrecy
        return file
    }

    /// `ledger remote clone`
    func clone(_ options: RemoteOptions) throws(RemoteFailure) {
        let (address, folder) = (options.words[0], options.words[1])
        guard TeamMerge.isFree(folder) else { throw .occupied(folder) }
        let wanted = options.id.map { RemoteLog.id(of: $0) }
        if let wanted, wanted == nil { throw .shared(.noLedger([])) }
        let remote = try connect(address, id: wanted ?? nil)
        guard let id = remote.id else { throw .shared(.noLedger([])) }
        let head = try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            try remote.join(begins: false)
            return try remote.head()
        }
        if head.seq == 0 { throw .shared(.noLedger([])) }
        let env = try environment(folder)
        try unlock(remote, env, expecting: nil, options)
        try mappingError(RemoteFailure.shared, remote.requireKey())
        if options.fingerprint == nil,
            let keyring = try mappingError(RemoteFailure.shared, remote.keyring())
        {
            put(TeamWords.begun(keyring, options), options.isJSON)
        }
        // What is interrupted from here on is a device that has to be synchronised.
        let file = try remoteFile(address, remote, env, options)
        try file.write(env)
        _ = try mappingError(
            RemoteFailure.shared,
            Replica(at: "\(folder)/log", creating: id, secret: { env.home.deviceSecret }))
        var rest = options
        rest.recover = nil
        try synchronise(env, file, rest)
        let made = try environment(folder)
        let shared = try mappingError(
            RemoteFailure.application, ListDevices.run(ListDevices.Input(), in: made))
        // Whoever clones takes all that is there, and is told what nobody should believe.
        if let found = try mappingError(RemoteFailure.application, TeamMerge.doubtful(in: made)) {
            put(ErrorText(doubtful: found).message, true)
        }
        if !shared.devices.isEmpty, !options.isJSON {
            put(
                "Devices sign in this ledger. To record here, too:\n"
                    + "  \(options.located("ledger device add --name \(file.device)"))\n", false)
        }
    }

    /// `ledger remote detach`
    func detach(_ options: RemoteOptions) throws(RemoteFailure) {
        let env = try environment(options.folder)
        var file: RemoteFile?
        do throws(RemoteFailure) { file = try remoteFile(env) } catch .badFile {
            // Nothing of it is of use.
        }
        try mappingError(RemoteFailure.application, TeamMerge.remove(RemoteFile.name, in: env))
        var isTold = false
        if let file {
            // Whoever cannot reach the server leaves it all the same.
            do throws(RemoteFailure) {
                let remote = try joined(env, file, options)
                try mappingError(RemoteFailure.shared, remote.forget(file.replica))
                isTold = true
            } catch {}
            try forget(file.ledger, env)
        }
        show(
            Detached(address: file?.address ?? "", isTold: isTold),
            "Shared no more; everything stays as it is, here and there.\n"
                + (isTold
                    ? "" : "The server could not be told: it lists this device until it is.\n"),
            options)
    }

    private struct Detached: Encodable {
        let address: String
        /// Whether the server knows.
        let isTold: Bool
    }

    private func replicaID(_ env: Environment) -> String {
        env.randomBytes(8).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    var deviceName: String {
        let user = variables["USER"] ?? variables["LOGNAME"] ?? ""
        return user.isEmpty ? host : "\(user)@\(host)"
    }
}
