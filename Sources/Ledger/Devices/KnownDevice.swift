/// A device as its ledger knows it.
package struct KnownDevice: Hashable, Sendable {
    /// What it is called.
    package let name: String
    /// Its public key, 32 bytes.
    package let key: [UInt8]
    /// Where it was added first.
    package let position: UInt64
    /// Whether what it signs is believed.
    package let isBelieved: Bool
    /// Whether it was revoked.
    package let isRevoked: Bool
    /// Whether two commits have the same number of it: its key is on two devices.
    package let isCopied: Bool
    /// How many commits of the log it signed.
    package let signed: Int
}

/// What the signatures of a shared ledger come to.
package struct SignatureReport: Sendable {
    /// The devices, in the order in which they were added.
    package let devices: [KnownDevice]
    /// Commits that a device signed which is believed.
    package let signed: Int
    /// Commits for which such a device vouches.
    package let vouched: Int
    /// Commits from before the ledger was shared.
    package let earlier: Int
    /// Commits that are not believed.
    package let doubtful: [DoubtfulCommit]
}
