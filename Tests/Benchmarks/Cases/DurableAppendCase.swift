internal import EventLog
internal import Ledger

/// Commits of one event, each durable before the next, in turn with a bare write and sync of as
/// many bytes into a file of zeros.
package enum DurableAppendCase: BenchCase {
    package static let name = "durable-append"
    package static let summary = "append one event durably, in turn with a bare write and sync"

    /// A one-event commit with everything.
    static let commitBytes = 168
    /// What a log writes besides: where the durable head stands, in another page of the file.
    static let slotBytes = 1_536

    package static func run(in world: World) throws -> CaseResult {
        let place = try world.scratch()
        defer { Files.remove(place) }
        let store = try FileEventStore.create(at: "\(place)/log", id: CommitID(high: 4, low: 4))
        _ = try store.append(Loader.opening(), expecting: 0)
        let bare = try BareFile("\(place)/bare", capacity: 1 << 20)
        let bare2 = try BareFile("\(place)/bare2", capacity: 1 << 20, start: 4_096)
        let bytes = [UInt8](repeating: 7, count: commitBytes)
        let slot = [UInt8](repeating: 9, count: slotBytes)
        let appends = min(2_000, max(20, world.source.count / 100))
        let tail = Tail(count: appends, from: 0)
        let before = try store.statistics().bytes
        var ours = Rounds()
        var theirs = Rounds()
        var twoPages = Rounds()
        for index in 0..<appends {
            try theirs.measure { try bare.append(bytes) }
            try twoPages.measure { try bare2.append(bytes, head: slot) }
            let commit = tail.commit(index)
            _ = try ours.measure { try store.append(commit, expecting: nil) }
        }
        var result = ours.result(name, count: 1)
        let grown = try store.statistics().bytes - before
        let bareMedian = max(theirs.wall.median, 1e-6)
        result.figures = [
            ("bare_median_ms", theirs.wall.median),
            ("ratio_to_bare", ours.wall.median / bareMedian),
            ("bare_two_pages_ms", twoPages.wall.median),
            ("ratio_to_two_pages", ours.wall.median / max(twoPages.wall.median, 1e-6)),
            ("own_cpu_us", (ours.cpu.median - theirs.cpu.median) * 1_000),
            ("commit_bytes", Double(grown) / Double(appends)),
        ]
        result.facts = ["events": Int(try store.head().count) - Loader.opening]
        return result
    }
}
