/// Why nothing was proved, or why a proof is not believed.
package enum ProofError: Error, Hashable, Sendable {
    /// The ledger has no key to sign with.
    case noKey
    /// The ledger has no such key.
    case unknownKey(String)
    /// Not the public half of a key, as text.
    case badKey(String)
    /// A file of a key has something else in it.
    case damagedKey(path: String)
    /// A file of a key can be read by others; its permission bits.
    case exposedKey(path: String, mode: UInt32)
    /// Not a checkpoint or receipt, as it was given.
    case malformed
    /// A signature in the name of a known key is none of it.
    case badSignature(name: String)
    /// None of the keys that were named signed it.
    case unsigned
    /// It is of another ledger, so called.
    case foreign(origin: String)
    /// The ledger has fewer events than it had: a rollback.
    case rolledBack(events: UInt64, known: UInt64)
    /// The first events are not those that were there: a fork.
    case forked(events: UInt64, known: UInt64)
    /// The report of a receipt is another one now; whether the same projections added it up.
    case otherReport(String, sameProgram: Bool)
    /// There is no proof that a tree continues a larger one, or an empty one.
    case notOlder(from: UInt64, to: UInt64)
    /// More events are to be proved at once than can be.
    case tooMany(events: Int, max: Int)
}
