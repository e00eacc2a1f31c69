import EventLog
import Support

/// One log through many lives: programs that are killed or lose their power at a chosen call, and
/// what the next one finds, held against what was acknowledged.
struct CrashRun {
    /// A commit that somebody tried to append.
    struct Attempt {
        let commit: Int
        let rows: [Row]
        /// Whether the program was told that it is saved.
        var isAcknowledged = false
        /// Whether the program was killed before it was told anything: what it wrote, or had begun
        /// to take back, may be on the disk or not.
        var isOpen = false
    }

    /// Why a run is wrong.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var disk: SimulatedDisk
    /// What must or may be in the log, in order.
    private(set) var attempts: [Attempt] = []
    /// Whether somebody was told that there is a log.
    private var isCreated = false
    private var commits = 0
    private var rows = 0
    /// Where the run starts to look at events; those before are not of its making.
    private let firstPosition: UInt64
    private(set) var crashes = 0

    /// What a program does in its life.
    enum Step: CaseIterable {
        case appendOne, appendSome, appendColumns, appendKeyed, seal, reopen, appendElsewhere
    }

    /// A run on an empty disk.
    init() {
        disk = SimulatedDisk()
        firstPosition = 0
    }

    /// A run that goes on with a log that is there already.
    init(_ files: [String: [UInt8]], firstPosition: UInt64) {
        disk = SimulatedDisk(files)
        isCreated = true
        self.firstPosition = firstPosition
    }

    static var options: Log.Options {
        var options = LogSamples.options
        options.sealEvents = 60
        options.makeSalt = { 0x5EED_0001 }
        options.lockWait = .zero
        return options
    }

    /// One life: some steps, among them perhaps a fault; then the end, and a look at what is left.
    mutating func live(_ choices: inout RandomChoices) throws {
        let end = 1 + choices.choose(choices.choose(4) == 0 ? 12 : 70)
        var faults: [Int: SimulatedDisk.Fault] = [:]
        if choices.choose(3) == 0 {
            faults[choices.choose(end)] =
                switch choices.choose(4) {
                case 0: .error(ErrorNumber.io)
                case 1: .error(ErrorNumber.noSpace)
                case 2: .short(choices.choose(400), ErrorNumber.noSpace)
                default: .lostSync(seed: UInt64(choices.choose(1 << 30)))
                }
        }
        faults[end] = choices.choose(2) == 0 ? .killed : .killedAfter(choices.choose(700))
        disk.plan(faults)
        act(&choices)
        disk.kill()
        let isKilled = choices.choose(3) == 0
        disk = isKilled ? disk.afterKill() : disk.afterPowerLoss(&choices, isTearing: true)
        crashes += 1
        try look(isSettled: !isKilled)
    }

    private mutating func act(_ choices: inout RandomChoices) {
        if (try? Log.create(in: disk, id: LogSamples.logID, options: Self.options)) != nil {
            isCreated = !disk.isDead
        }
        guard var log = try? Log.open(in: disk, options: Self.options) else { return }
        let other = choices.choose(4) == 0 ? try? Log.open(in: disk, options: Self.options) : nil
        for _ in 0..<(1 + choices.choose(6)) where !disk.isDead {
            let steps = Step.allCases
            perform(steps[choices.choose(steps.count)], &log, other)
        }
    }

    /// One step of a program.
    mutating func perform(_ step: Step, _ log: inout Log, _ other: Log? = nil) {
        switch step {
        case .appendOne: append(1, to: log)
        case .appendSome: append(7, to: log)
        case .appendColumns: append(Limit.rowEventsMax + 20, to: log)
        case .appendKeyed: append(2, to: log, key: Array("key \(commits)".utf8))
        case .appendElsewhere: append(1, to: other ?? log)
        case .seal: _ = try? log.seal()
        case .reopen: if let again = try? Log.open(in: disk, options: Self.options) { log = again }
        }
    }

    private mutating func append(_ count: Int, to log: Log, key: [UInt8]? = nil) {
        let rows = (self.rows..<(self.rows + count)).map { LogSamples.row($0) }
        let draft = LogSamples.commit(commits, rows: rows, key: key)
        var attempt = Attempt(commit: commits, rows: rows)
        commits += 1
        self.rows += count
        let faults = disk.hits
        do {
            let appended = try log.append(draft)
            // The program was killed before it could tell anyone.
            attempt.isAcknowledged = !disk.isDead
            if appended.isRepeat { return }
        } catch {
            // What was refused without a failed call was not written.
            if disk.hits == faults, !disk.isDead, error != .readOnly { return }
            attempt.isOpen = disk.isDead
        }
        attempts.append(attempt)
    }

