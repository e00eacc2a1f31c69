/// Why a log was not copied.
package enum CopyError: Error, Hashable {
    /// The log itself.
    case source(LogError)
    /// What is to become the copy.
    case target(LogError)
    /// The other folder has a log that is not an earlier copy of this one: of another ledger, or
    /// with events that this one does not have.
    case diverged(events: UInt64)
    /// A file of the other folder was written anew there, by sealing or erasing: what it lost must
    /// not come back.
    case newer(file: String)
}

extension CopyError {
    /// What is wrong with the folder of the copy.
    package static func targetStorage(_ error: StorageError) -> CopyError {
        .target(.storage(error))
    }
}
