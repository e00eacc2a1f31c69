import Application
import EventLog
import SharedLog

extension RemoteProgram {
    /// `ledger remote member`
    func member(_ options: RemoteOptions) throws(RemoteFailure) {
        let env = try environment(options.folder)
        let command = options.words.first.flatMap(RemoteOptions.MemberCommand.init(rawValue:))
        if command == .key { return try memberKey(env, options) }
        let remote = try joined(env, try remoteFile(env), options)
        guard let keyring = try mappingError(RemoteFailure.shared, remote.keyring()) else {
            throw .shared(.keys(.otherwise(nil)))
        }
        if command == .list { return list(keyring, try memberSecret(env, makes: false), options) }
        try mappingError(RemoteFailure.shared, remote.requireKey())
        let word = options.words.count > 1 ? options.words[1] : ""
        let changed: Keyring
        let text: String
        switch command {
        case .add:
            guard let key = MemberKey(word) else { throw .shared(.keys(.badKey(word))) }
            let name = keyring.freeName(options.name ?? "member")
            changed = try mappingKeys { () throws(KeysFault) in
                try keyring.adding(Keyring.Member(name: name, key: key))
            }
            text = "\(name) can open the ledger, what was recorded before as well.\n"
        case .remove:
            changed = try mappingKeys { () throws(KeysFault) in try keyring.removing(word) }
            text = TeamWords.removed(word, remote.ledger)
        default:
            let key = try writeRecovery(remote, word)
            changed = try mappingKeys { () throws(KeysFault) in try keyring.recovered(by: key) }
            text =
                "\(word) opens the ledger with its passphrase; an earlier one opens "
                + "nothing that is recorded from now on.\n"
        }
        try mappingError(RemoteFailure.shared, remote.change(to: changed))
        try keep(remote, env)
        show(members(changed, nil), text + "fingerprint \(changed.fingerprint)\n", options)
    }

    private func memberKey(
        _ env: Environment, _ options: RemoteOptions
    ) throws(RemoteFailure) {
        struct Key: Encodable { let key: String }
        guard let secret = try memberSecret(env, makes: true) else { throw .noState }
        let key = secret.key.text
        show(
            Key(key: key),
            "\(key)\n  next: ledger remote member add \(key) --name \(deviceName)"
                + "   on a device of the ledger\n", options)
    }

    private struct Members: Encodable {
        struct Member: Encodable {
            let name: String
            let key: String
            /// Whether it is this device.
            let isThis: Bool
        }

        /// What the server does not see: `text` or `all`.
        let encrypted: String
        /// What tells these changes of members from any others.
        let fingerprint: String
        /// How often the key was changed, and 1.
        let epoch: Int
        let members: [Member]
    }

    private func members(_ keyring: Keyring, _ own: MemberSecret?) -> Members {
        Members(
            encrypted: keyring.secrecy.rawValue, fingerprint: keyring.fingerprint,
            epoch: keyring.epoch,
            members: keyring.members.map {
                Members.Member(name: $0.name, key: $0.key.text, isThis: $0.key == own?.key)
            })
    }

    private func list(_ keyring: Keyring, _ own: MemberSecret?, _ options: RemoteOptions) {
        let found = members(keyring, own)
        var text = ""
        for member in found.members {
            text += PlainText.plain(member.name) + (member.isThis ? " (this device)" : "") + "\n"
        }
        text += "fingerprint \(found.fingerprint)\n"
        show(found, text, options)
    }
}

/// What is said about encrypted ledgers.
enum TeamWords {
    /// What a server does not see.
    static func hidden(_ secrecy: Secrecy) -> String {
        switch secrecy {
        case .text:
            """
            The server sees figures, days, and the names of categories, accounts, projects and \
            members; no titles, payees, notes, tags, nor names of persons and files.

            """
        case .all: "The server sees sizes, ids and hashes, and the names of members.\n"
        }
    }

    /// Who began it, which is believed where nobody compares it.
    static func begun(_ keyring: Keyring, _ options: RemoteOptions) -> String {
        let beginning = keyring.beginning
        let name = PlainText.plain(beginning.name)
        if keyring.isOwnBeginning {
            return "Begun by \(name), this device; fingerprint \(beginning.fingerprint)\n"
        }
        return """
            Begun by \(name); fingerprint \(beginning.fingerprint)
            Whoever began it lets others in. Ask for that fingerprint on a device that you know, not
            by way of the server: `ledger remote status` says it there. Where it is another one:
              \(options.located("ledger remote detach"))

            """
    }

    /// What it means that somebody is a member no more.
    static func removed(_ name: String, _ ledger: String) -> String {
        """
        What is recorded from now on has a new key, which \(name) does not have. What was read \
        stays read.
          next: psql ADDRESS -c "SELECT ledger.dismiss('\(ledger)', 'ROLE')"

        """
    }
}

extension Keyring {
    /// Whether this device began it.
    var isOwnBeginning: Bool { beginning.key == ownKey }

    /// A name that no member has yet: the name itself, or one with a number.
    func freeName(_ name: String) -> String {
        let known = Set(members.map(\.name))
        if !known.contains(name) { return name }
        var number = 2
        while known.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }
}
