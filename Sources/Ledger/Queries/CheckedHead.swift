/// A head that the ledger had at some time, and has again in the middle of it.
package struct CheckedHead: Codable, Hashable, Sendable {
    /// How many events it takes in.
    package let events: UInt64
    /// The ids of the keys that signed it, as far as they are known.
    package let signedBy: [String]
    /// The witnesses that signed it, of those that were asked for; `nil` for none, and then left
    /// out of JSON.
    package let cosignedBy: [CheckedWitness]?

    /// A head.
    package init(events: UInt64, signedBy: [String], cosignedBy: [CheckedWitness]? = nil) {
        self.events = events
        self.signedBy = signedBy
        self.cosignedBy = cosignedBy
    }
}

/// A witness that signed a checkpoint.
package struct CheckedWitness: Codable, Hashable, Sendable {
    /// What it is called.
    package let name: String
    /// The id of its key, 8 hexadecimal digits.
    package let key: String
    /// When it signed, as its clock says: RFC 3339 in UTC.
    package let time: Timestamp

    /// A witness.
    package init(name: String, key: String, time: Timestamp) {
        self.name = name
        self.key = key
        self.time = time
    }
}
