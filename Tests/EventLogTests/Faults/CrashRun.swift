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
    /// Losses of power in blocks of 4,096 bytes.
    private(set) var blocks = 0
    /// How often somebody was told that something was sealed.
    private(set) var seals = 0
    /// The folder of a backup.
    private(set) var target = SimulatedDisk()
    /// How often somebody was told that a copy is whole, and of how many events the last one.
    private(set) var backups = 0
    private var backedUp: UInt64 = 0
    /// How often a log was opened without a look into an old segment.
    private(set) var listed = 0
    /// Events whose text somebody was told is gone, and those of whom it may be.
    private(set) var erased: Set<UInt64> = []
    private var erasing: Set<UInt64> = []
    /// What was gone when the last copy was made.
    private var erasedInBackup: Set<UInt64> = []

    /// What a program does in its life.
    enum Step: CaseIterable {
        case appendOne, appendSome, appendColumns, appendKeyed, seal, reopen, appendElsewhere
        case erase, backUp

        /// What there is to enumerate of a short log.
        static let short = allCases.filter { $0 != .erase && $0 != .backUp }
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
        // Those that are there have the ids from 0 on.
        commits = 1_000
    }

    /// A log that is about to be sealed for the first time, made once for all runs.
    static let base: Result<[String: [UInt8]], LogError> = {
        let disk = SimulatedDisk()
        do {
            _ = try LogSamples.log(Array(repeating: 80, count: 51), in: disk)
            return .success(disk.contents().filter { $0.key != LockFile.name })
        } catch { return .failure(error as? LogError ?? .missing) }
    }()

    /// A run on a log of 4,080 events: sixteen more and it seals.
    static func beforeSeal() throws -> CrashRun {
        CrashRun(try base.get(), firstPosition: 4_080)
    }

    static var options: Log.Options {
        var options = LogSamples.options
        options.sealEvents = 60
        options.makeSalt = { 0x5EED_0001 }
        options.lockWait = .zero
        options.listSegments = 1
        options.secret = { Array(repeating: 1, count: 32) }
        return options
    }

    /// One life: some steps, among them perhaps a fault; then the end, and a look at what is left.
    mutating func live(_ choices: inout RandomChoices) throws {
        let end = 1 + choices.choose([12, 70, firstPosition > 0 ? 200 : 70][choices.choose(3)])
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
        // The program dies with a call to one of its folders.
        let isOfTarget = firstPosition > 0 && choices.choose(6) == 0
        (isOfTarget ? target : disk).plan(faults)
        act(&choices)
        disk.kill()
        target.kill()
        let isKilled = choices.choose(3) == 0
        let inBlocks = !isKilled && firstPosition > 0 && choices.choose(2) == 0
        if isKilled {
            (disk, target) = (disk.afterKill(), target.afterKill())
        } else {
            disk = disk.afterPowerLoss(&choices, isTearing: true, inBlocks: inBlocks)
            target = target.afterPowerLoss(&choices, isTearing: true, inBlocks: inBlocks)
        }
        if inBlocks { blocks += 1 }
        crashes += 1
        try look(isSettled: !isKilled)
        try lookAtBackup()
    }

    private mutating func act(_ choices: inout RandomChoices) {
        if (try? Log.create(in: disk, id: LogSamples.logID, options: Self.options)) != nil {
            isCreated = !disk.isDead
        }
        guard var log = try? Log.open(in: disk, options: Self.options) else { return }
        let other = choices.choose(4) == 0 ? try? Log.open(in: disk, options: Self.options) : nil
        // What costs most is done often enough, and half as often as the rest.
        let steps = firstPosition > 0 ? Step.allCases + Step.short : Step.short
        for _ in 0..<(1 + choices.choose(6)) where !disk.isDead && !target.isDead {
            perform(steps[choices.choose(steps.count)], &log, other)
        }
    }

    /// One step of a program.
    mutating func perform(_ step: Step, _ log: inout Log, _ other: Log? = nil) {
        let before = generation
        defer { if step != .erase, generation > before, !disk.isDead { seals += 1 } }
        switch step {
        case .appendOne: append(1, to: log)
        case .appendSome: append(7, to: log)
        case .appendColumns: append(Limit.rowEventsMax + 20, to: log)
        case .appendKeyed: append(2, to: log, key: Array("key \(commits)".utf8))
        case .appendElsewhere: append(1, to: other ?? log)
        case .seal: _ = try? log.seal()
        case .erase: erase(log)
        case .backUp: backUp(log)
        case .reopen: if let again = try? Log.open(in: disk, options: Self.options) { log = again }
        }
        // As a program does behind its answer: only a log of two segments has any to list.
        try? log.keepSegmentList()
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

    /// The name of the first file: of a later generation once it is written anew.
    private var generation: String {
        disk.contents().keys.filter { $0.hasPrefix("000000000000-") && $0.hasSuffix(".log") }.max()
            ?? ""
    }

    /// Erases some texts, of what was there before the run and of what it appended.
    private mutating func erase(_ log: Log) {
        let start = firstPosition > 40 ? firstPosition - 40 : 0
        guard let count = try? log.head().count, count > start else { return }
        let wanted = Set((start..<count).filter { $0 % 7 == UInt64(rows % 7) })
        erasing.formUnion(wanted)
        guard (try? log.erase(wanted)) != nil, !disk.isDead else { return }
        erased.formUnion(wanted)
    }

    /// Copies the log, or brings the copy up to date.
    private mutating func backUp(_ log: Log) {
        let gone = erased
        guard let copy = try? log.copy(into: target), !disk.isDead, !target.isDead else { return }
        backups += 1
        backedUp = copy.events
        erasedInBackup = gone
    }

    /// Whether an event that stands in the log is what was appended, its text gone where it must be
    /// and only where it may be.
    private func isSame(_ found: Row, as row: Row, at position: UInt64) -> Bool {
        if found.isErased {
            return erasing.contains(position) && found.withoutSalt == row.withoutText
        }
        return found.withoutSalt == row && !(erased.contains(position) && row.hasText)
    }

    /// The same of as many events; a loop, for it runs more often than anything else here.
    private func areSame(
        _ events: ArraySlice<(CommitHeader, Row)>, as rows: [Row], from first: UInt64
    ) -> Bool {
        guard events.count == rows.count else { return false }
        var index = 0
        while index < rows.count {
            let found = events[events.startIndex + index].1
            guard isSame(found, as: rows[index], at: first + UInt64(index)) else { return false }
            index += 1
        }
        return true
    }

    /// Holds the copy against the log: what somebody was told is whole is there, and says the same.
    private func lookAtBackup() throws {
        let copy: Log
        do throws(LogError) { copy = try Log.open(in: target, options: Self.options) } catch {
            if error == .missing, backups == 0 { return }
            throw Failure(description: "the backup cannot be opened: \(error)")
        }
        do {
            let head = try copy.head()
            guard head.count >= backedUp else {
                throw Failure(description: "the backup lost events: \(head.count) are left")
            }
            let own = try Log.open(in: disk, options: Self.options)
            guard try own.head().count >= head.count, try own.root(at: head.count) == head.root
            else { throw Failure(description: "the backup says something else") }
            // A copy that was interrupted may end before the events of the run.
            let seen = min(firstPosition, head.count)..<head.count
            for (index, found) in try LogSamples.events(copy, seen).enumerated()
            where erasedInBackup.contains(firstPosition + UInt64(index)) {
                if found.1.hasText { throw Failure(description: "the backup has what was erased") }
            }
        } catch let error as LogError {
            throw Failure(description: "the backup cannot be read: \(error)")
        }
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
        if log.listedSegments > 0 { listed += 1 }
        let found: [(CommitHeader, Row)]
        do { found = try LogSamples.events(log, firstPosition..<UInt64.max >> 1) } catch {
            throw Failure(description: "cannot be read: \(error)")
        }
        var kept: [(attempt: Attempt, isFound: Bool)] = []
        var position = firstPosition
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
            guard areSame(events, as: attempt.rows, from: position) else {
                throw Failure(description: "changed or in part: commit \(attempt.commit)")
            }
            position += UInt64(events.count)
            rest = rest.dropFirst(events.count)
            kept.append((attempt, true))
        }
        guard rest.isEmpty else {
            throw Failure(description: "phantom: \(rest.first?.0.id.low ?? 0)")
        }
        attempts = kept.map(\.attempt)
        if firstPosition == 0 { try verify() }
    }

    /// Hashes every event again.
    func verify() throws {
        let log: Log
        do { log = try Log.open(in: disk, options: Self.options) } catch { return }
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
    mutating func fork() {
        disk = disk.afterKill()
        target = target.afterKill()
    }

    /// Opens the log; `nil` when a planned call fails.
    func open() -> Log? { try? Log.open(in: disk, options: Self.options) }

    /// Whether the program was killed.
    var isDead: Bool { disk.isDead }

    /// Says which calls fail from now on.
    func plan(_ faults: [Int: SimulatedDisk.Fault]) { disk.plan(faults) }
}
