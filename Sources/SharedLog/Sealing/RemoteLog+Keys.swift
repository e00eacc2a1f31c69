internal import EventLog
internal import Synchronization

extension RemoteLog {
    /// What is known of who may open a ledger.
    enum Keys: Sendable {
        /// Nobody has asked yet.
        case unknown
        /// The ledger is in plain.
        case none
        /// It is sealed.
        case sealed(ContentCipher)
    }

    // MARK: Members

    /// Who may open the ledger; `nil` where it is in plain.
    package func keyring() throws(SharedLogError) -> Keyring? { try cipher()?.keyring }

    /// Opens the ledger where it is sealed.
    ///
    /// - Parameters:
    ///   - secret: What makes this device a member; `nil` where it has nothing.
    ///   - known: The changes of members that this device has seen, which the server must have.
    ///   - isForgiving: Whether a server that lost some of them is given them again.
    package func unlock(
        by secret: MemberSecret?, known: [[UInt8]], isForgiving: Bool = false
    ) throws(SharedLogError) {
        var found = try storedEntries()
        if isForgiving, found.count < known.count, Array(known.prefix(found.count)) == found {
            for number in found.count..<known.count { try insert(known[number], number + 1) }
            found = try storedEntries()
        }
        if found.isEmpty {
            guard known.isEmpty else { throw .keys(.missing) }
            keys.withLock { $0 = .none }
            return
        }
        for (index, entry) in known.enumerated() {
            guard index < found.count, found[index] == entry else {
                throw .keys(.differ(index + 1))
            }
        }
        let keyring = try mappingError(
            SharedLogError.keys, Keyring(ledger, found, own: secret))
        keys.withLock { $0 = .sealed(ContentCipher(keyring: keyring)) }
    }

    /// Records who may open the ledger from now on.
    ///
    /// - Parameter keyring: What follows from ``keyring()``, by one change.
    package func change(to keyring: Keyring) throws(SharedLogError) {
        guard let entry = keyring.entries.last else { throw .keys(.missing) }
        try insert(entry, keyring.entries.count)
        keys.withLock { $0 = .sealed(ContentCipher(keyring: keyring)) }
    }

    /// Makes sure that this device can open the ledger where it is sealed.
    package func requireKey() throws(SharedLogError) {
        guard let keyring = try keyring(), !keyring.isOpen else { return }
        throw sealedError(keyring)
    }

    func sealedError(_ keyring: Keyring) -> SharedLogError {
        .sealed(key: keyring.ownKey?.text, members: keyring.members.map(\.name))
    }

    private func insert(_ entry: [UInt8], _ number: Int) throws(SharedLogError) {
        do throws(SharedLogError) {
            let done = try connection.run(
                """
                INSERT INTO ledger.keyring (ledger, number, content)
                VALUES ($1::text, $2::integer, $3::bytea)
                """, [.text(ledger), .integer(Int64(number)), .bytes(entry)])
            if done.isWarned { throw .unacknowledged }
        } catch .database(let fault) {
            switch fault.state {
            case "23505", "40001", "40P01": throw .keys(.outrun)
            case "42501": throw .notMember(ledger: ledger)
            default: throw .database(fault)
            }
        }
    }

    private func storedEntries() throws(SharedLogError) -> [[UInt8]] {
        let rows = try connection.run(
            "SELECT content FROM ledger.keyring WHERE ledger = $1::text ORDER BY number",
            [.text(ledger)])
        return rows.rows.map { $0[0] ?? [] }
    }

    // MARK: Sealing

    func cipher() throws(SharedLogError) -> ContentCipher? {
        switch keys.withLock({ $0 }) {
        case .none: return nil
        case .sealed(let cipher): return cipher
        case .unknown:
            try unlock(by: nil, known: [])
            return try cipher()
        }
    }

    /// Asks whether members came or went since.
    func freshCipher() throws(SharedLogError) -> ContentCipher? {
        guard let cipher = try cipher() else { return nil }
        let rows = try connection.run(
            "SELECT max(number)::bigint FROM ledger.keyring WHERE ledger = $1::text",
            [.text(ledger)])
        let known = cipher.keyring.entries
        if rows.rows.first?.integer(0) == Int64(known.count) { return cipher }
        try unlock(by: cipher.keyring.own, known: known)
        return try self.cipher()
    }

    /// Commits as the server keeps them: under the newest key.
    func sealed(_ commits: [RemoteCommit]) throws(SharedLogError) -> [RemoteCommit] {
        // Somebody else may have begun the ledger, sealed, since that was asked.
        if commits.first?.seq == 1, try cipher() == nil { keys.withLock { $0 = .unknown } }
        guard let cipher = try freshCipher() else { return commits }
        var sealed: [RemoteCommit] = []
        for commit in commits {
            guard let one = cipher.sealed(commit) else { throw sealedError(cipher.keyring) }
            sealed.append(one)
        }
        return sealed
    }

    /// What an erasure leaves of texts, as the server keeps it.
    func sealed(
        _ rests: [(seq: Int64, id: CommitID, texts: [UInt8]?)]
    ) throws(SharedLogError) -> [(seq: Int64, id: CommitID, texts: [UInt8]?)] {
        guard let cipher = try freshCipher() else { return rests }
        var sealed: [(seq: Int64, id: CommitID, texts: [UInt8]?)] = []
        for rest in rests {
            var texts: [UInt8]?
            if let plain = rest.texts {
                texts = cipher.sealedTexts(plain, rest.seq, rest.id)
                if texts == nil { throw sealedError(cipher.keyring) }
            }
            sealed.append((rest.seq, rest.id, texts))
        }
        return sealed
    }

    /// Commits as they were sealed.
    func opened(_ commits: [RemoteCommit]) throws(SharedLogError) -> [RemoteCommit] {
        guard var cipher = try cipher(), !commits.isEmpty else { return commits }
        if !commits.allSatisfy({ cipher.knows($0.body) && cipher.knows($0.texts) }),
            let fresh = try freshCipher()
        {
            cipher = fresh
        }
        guard cipher.keyring.isOpen else { throw sealedError(cipher.keyring) }
        var opened: [RemoteCommit] = []
        for commit in commits {
            do throws(SharedLogError) { opened.append(try cipher.opened(commit)) } catch {
                // What comes before one that does not hold is taken.
                if opened.isEmpty { throw error }
                break
            }
        }
        return opened
    }

    // MARK: Names

    func sealedName(_ name: String, _ device: String) throws(SharedLogError) -> String {
        guard let cipher = try cipher() else { return name }
        guard let sealed = cipher.sealedName(name, device) else {
            throw sealedError(cipher.keyring)
        }
        return sealed
    }

    /// What opens the name of a device.
    func openName() throws(SharedLogError) -> (_ name: String, _ device: String) -> String {
        guard let cipher = try cipher() else { return { name, _ in name } }
        return { cipher.openedName($0, $1) }
    }
}
