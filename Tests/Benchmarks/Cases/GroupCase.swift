internal import EventLog
internal import Ledger
internal import Synchronization

/// 64 threads that append commits of one event through one store, each durable.
package enum GroupCase: BenchCase {
    package static let name = "group"
    package static let summary = "append one event durably from 64 threads at once"

    private static let writers = 64

    package static func run(in world: World) throws -> CaseResult {
        let place = try world.scratch()
        defer { Files.remove(place) }
        let store = try FileEventStore.create(at: "\(place)/log", id: CommitID(high: 4, low: 4))
        _ = try store.append(Loader.opening(), expecting: 0)
        let each = min(20, max(2, world.source.count / 5_000))
        let failures = Mutex(0)
        var rounds = Rounds()
        var bare = Rounds()
        let file = try BareFile("\(place)/bare", capacity: 1 << 20)
        let bytes = [UInt8](repeating: 7, count: DurableAppendCase.commitBytes)
        for round in 0..<world.rounds {
            for _ in 0..<20 { try bare.measure { try file.append(bytes) } }
            rounds.measure {
                Threads.run(writers) { writer in
                    let tail = Tail(count: each, from: (round * writers + writer) * each)
                    for index in 0..<each {
                        do { _ = try store.append(tail.commit(index), expecting: nil) } catch {
                            failures.withLock { $0 += 1 }
                        }
                    }
                }
            }
        }
        var result = rounds.result(name, count: writers * each)
        result.figures = [
            ("bare_median_ms", bare.wall.median),
            ("commits_per_bare_sync", result.perSecond * bare.wall.median / 1_000),
        ]
        result.facts = [
            "failures": failures.withLock { $0 },
            "events": Int(try store.head().count) - Loader.opening,
            "asked": world.rounds * writers * each,
        ]
        return result
    }
}
