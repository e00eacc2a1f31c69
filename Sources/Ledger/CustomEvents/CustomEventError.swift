public import EventLog

/// Why a custom type of events cannot be used as it is declared; nothing was written.
public enum CustomEventError: Error, Hashable, Sendable {
    /// The number is none of ``CustomEventType/numbers``.
    case badNumber(UInt16)
    /// A name is not a letter followed by letters, digits and `_`, or stands for two columns.
    case badName(String)
    /// There is no version, one too many, or one without a step from the version before.
    case badVersions(String)
    /// A column that custom events cannot have, that is declared otherwise, that is missing, or
    /// that does not hold what it is declared to.
    case badColumn(String, ColumnID)
    /// The log has the number under another name.
    case numberTaken(UInt16, by: String)
    /// The log has the name under another number.
    case nameTaken(String, by: UInt16)
    /// The log has other columns under the same number and version: what was declared once stays,
    /// and other columns are another version.
    case versionTaken(String, version: UInt8)
    /// The store could not do it.
    case store(StoreError)
}
