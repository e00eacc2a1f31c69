import EventLog
import Ledger
import Support
import Testing

/// `doctor` in a healthy place, and in places where something should be mended.
@Suite("Doctor")
struct DoctorTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        #expect(try runner.run("add", "1", "first").code == 0)
        return runner
    }

    /// The checks that found something.
    private func findings(
        _ runner: CommandRunner, _ arguments: String...
    ) throws -> (checks: [String], code: Int32) {
        let result = try runner.start(["doctor", "-O", "json"] + arguments).finish()
        let rows = JSONValue(parsing: result.output)?["rows"]?.array ?? []
        #expect(rows.count == 16)
        for row in rows {
            let isOK = row["ok"]?.bool == true
            #expect((row["next"]?.string?.isEmpty ?? false) == isOK)
            #expect((row["finding"]?.string?.isEmpty ?? false) == isOK)
        }
        // Where tests run, the disk may be anything.
        let place: Set = ["disk", "sync", "space", "synced"]
        let bad = rows.filter { $0["ok"]?.bool != true }.compactMap { $0["check"]?.string }
        return (bad.filter { !place.contains($0) }, result.code)
    }

    @Test("all is well in a new ledger; nothing is left behind") func well() throws {
        let runner = try opened()
        let before = try runner.shell("ls -A ledger ledger/log; cat ledger/log/*.log | cksum")
        let found = try findings(runner)
        #expect(found.checks.isEmpty)
        let after = try runner.shell("ls -A ledger ledger/log; cat ledger/log/*.log | cksum")
        #expect(after.output == before.output)
        let text = try runner.run("doctor").output
        #expect(text.contains("\n  log        3 events, the last one read"))
        #expect(text.contains("\n  lock       free\n"))
        #expect(text.contains(", the median of a few small writes\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("folder") })
    }

    @Test(
        "each thing that should be mended is found",
        arguments: [
            ("chmod 750 ledger", "modes"), ("chmod 644 ledger/log/*.log", "modes"),
            ("ledger key new; chmod 644 ledger/keys/*.key", "modes"),
            ("touch 'ledger/log/000000000000-0000 (1).log'", "copies"),
            ("touch 'ledger/log/000000000000-0000-LAPTOP.log'", "copies"),
            ("touch 'ledger/settings (conflicted copy 2026-04-09).json'", "copies"),
            ("touch ledger/log/000000000000-0000.sync-conflict-20260409-1.log", "copies"),
            ("touch ledger/log/000000000000-0001.log.tmp", "leftovers"),
            ("touch ledger/settings.json.1234", "leftovers"),
            ("touch ledger/log/torn-000000000002-1.bin", "aside"),
            (
                // Behind the end, which the newer slot tells: `Format.md`, "Head slots".
                """
                log=$(echo ledger/log/*.log) end=0
                for slot in 4096 8192; do
                    at=$(od -An -t u8 -j $((slot + 16)) -N 8 "$log")
                    end=$((at > end ? at : end))
                done
                printf abc | dd of="$log" bs=1 seek=$((end + 8)) conv=notrunc
                """, "log"
            ),
            (
                """
                for at in 4105 8201; do
                    printf X | dd of=$(echo ledger/log/*.log) bs=1 seek=$at conv=notrunc
                done
                """, "log"
            ),
        ])
    func found(_ script: String, _ check: String) throws {
        let runner = try opened()
        let set = "umask 077; " + script + " 2>/dev/null"
        #expect(try runner.shell(set).code == 0)
        let found = try findings(runner)
        #expect(found.checks == [check] && found.code == 1)
        let errors = try runner.run("doctor").errors
        #expect(errors.hasPrefix("ledger: 1 thing to mend:") || !errors.isEmpty)
        #expect(errors.contains("\n  try: "))
    }

    @Test(
        "a newest slot that says what is not so", arguments: ["seed", "offset", "epoch", "clock"])
    func wrongSlot(_ field: String) throws {
        let runner = try opened()
        // `Format.md`, "Slots": sequence 0, position 8, offset 16, sealed 24, clock 32, epoch 40,
        // seed 48; the checksum ends the slot.
        let place = ["seed": 48, "offset": 16, "epoch": 40, "clock": 32][field] ?? 0
        try WrongSlot.change(place, in: runner.home)
        #expect(try runner.run("add", "1", "more").code == 3)
        #expect(try findings(runner).checks == ["log"])
    }

    @Test("an erasure that was interrupted; a backup says so, and can finish it")
    func interruptedErasure() throws {
        let runner = try opened()
        let store = try FileEventStore.open(at: "\(runner.home)/log")
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 3, low: 3), recordedAt: Timestamp(millisecondsSince1970: 0),
                actor: .position(1), events: [.textErased(TextErased(target: .position(2)))]),
            expecting: nil)
        #expect(try findings(runner).checks == ["erasures"])
        #expect(try runner.run("doctor").errors.contains("\n  try: ledger erase --finish"))
        let copied = try runner.run("backup", "copy")
        #expect(copied.code == 0)
        #expect(copied.output.contains("An erasure was interrupted: 1 event still has its text"))
        #expect(try runner.run("erase", "--finish", "--ledger", "copy").code == 0)
        #expect(try findings(runner, "--ledger", "copy").checks.isEmpty)
        #expect(try runner.run("erase", "--finish").code == 0)
        #expect(try findings(runner).checks.isEmpty)
        #expect(!(try runner.run("backup", "other").output.contains("interrupted")))
    }

    @Test("a clock that is behind, and whoever holds the lock") func clockAndLock() throws {
        let runner = try opened()
        #expect(try findings(runner, "--now", "2020-01-01").checks == ["clock"])
        let held = try runner.shell(
            "exec 9<>ledger/log/lock; flock 9; printf 'process 7' >ledger/log/lock; ledger doctor")
        #expect(held.code == 1 && held.output.contains("! lock       held by process 7"))
        let synced = try runner.shell(
            "mkdir -p Dropbox; cp -r ledger Dropbox/; ledger doctor --ledger Dropbox/ledger")
        #expect(synced.code == 1 && synced.output.contains("! synced     by Dropbox"))
    }

    @Test("damage is exit code 3, with all else that was found") func damage() throws {
        let runner = try opened()
        _ = try runner.shell("damage ledger")
        let result = try runner.run("doctor")
        #expect(result.code == 3 && result.output.contains("! log        cannot be read"))
        #expect(result.errors.contains("is damaged at byte"))
        #expect(try CommandRunner().run("doctor").code == 3)
    }
}
