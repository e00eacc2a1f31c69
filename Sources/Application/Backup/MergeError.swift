package import EventLog

/// Why another copy of the ledger was not merged.
package enum MergeError: Error, Hashable, Sendable {
    /// There is no ledger in the folder.
    case noLedger
    /// It is the ledger itself, or lies in its folder.
    case same
    /// It is another ledger, or one whose first events are others.
    case unrelated
    /// It cannot be read.
    case unreadable(LogError)
    /// This copy has taken in everything, and the other one cannot be written.
    case onlyHere
    /// The person who is logged in here would be nobody in the merged log.
    case strangeUser
    /// It went on while it was read.
    case changed
    /// What was put together cannot take the place of the log; the code is the system's `errno`.
    case failed(code: Int32)
}
