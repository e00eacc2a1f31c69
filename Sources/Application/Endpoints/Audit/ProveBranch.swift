internal import EventLog
internal import Ledger

/// Proves that an event was in a branch which a merge replaced, to those who have what was handed
/// out there: the log of today names the branch, and the hashes that are kept of it have the event.
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
        /// The position of the event that tells of the merge.
        package let merge: UInt64
        /// How many hashes lead from the event to the root of the branch.
        package let hashes: Int
        /// The public half of the key that signed.
        package let verifier: String
        /// The position of the last event that the checkpoint takes in.
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
        let checkpoint = try env.checkpoint(of: store)
        guard let branch = branches.first, input.id < branch.count, merge < checkpoint.size else {
            throw .unknownID("\(input.id)")
        }
        let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (
                parts: try parts(of: branches, event: input.id, over: store),
                now: try branch.positions(of: input.id..<(input.id + 1), in: store)[0],
                path: try store.inclusion(of: merge, in: checkpoint.size),
                shown: try store.disclosure(of: merge, withText: false)
            )
        }
        guard let parts = found.parts, let path = found.path, let shown = found.shown else {
            throw .unknownID("\(input.id)")
        }
        let note = try env.signed(checkpoint, of: store, by: signer)
        let proof = BranchProof(
            branches: parts,
            merge: TlogProof(extra: shown.bytes, index: merge, hashes: path.hashes, note: note))
        return Output(
            proof: proof.text, id: input.id, branch: branch.root.hex, events: branch.count,
            now: found.now, merge: merge, hashes: parts.first?.hashes.count ?? 0,
            verifier: signer.verifier.text, position: checkpoint.size - 1,
            root: checkpoint.root?.hex ?? "")
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
