import Foundation
import Support
import Synchronization

/// Programs of all kinds on one ledger and one folder of backups, all at the same time: some of
/// those that write are killed.
final class BesideRun: Sendable {
    /// What a thread does again and again.
    enum Kind: String, CaseIterable {
        case add, importing, seal, erase, backup, verify, doctor, list

        /// What writes may be killed.
        var writes: Bool { self != .verify && self != .doctor && self != .list }
    }

    /// How a command ended.
    enum Outcome: CaseIterable {
        case done, killed
        /// It said that somebody else was writing all the time.
        case waited
    }

    /// What is known of a run so far.
    struct State {
        var counts: [Kind: [Outcome: Int]] = [:]
        /// Amounts in cents from 1 on that were tried: each of them once, so that they tell what
        /// became of what.
        var tried = 0
        /// Those of which somebody was told that they are recorded.
        var acknowledged: Set<Int> = []
        /// The first amounts of the imports that were tried, of ``BesideRun/rows`` each.
        var imports: [Int] = []
        /// Ids of lines that can be erased.
        var erasable: [String] = []
        /// How many erasures were begun that may be killed, and whether the last one is not done.
        var erasures = 0
        var isErasing = false
        var longest = (seconds: 0.0, command: "")
        /// For how many seconds the machine gave a thread that does nothing no turn.
        var stood = 0.0
        var problems: [String] = []
    }

    /// Rows of a file that is imported.
    static let rows = 150
    /// How long a command may be silent.
    private static let silenceMax = 30.0
    /// So many lines, and no more, however long it takes; they come all the time.
    private static let linesMax = 40_000

    let runner: CommandRunner
    let state = Mutex(State())
    private let start = ContinuousClock.now
    let end: ContinuousClock.Instant
    /// How many milliseconds somebody rests at most; in a short run, beside which other tests want
    /// the cores, longer.
    private let restMax: Int
    /// Before this moment nobody is killed, so that whatever looks wrong is.
    let calmEnd: ContinuousClock.Instant

    init(_ runner: CommandRunner, seconds: Int) {
        self.runner = runner
        end = .now + .seconds(seconds)
        calmEnd = .now + .seconds(seconds / 3)
        restMax = seconds > 60 ? 200 : 800
    }

    /// Runs everything to its end, on threads of its own.
    func run() {
        let kinds: [Kind] = [
            .add, .add, .importing, .importing, .seal, .erase, .backup, .backup, .verify, .doctor,
            .list,
        ]
        let group = DispatchGroup()
        Thread.detachNewThread { [self] in beat() }
        for (number, kind) in kinds.enumerated() {
            group.enter()
            Thread.detachNewThread { [self] in
                var random = SeededRandom(seed: UInt64(number))
                while ContinuousClock.now < end {
                    turn(kind, &random)
                    // Nobody types without a pause.
                    Thread.sleep(forTimeInterval: Double(random.below(restMax)) / 1_000)
                }
                group.leave()
            }
        }
        group.wait()
    }

    /// Finds out for how long the machine stands still: a virtual one may be halted for a minute,
    /// and no program can say a word then.
    private func beat() {
        var last = ContinuousClock.now
        while last < end + .seconds(120) {
            Thread.sleep(forTimeInterval: 0.5)
            let now = ContinuousClock.now
            let late = (now - last) / .seconds(1) - 1
            if late > 0 { state.withLock { $0.stood += late } }
            last = now
        }
    }

    private func turn(_ kind: Kind, _ random: inout SeededRandom) {
        switch kind {
        case .add: add(&random)
        case .importing: importFile(&random)
        case .seal: _ = command(.seal, ["seal"], &random)
        case .erase: erase(&random)
        case .backup: _ = command(.backup, ["backup", "copy"], &random)
        case .verify: verify(&random)
        case .doctor: doctor(&random)
        case .list: list(&random)
        }
    }

    func note(_ problem: String) {
        state.withLock { if $0.problems.count < 20 { $0.problems.append(problem) } }
    }

    /// Runs a command, and perhaps kills it.
    ///
    /// - Parameter isRight: Whether a code other than 0 is what should come.
    func command(
        _ kind: Kind, _ arguments: [String], _ random: inout SeededRandom, mayKill: Bool = true,
        isRight: (CommandResult) -> Bool = { _ in false }
    ) -> (result: CommandResult, outcome: Outcome?)? {
        let isVictim =
            mayKill && kind.writes && ContinuousClock.now > calmEnd && random.below(4) == 0
        let start = ContinuousClock.now
        let stood = state.withLock { $0.stood }
        let result: CommandResult
        do {
            let running = try runner.start(arguments)
            if isVictim {
                Thread.sleep(forTimeInterval: Double(random.below(250)) / 1_000)
                running.killNow()
            }
            result = try running.finish()
        } catch {
            note("\(arguments): \(error)")
            return nil
        }
        var seconds = (ContinuousClock.now - start) / .seconds(1)
        if seconds > BesideRun.silenceMax {
            // The thread that beats has been late as well by then, if the machine stood still.
            Thread.sleep(forTimeInterval: 2)
            seconds -= state.withLock { $0.stood } - stood
        }
        let words = arguments.joined(separator: " ")
        var outcome: Outcome?
        if result.code == 0 || !isVictim && isRight(result) {
            outcome = .done
        } else if isVictim {
            outcome = .killed
        } else if result.errors.contains("else was writing for 5 seconds") {
            outcome = .waited
        } else {
            note("\(words), code \(result.code): \(result.errors)")
        }
        state.withLock {
            if let outcome { $0.counts[kind, default: [:]][outcome, default: 0] += 1 }
            if seconds > $0.longest.seconds { $0.longest = (seconds, words) }
            if seconds > BesideRun.silenceMax, result.errors.isEmpty {
                $0.problems.append("\(words): \(Int(seconds)) seconds without a word")
            }
        }
        return (result, outcome)
    }

    /// The first of some amounts that nobody else takes; `nil` when there are enough for now.
    func take(_ count: Int) -> Int? {
        let share = min(1, (.now - start) / (end - start))
        let due = Int(Double(BesideRun.linesMax) * share)
        return state.withLock { state in
            let first = state.tried + 1
            guard state.tried + count <= due else { return nil }
            state.tried += count
            return first
        }
    }
}

extension BesideRun: CustomStringConvertible {
    /// How often what was done.
    var description: String {
        let state = state.withLock { $0 }
        let counts = Kind.allCases.map { kind in
            let found = state.counts[kind] ?? [:]
            return "\(kind.rawValue) \(found[.done] ?? 0) done, \(found[.killed] ?? 0) killed, "
                + "\(found[.waited] ?? 0) told to wait"
        }
        return "side by side: \(counts.joined(separator: "; ")); "
            + "\(state.acknowledged.count) lines acknowledged of \(state.tried); "
            + "longest \(Int(state.longest.seconds * 1_000)) ms: \(state.longest.command); "
            + "the machine stood still for \(Int(state.stood)) s"
    }
}
