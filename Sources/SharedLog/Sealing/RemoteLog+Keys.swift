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

    /// How it is asked who may open a ledger.
    struct KeyKnowledge: Sendable {
        /// What makes this device a member.
        var secret: MemberSecret?
        /// The changes of members that it has seen.
        var known: [[UInt8]] = []
        /// Whether it knows the ledger to be in plain.
        var isPlain = false
    }

    /// What a server has where the changes of members are.
    struct KeyRows: Sendable {
        /// The number of the row with the last change of members.
        var last = 0
        /// How many rows there are.
        var count = 0
        /// The numbers of what is no change of members.
        var strays: [Int] = []

        /// Where the next change goes. All rows before it are taken for good, so nobody can put one
        /// in front of it later.
        var next: Int {
            let taken = Set(strays)
            var number = last + 1
            while taken.contains(number) { number += 1 }
            return number
        }
    }

    // MARK: Members

    /// The numbers of what stands on the server among the changes of members, and is none: whoever
    /// is let in there can put it there. It does not count.
    package var strayKeys: [Int] { keyRows.withLock { $0.strays } }

    /// Who may open the ledger; `nil` where it is in plain.
    package func keyring() throws(SharedLogError) -> Keyring? { try cipher()?.keyring }

    /// Opens the ledger where it is sealed.
    ///
    /// - Parameters:
    ///   - secret: What makes this device a member; `nil` where it has nothing.
    ///   - known: The changes of members that this device has seen, which the server must have.
    ///   - isPlain: Whether the ledger is known to be in plain: it stays so. Where nothing is known
    ///     its first commit tells.
    ///   - isForgiving: Whether a server that lost some of them is given them again.
    package func unlock(
        by secret: MemberSecret?, known: [[UInt8]], isPlain: Bool = false,
        isForgiving: Bool = false
    ) throws(SharedLogError) {
        let isPlain = isPlain ? true : known.isEmpty ? try standsInPlain() : false
        asked.withLock { $0 = KeyKnowledge(secret: secret, known: known, isPlain: isPlain) }
        var found = try storedEntries(isPlain: isPlain)
        if isForgiving, found.count < known.count, Array(known.prefix(found.count)) == found {
            for number in found.count..<known.count { try insert(known[number]) }
            found = try storedEntries(isPlain: isPlain)
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
        try insert(entry)
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

    /// Puts a change behind the last one that was seen.
    private func insert(_ entry: [UInt8]) throws(SharedLogError) {
        let number = keyRows.withLock { $0.next }
        do throws(SharedLogError) {
            let done = try connection.run(
                """
                INSERT INTO ledger.keyring (ledger, number, content)
                VALUES ($1::text, $2::integer, $3::bytea)
                """, [.text(ledger), .integer(Int64(number)), .bytes(entry)])
            if done.isWarned { throw .unacknowledged }
            keyRows.withLock {
                $0.last = number
                $0.count += 1
            }
        } catch .database(let fault) {
            switch fault.state {
            case "23505", "40001", "40P01": throw .keys(.outrun)
            case "42501": throw .notMember(ledger: ledger)
            default: throw .database(fault)
            }
        }
    }

    private func storedEntries(isPlain: Bool) throws(SharedLogError) -> [[UInt8]] {
        let found = try connection.run(
            """
            SELECT number::bigint, content FROM ledger.keyring WHERE ledger = $1::text
            ORDER BY number
            """, [.text(ledger)])
        let rows = found.rows.map { row in
            (number: Int(row.integer(0) ?? 0), content: row[1] ?? [])
        }
        if isPlain {
            keyRows.withLock { $0 = KeyRows(count: rows.count, strays: rows.map(\.number)) }
            return []
        }
        let (entries, strays) = try mappingError(
            SharedLogError.keys, Keyring.changes(in: ledger, of: rows))
        let last = rows.last { !strays.contains($0.number) }?.number ?? 0
        keyRows.withLock { $0 = KeyRows(last: last, count: rows.count, strays: strays) }
        return entries
    }

    /// Whether what was recorded first stands in plain: its texts and seeds, which hash to its
    /// root. Nobody can record it anew, and who cannot open a sealed one does not know them:
    /// whoever puts changes of members beside a plain one vouches for himself alone.
    private func standsInPlain() throws(SharedLogError) -> Bool {
        let found = try connection.run(
            "SELECT EXISTS (SELECT FROM ledger.keyring WHERE ledger = $1::text)::int::bigint",
            [.text(ledger)])
        guard found.rows.first?.integer(0) == 1, let first = try stored(behind: 0).commits.first,
            first.seq == 1, let texts = first.texts, !ContentCipher.isSealed(first.body),
            !ContentCipher.isSealed(texts)
        else { return false }
        let nothing = RemoteEnd(seq: 0, events: 0, root: first.root)
        var check = CommitCheck(behind: nothing, MerkleFrontier(), clock: .min, seed: nil)
        guard let draft = try? check.take(first, makeSeed: { _ in [] }).draft else { return false }
        return draft.rows.contains { !$0.isErased }
    }

    // MARK: Sealing

    func cipher() throws(SharedLogError) -> ContentCipher? {
        switch keys.withLock({ $0 }) {
        case .none: return nil
        case .sealed(let cipher): return cipher
        case .unknown:
            let asked = asked.withLock { $0 }
            try unlock(by: asked.secret, known: asked.known, isPlain: asked.isPlain)
            return try cipher()
        }
    }

    /// Asks whether members came or went since.
    func freshCipher() throws(SharedLogError) -> ContentCipher? {
        guard let cipher = try cipher() else { return nil }
        let rows = try connection.run(
            "SELECT count(*)::bigint FROM ledger.keyring WHERE ledger = $1::text",
            [.text(ledger)])
        let count = keyRows.withLock { $0.count }
        if rows.rows.first?.integer(0) == Int64(count) { return cipher }
        try unlock(by: cipher.keyring.own, known: cipher.keyring.entries)
        return try self.cipher()
    }

    /// Commits as the server keeps them: under the newest key.
    func sealed(_ commits: [RemoteCommit]) throws(SharedLogError) -> [RemoteCommit] {
        // Somebody else may have begun the ledger, sealed, since that was asked; one that is known
        // to be in plain stays so, also where all of it is recorded anew.
        if commits.first?.seq == 1, try cipher() == nil, !asked.withLock({ $0.isPlain }) {
            keys.withLock { $0 = .unknown }
        }
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
    ///
    /// - Parameter leavingBadTexts: Whether one whose texts cannot be opened comes all the same,
    ///   with nothing in their place, which no texts are: it is told from one that never had any.
    func opened(
        _ commits: [RemoteCommit], leavingBadTexts: Bool = false
    ) throws(SharedLogError) -> [RemoteCommit] {
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
                if leavingBadTexts, let rest = try? cipher.opened(commit.withoutTexts) {
                    opened.append(rest.with(texts: []))
                    continue
                }
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
