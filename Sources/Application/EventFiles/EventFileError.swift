package import EventLog

/// Why a file of events cannot be made a ledger again; nothing was written. Lines count from 1.
package enum EventFileError: Error, Hashable, Sendable {
    /// The first line does not say that it is one.
    case notEvents
    /// It was written by a program that knows more of such files.
    case newerVersion(found: Int, supported: Int)
    /// A line is not understood; the field is empty for the whole.
    case badLine(Int, field: String)
    /// The event of a line does not follow the one before: another position was expected.
    case gap(line: Int, expected: UInt64)
    /// The event of a line is not the one that was exported: its hash differs.
    case changed(line: Int, position: UInt64)
    /// The file ends before its last event.
    case cut(events: UInt64, of: UInt64)
    /// All events are there, and make another root than was exported.
    case otherRoot
    /// The log takes no such event.
    case refused(line: Int, LogError)
}
