internal import EventLog
internal import Ledger

/// Commits of 10,000 events appended through the store, durable and hashed.
package enum AppendCase: BenchCase {
    package static let name = "append"
    package static let summary = "append commits of 10,000 events, hashed and durable"

    package static func run(in world: World) throws -> CaseResult {
        var wall: [Double] = []
        var cpu: [Double] = []
        var totals = Totals()
        for _ in 0..<min(3, world.rounds) {
            let place = try world.scratch()
            defer { Files.remove(place) }
            let store = try FileEventStore.create(at: "\(place)/log", id: CommitID(high: 4, low: 4))
            let timed = TimedStore(store)
            try Loader.load(world.source, into: timed)
            wall.append(timed.milliseconds.wall)
            cpu.append(timed.milliseconds.cpu)
            totals = Totals(try store.project(0..<store.head().count, as: SpendingTable.self))
        }
        var result = CaseResult(
            name: name, count: world.eventCount, wall: wall, cpu: cpu,
            peakMegabytes: Machine.peakMegabytes())
        result.totals = totals
        return result
    }
}
