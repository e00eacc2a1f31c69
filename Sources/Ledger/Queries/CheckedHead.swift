/// A head that the ledger had at some time, and has again in the middle of it, or that a
/// branch had which a merge replaced.
package struct CheckedHead: Codable, Hashable, Sendable {
    /// How many events it takes in.
    package let events: UInt64
    /// The ids of the keys that signed it, as far as they are known.
    package let signedBy: [String]
    /// The witnesses that signed it, of those that were asked for; `nil` for none, and then left
    /// out of JSON.
    package let cosignedBy: [CheckedWitness]?
    /// The branch of which it is, where a merge replaced that; else `nil`, and then left out of
    /// JSON: it is in the middle of the ledger.
    package var branch: CheckedBranch?

    /// A head.
    package init(
        events: UInt64, signedBy: [String], cosignedBy: [CheckedWitness]? = nil,
        branch: CheckedBranch? = nil
    ) {
        self.events = events
        self.signedBy = signedBy
        self.cosignedBy = cosignedBy
        self.branch = branch
    }
}

/// A branch that a merge replaced, under whose root something was handed out.
package struct CheckedBranch: Codable, Hashable, Sendable {
    /// The position of the event that tells of the merge; left out where none does, because
    /// another device merged the same: a key of this copy vouches that the branch was its own.
    package let merge: UInt64?
    /// How many events the branch had.
    package let events: UInt64
    /// The root over them, lower-case hex.
    package let root: String
    /// How many of them the ledger still begins with; left out, as are the others, where the hashes
    /// of the branch are not kept on this device.
    package let shared: UInt64?
    /// Where the last of the events that were handed out and were taken in stands now.
    package let position: UInt64?
    /// How many of them stand nowhere: what was set aside, and signatures.
    package let missing: UInt64?
    /// Whether a key of this copy signed where its events stand. Left out where none did: then it
    /// is what whoever gave the file with the hashes says.
    package let signed: Bool?

    /// A branch.
    package init(
        merge: UInt64?, events: UInt64, root: String, shared: UInt64? = nil,
        position: UInt64? = nil, missing: UInt64? = nil, signed: Bool? = nil
    ) {
        self.merge = merge
        self.events = events
        self.root = root
        self.shared = shared
        self.position = position
        self.missing = missing
        self.signed = signed
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
