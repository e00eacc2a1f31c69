import Application
import EventLog
import Interchange
import Ledger
import Support
import Synchronization
import Testing

/// The whole program on a disk that loses its power: what was answered is there afterwards, and
/// what was not is there as a whole or not at all.
@Suite("Crashed programs")
struct CrashedPrograms {
    @Test("records, imports, amends, undoes and seals through many crashes")
    func manyLives() throws {
        var crashes = 0
        let seeds = Soak.seeds(150)
        for seed in seeds {
            var run = ProgramRun(seed: seed)
            for life in 0..<6 {
                do { try run.live() } catch {
                    Issue.record("seed \(seed), life \(life): \(error)")
                    break
                }
                crashes += 1
            }
        }
        #expect(crashes == seeds.count * 6)
    }
}

/// A ledger on a simulated disk.
private final class SimulatedHome: LedgerHome {
    let disk: SimulatedDisk
    let place = "simulated"
    private let store = Mutex<(any EventStore)?>(nil)

    init(_ disk: SimulatedDisk) { self.disk = disk }

    func file(_ name: String) -> [UInt8]? { nil }
    func keep(_ bytes: [UInt8], as name: String) {}

    private static func options(_ makeSeed: @escaping SeedSource) -> Log.Options {
        var options = Log.Options()
        options.makeSeed = makeSeed
        options.makeSalt = { 0x5EED_0002 }
        options.lockWait = .zero
        options.sealEvents = 5_000
        return options
    }

    func open() throws(StoreError) -> (any EventStore)? {
        try store.withLock { (store) throws(StoreError) in
            if let store { return store }
            do throws(LogError) {
                let options = Self.options(Environment.countingSeed)
                let opened = FileEventStore(try Log.open(in: disk, options: options))
                store = opened
                return opened
            } catch {
                if error == .missing { return nil }
                throw .log(error)
            }
        }
    }

    func create(
        id: CommitID, makeSeed: @escaping SeedSource
    ) throws(StoreError) -> any EventStore {
        if let there = try open() { return there }
        do throws(LogError) {
            _ = try Log.create(in: disk, id: id, options: Self.options(makeSeed))
        } catch { throw .log(error) }
        guard let made = try open() else { throw .log(.missing) }
        return made
    }
}

/// One ledger through several lives.
private struct ProgramRun {
    struct Failure: Error { let text: String }

    /// What the reports say of so many events.
    private struct Reported: Equatable {
        var events: UInt64
        var root: String
        var sums: [String]
    }

    private var disk = SimulatedDisk()
    private var choices: RandomChoices
    /// How many events somebody was told are saved.
    private var saved: UInt64 = 0
    /// How many there may be: with requests that were not answered, whole or not at all.
    private var possible: Set<UInt64> = [0]
    private var reported: Reported?
    private var serial = 0
    private let base: Environment

    init(seed: UInt64) {
        choices = RandomChoices(seed: seed)
        base = Environment.test
    }

    mutating func live() throws {
        let end = 20 + choices.choose(300)
        var faults: [Int: SimulatedDisk.Fault] = [end: .killedAfter(choices.choose(3_000))]
        switch choices.choose(6) {
        case 0: faults[choices.choose(end)] = .error(ErrorNumber.io)
        case 1: faults[choices.choose(end)] = .short(choices.choose(900), ErrorNumber.noSpace)
        case 2: faults[choices.choose(end)] = .lostSync(seed: UInt64(choices.choose(1 << 20)))
        default: break
        }
        disk.plan(faults)
        let home = SimulatedHome(disk)
        let env = base.with { $0.home = home }
        for _ in 0..<(2 + choices.choose(6)) where !disk.isDead { try step(env) }
        disk.kill()
        let isPowerLost = choices.choose(3) > 0
        disk = isPowerLost ? disk.afterPowerLoss(&choices, isTearing: true) : disk.afterKill()
        try look(isDurable: isPowerLost)
    }

    /// One request: first as a draft, to know what it comes to, then in earnest.
    private mutating func step(_ env: Environment) throws {
        serial += 1
        let kind = possible == [0] ? 0 : 1 + choices.choose(8)
        let rows = choices.choose(4) == 0 ? 4_200 : 3
        func request(_ env: Environment) throws {
            switch kind {
            case 0: _ = try InitLedger.run(InitLedger.Input(), in: env)
            case 1, 2: try env.add("\(serial).10", "Lunch \(serial)", category: "food")
            case 3: _ = try ImportCSV.run(ProgramRun.statement(serial, rows: rows), in: env)
            case 4: _ = try UndoCommits.run(UndoCommits.Input(ids: []), in: env)
            case 5: _ = try RedoCommits.run(RedoCommits.Input(), in: env)
            case 6:
                var task = TaskInput()
                task.title = "Call \(serial)"
                _ = try AddTask.run(AddTask.Input(task), in: env)
            case 7:
                var change = AmendEntry.Input(id: "2")
                change.amount = "\(serial).20"
                _ = try AmendEntry.run(change, in: env)
            default: _ = try (env.home.open() as? FileEventStore)?.seal()
            }
        }
        var events: UInt64?
        if kind < 8 {
            // A draft shares the disk and its faults: what it cannot do is not asked for.
            let draft = env.dryRun()
            guard (try? request(draft)) != nil, let store = try? draft.home.open(),
                let head = try? store.head()
            else { return }
            events = head.count
            possible.insert(head.count)
        }
        guard (try? request(env)) != nil, !disk.isDead else { return }
        if let events {
            saved = events
            possible = [events]
        }
        reported = try? ProgramRun.state(env)
    }

    private static func statement(_ serial: Int, rows: Int) -> ImportCSV.Input {
        var text = "Date,Amount,Title,Account\n"
        for row in 0..<rows {
            text += "2026-01-\(10 + row % 15),\(row + 1).05,Shop \(serial) \(row),Bank\n"
        }
        return ImportCSV.Input(file: FileBytes(bytes(text)), fileName: "\(serial).csv")
    }

    private static func state(_ env: Environment) throws -> Reported {
        Reported(events: try env.events(), root: try env.root(), sums: try env.sums())
    }

    /// Holds what is there against what was answered.
    private mutating func look(isDurable: Bool) throws {
        let home = SimulatedHome(disk)
        let env = base.with { $0.home = home }
        guard let store = try home.open() as? FileEventStore, try store.head().count > 0 else {
            if saved > 0 { throw Failure(text: "the ledger is gone") }
            return
        }
        let events = try store.verify().events
        guard events >= saved, possible.contains(events) else {
            throw Failure(text: "\(events) events, saved \(saved), possible \(possible)")
        }
        if let reported {
            let then = env.with { $0.asOf = .position(reported.events - 1) }
            let report = try SpendingReportEndpoint.run(SpendingReportEndpoint.Input(), in: then)
            guard report.root == reported.root, try then.sums() == reported.sums else {
                throw Failure(text: "what was reported has changed")
            }
        }
        guard isDurable else { return }
        saved = events
        possible = [events]
        reported = try ProgramRun.state(env)
    }
}
