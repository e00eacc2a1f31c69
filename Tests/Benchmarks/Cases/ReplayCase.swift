internal import EventLog
internal import Ledger

/// From the files of a log to the table of spending, checksums and reading included.
package enum ReplayCase: BenchCase {
    package static let name = "replay"
    package static let summary = "read the log into the table of spending"

    package static func run(in world: World) throws -> CaseResult {
        var result = try plain(in: world, threads: 1)
        let two = try plain(in: world, threads: 2)
        guard two.totals == result.totals else {
            throw BenchError("two threads find other figures than one")
        }
        result.figures = [
            ("two_threads_ms", two.medianMilliseconds),
            ("ratio_two_threads", two.medianMilliseconds / max(result.medianMilliseconds, 1e-6)),
            ("ratio_to_memcpy", try ratio(of: .raw, world)),
            ("ratio_to_lz4", try ratio(of: .compressed, world)),
        ]
        result.words = [("default", try isCompressed(world) ? "lz4" : "raw")]
        return result
    }

    /// A replay of the ledger as it is by default.
    static func plain(in world: World, threads: Int) throws -> CaseResult {
        let store = try world.store()
        let count = try store.head().count
        var rounds = Rounds()
        var table = try project(store, threads)
        for _ in 0..<world.rounds { table = try rounds.measure { try project(store, threads) } }
        var result = rounds.result(name, count: Int(count))
        result.totals = Totals(table)
        return result
    }

    /// All of a store as a table of spending.
    private static func project(
        _ store: FileEventStore, _ threads: Int
    ) throws -> SpendingTable {
        try store.project(0..<store.head().count, threads: threads)
    }

    /// Whether the hot columns of most frames are compressed.
    private static func isCompressed(_ world: World) throws -> Bool {
        let log = try Log.open(in: try DiskStorage(path: "\(try world.home())/log"))
        var balance = 0
        try log.forEachSection { section throws(LogError) in
            if section.isHot { balance += section.isCompressed ? 1 : -1 }
        }
        return balance > 0
    }

    /// How many times as long as copying or decompressing its hot bytes a replay takes.
    private static func ratio(of hot: World.Hot, _ world: World) throws -> Double {
        let recipe = Recipe(hot: hot)
        let bytes = try HotBytes(of: "\(try world.home(recipe))/log")
        let store = try world.store(recipe)
        var replay = Rounds()
        var bound = Rounds()
        for _ in 0..<world.rounds {
            let table = try replay.measure { try project(store, 1) }
            if table.isEmpty { throw BenchError("a replay found nothing") }
            if hot == .raw {
                bound.measure { bytes.copy() }
            } else {
                try bound.measure { try bytes.decompress() }
            }
        }
        return replay.wall.median / max(bound.wall.median, 1e-6)
    }
}
