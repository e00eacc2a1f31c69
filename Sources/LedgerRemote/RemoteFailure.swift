import Application
import EventLog
import Ledger
import LedgerCLI
import SharedLog

/// Why a command ended early.
enum RemoteFailure: Error {
    /// The ledger on this device.
    case application(ApplicationError)
    /// The server, or what it has.
    case shared(SharedLogError)
    /// The ledger is shared with nobody.
    case notShared
    /// It is shared already, at an address.
    case isShared(String)
    /// The folder of a new device is not empty.
    case occupied(String)
    /// What the device keeps of the server is not what this program wrote.
    case badFile(String)
    /// The server has another ledger than the device keeps in mind.
    case otherLedger(String)
    /// There is no place for what is this device's alone.
    case noState
    /// Others can read what is secret.
    case exposed(String, mode: UInt32)
    /// A secret is not what this program wrote.
    case badSecret(String)
    /// The members that this device has seen are not what this program wrote.
    case badMembers(String)
    /// A file is there already.
    case fileExists(String)
}

/// A failure in words, and what may help.
struct RemoteWords {
    /// One sentence without an end mark.
    let what: String
    /// Commands that may help, the likeliest first.
    var tries: [String]
    /// 1 refused, 2 not understood, 3 damage or what cannot be reached.
    let exitCode: Int32
    /// The same in a word, for programs.
    let code: String

    init(_ what: String, _ code: String, exit exitCode: Int32, _ tries: String...) {
        self.what = what
        self.code = code
        self.exitCode = exitCode
        self.tries = tries
    }

    /// All of it, each line ended by a newline.
    var message: String {
        "ledger remote: \(what)\n" + tries.map { "  try: \($0)\n" }.joined()
    }

    /// The same as an object, on one line.
    var json: String {
        struct Failure: Encodable { let error: Facts }
        struct Facts: Encodable {
            let code: String
            let exit: Int32
            let message: String
            let `try`: [String]
        }
        let facts = Facts(code: code, exit: exitCode, message: what, try: tries)
        return String(decoding: JSONCoding.encode(Failure(error: facts)), as: UTF8.self)
    }

    /// The words for commits that are not believed. A server's log is not on another device, where
    /// somebody could vouch for them: they are taken first.
    private init(doubtful found: DoubtfulCommits, _ error: ApplicationError) {
        let text = ErrorText(error)
        what = text.what
        var tries = found.unknown.prefix(3).map { "ledger device add \($0)" }
        // What this device signed without knowing that it was revoked: its new key vouches for it.
        let own = found.first.filter { !$0.isTheirs }
        let revoked = own.filter { $0.isOfItsDevice && $0.why == "revokedDevice" }
        if !revoked.isEmpty {
            tries += [
                "ledger device add --new-key",
                "ledger device add THE-NEW-KEY   on a device that is believed",
            ]
        }
        if found.first.contains(where: { $0.why == "copiedKey" }) {
            tries.append("ledger device add --new-key   on the copy that is not the device")
            tries.append("ledger device revoke DEVICE   where nobody made a copy")
        }
        if found.first.contains(where: { $0.isTheirs && $0.why != "unknownDevice" }) {
            tries.append(
                "ledger remote sync --doubtful && ledger verify   then, where they are right: "
                    + "ledger device vouch")
        }
        if own.count(where: { $0.why != "unknownDevice" }) > revoked.count {
            tries.append("ledger device vouch   where those here are right: ledger verify")
        }
        self.tries = tries.isEmpty ? text.tries : tries
        exitCode = text.exitCode
        code = error.code
    }

    private init(_ error: ApplicationError) {
        let text = ErrorText(error)
        what = text.what
        tries = text.tries
        exitCode = text.exitCode
        code = error.code
    }

    /// The words for a failure.
    init(_ failure: RemoteFailure) {
        switch failure {
        case .application(let error): self.init(error)
        case .shared(let error): self.init(error)
        case .notShared:
            self.init(
                "this ledger is shared with nobody", "notShared", exit: 1,
                "ledger remote add postgres://HOST/DATABASE")
        case .isShared(let address):
            self.init(
                "this ledger is shared at \(address) already", "isShared", exit: 1,
                "ledger remote status", "ledger remote detach")
        case .occupied(let folder):
            self.init(
                "\(folder) is not empty", "occupied", exit: 1,
                "ledger remote clone ADDRESS ANOTHER-FOLDER",
                "ledger remote sync --ledger \(ErrorText.word(folder))")
        case .badFile(let path):
            self.init(
                "\(path) is not what this program wrote there", "badFile", exit: 3,
                "ledger remote detach", "ledger remote add ADDRESS")
        case .otherLedger(let name):
            self.init(
                "the log here is not that of the ledger \(name), which was shared from this folder",
                "otherLedger", exit: 1, "ledger info", "ledger remote detach")
        default: self.init(device: failure)
        }
    }

    private init(_ error: SharedLogError) {
        switch error {
        case .store(let error): self.init(ApplicationError.store(error))
        case .merge(let error as ApplicationError):
            if case .merge(_, .doubtful(let found)) = error {
                self.init(doubtful: found, error)
            } else {
                self.init(error)
            }
        case .merge(let error):
            self.init("what is pending could not be merged: \(error)", "merge", exit: 3)
        case .copy(let error):
            self.init("the log cannot be copied: \(error)", "copy", exit: 3, "df .")
        default: self.init(server: error)
        }
    }

