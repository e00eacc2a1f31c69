internal import EventLog
internal import Ledger

/// Whether what is done to a ledger takes longer than it has to as it grows.
package enum GrowthCase: BenchCase {
    package static let name = "growth"
    package static let summary = "replay and append at 10 k, 100 k, 1 M, … events up to --events"

    package static func run(in world: World) throws -> CaseResult {
        var result = CaseResult(
            name: name, count: world.eventCount, wall: [], cpu: [], peakMegabytes: 0)
        var step = world
        for size in sizes(upTo: world.source.count) {
            step = size == world.source.count ? world : world.generated(size)
            let store = try step.store()
            let count = try store.head().count
            var rounds = Rounds()
            for _ in 0..<world.rounds {
                let table: SpendingTable = try rounds.measure { try store.project(0..<count) }
                result.totals = Totals(table)
            }
            result.wall = rounds.wall
            result.cpu = rounds.cpu
            let name = "\(size)"
            result.figures.append(("replay_\(name)_ns", rounds.cpu.median * 1e6 / Double(count)))
            result.figures.append(("peak_\(name)_mb", Machine.peakMegabytes()))
            result.figures.append(("append_\(name)_cpu_us", try append(to: step)))
            result.facts[name] = Int(count)
        }
        result.peakMegabytes = Machine.peakMegabytes()
        try measureSingles(world, &result)
        return result
    }

    private static func sizes(upTo count: Int) -> [Int] {
        var sizes: [Int] = []
        var size = 10_000
        while size < count {
            sizes.append(size)
            size *= 10
        }
        return sizes + [count]
    }

    /// Microseconds of our own that a durable append to a copy of the ledger takes.
    private static func append(to world: World) throws -> Double {
        let place = try world.scratch()
        defer { Files.remove(place) }
        _ = try Child.run(["/bin/cp", "-r", "\(try world.home())/log", "\(place)/log"])
        let store = try FileEventStore.open(at: "\(place)/log")
        let tail = Tail(count: 200, from: world.source.count)
        var rounds = Rounds()
        for index in 0..<tail.count {
            _ = try rounds.measure { try store.append(tail.commit(index), expecting: nil) }
        }
        return rounds.cpu.median * 1_000
    }

    /// Commits of one event each, at most a million: before and after they are sealed.
    private static func measureSingles(_ world: World, _ result: inout CaseResult) throws {
        let small = world.generated(min(world.singlesMax, world.source.count))
        let recipe = Recipe(commitEvents: 1)
        let store = try small.store(recipe)
        let events = try store.head().count
        var loose = Rounds()
        for _ in 0..<world.rounds {
            let table: SpendingTable = try loose.measure { try store.project(0..<events) }
            result.facts["looseCells"] = table.count
        }
        let place = try small.scratch()
        defer { Files.remove(place) }
        _ = try Child.run(["/bin/cp", "-r", "\(try small.home(recipe))/log", "\(place)/log"])
        let copy = try FileEventStore.open(at: "\(place)/log")
        var seal = Rounds()
        _ = try seal.measure { try copy.seal() }
        var sealed = Rounds()
        for _ in 0..<world.rounds {
            let table: SpendingTable = try sealed.measure { try copy.project(0..<events) }
            result.facts["sealedCells"] = table.count
        }
        let bytes = try store.statistics().bytes
        result.figures += [
            ("single_commits", Double(events)),
            ("single_events_per_second", Double(events) / loose.wall.median * 1_000),
            ("single_bytes", Double(bytes) / Double(events)), ("seal_ms", seal.wall.median),
            ("sealed_events_per_second", Double(events) / sealed.wall.median * 1_000),
        ]
    }
}
