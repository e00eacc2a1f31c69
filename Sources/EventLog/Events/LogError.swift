/// Why the log could not do what was asked; facts only, the words are in `description`.
public enum LogError: Error, Hashable, Sendable {
    /// A file operation failed.
    case storage(StorageError)
    /// The folder has no log.
    case missing
    /// There is a log already.
    case exists
    /// A file that is no segment of a log stands where one should.
    case notALog(file: String)
    /// A segment in a format that only a newer program reads.
    case newerFormat(file: String, version: UInt16, revision: UInt16)
    /// A segment that was written before version 1 of the format was frozen.
    case olderFormat(file: String)
    /// A segment of another ledger.
    case foreignSegment(file: String)
    /// Bytes below the durable head are not what was written.
    case corrupt(Corruption)
    /// Nothing can be appended: the folder cannot be written to, or the torn end of the log cannot
    /// be saved aside.
    case readOnly
    /// A sync failed before; the log is durable up to the given position and must be opened anew.
    case poisoned(durable: UInt64)
    /// A file of the log was deleted or replaced while it was open.
    case replaced(file: String)
    /// What was to replace a file does not read back as it was written; the file is as it was.
    case unlike(file: String)
    /// The end of the log is elsewhere; nothing was written.
    case conflict(expected: UInt64, actual: UInt64)
    /// The idempotency key was used at the given position for other content; nothing was written.
    case keyConflict(key: [UInt8], position: UInt64)
    /// One of the newest 65,536 commits has the same id, and stands at the given position; nothing
    /// was written. Who opened the log anew finds those that are not sealed yet.
    case knownCommit(position: UInt64)
    /// A link of the event of the given index points at no earlier event; nothing was written.
    case badLink(index: Int)
    /// A commit without events; nothing was written.
    case emptyCommit
    /// Something is larger than the format allows; nothing was written.
    case tooLarge(TooLarge, index: Int)
    /// A column that events must not set; nothing was written.
    case badColumn(ColumnID, index: Int)
    /// The number of events has reached the format's end.
    case full
}

extension LogError {
    /// Whether a sync failed, so that nobody knows what is on disk.
    var isFailedSync: Bool { if case .storage(.failed(.sync, _, _)) = self { true } else { false } }
}

/// What can be too large.
public enum TooLarge: Error, Hashable, Sendable {
    case leaf, text, key, commit, frame
}

/// Damage below the durable head.
public struct Corruption: Hashable, Sendable {
    /// What is wrong with the bytes.
    public enum Reason: Error, Hashable, Sendable {
        case segmentHeader, magic, length, headerChecksum, sectionChecksum, bodyChecksum
        case position(UInt64)
        case chain, commitOrder, writerEpoch, body, root, missingSegment, truncated
        /// Neither of the slots that tell the end counts, or one says what is not so.
        case headSlot
        /// A rule of the format that is held only where everything is read.
        case rule(FormatRule)
    }

    /// The file.
    public let file: String
    /// The offset in it, in bytes.
    public let offset: UInt64
    /// What is wrong there.
    public let reason: Reason
    /// The first position that cannot be read.
    public let position: UInt64
    /// How many events were durable; positions from `position` up to this are affected.
    public let durable: UInt64

    package init(
        file: String, offset: UInt64, reason: Reason, position: UInt64, durable: UInt64
    ) {
        self.file = file
        self.offset = offset
        self.reason = reason
        self.position = position
        self.durable = durable
    }
}
