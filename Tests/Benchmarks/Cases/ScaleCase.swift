internal import EventLog
internal import Ledger

/// Whether a report takes longer as the ledger grows: whole processes on ledgers of a million
/// events, of ten and, with `--huge`, of a hundred million, with sums beside the log and without.
package enum ScaleCase: BenchCase {
    package static let name = "scale"
    package static let summary =
        "reports, names, tasks, words at 1 M, 10 M events, with sums and without; 100 M by --huge"

    /// Those that look at every line without sums are measured once then, by the clock.
    private static let commands: [(name: String, words: [String], isSlow: Bool)] = [
        ("report", ["report", "-M"], false),
        ("category", ["report", "-M", "--by", "category"], false),
        ("history", ["history", "2"], false),
        ("undo", ["undo", "--dry-run"], false),
        ("list", ["list", "-n", "20"], false),
        ("log", ["log", "-n", "20"], false),
        ("payee", ["report", "--by", "payee"], true),
        ("tag", ["report", "--by", "tag"], true),
        ("payees", ["payees"], true),
        ("next", ["next"], true),
        ("agenda", ["agenda"], true),
        ("due", ["due"], true),
        ("tasks", ["task", "list"], true),
        ("find", ["find", "zanzibar"], true),
        ("stats", ["stats"], true),
    ]

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        var result = CaseResult(
            name: name, count: 1, wall: [], cpu: [], peakMegabytes: 0)
        var instructions: [(String, Double)] = []
        for size in sizes(upTo: world.eventCount) {
            let step = size == world.eventCount ? world : world.generated(size - Loader.opening)
            let place = try step.scratch()
            defer { Files.remove(place) }
            let home = try step.home()
            _ = try Child.run(["/bin/cp", "-r", home, "\(place)/home"])
            let trial = Trial(program: program, place: place, rounds: world.rounds)
            var texts: [[String]] = []
            for kind in ["folded", "summed"] {
                if kind == "summed" {
                    let seal = try trial.measure(["replay"], times: 1)
                    result.figures.append(("replay_\(size)_ms", seal.wall.median))
                }
                // A folder whose names changed just now is listed at every look.
                if world.countsInstructions { Machine.pause(milliseconds: 3_000) }
                var own: [String] = []
                for (command, words, isSlow) in commands {
                    let name = "\(command)_\(kind)_\(size)"
                    let isOnce = isSlow && kind == "folded"
                    var peak = 0.0
                    let rounds = try trial.measure(
                        words, times: isOnce ? 1 : nil, peak: &peak)
                    result.peakMegabytes = max(result.peakMegabytes, peak)
                    if result.wall.isEmpty { (result.wall, result.cpu) = (rounds.wall, rounds.cpu) }
                    result.figures.append(("\(name)_ms", rounds.wall.median))
                    result.figures.append(("\(name)_mb", peak))
                    if world.countsInstructions, !isOnce, let count = try trial.instructions(words)
                    {
                        result.figures.append(("\(name)_instructions", count))
                        if kind == "summed" { instructions.append((command, count)) }
                    }
                    own.append(try trial.text(words))
                }
                texts.append(own)
            }
            guard texts[0] == texts[1] else {
                throw BenchError("with sums, reports of \(size) events differ")
            }
            try weigh("\(place)/home/log", size, &result)
        }
        for (command, _, _) in commands {
            let counts = instructions.filter { $0.0 == command }.map(\.1)
            if let first = counts.first, let last = counts.last, counts.count > 1 {
                result.figures.append(("\(command)_growth", last / first))
            }
        }
        return result
    }

    /// A million events and ten times as many, and again; of a smaller ledger only that one.
    private static func sizes(upTo count: Int) -> [Int] {
        if count < 1_000_000 { return [count] }
        return [1_000_000, 10_000_000] + (count > 10_000_000 ? [count] : [])
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
