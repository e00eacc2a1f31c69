package import EventLog

/// Why another copy of the ledger was not merged.
package enum MergeError: Error, Hashable, Sendable {
    /// There is no ledger in the folder.
    case noLedger
    /// It is the ledger itself, or lies in its folder.
    case same
    /// It is another ledger, or one whose first events are others.
    case unrelated
    /// It cannot be read.
    case unreadable(LogError)
    /// This copy has taken in everything, and the other one cannot be written.
    case onlyHere
    /// The person who is logged in here would be nobody in the merged log.
    case strangeUser
    /// It went on while it was read.
    case changed
    /// What was put together cannot take the place of the log; the code is the system's `errno`.
    case failed(code: Int32)
    /// The file is no bundle.
    case notBundle
    /// The bundle was written by a program that knows more of such files.
    case newerBundle(found: Int, supported: Int)
    /// The bundle ends before its end.
    case cutBundle
    /// What the bundle holds is not what was put into it.
    case damagedBundle
    /// The bundle goes on from so many events that this copy does not have, or has otherwise.
    case baseless(events: UInt64)
    /// A bundle cannot take the place of what is there.
    case occupied
    /// A bundle would lie in the ledger's folder, or is one of its files.
    case inside
    /// The ledger never had this root, or has no such event.
    case unknownRoot
    /// A file cannot take anything in.
    case onlyFile
    /// Nobody said which copy, and this ledger is a clone of none.
    case noSource
    /// The address is none of another machine.
    case badAddress
    /// It is a copy of this ledger, and no other one.
    case copy
    /// Persons, accounts and settings of another ledger of which nobody said what they are here.
    case clashes(people: [String], accounts: [String], settings: [String])
    /// No person and no account of another ledger has a name that was said to be one of theirs.
    case unknownName(String, suggestions: [String])
    /// A person or an account that is to be the same, or to get another name, came by an earlier
    /// join under another one.
    case cameBefore(String)
    /// Commits are not signed as they should be; the copy is not believed.
    case doubtful(DoubtfulCommits)
    /// Devices sign in it, and none here does, or none in the other folder, which was to take in
    /// the result; what they are called.
    case shared(devices: [String], taker: String? = nil)
    /// The command on the other machine came to nothing; what it said was shown.
    case remote(code: Int32)
}