    /// Holds what the log has against what was attempted: everything acknowledged, in order, whole
    /// and unchanged; nothing that nobody appended.
    ///
    /// - Parameter isSettled: Whether all that is seen is durable. Else a commit that is open and
    ///   not seen may come to light after a loss of power, until another one is durable in its
    ///   place.
    private mutating func look(isSettled: Bool = true) throws {
        let log: Log
        do throws(LogError) { log = try Log.open(in: disk, options: Self.options) } catch {
            if error == .missing, !isCreated, !attempts.contains(where: \.isAcknowledged) {
                attempts = []
                return
            }
            throw Failure(description: "cannot be opened: \(error)")
        }
        let found: [(CommitHeader, Row)]
        do { found = try LogSamples.events(log, firstPosition..<UInt64.max >> 1) } catch {
            throw Failure(description: "cannot be read: \(error)")
        }
        var kept: [(attempt: Attempt, isFound: Bool)] = []
        var rest = found[...]
        for attempt in attempts {
            guard let next = rest.first, next.0.id.low == UInt64(attempt.commit) else {
                if attempt.isAcknowledged {
                    throw Failure(description: "lost: commit \(attempt.commit)")
                }
                if attempt.isOpen, !isSettled { kept.append((attempt, false)) }
                continue
            }
            if attempt.isAcknowledged { kept.removeAll { !$0.isFound } }
            let events = rest.prefix { $0.0.id == next.0.id }
            guard events.map(\.1) == attempt.rows else {
                throw Failure(description: "changed or in part: commit \(attempt.commit)")
            }
            rest = rest.dropFirst(events.count)
            kept.append((attempt, true))
        }
        guard rest.isEmpty else {
            throw Failure(description: "phantom: \(rest.first?.0.id.low ?? 0)")
        }
        attempts = kept.map(\.attempt)
        guard firstPosition == 0 else { return }
        do { _ = try log.verify() } catch { throw Failure(description: "not verified: \(error)") }
    }

    /// Every state in which a loss of power can leave the disk now; `check` is called with each.
    func everyPowerLoss(_ seen: inout Set<Int>) throws -> Int {
        var choices = EveryChoice()
        var count = 0
        repeat {
            var next = self
            next.disk = disk.afterPowerLoss(
                &choices, isTearing: false, ignoring: { $0.hasSuffix(".tmp") })
            guard seen.insert(next.fingerprint).inserted else { continue }
            count += 1
            try next.look()
        } while choices.advance()
        return count
    }

    /// What a state of the disk and what is expected of it come to.
    private var fingerprint: Int {
        var hasher = Hasher()
        for (name, bytes) in disk.contents().sorted(by: { $0.key < $1.key }) {
            hasher.combine(name)
            hasher.combine(bytes)
        }
        hasher.combine(attempts.count { $0.isAcknowledged })
        return hasher.finalize()
    }

    /// After a fault has passed: the next append works, through the same log or, after a failed
    /// sync, through one that is opened anew; and all that was acknowledged is there, also after a
    /// loss of power.
    mutating func settle(_ log: Log) throws {
        disk.plan([:])
        var log = log
        let last = attempts.count
        perform(.appendOne, &log)
        if attempts.count == last || !attempts[attempts.count - 1].isAcknowledged {
            let before = attempts.count
            guard let again = open() else { throw Failure(description: "cannot be opened") }
            log = again
            perform(.appendOne, &log)
            guard attempts.count > before, attempts[attempts.count - 1].isAcknowledged else {
                throw Failure(description: "the next append fails")
            }
        }
        try look()
        for seed in 0..<4 {
            var choices = RandomChoices(seed: UInt64(seed))
            var next = self
            next.disk = disk.afterPowerLoss(&choices, isTearing: true)
            try next.look()
        }
    }

    /// Says that from some call on all that change anything fail.
    func planAll(from call: Int, code: Int32) { disk.plan([:], allFrom: (call, code: code)) }

    /// How many calls there were in this life.
    var calls: Int { disk.calls }

    /// How many calls failed.
    var hits: Int { disk.hits }

    // MARK: Step by step

    /// A run whose log has one durable commit.
    static func started() throws -> CrashRun {
        var run = CrashRun()
        var log = try Log.create(in: run.disk, id: LogSamples.logID, options: options)
        run.isCreated = true
        run.perform(.appendOne, &log)
        try run.look()
        return run
    }

    /// Leaves the disk of the run it was copied from alone.
    mutating func fork() { disk = disk.afterKill() }

    /// Opens the log; `nil` when a planned call fails.
    func open() -> Log? { try? Log.open(in: disk, options: Self.options) }

    /// Whether the program was killed.
    var isDead: Bool { disk.isDead }

    /// Says which calls fail from now on.
    func plan(_ faults: [Int: SimulatedDisk.Fault]) { disk.plan(faults) }
}
