import EventLog
import Foundation
import Support
import Testing

/// Programs that are killed or lose their power at any call: nothing acknowledged is lost, nothing
/// is there in part, nothing appears that nobody appended.
@Suite("Crashes")
struct CrashTests {
    /// How many random lives are run; `tools/soak` asks for more.
    static let lives = number("LEDGER_SOAK_CRASHES") ?? 30_000
    /// Where the random lives start.
    static let seed = UInt64(number("LEDGER_SOAK_SEED") ?? 1)
    /// How many steps the exhaustive programs have at most.
    static let stepsMax = number("LEDGER_SOAK_STEPS") ?? 2

    static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Two lives of five begin with nothing. The others begin before the first sealing; they are
    /// erased and backed up, too.
    @Test("random programs, faults and crashes, many lives each")
    func randomLives() throws {
        var counts = CrashCounts()
        var seed = CrashTests.seed
        while counts.crashes < CrashTests.lives {
            let run = seed % 5 < 2 ? CrashRun() : try CrashRun.beforeSeal()
            try follow(run, seed: seed, &counts)
            seed += 1
        }
        print(counts)
        #expect(counts.failures == 0)
        // Of the runs a good part does what it is there for, where there are some.
        let many = counts.runs >= 200 ? counts.runs : 0
        #expect(counts.sealed * 2 >= many)
        #expect(counts.erased * 4 >= many)
        #expect(counts.backedUp * 4 >= many)
        #expect(counts.blocks * 8 >= many)
    }

    @Test("what a killed program had begun to take back may come to light after a loss of power")
    func takenBack() throws {
        var counts = CrashCounts()
        // A commit is written and cut off again, three programs are killed before they sync, and
        // then the sector keeps what it had first.
        try follow(CrashRun(), seed: 1_000_297, &counts)
        #expect(counts.crashes == 12)
    }

    @Test("crashes while a log goes over into its next segment")
    func nextSegment() throws {
        let edge = Limit.segmentEvents - 40
        let base = SimulatedDisk()
        _ = try LogSamples.log([Int(edge)], in: base)
        var counts = CrashCounts()
        for seed in 0..<UInt64(max(30, CrashTests.lives / 4_000)) {
            try follow(CrashRun(base.contents(), firstPosition: edge), seed: seed, &counts)
        }
        // The list of segments is believed in some of them.
        #expect(counts.listed > 0)
    }

    /// Follows a run through twelve lives.
    private func follow(_ run: CrashRun, seed: UInt64, _ counts: inout CrashCounts) throws {
        var run = run
        var choices = RandomChoices(seed: seed)
        var life = 0
        do {
            while life < 12 {
                try run.live(&choices)
                life += 1
            }
            try run.verify()
            counts.add(run, isWhole: true)
        } catch {
            Issue.record("seed \(seed), life \(life): \(error)")
            counts.add(run, isWhole: false)
        }
    }

    @Test("a backup that is interrupted at any call goes on where it ended")
    func backup() throws {
        let source = MemoryStorage()
        let log = try LogSamples.log([1, 3, Limit.rowEventsMax + 9, 2], in: source)
        let half = MemoryStorage()
        _ = try LogSamples.log([1, 3], in: half)
        var states = 0
        for files in [[:], SimulatedDisk.files(of: half)] {
            var call = 0
            while true {
                let target = SimulatedDisk(files)
                target.plan([call: .killed])
                let copied = try? log.copy(into: target)
                var choices = EveryChoice()
                repeat {
                    let left = target.afterPowerLoss(&choices, isTearing: false)
                    let found = try? Log.open(in: left, options: CrashRun.options).verify().events
                    #expect([nil, 4, 115].contains(found), "call \(call)")
                    if copied != nil { #expect(found == 115) }
                    let again = try log.copy(into: left)
                    #expect(again.events == 115)
                    let root = try Log.open(in: left, options: CrashRun.options).verify().root
                    #expect(try root == log.head().root)
                    states += 1
                } while states % 64 != 0 && choices.advance()
                call += 1
                if copied != nil, !target.isDead { break }
            }
        }
        #expect(states > 100)
    }

    @Test("every subset of unsynced sectors and names, at every call of every short program")
    func everySubset() throws {
        var programs: [[CrashRun.Step]] = [[]]
        var states = 0
        for _ in 0..<CrashTests.stepsMax {
            programs = programs.flatMap { program in
                CrashRun.Step.short.map { program + [$0] }
            }
            for program in programs { states += try everyCrash(of: program) }
        }
        print("crash states enumerated: \(states)")
        #expect(states > 1_000)
    }

    @Test(
        "every call of every short program fails, once or for good, in every way",
        arguments: [
            SimulatedDisk.Fault.error(ErrorNumber.io), .error(ErrorNumber.noSpace),
            .error(ErrorNumber.quota), .short(1, ErrorNumber.noSpace),
            .short(100, ErrorNumber.io), .lostSync(seed: 3),
        ])
    func everyFault(_ fault: SimulatedDisk.Fault) throws {
        let start = try CrashRun.started()
        var faults = 0
        for program in CrashRun.Step.short.flatMap({ step in
            [[step], [step, .appendSome], [.appendSome, step]]
        }) {
            for isForGood in [false, true] {
                for call in 0... {
                    var run = start
                    run.fork()
                    guard var log = run.open() else { break }
                    if isForGood {
                        run.planAll(from: run.calls + call, code: ErrorNumber.noSpace)
                    } else {
                        run.plan([run.calls + call: fault])
                    }
                    for step in program { run.perform(step, &log) }
                    if run.hits == 0 { break }
                    faults += run.hits
                    do { try run.settle(log) } catch {
                        Issue.record("\(program), call \(call), for good \(isForGood): \(error)")
                        return
                    }
                }
            }
        }
        #expect(faults > 1_000)
    }

    /// Crashes a program at every call; returns the number of different states of the disk.
    private func everyCrash(of program: [CrashRun.Step]) throws -> Int {
        let start = try CrashRun.started()
        var seen: Set<Int> = []
        var states = 0
        var call = 0
        while true {
            var run = start
            run.fork()
            run.plan([call: .killed])
            guard var log = run.open() else {
                call += 1
                continue
            }
            for step in program { run.perform(step, &log) }
            do { states += try run.everyPowerLoss(&seen) } catch {
                Issue.record("\(program), call \(call): \(error)")
                return states
            }
            guard run.isDead else { return states }
            call += 1
        }
    }
}
