internal import EventLog

/// Who may open a sealed ledger, and what opens it: the signed changes of its members, in order.
package struct Keyring: Sendable {
    /// What the member is called that a recovery key is.
    package static let recoveryName = "recovery"

    /// Somebody who may open it.
    package struct Member: Hashable, Sendable {
        /// What others call it.
        package let name: String
        /// What it was let in by.
        package let key: MemberKey

        /// Somebody with a name and a key.
        package init(name: String, key: MemberKey) {
            self.name = name
            self.key = key
        }
    }

    /// How it began.
    package struct Beginning: Hashable, Sendable {
        /// What whoever began it was called.
        package let name: String
        /// What let that member in.
        package let key: MemberKey
        /// What tells the first change from any other, as ``Keyring/fingerprint``: whoever comes
        /// and goes, it stays the same.
        package let fingerprint: String
    }

    /// The ledger.
    let ledger: String
    /// How it began: all others were let in by that member, or by whom that member let in.
    package let beginning: Beginning
    /// The changes, as a server keeps them.
    package let entries: [[UInt8]]
    private let last: KeyringEntry
    /// Who this device is; `nil` where it has no secret.
    let own: MemberSecret?
    /// The keys of content, of the epochs from 1; empty where this device is no member.
    let keys: [[UInt8]]

    /// By what this device is let in; `nil` where it has no secret.
    package var ownKey: MemberKey? { own?.key }
    /// What the server does not see.
    package var secrecy: Secrecy { last.secrecy }
    /// Which key new content is sealed under, counted from 1.
    package var epoch: Int { last.epoch }
    /// Who may open what is recorded from now on.
    package var members: [Member] { last.members.map { Member(name: $0.name, key: $0.key) } }
    /// Whether this device may.
    package var isOpen: Bool { !keys.isEmpty }
    /// What tells these changes of members from any others, 32 hexadecimal digits: two who see the
    /// same have the same members.
    package var fingerprint: String { Keyring.fingerprint(entries.last ?? []) }

    private static func fingerprint(_ entry: [UInt8]) -> String {
        String(SHA256.hash(entry).hex.prefix(32))
    }

    /// Whether the changes begin with those of a fingerprint.
    package func has(_ fingerprint: String) -> Bool {
        entries.contains { Keyring.fingerprint($0) == fingerprint.lowercased() }
    }

    /// Reads the changes of a ledger's members, each of which must follow the one before, and be
    /// signed by who was a member.
    ///
    /// - Parameter entries: One at least.
    package init(
        _ ledger: String, _ entries: [[UInt8]], own: MemberSecret?
    ) throws(KeysFault) {
        guard Sealing.isReady else { throw .missing }
        var (last, beginning) = (KeyringEntry?.none, Beginning?.none)
        for index in entries.indices {
            let entry = try Keyring.entry(
                entries[index], in: ledger, behind: entries[..<index], last)
            if index == 0 { beginning = Keyring.beginning(entry, entries[index]) }
            last = entry
        }
        guard let last, let beginning else { throw .missing }
        self.ledger = ledger
        self.beginning = beginning
        self.entries = entries
        self.last = last
        self.own = own
        keys = try Keyring.keys(ledger, last, own)
    }

    /// How members began with a change, which one of them signed.
    private static func beginning(_ entry: KeyringEntry, _ bytes: [UInt8]) -> Beginning? {
        entry.members.first { $0.key.signing == entry.signer }.map { member in
            Beginning(name: member.name, key: member.key, fingerprint: fingerprint(bytes))
        }
    }

    /// The change that some bytes are behind others, the last of which was read.
    private static func entry(
        _ bytes: [UInt8], in ledger: String, behind entries: ArraySlice<[UInt8]>,
        _ last: KeyringEntry?
    ) throws(KeysFault) -> KeyringEntry {
        let number = entries.count + 1
        let entry: KeyringEntry
        do throws(SharedLogError.Damage) { entry = try KeyringEntry(bytes) } catch {
            throw .form(number)
        }
        let before = entries.last.map { SHA256.hash($0).bytes } ?? KeyringEntry.noneBefore
        let epochs = last.map { $0.epoch...($0.epoch + 1) } ?? 1...1
        guard entry.number == number, entry.before == before, epochs ~= entry.epoch,
            last.map({ $0.secrecy == entry.secrecy }) ?? true,
            Set(entry.members.map(\.name)).count == entry.members.count
        else { throw .form(number) }
        let signers = (last ?? entry).members.map(\.key.signing)
        guard signers.contains(entry.signer), entry.isSigned(in: ledger) else {
            throw .signer(number)
        }
        return entry
    }

    /// Picks what changes the members out of what a server has: whoever is let in there can put
    /// something beside it, which does not count. A change of another form would come with tables
    /// of a newer version, which this program refuses.
    ///
    /// - Parameter rows: In the order of their numbers.
    /// - Returns: The changes, and the numbers of what is none.
    /// - Throws: ``KeysFault/missing`` where nothing can be opened here.
    static func changes(
        in ledger: String, of rows: [(number: Int, content: [UInt8])]
    ) throws(KeysFault) -> (entries: [[UInt8]], strays: [Int]) {
        guard Sealing.isReady || rows.isEmpty else { throw .missing }
        var (entries, strays) = ([[UInt8]](), [Int]())
        var last: KeyringEntry?
        for row in rows {
            if let entry = try? entry(row.content, in: ledger, behind: entries[...], last) {
                last = entry
                entries.append(row.content)
            } else {
                strays.append(row.number)
            }
        }
        return (entries, strays)
    }

    /// The keys of all epochs.
    private static func keys(
        _ ledger: String, _ last: KeyringEntry, _ own: MemberSecret?
    ) throws(KeysFault) -> [[UInt8]] {
        guard let own, let member = last.members.first(where: { $0.key == own.key }) else {
            return []
        }
        let bound = KeyringEntry.bound(ledger, epoch: last.epoch)
        guard let key = own.open(member.box), key.count == Sealing.keyBytes,
            let former = Sealing.open(last.former, under: key, bound: bound),
            former.count == (last.epoch - 1) * Sealing.keyBytes
        else { throw .form(last.number) }
        return (0..<(last.epoch - 1)).map { epoch in
            Array(former[(epoch * Sealing.keyBytes)..<((epoch + 1) * Sealing.keyBytes)])
        } + [key]
    }

    /// The first members of a ledger.
    package static func begun(
        _ ledger: String, _ secrecy: Secrecy, _ members: [Member], by own: MemberSecret
    ) throws(KeysFault) -> Keyring {
        let keys = [MemberSecret.randomSeed()]
        let entry = try entry(secrecy, ledger, [], members, keys, own)
        return try Keyring(ledger, [entry], own: own)
    }

    /// The same with one more member, who opens what was recorded before, too.
    package func adding(_ member: Member) throws(KeysFault) -> Keyring {
        if let known = members.first(where: { $0.name == member.name || $0.key == member.key }) {
            throw .known(known.name)
        }
        guard !member.name.isEmpty, member.name.utf8.count <= KeyringEntry.nameBytesMax else {
            throw .noMember(member.name, members.map(\.name))
        }
        return try changed(members + [member], keys)
    }

    /// The same without a member, and with a new key for what is recorded from now on.
    package func removing(_ name: String) throws(KeysFault) -> Keyring {
        let rest = members.filter { $0.name != name }
        guard rest.count < members.count else { throw .noMember(name, members.map(\.name)) }
        // A recovery key alone is in a drawer.
        guard rest.contains(where: { $0.name != Keyring.recoveryName }) else { throw .last }
        return try changed(rest, keys + [MemberSecret.randomSeed()])
    }

    /// The same with another recovery key; one that was there before opens nothing that is recorded
    /// from now on.
    package func recovered(by key: MemberKey) throws(KeysFault) -> Keyring {
        let rest = members.filter { $0.name != Keyring.recoveryName }
        let isNew = rest.count == members.count
        return try changed(
            rest + [Member(name: Keyring.recoveryName, key: key)],
            isNew ? keys : keys + [MemberSecret.randomSeed()])
    }

    private func changed(
        _ members: [Member], _ keys: [[UInt8]]
    ) throws(KeysFault) -> Keyring {
        guard let own, isOpen else { throw .signer(entries.count + 1) }
        let entry = try Keyring.entry(secrecy, ledger, entries, members, keys, own)
        return try Keyring(ledger, entries + [entry], own: own)
    }

    private static func entry(
        _ secrecy: Secrecy, _ ledger: String, _ before: [[UInt8]], _ members: [Member],
        _ keys: [[UInt8]], _ own: MemberSecret
    ) throws(KeysFault) -> [UInt8] {
        let number = before.count + 1
        guard members.count <= KeyringEntry.membersMax, let key = keys.last,
            let former = Sealing.seal(
                Array(keys.dropLast().joined()), under: key,
                bound: KeyringEntry.bound(ledger, epoch: keys.count))
        else { throw .form(number) }
        var boxed: [KeyringEntry.Member] = []
        for member in members {
            // Of no order is a key that somebody made up.
            guard let box = Sealing.box(key, for: member.key.boxing) else {
                throw .badKey(member.key.text)
            }
            boxed.append(KeyringEntry.Member(name: member.name, key: member.key, box: box))
        }
        let entry = KeyringEntry(
            secrecy, number: number,
            before: before.last.map { SHA256.hash($0).bytes } ?? KeyringEntry.noneBefore,
            epoch: keys.count, former: former, members: boxed, signer: own.key.signing)
        guard let signed = entry.signed(in: ledger, by: own) else { throw .signer(number) }
        return signed.bytes
    }
}
