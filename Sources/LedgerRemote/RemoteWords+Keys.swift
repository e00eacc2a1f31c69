import EventLog
import SharedLog

extension RemoteWords {
    /// The words for what is wrong on this device.
    init(device failure: RemoteFailure) {
        switch failure {
        case .exposed(let path, let mode):
            self.init(
                "others may read what is secret in \(path) (mode \(String(mode, radix: 8)))",
                "exposed", exit: 1, "chmod 600 \(path)")
        case .badSecret(let path):
            self.init(
                "\(path) is no secret of this program; with another one this device has to be let "
                    + "in again", "badSecret", exit: 3, "mv \(path) \(path).bad")
        case .badMembers(let path):
            self.init(
                "\(path) is not what this program wrote there; without it the server's members "
                    + "are taken as they are", "badMembers", exit: 3, "mv \(path) \(path).bad",
                "ledger remote member list")
        case .fileExists(let path):
            self.init("\(path) is there already", "fileExists", exit: 1, "ls -l \(path)")
        default:
            self.init(
                "there is no place for this device's key: neither XDG_STATE_HOME nor HOME is an "
                    + "absolute folder outside of the ledger", "noState", exit: 2,
                "export XDG_STATE_HOME=ABSOLUTE-FOLDER")
        }
    }

    /// The words for a ledger that this device cannot open.
    init(sealed key: String?, _ members: [String]) {
        let who =
            members.isEmpty
            ? "nobody" : members.map { PlainText.plain($0) }.joined(separator: ", ")
        let what = "the ledger is encrypted, and this device cannot open it; those who can: \(who)"
        if let key {
            self.init(
                what, "sealed", exit: 1, "ledger remote member add \(key)   on one of theirs",
                "ledger remote sync --recover FILE",
                "ledger remote clone ADDRESS FOLDER --recover FILE")
        } else {
            self.init(what, "sealed", exit: 1, "ledger remote member key")
        }
    }

    /// What is said of a row among the changes of members that does not count.
    static func stray(_ number: Int) -> String {
        "ledger remote: row \(number) among the changes of members was made by nobody who was one, "
            + "and does not count\n"
    }

    /// The words for keys that cannot be used.
    init(keys fault: KeysFault) {
        switch fault {
        case .missing:
            self.init(
                "the ledger was encrypted, and the server has no keys of it; nothing was written",
                "keysMissing", exit: 1, "ledger remote sync --push-missing",
                "ledger remote detach")
        case .differ(let number):
            self.init(
                "the server's members are others than this device has seen, from change "
                    + "\(number) on; nothing was written", "keysDiffer", exit: 1,
                "ledger remote sync --push-missing", "ledger remote detach")
        case .form(let number):
            self.init(
                "change \(number) of the members does not follow the one before; nothing was "
                    + "written", "keysDamaged", exit: 3, "ledger remote detach")
        case .signer(let number):
            self.init(
                "change \(number) of the members was made by nobody who was one; nothing was "
                    + "written", "keysForged", exit: 3, "ledger remote detach")
        case .plainThere:
            self.init(
                "the server has commits of this ledger in plain already; encrypt it in another "
                    + "database", "plainThere", exit: 1,
                "ledger remote add postgres://HOST/ANOTHER --encrypt all --recovery FILE")
        case .otherwise(let secrecy):
            let what = secrecy.map { "the ledger is encrypted there, --encrypt \($0.rawValue)" }
            self.init(
                what ?? "the ledger is not encrypted: whoever is a member on the server reads it",
                "otherwise", exit: 1, "ledger remote status")
        case .fingerprint(let wanted):
            self.init(
                "the members are not those of \(wanted)", "fingerprint", exit: 1,
                "ledger remote member list   on a device of the ledger")
        case .outrun:
            self.init(
                "somebody else changed the members at the same moment", "outrun", exit: 1,
                "ledger remote member list")
        default: self.init(typed: fault)
        }
    }

    /// The words for what was typed.
    private init(typed fault: KeysFault) {
        switch fault {
        case .badKey(let text):
            self.init(
                "\"\(text.prefix(60))\" is no member's key", "badKey", exit: 2,
                "ledger remote member key   on the device that is to be let in")
        case .known(let name):
            self.init(
                "\(PlainText.plain(name)) is a member already", "knownMember", exit: 1,
                "ledger remote member list")
        case .noMember(let name, let known):
            self.init(
                "no member is called \"\(PlainText.plain(name))\"; there are: "
                    + known.map { PlainText.plain($0) }.joined(separator: ", "),
                "noMember", exit: 1, "ledger remote member list")
        case .last:
            self.init(
                "nobody would be left who can open the ledger", "lastMember", exit: 1,
                "ledger remote member list")
        case .noRecovery(let path):
            self.init(
                "\(PlainText.plain(path)) is no recovery key, which begins with \"ledger recovery "
                    + "key\"", "noRecovery", exit: 2,
                "ledger remote member recovery FILE   on a device of the ledger makes another one")
        case .noRecoveryFile(let path):
            self.init(
                "there is no file \(PlainText.plain(path)), where the recovery key was looked for",
                "noRecoveryFile", exit: 2,
                "ledger remote member recovery FILE   on a device of the ledger makes another one")
        case .otherRecovery(let path, let ledger):
            self.init(
                "\(PlainText.plain(path)) is the recovery key of another ledger, \(ledger)",
                "otherRecovery", exit: 2,
                "ledger remote clone ADDRESS FOLDER --id \(ledger) --recover FILE   for that one",
                "ledger remote member recovery FILE   on a device of this one makes another one")
        case .oldRecovery(let path, let own, let members):
            self.init(
                "the recovery key \(PlainText.plain(path)) lets nobody in any more: it was "
                    + "replaced or removed; those who open the ledger: "
                    + members.map { PlainText.plain($0) }.joined(separator: ", "),
                "oldRecovery", exit: 1,
                "ledger remote clone ADDRESS FOLDER --recover NEWER-FILE",
                "ledger remote member add \(own)   on one of their devices")
        case .noPassphrase:
            self.init(
                "no passphrase was given, or two that differ", "noPassphrase", exit: 2,
                "head -c 15 /dev/urandom | base64   makes one")
        case .shortPassphrase(let least):
            self.init(
                "a passphrase has \(least) characters at least", "shortPassphrase", exit: 2,
                "head -c 15 /dev/urandom | base64   makes one")
        default:
            self.init(
                "that is not the passphrase of the recovery key; the same command asks again",
                "passphrase", exit: 1,
                "ledger remote member recovery FILE   on a device of the ledger makes another one")
        }
    }
}
