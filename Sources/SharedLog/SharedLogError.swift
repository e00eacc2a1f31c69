package import EventLog
package import Ledger

/// Why a log could not be shared.
package enum SharedLogError: Error, Sendable {
    /// The address is none, and why.
    case badAddress(String)
    /// The address has a password in it.
    case passwordInAddress
    /// Nobody answers there, in the words of the library.
    case unreachable(String)
    /// The server lets nobody in with this name or password.
    case denied(String)
    /// The server has no such database.
    case noDatabase(String)
    /// The database has none of the tables.
    case noTables
    /// The tables are those of a newer program.
    case newerTables(found: Int64, supported: Int64)
    /// The role takes no part in the ledger.
    case notMember(ledger: String)
    /// There is no such ledger; those that the role takes part in.
    case noLedger([String])
    /// The connection broke; whether the last statement was done nobody knows.
    case lost(String)
    /// The server wrote a commit, but could not make sure of it.
    case unacknowledged
    /// The server refused a statement.
    case database(DatabaseFault)
    /// The remote has, under the ledger's id, events of another one.
    case foreign
    /// The remote's history is not the one that was followed: it differs from a commit on, or ends
    /// there.
    case diverged(Divergence)
    /// The ledger is sealed, and this device cannot open it: the key by which those who can, whose
    /// names follow, let it in; `nil` where the device has none.
    case sealed(key: String?, members: [String])
    /// The keys of a sealed ledger.
    case keys(KeysFault)
    /// A file on the remote is not what was attached: its hash.
    case file(String)
    /// The tables are those of an older program.
    case olderTables(found: Int64, needed: Int64)
    /// A commit of the remote is not what it says.
    case damaged(seq: Int64, Damage)
    /// A commit of the remote lacks texts that no erasure accounts for, that of an event first.
    case textsGone(seq: Int64, event: UInt64)
    /// A commit is larger than a row may be.
    case tooLarge(bytes: Int)
    /// Others were faster, time after time.
    case outrun(attempts: Int)
    /// The local log.
    case store(StoreError)
    /// A copy of the local log.
    case copy(CopyError)
    /// What puts logs together failed, in its own terms.
    case merge(any Error)

    /// What may be wrong with a row.
    package enum Damage: String, Hashable, Sendable {
        /// It does not follow the one before.
        case order
        /// Its bytes are no commit.
        case form
        /// Its facts do not give its root.
        case root
        /// Its texts are not those that were hashed.
        case texts
        /// It says what no program could read again.
        case event
        /// It was made by a newer program.
        case newer
        /// What is sealed cannot be opened: it was changed, cut, or put in another's place.
        case seal
        /// It is in plain, and the ledger is sealed.
        case plain
    }

    init(connecting said: String) {
        let said = String(said.prefix(300))
        if said.contains("password") || said.contains("authentication")
            || said.contains("role \"") || said.contains("no pg_hba.conf entry")
        {
            self = .denied(said)
        } else if said.contains("database \""), said.contains("does not exist") {
            self = .noDatabase(said)
        } else {
            self = .unreachable(said)
        }
    }
}

/// What a server said when it refused a statement.
package struct DatabaseFault: Hashable, Sendable {
    /// The five characters of SQLSTATE.
    package let state: String
    /// In the server's words.
    package let said: String
}

/// Where a remote's history leaves the one that was followed.
package struct Divergence: Hashable, Sendable {
    /// The first commit that differs.
    package let seq: Int64
    /// Whether the remote has a commit there; it ends before where it has none.
    package let isThere: Bool
    /// The commits that were known to be there.
    package let known: Int64

    /// A difference.
    package init(seq: Int64, isThere: Bool, known: Int64) {
        self.seq = seq
        self.isThere = isThere
        self.known = known
    }
}
