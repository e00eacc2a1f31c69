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
    /// Not what an export of this ledger has there: it was changed, or is something else.
    case changedTile(path: String)
    /// This copy of the ledger is no witness.
    case noWitness
    /// This copy of the ledger is a witness already, so called.
    case witnessExists(name: String)
    /// Not a name that a key can have.
    case badName(String)
    /// A witness that was named did not sign it.
    case notCosigned(name: String)
    /// A witness signed it more than once.
    case repeatedSignature(name: String)
    /// It has fewer events than the last checkpoint that the witness signed.
    case olderThanSigned(events: UInt64, signed: UInt64)
    /// The witness's copy of the ledger has fewer events than the checkpoint.
    case copyBehind(events: UInt64, known: UInt64)
    /// It is of another ledger, so called.
    case foreign(origin: String)
    /// The ledger has fewer events than it had: a rollback.
    case rolledBack(events: UInt64, known: UInt64)
    /// The first events are not those that were there: a fork.
    case forked(events: UInt64, known: UInt64)
    /// No branch is kept whose root begins so and which the ledger names, or several are.
    case unknownBranch(String)
    /// The report of a receipt is another one now; whether the same projections added it up.
    case otherReport(String, sameProgram: Bool)
    /// What a request or a command, so called, comes to is not one answer that only reads.
    case unsignable(String)
    /// There is no proof that a tree continues a larger one, or an empty one.
    case notOlder(from: UInt64, to: UInt64)
    /// More events are to be proved at once than can be.
    case tooMany(events: Int, max: Int)
}
