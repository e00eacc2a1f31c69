import Application
import EventLog
import SharedLog

extension RemoteProgram {
    // MARK: What a device keeps

    /// The device's secret as a member of encrypted ledgers: `$XDG_STATE_HOME/ledger/member.key`,
    /// for its owner only.
    ///
    /// - Parameter makes: Whether it is made where there is none.
    func memberSecret(
        _ env: Environment, makes: Bool
    ) throws(RemoteFailure) -> MemberSecret? {
        guard let place = DeviceFile("member.key", variables, outside: env.home.place) else {
            if makes { throw .noState }
            return nil
        }
        switch try mappingError(RemoteFailure.application, place.read()) {
        case .exposed(let mode): throw .exposed(place.path, mode: mode)
        case .bytes(let bytes):
            guard let secret = MemberSecret(seed: bytes) else { throw .badSecret(place.path) }
            return secret
        case .missing:
            guard makes else { return nil }
            let seed = MemberSecret.randomSeed()
            try mappingError(RemoteFailure.application, place.replace(seed))
            guard let secret = MemberSecret(seed: seed) else { throw .badSecret(place.path) }
            return secret
        }
    }

    /// The changes of members that this device has seen: the server must have them.
    private func knownPlace(_ ledger: String, _ env: Environment) -> DeviceFile? {
        DeviceFile("members-\(ledger)", variables, outside: env.home.place)
    }

    /// Keeps the changes of members of which this device knows.
    func keep(_ remote: RemoteLog, _ env: Environment) throws(RemoteFailure) {
        guard let keyring = try mappingError(RemoteFailure.shared, remote.keyring()) else { return }
        guard let place = knownPlace(remote.ledger, env) else { throw .noState }
        let bytes = MembersFile(entries: keyring.entries).bytes
        if try known(remote, env) == keyring.entries { return }
        try mappingError(RemoteFailure.application, place.replace(bytes))
    }

    /// Forgets the changes of members: the ledger may be shared elsewhere next.
    func forget(_ ledger: String, _ env: Environment) throws(RemoteFailure) {
        guard let place = knownPlace(ledger, env) else { return }
        try mappingError(RemoteFailure.application, TeamFiles.remove(place.path))
    }

    private func known(
        _ remote: RemoteLog, _ env: Environment
    ) throws(RemoteFailure) -> [[UInt8]] {
        guard let place = knownPlace(remote.ledger, env) else { return [] }
        switch try mappingError(RemoteFailure.application, place.read()) {
        case .missing: return []
        case .exposed(let mode): throw .exposed(place.path, mode: mode)
        case .bytes(let bytes):
            guard let file = MembersFile(bytes) else { throw .badMembers(place.path) }
            return file.entries
        }
    }

    // MARK: Opening

    /// Unlocks a server's log where it is encrypted.
    ///
    /// - Parameters:
    ///   - expected: What the server did not see when the ledger was shared; `nil` for a new
    ///     device.
    ///   - isPlain: Whether it has been followed in plain.
    func unlock(
        _ remote: RemoteLog, _ env: Environment, expecting expected: Secrecy?,
        isPlain: Bool = false, _ options: RemoteOptions
    ) throws(RemoteFailure) {
        let known = try known(remote, env)
        let secret = try memberSecret(env, makes: false)
        try mappingError(
            RemoteFailure.shared,
            remote.unlock(
                by: secret, known: known, isPlain: isPlain, isForgiving: options.pushesMissing))
        for number in remote.strayKeys { put(RemoteWords.stray(number), true) }
        guard let keyring = try mappingError(RemoteFailure.shared, remote.keyring()) else {
            if expected != nil || options.fingerprint != nil || options.recover != nil {
                throw .shared(.keys(.missing))
            }
            return
        }
        if let expected, keyring.secrecy != expected {
            throw .shared(.keys(.otherwise(keyring.secrecy)))
        }
        if let wanted = options.fingerprint, !keyring.has(wanted) {
            throw .shared(.keys(.fingerprint(wanted)))
        }
        // Whoever is to be let in needs something to be let in by.
        if secret == nil {
            let made = try memberSecret(env, makes: true)
            try mappingError(
                RemoteFailure.shared, remote.unlock(by: made, known: keyring.entries))
        }
        if let path = options.recover { try recover(remote, env, path, options) }
        try keep(remote, env)
    }

