/// What is wrong with the keys of a sealed ledger.
package enum KeysFault: Error, Hashable, Sendable {
    /// The ledger was sealed, and the server has no keys of it.
    case missing
    /// The server's keys are not those that were followed: the first change of members that
    /// differs.
    case differ(Int)
    /// A change of members is none, or does not follow the one before.
    case form(Int)
    /// A change of members was made by somebody who was no member.
    case signer(Int)
    /// The server has commits in plain already.
    case plainThere
    /// The ledger is sealed in another way, or not at all.
    case otherwise(Secrecy?)
    /// Text that is no member's key.
    case badKey(String)
    /// The name, or the key, is a member's already.
    case known(String)
    /// A name that no member has, or that none may have; those that there are.
    case noMember(String, [String])
    /// Nobody would be left.
    case last
    /// Somebody else has changed the members at the same moment.
    case outrun
    /// A file that is no recovery key.
    case noRecovery(String)
    /// There is no file where a recovery key was looked for.
    case noRecoveryFile(String)
    /// A recovery key of another ledger, and of which.
    case otherRecovery(String, ledger: String)
    /// A recovery key that lets nobody in any more, the key of this device, and who opens the
    /// ledger.
    case oldRecovery(String, own: String, members: [String])
    /// The passphrase is not that of the recovery key, or there is no memory to find out.
    case passphrase
    /// No passphrase was typed, or two that differ.
    case noPassphrase
    /// The passphrase is too short to keep anything.
    case shortPassphrase(least: Int)
    /// None of the ledger's changes of members has the fingerprint.
    case fingerprint(String)
}
