internal import EventLog
internal import Ledger

/// From the files of a log to the table of spending, checksums and reading included.
package enum ReplayCase: BenchCase {
    package static let name = "replay"
    package static let summary = "read the log into the table of spending"

    package static func run(in world: World) throws -> CaseResult {
        let store = try world.store()
        let count = try store.head().count
        var rounds = Rounds()
        var table = SpendingTable()
        _ = try store.project(0..<count, as: SpendingTable.self)
        for _ in 0..<world.rounds {
            table = try rounds.measure { try store.project(0..<count) }
        }
        var result = rounds.result(name, count: Int(count))
        result.totals = Totals(table)
        for hot in [World.Hot.raw, .compressed] {
            let ratio = try ratio(of: hot, world)
            result.figures.append((hot == .raw ? "ratio_to_memcpy" : "ratio_to_lz4", ratio))
        }
        return result
    }

    /// How many times as long as copying or decompressing its hot bytes a replay takes.
    private static func ratio(of hot: World.Hot, _ world: World) throws -> Double {
        let recipe = Recipe(hot: hot)
        let bytes = try HotBytes(of: "\(try world.home(recipe))/log")
        let store = try world.store(recipe)
        let count = try store.head().count
        var replay = Rounds()
        var bound = Rounds()
        for _ in 0..<world.rounds {
            let table: SpendingTable = try replay.measure { try store.project(0..<count) }
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