    /// Lets this device in by a recovery key.
    private func recover(
        _ remote: RemoteLog, _ env: Environment, _ path: String, _ options: RemoteOptions
    ) throws(RemoteFailure) {
        guard let own = try memberSecret(env, makes: true) else { throw .noState }
        guard let text = try mappingError(RemoteFailure.application, TeamFiles.text(path)) else {
            throw .shared(.keys(.noRecoveryFile(path)))
        }
        let recovery = try mappingKeys { () throws(KeysFault) in
            guard let typed = readSecret(false) else { throw .noPassphrase }
            return try RecoveryKey(text, of: remote.ledger, under: typed, path: path)
        }
        try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            let known = try remote.keyring()?.entries ?? []
            try remote.unlock(by: recovery.secret, known: known)
            guard let keyring = try remote.keyring() else { return }
            if !keyring.isOpen {
                throw .keys(
                    .oldRecovery(
                        path, own: own.key.text, members: keyring.members.map(\.name)))
            }
            if keyring.members.contains(where: { $0.key == own.key }) == false {
                let name = keyring.freeName(options.name ?? deviceName)
                let changed = try mappingError(SharedLogError.keys) { () throws(KeysFault) in
                    try keyring.adding(Keyring.Member(name: name, key: own.key))
                }
                try remote.change(to: changed)
            }
            try remote.unlock(by: own, known: known)
        }
    }

    func mappingKeys<Value>(
        _ body: () throws(KeysFault) -> Value
    ) throws(RemoteFailure) -> Value {
        try mappingError({ RemoteFailure.shared(.keys($0)) }, body)
    }

    // MARK: Sharing first

    /// Begins an encrypted ledger where it is to be one; else opens the one that is there.
    func begin(
        _ remote: RemoteLog, _ env: Environment, _ options: RemoteOptions
    ) throws(RemoteFailure) {
        try unlock(remote, env, expecting: nil, options)
        let there = try mappingError(RemoteFailure.shared, remote.keyring())
        guard let secrecy = options.secrecy else {
            try mappingError(RemoteFailure.shared, remote.requireKey())
            return
        }
        if let there {
            guard there.secrecy == secrecy else {
                throw .shared(.keys(.otherwise(there.secrecy)))
            }
            try mappingError(RemoteFailure.shared, remote.requireKey())
            return
        }
        if try mappingError(RemoteFailure.shared, remote.head()).seq > 0 {
            throw .shared(.keys(.plainThere))
        }
        guard let own = try memberSecret(env, makes: true) else { throw .noState }
        var members = [Keyring.Member(name: options.name ?? deviceName, key: own.key)]
        if let path = options.recovery {
            let key = try writeRecovery(remote, path)
            members.append(Keyring.Member(name: Keyring.recoveryName, key: key))
        }
        let keyring = try mappingKeys { () throws(KeysFault) in
            try Keyring.begun(remote.ledger, secrecy, members, by: own)
        }
        try mappingError(RemoteFailure.shared, remote.change(to: keyring))
        try keep(remote, env)
    }

    /// Writes a recovery key to a file that must not be there.
    func writeRecovery(
        _ remote: RemoteLog, _ path: String
    ) throws(RemoteFailure) -> MemberKey {
        if try mappingError(RemoteFailure.application, TeamFiles.text(path)) != nil {
            throw .fileExists(path)
        }
        let (key, text) = try mappingKeys { () throws(KeysFault) in
            guard let typed = readSecret(true) else { throw .noPassphrase }
            let key = try RecoveryKey()
            return (key, try key.text(for: remote.ledger, under: typed))
        }
        try mappingError(RemoteFailure.application, TeamFiles.write(text, to: path))
        return key.secret.key
    }
}