    /// The words for a server that cannot be used.
    private init(server error: SharedLogError) {
        switch error {
        case .badAddress(let why):
            self.init(
                "that is no address: \(why)", "badAddress", exit: 2,
                "ledger remote add postgres://NAME@HOST/DATABASE")
        case .passwordInAddress:
            self.init(
                "the address has a password, which would be kept; put it into ~/.pgpass instead, "
                    + "as HOST:PORT:DATABASE:NAME:PASSWORD", "passwordInAddress", exit: 2,
                "chmod 600 ~/.pgpass")
        case .unreachable(let said):
            self.init(
                "the server cannot be reached; what is recorded here waits: \(said)",
                "unreachable", exit: 3, "ledger remote sync")
        case .lost(let said):
            self.init(
                "the connection broke; nothing is lost or doubled when it is done again: \(said)",
                "lost", exit: 3, "ledger remote sync")
        case .denied(let said):
            self.init(
                "the server lets nobody in so: \(said)", "denied", exit: 1, "cat ~/.pgpass")
        case .noDatabase(let said):
            self.init(
                "there is no such database: \(said)", "noDatabase", exit: 2, "createdb DATABASE")
        case .noTables:
            self.init(
                "the database has no tables of ledgers, or they are closed to this role",
                "noTables", exit: 2, "ledger remote add ADDRESS --create",
                "psql ADDRESS -f tools/shared/schema.sql")
        case .olderTables(let found, let needed):
            self.init(
                "the tables are of version \(found), this program needs \(needed)",
                "olderTables", exit: 2, "ledger remote sync --create",
                "psql ADDRESS -f tools/shared/schema.sql")
        case .newerTables(let found, let supported):
            self.init(
                "the tables are of version \(found), this program knows \(supported)",
                "newerTables", exit: 3, "ledger --version")
        case .notMember(let ledger):
            self.init(
                "this role takes no part in the ledger; a member lets it in", "notMember", exit: 1,
                "psql ADDRESS -c \"SELECT ledger.admit('\(ledger)', 'ROLE')\"")
        case .noLedger(let names):
            self.init(
                names.isEmpty
                    ? "there is no ledger of this role"
                    : "there are several ledgers: "
                        + names.joined(separator: ", "),
                "noLedger", exit: 2,
                names.isEmpty
                    ? "ledger remote add ADDRESS"
                    : "ledger remote clone ADDRESS FOLDER --id \(names[0])")
        default: self.init(history: error)
        }
    }

    /// The words for what a server has.
    private init(history error: SharedLogError) {
        switch error {
        case .unacknowledged:
            self.init(
                "the server wrote, but does not know that it is safe; look again",
                "unacknowledged", exit: 3, "ledger remote sync")
        case .database(let fault):
            self.init(
                "the server refuses: \(fault.said)", "database", exit: 3, "ledger remote status")
        case .foreign:
            self.init(
                "the server's ledger of this name has no commit in common with the one here; "
                    + "nothing was written", "foreign", exit: 1, "ledger info",
                "ledger remote clone ADDRESS ANOTHER-FOLDER")
        case .diverged(let divergence):
            let seq = "commit \(divergence.seq)"
            let what =
                divergence.isThere
                ? "the server's history is another one from \(seq) on"
                : divergence.known == divergence.seq
                    ? "the server has lost \(seq)"
                    : "the server has lost \(seq) and what followed, to \(divergence.known)"
            self.init(
                what + "; nothing was written", "diverged", exit: 1, "ledger remote verify",
                "ledger remote sync --push-missing")
        case .damaged(let seq, let damage):
            let what =
                "commit \(seq) on the server is not what it says: \(RemoteWords.words(damage)); "
                + "nothing of it was taken"
            switch damage {
            case .texts, .seal, .plain:
                self.init(
                    what, "damaged", exit: 3,
                    "ledger remote sync --push-missing   on a device that has the text",
                    "ledger remote verify --whole")
            default:
                self.init(
                    what, "damaged", exit: 3, "ledger remote verify --whole", "ledger verify")
            }
        case .textsGone(let seq, let event):
            self.init(
                "the server has no text for event \(event), of commit \(seq), and nothing in the "
                    + "ledger erases it; nothing of the commit was taken", "textsGone", exit: 3,
                "ledger remote sync --push-missing   on a device that has the text",
                "ledger remote sync --without-texts   where none has it; then ledger erase \(event)"
            )
        case .tooLarge(let bytes):
            self.init(
                "a commit of \(bytes) bytes is too large for a server", "tooLarge", exit: 1,
                "ledger log")
        case .outrun(let attempts):
            self.init(
                "others were faster, \(attempts) times", "outrun", exit: 1, "ledger remote sync")
        case .file(let content):
            self.init(
                "file \(content) on the server is not what was attached", "file", exit: 3,
                "ledger remote sync --push-missing   on a device that has it")
        case .sealed(let key, let members): self.init(sealed: key, members)
        case .keys(let fault): self.init(keys: fault)
        default: self.init("the ledger cannot be shared: \(error)", "shared", exit: 3)
        }
    }

    private static func words(_ damage: SharedLogError.Damage) -> String {
        switch damage {
        case .order: "it does not follow the one before"
        case .form: "its bytes are no commit"
        case .root: "its facts do not give its root"
        case .texts: "its texts are not those that were hashed"
        case .event: "nobody could read it again"
        case .newer: "a newer program made it"
        case .seal: "it was sealed otherwise, or for another place"
        case .plain: "it is in plain, though the ledger is encrypted"
        }
    }
}
