internal import EventLog
internal import Ledger

/// What an auditor asks for, by whole processes on a ledger with a tail that is not sealed: a
/// check, lists and reports as of an earlier event, what made a figure, what changed it, and the
/// erasure of texts, on a copy. Proofs are those of ``ProofCase``.
package enum AuditCase: BenchCase {
    package static let name = "audit"
    package static let summary = "prove, verify, look back, explain, compare and erase"

    /// How many lines the person records whose texts are erased: few, so that nothing seals.
    private static let personLines = 4

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        let place = try world.scratch()
        defer { Files.remove(place) }
        // The ledger on which programs are started, too.
        let home = try world.home(Recipe(tail: max(1, world.tail - 2 * world.rounds)))
        _ = try Child.run(["/bin/cp", "-r", home, "\(place)/home"])
        let store = try FileEventStore.open(at: "\(place)/home/log")
        try addPerson(to: store, behind: Tail(count: world.tail, from: world.source.count))
        let trial = Trial(program: program, place: place, rounds: world.rounds)
        var peak = 0.0
        let verify = try trial.measure(["verify"], times: min(2, world.rounds), peak: &peak)
        var result = CaseResult(
            name: name, count: Int(try store.head().count), wall: verify.wall, cpu: verify.cpu,
            peakMegabytes: peak)
        let proofs = try ProofCase.run(in: world)
        result.figures.append(("proof_us", proofs.medianMilliseconds * 1_000))
        for (name, value) in proofs.figures where ["hashes", "unsealed_hashes"].contains(name) {
            result.figures.append(("proof_\(name)", value))
        }
        let unsealed = proofs.figures.first { $0.name == "unsealed_median_ms" }?.value
        result.figures.append(("proof_unsealed_us", (unsealed ?? 0) * 1_000))
        let events = try store.head().count
        let then = "\(events / 10 * 9)"
        let line = try StartupCase.firstLine("\(place)/home")
        for (name, words) in [
            ("report_as_of", ["report", "-M", "--as-of", then]),
            ("list_as_of", ["list", "--as-of", then]),
            ("tasks_as_of", ["task", "list", "--as-of", then]),
            ("explain", try figure(of: line, in: store)),
            ("diff", ["diff", "-M", "--from", then]),
        ] {
            let rounds = try trial.measure(words, peak: &peak)
            result.figures.append(("\(name)_ms", rounds.wall.median))
            result.figures.append(("\(name)_cpu_ms", rounds.cpu.median))
        }
        for (name, words) in [("erase_line", [line]), ("erase_person", ["--person", "Sam"])] {
            peak = 0
            let rounds = try trial.measure(["erase", "--yes"] + words, times: 1, peak: &peak)
            result.figures.append(("\(name)_ms", rounds.wall.median))
            result.figures.append(("\(name)_peak_mb", peak))
        }
        let check = try LedgerSnapshot(store: try FileEventStore.open(at: "\(place)/home/log"))
            .checkErasures()
        result.facts = ["erased": check.erased, "pending": check.pending.count]
        return result
    }

    /// A person of whom there are some lines at the end.
    private static func addPerson(to store: FileEventStore, behind tail: Tail) throws {
        var sam = tail.commit(tail.count)
        sam.events = [.personAdded(PersonAdded(name: "Sam"))]
        let position = try store.append(sam, expecting: nil).positions.lowerBound
        for index in 1...personLines {
            var commit = tail.commit(tail.count + index)
            commit.actor = .position(position)
            _ = try store.append(commit, expecting: nil)
        }
    }

    /// The question how the month and the category of a line came to their figure.
    private static func figure(of line: String, in store: FileEventStore) throws -> [String] {
        guard let position = UInt64(line),
            case .lineAdded(let added) = try store.event(at: position)?.event
        else { throw BenchError("event \(line) is no expense") }
        return [
            "explain", String(added.facts.day.description.prefix(7)),
            "-c", added.facts.category?.text ?? "",
            "--currency", added.facts.amount.currency.code,
        ]
    }
}
