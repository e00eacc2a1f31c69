internal import EventLog
internal import Ledger

/// Whole processes on a sealed ledger, and on one with 65,535 commits of one event that are not
/// sealed: from the start of the program to its end.
package enum StartupCase: BenchCase {
    package static let name = "startup"
    package static let summary = "start the program: add, report -M, amend, history, list"

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        let writes = 2 * world.rounds
        var result = CaseResult(
            name: name, count: 1, wall: [], cpu: [], peakMegabytes: 0)
        for tail in [0, max(1, world.tail - writes)] {
            let place = try world.scratch()
            defer { Files.remove(place) }
            let home = try world.home(Recipe(tail: tail))
            _ = try Child.run(["/bin/cp", "-r", home, "\(place)/home"])
            let trial = Trial(program: program, place: place, rounds: world.rounds)
            let name = tail == 0 ? "" : "tail_"
            for (command, words) in [
                ("add", ["add", "4.20", "Coffee"]),
                ("amend", ["amend", try firstLine(home), "--amount", "NUMBER"]),
                ("report", ["report", "-M"]), ("history", ["history", try firstLine(home)]),
                ("list", ["list"]), ("version", ["--version"]),
            ] {
                let rounds = try trial.measure(words, peak: &result.peakMegabytes)
                if result.wall.isEmpty {
                    result.wall = rounds.wall
                    result.cpu = rounds.cpu
                }
                result.figures.append(("\(name)\(command)_ms", rounds.wall.median))
                result.figures.append(("\(name)\(command)_cpu_ms", rounds.cpu.median))
                if world.countsInstructions, command != "add", command != "amend",
                    let count = try trial.instructions(words)
                {
                    result.figures.append(("\(name)\(command)_instructions", count))
                }
            }
            if tail > 0 {
                let seal = try trial.measure(["add", "4.20", "Coffee"], times: 1)
                result.figures.append(("add_that_seals_ms", seal.wall.median))
            }
            let store = try FileEventStore.open(at: "\(place)/home/log")
            let made = Int(try store.head().count) - world.eventCount - tail
            result.facts["\(name)written"] = made
        }
        return result
    }

    /// The position of an expense in the middle.
    static func firstLine(_ home: String) throws -> String {
        let store = try FileEventStore.open(at: "\(home)/log")
        var position = try store.head().count / 2
        while position > 0 {
            if case .lineAdded = try store.event(at: position)?.event { return "\(position)" }
            position -= 1
        }
        throw BenchError("the ledger has no expense")
    }
}
