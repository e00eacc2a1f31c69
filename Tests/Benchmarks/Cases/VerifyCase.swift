internal import EventLog
internal import Ledger

/// Every byte checked and every event hashed again.
package enum VerifyCase: BenchCase {
    package static let name = "verify"
    package static let summary = "check every byte and hash every event again"

    package static func run(in world: World) throws -> CaseResult {
        let store = try world.store()
        var rounds = Rounds()
        var found: LogStatistics?
        for _ in 0..<min(3, world.rounds) { found = try rounds.measure { try store.verify() } }
        guard let found else { throw BenchError("nothing was verified") }
        var result = rounds.result(name, count: Int(found.events))
        result.words = [("root", found.root.hex)]
        result.facts = ["events": Int(found.events), "commits": Int(found.commits)]
        return result
    }
}
