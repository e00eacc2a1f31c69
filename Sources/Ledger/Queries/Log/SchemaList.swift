/// What versions of events a ledger holds and a program knows, flat.
public struct SchemaList: Codable, Hashable, Sendable {
    /// What a program does with a version.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// It writes the version.
        case written
        /// It reads the version and sees the newest one.
        case lifted
        /// It does not know the version, keeps its events and passes over them.
        case passed
        /// It does not know the version, which is critical: it neither reports nor records.
        case refused
    }

    /// A version of a type.
    public struct Row: Codable, Hashable, Sendable {
        /// What the type is called; empty where neither the program nor the ledger says.
        public let name: String
        /// The number of the type.
        public let type: UInt16
        /// The version, from 1.
        public let version: UInt8
        /// Whether a program that does not know it must neither report nor record.
        public let critical: Bool
        /// What this program does with it.
        public let state: State
        /// How many events of it there are.
        public let events: UInt64
        /// The position of the first of them; `nil` for none, and then left out of JSON.
        public let first: UInt64?
        /// The position at which a program first declared it; `nil` where none did, and then left
        /// out of JSON.
        public let declared: UInt64?
        /// SHA-256 of the schema, lower-case hex; empty where nobody says what it is.
        public let fingerprint: String
    }

    /// A column that a known version has in some events, and of which this program knows nothing.
    public struct StrangeColumn: Codable, Hashable, Sendable {
        /// What the type is called.
        public let name: String
        /// The version.
        public let version: UInt8
        /// The number of the column, two hexadecimal digits.
        public let column: String
        /// In how many events it is.
        public let events: UInt64
    }

    /// The versions, ascending by type and version.
    public let rows: [Row]
    /// Columns that are kept and passed over.
    public let strange: [StrangeColumn]
    /// SHA-256 of what this program writes, lower-case hex.
    public let fingerprint: String
    /// Where the ledger recorded it; `nil` where it was not yet, and then left out of JSON.
    public let declared: UInt64?
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}
