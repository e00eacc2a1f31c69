/// What versions of events a ledger holds and a program knows, flat.
package struct SchemaList: Codable, Hashable, Sendable {
    /// What a program does with a version.
    package enum State: String, Codable, CaseIterable, Sendable {
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
    package struct Row: Codable, Hashable, Sendable {
        /// What the type is called; empty where neither the program nor the ledger says.
        package let name: String
        /// The number of the type.
        package let type: UInt16
        /// The version, from 1.
        package let version: UInt8
        /// Whether a program that does not know it must neither report nor record.
        package let critical: Bool
        /// What this program does with it.
        package let state: State
        /// How many events of it there are.
        package let events: UInt64
        /// The position of the first of them; `nil` for none, and then left out of JSON.
        package let first: UInt64?
        /// The position at which a program first declared it; `nil` where none did, and then left
        /// out of JSON.
        package let declared: UInt64?
        /// SHA-256 of the schema, lower-case hex; empty where nobody says what it is.
        package let fingerprint: String
    }

    /// A column that a known version has in some events, and of which this program knows nothing.
    package struct StrangeColumn: Codable, Hashable, Sendable {
        /// What the type is called.
        package let name: String
        /// The version.
        package let version: UInt8
        /// The number of the column, two hexadecimal digits.
        package let column: String
        /// In how many events it is.
        package let events: UInt64
    }

    /// The versions, ascending by type and version.
    package let rows: [Row]
    /// Columns that are kept and passed over.
    package let strange: [StrangeColumn]
    /// SHA-256 of what this program writes, lower-case hex.
    package let fingerprint: String
    /// Where the ledger recorded it; `nil` where it was not yet, and then left out of JSON.
    package let declared: UInt64?
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}
