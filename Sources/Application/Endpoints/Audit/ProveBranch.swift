internal import EventLog
internal import Ledger

/// Proves that an event was in a branch which a merge replaced, to those who have what was handed
/// out there: the log of today names the branch, and the hashes that are kept of it have the event.
/// Where no event names the branch the key that signs vouches for it.
package enum ProveBranch: Endpoint {
    /// Which event of which branch.
    package struct Input: Codable, Hashable, Sendable {
        /// The first digits of the root of the branch, four at least.
        package var branch: String
        /// The position that the event had there.
        package var id: UInt64

        /// A request.
        package init(branch: String, id: UInt64) {
            self.branch = branch
            self.id = id
        }
    }

    /// A proof.
    package struct Output: Codable, Hashable, Sendable {
        /// The proof; see `Audit.md`.
        package let proof: String
        /// The position that the event had in the branch.
        package let id: UInt64
        /// The root of the branch, lower-case hex.
        package let branch: String
        /// How many events the branch had.
        package let events: UInt64
        /// Where the event stands now; `nil` where it was set aside, and of signatures.
        package let now: UInt64?
        /// The position of the event that tells of the merge; left out where none does, and the key
        /// alone vouches for the branch.
        package let merge: UInt64?
        /// How many hashes lead from the event to the root of the branch.
        package let hashes: Int
        /// The public half of the key that signed.
        package let verifier: String
        /// The position of the last event that the checkpoint takes in, or, where the key vouches,
        /// of the log that took the place of the branch.
        package let position: UInt64
        /// The root over these events, lower-case hex.
        package let root: String
    }

    package static let path = "prove/branch"
    package static let summary = "prove that a branch which a merge replaced had an event"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let signer = try env.signer()
        let env = try env.provedToSign()
        let store = try env.store()
        let (branches, merge) = try env.branches(called: input.branch, in: store)
        guard let branch = branches.first, let last = branches.last, input.id < branch.count else {
            throw .unknownID("\(input.id)")
        }
        let (found, now) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (
                try parts(of: branches, event: input.id, over: store),
                try branch.positions(of: input.id..<(input.id + 1), in: store)[0]
            )
        }
        let end: End?
        if let merge {
            end = try named(by: merge, in: store, signer, env)
        } else {
            end = try vouched(last, in: store, env)
        }
        guard let parts = found, let end else { throw .unknownID("\(input.id)") }
        return Output(
            proof: BranchProof(branches: parts, end: end.proof).text, id: input.id,
            branch: branch.root.hex, events: branch.count, now: now, merge: merge,
            hashes: parts.first?.hashes.count ?? 0, verifier: signer.verifier.text,
            position: end.count - 1, root: end.root.hex)
    }

    /// What proves a branch, and the log that it leads to.
    private typealias End = (proof: [UInt8], count: UInt64, root: Digest)

    /// A proof of the event that names a branch, under a checkpoint that is signed now.
    private static func named(
        by merge: UInt64, in store: any EventStore, _ signer: NoteSigner, _ env: Environment
    ) throws(ApplicationError) -> End? {
        let checkpoint = try env.checkpoint(of: store)
        guard let root = checkpoint.root, merge < checkpoint.size else { return nil }
        let (path, shown) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (
                try store.inclusion(of: merge, in: checkpoint.size),
                try store.disclosure(of: merge, withText: false)
            )
        }
        guard let path, let shown else { return nil }
        let note = try env.signed(checkpoint, of: store, by: signer)
        let proof = TlogProof(extra: shown.bytes, index: merge, hashes: path.hashes, note: note)
        return (proof.bytes, checkpoint.size, root)
    }

    /// A note by which the key vouches for a branch that no event names.
    private static func vouched(
        _ branch: KeptBranch, in store: any EventStore, _ env: Environment
    ) throws(ApplicationError) -> End? {
        guard let note = try env.vouching(for: branch, of: store) else { return nil }
        return (note, branch.log.count, branch.log.root)
    }

    /// Of each branch the event that is proved: the one that was asked for, then the one that names
    /// the branch before.
    private static func parts(
        of branches: [KeptBranch], event: UInt64, over store: any EventStore
    ) throws(StoreError) -> [BranchProof.Part]? {
        var parts: [BranchProof.Part] = []
        var (index, shown) = (event, LeafDisclosure?.none)
        for branch in branches {
            guard let found = try branch.inclusion(of: index, over: store) else { return nil }
            parts.append(
                BranchProof.Part(
                    size: branch.count, root: branch.root, index: index, leaf: found.leaf,
                    shown: shown, hashes: found.hashes))
            (index, shown) = (branch.naming?.position ?? 0, branch.naming?.shown)
        }
        return parts
    }
}
