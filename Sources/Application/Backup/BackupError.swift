package import EventLog

/// Why a ledger was not copied into a folder.
package enum BackupError: Error, Hashable, Sendable {
    /// Something else than an earlier backup of the ledger is there.
    case occupied
    /// The folder lies in that of the ledger, or is the same.
    case inside
    /// The ledger there has events that this one does not have; how many both begin with, 0 where
    /// it is another ledger, and `nil` where it cannot be read.
    case diverged(events: UInt64, shared: UInt64?)
    /// The log there is another one of the same events, as before a salvage.
    case otherLog(events: UInt64)
    /// A file of it was sealed, or lost text, there and not here: that is not undone.
    case newer(file: String)
    /// What was written cannot be read back as it was read.
    case unlike(LogError?)
    /// It cannot be written there.
    case failed(LogError)
}
