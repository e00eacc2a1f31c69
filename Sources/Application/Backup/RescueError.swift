package import EventLog

/// Why a ledger was not written into a new folder, by a salvage or from a backup.
package enum RescueError: Error, Hashable, Sendable {
    /// Something is there.
    case occupied
    /// The folder lies in that of the ledger, or the other way round.
    case inside
    /// Not one event of the damaged ledger can be read.
    case nothing
    /// The event that opened the ledger is lost: its currency has to be given.
    case openingLost
    /// There is no backup in the folder.
    case noBackup
    /// The backup in the folder cannot be read.
    case unreadable(LogError)
    /// What was written cannot be read back as it was read.
    case unlike(LogError?)
    /// It cannot be written there.
    case failed(LogError)
}
