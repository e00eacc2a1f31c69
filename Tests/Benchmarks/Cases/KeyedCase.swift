internal import EventLog
internal import Ledger

/// Commits of one event with an idempotency key, in turn with commits that have none, appended to
/// the whole ledger.
package enum KeyedCase: BenchCase {
    package static let name = "keyed"
    package static let summary = "append one event with a key to the whole ledger"

    package static func run(in world: World) throws -> CaseResult {
        let place = try world.scratch()
        defer { Files.remove(place) }
        _ = try Child.run(["/bin/cp", "-r", "\(try world.home())/log", "\(place)/log"])
        let store = try FileEventStore.open(at: "\(place)/log")
        let before = try store.head().count
        let appends = max(10, 4 * world.rounds)
        let tail = Tail(count: 2 * appends, from: world.source.count)
        var first = Rounds()
        var plain = Rounds()
        var keyed = Rounds()
        var repeats = Rounds()
        var repeated = 0
        for index in 0..<appends {
            var commit = tail.commit(2 * index)
            _ = try plain.measure { try store.append(commit, expecting: nil) }
            commit = tail.commit(2 * index + 1)
            commit.key = "payment-\(index)"
            if index == 0 {
                _ = try first.measure { try store.append(commit, expecting: nil) }
            } else {
                _ = try keyed.measure { try store.append(commit, expecting: nil) }
            }
            let again = try repeats.measure { try store.append(commit, expecting: nil) }
            repeated += again.isRepeat ? 1 : 0
        }
        var result = keyed.result(name, count: 1)
        result.figures = [
            ("plain_median_ms", plain.wall.median),
            ("key_extra_ms", keyed.wall.median - plain.wall.median),
            ("first_ms", first.wall.median), ("repeat_median_ms", repeats.wall.median),
        ]
        result.facts = [
            "repeats": repeated, "asked": appends,
            "appended": Int(try store.head().count - before),
        ]
        return result
    }
}
