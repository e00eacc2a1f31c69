internal import EventLog
internal import Ledger

/// Whether a report takes longer as the ledger grows: whole processes on ledgers of a million
/// events, of ten, of a hundred and, with `--huge`, of a thousand million, with sums beside the log
/// and without.
package enum ScaleCase: BenchCase {
    package static let name = "scale"
    package static let summary =
        "reports, names, tasks, words at 1 M, 10 M events, with sums and without; 1,000 M by --huge"

    /// From so many events on a ledger is measured where it is made: there is no room for two.
    private static let alone = 1_000_000_000
    /// What such a ledger needs, with room for its files to be written anew.
    private static let bytesFree: UInt64 = 20_000_000_000
    /// Its commits fill frames, so that nothing is left to seal: that is half the time of making
    /// it.
    private static let aloneRecipe = Recipe(commitEvents: Limit.frameEventsMax)

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        var result = CaseResult(
            name: name, count: 1, wall: [], cpu: [], peakMegabytes: 0)
        var costs: [ScaleStep.Cost] = []
        for size in sizes(upTo: world.eventCount) {
            let world = size == world.eventCount ? world : world.generated(size - Loader.opening)
            let isAlone = size >= alone
            if isAlone { try checkRoom(world) }
            let place = try world.scratch()
            defer { Files.remove(place) }
            let home = try world.home(isAlone ? aloneRecipe : Recipe())
            defer { if isAlone, !world.keepsAll { Files.remove(home) } }
            var trial = Trial(program: program, place: place, rounds: world.rounds)
            if isAlone {
                trial.home = home
            } else {
                _ = try Child.run(["/bin/cp", "-r", home, "\(place)/home"])
            }
            var step = ScaleStep(
                trial: trial, size: size, countsInstructions: world.countsInstructions)
            try step.run(&result)
            costs += step.costs
            try weigh("\(trial.home ?? "\(place)/home")/log", size, &result)
        }
        result.figures += growth(costs)
        return result
    }

    /// A million events and ten times as many, and again; of a smaller ledger only that one.
    package static func sizes(upTo count: Int) -> [Int] {
        if count < 1_000_000 { return [count] }
        return [1_000_000, 10_000_000] + (count > 100_000_000 ? [100_000_000] : [])
            + (count > 10_000_000 ? [count] : [])
    }

    /// Refuses to make what would not fit.
    private static func checkRoom(_ world: World) throws {
        if Files.exists("\(world.folder)/\(aloneRecipe.name)/whole") { return }
        try Files.makeFolder(world.folder)
        guard let free = Files.freeBytes(world.folder), free < bytesFree else { return }
        throw BenchError(
            "\(world.eventCount) events take some 14 GB, and sealing more: \(world.folder) has "
                + "\(free / 1_000_000_000) GB free of the 20 GB that are needed; see --work")
    }

    /// How many times as much each command takes at the last size as at the first: instructions,
    /// or CPU time where they cannot be counted.
    private static func growth(_ costs: [ScaleStep.Cost]) -> [(name: String, value: Double)] {
        ScaleStep.commands.compactMap { command in
            let own = costs.filter { $0.command == command.name }
            guard let first = own.first, let last = own.last, own.count > 1 else { return nil }
            let name = "\(command.name)_growth"
            if let few = first.instructions, let many = last.instructions {
                return (name, many / few)
            }
            return first.cpu > 0 ? (name, last.cpu / first.cpu) : nil
        }
    }

    /// How much of the log's bytes the sums beside it have.
    private static func weigh(
        _ log: String, _ size: Int, _ result: inout CaseResult
    ) throws {
        let store = try FileEventStore.open(at: log)
        let bytes = try store.statistics().bytes
        var sums: UInt64 = 0
        for position in stride(from: 0, to: UInt64(size), by: Int(Limit.segmentEvents)) {
            let path = "\(log)/\(SumFile.name(position))"
            if position > 0, Files.exists(path) { sums += Files.size(path) }
        }
        result.facts["sums_\(size)"] = Int(sums)
        result.figures.append(
            ("sums_\(size)_percent", Double(sums) / Double(max(1, bytes)) * 100))
    }
}
