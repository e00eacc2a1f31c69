import EventLog
import Ledger

/// Proofs of events all over the ledger, and of events in a tail of unsealed commits.
package enum ProofCase: BenchCase {
    package static let name = "proof"
    package static let summary = "prove events of the whole ledger, and of unsealed commits"

    package static func run(in world: World) throws -> CaseResult {
        let sealed = try Self.proofs(in: try world.store(), world)
        let tail = try world.store(Recipe(tail: world.tail))
        let end = try tail.head().count
        let unsealed = try Self.proofs(in: tail, world, from: end - UInt64(world.tail))
        var result = sealed.warm.result(name, count: 1)
        result.figures = [
            ("slowest_ms", sealed.warm.wall.max() ?? 0), ("first_ms", sealed.first),
            ("hashes", Double(sealed.hashes)),
            ("unsealed_median_ms", unsealed.warm.wall.median),
            ("unsealed_slowest_ms", unsealed.warm.wall.max() ?? 0),
            ("unsealed_first_ms", unsealed.first), ("unsealed_hashes", Double(unsealed.hashes)),
        ]
        result.facts = ["proved": sealed.proved, "unsealed_proved": unsealed.proved]
        return result
    }

    private struct Found {
        /// Milliseconds of the first proof, which reads the tree.
        var first = 0.0
        /// Those that follow, each of an event of another block.
        var warm = Rounds()
        /// Of the longest one.
        var hashes = 0
        /// How many lead to the root.
        var proved = 0
    }

    private static func proofs(
        in store: FileEventStore, _ world: World, from start: UInt64 = 0
    ) throws -> Found {
        var found = Found()
        let head = try store.head()
        let count = head.count - start
        let proofs = UInt64(max(10, 40 * world.rounds))
        for number in 0...proofs {
            // All over the ledger, and never where the one before was.
            let place = start + number * 2_654_435_761 % count
            var rounds = Rounds()
            let proof = try rounds.measure { try store.inclusion(of: place, in: head.count) }
            guard let proof else { throw BenchError("event \(place) cannot be proved") }
            if number == 0 { found.first = rounds.wall[0] } else { found.warm.take(rounds) }
            found.hashes = max(found.hashes, proof.hashes.count)
            let holds = MerkleProof.verifyInclusion(
                leafHash: proof.leaf, index: place, treeSize: head.count, proof: proof.hashes,
                root: head.root)
            found.proved += holds ? 1 : 0
        }
        return found
    }
}
