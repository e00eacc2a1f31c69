import Support
import Testing

/// What version 1 of the format promises: ledgers that were written when it was frozen are read to
/// the same roots, reports and proofs by every later build; see `Fixtures/log-v1/README.md`.
@Suite("Ledgers of the frozen format", .serialized)
struct FrozenLedgerTests {
    /// A runner with a copy; the test fails where the ledger had to be made first.
    private func opened(_ ledger: FrozenLedger) throws -> CommandRunner {
        if try ledger.record() { Issue.record("\(ledger): recorded; run again") }
        return try ledger.opened()
    }

    private func expectSame(_ ledger: FrozenLedger, _ runner: CommandRunner) throws {
        for (file, command) in ledger.requests {
            let result = try ledger.tell(command, runner)
            let told = try #require(try ledger.told("\(file).csv"), "\(ledger) \(file)")
            #expect(!told.isEmpty)
            // Accounts stand as people look them up.
            let table = OlderTable(told, inOrder: command != "balance")
            #expect(table.isTold(by: result.output), "\(ledger): \(command)")
            #expect(result.errors == "")
        }
        let root = try #require(try ledger.told("verified.csv"))
        #expect(try counted(runner.shell("ledger verify -O csv").output) == counted(root))
    }

    /// Events and root, of what `verify` tells; the number of frames changes with sealing.
    private func counted(_ verified: String) -> [String] {
        let lines = verified.split(separator: "\n").prefix(2).map {
            $0.split(separator: ",").map(String.init)
        }
        guard lines.count == 2 else { return [] }
        return zip(lines[0], lines[1]).filter { ["events", "root"].contains($0.0) }.map(\.1)
    }

    @Test("are read to the same reports and roots, as they are, sealed and copied")
    func readsTheSame() throws {
        for ledger in FrozenLedger.all {
            let runner = try opened(ledger)
            try expectSame(ledger, runner)
            let sealed = try runner.shell("cp -r ledger again; ledger seal").output
            let isLarge = ledger.name == "large"
            #expect(sealed.contains("Packed") == isLarge, "\(sealed)")
            // The larger one has two files, the others one.
            let renewed = isLarge ? ", and wrote 2 files anew" : "Wrote 1 file anew"
            #expect(sealed.contains("\(renewed) in the present revision of"), "\(sealed)")
            let told = try runner.shell("ledger seal --ledger again -O json").output
            #expect(JSONValue(parsing: told)?["renewed"]?.integer == (isLarge ? 2 : 1))
            let again = try runner.shell("ledger seal && rm -r again").output
            #expect(again.contains("Nothing to pack"), "\(again)")
            try expectSame(ledger, runner)
            let copy = "ledger backup copy && rm -r ledger && ledger restore copy --into ledger"
            #expect(try runner.shell(copy).code == 0)
            try expectSame(ledger, runner)
        }
    }

    @Test("are exported, and imported to the same root") func exports() throws {
        for ledger in FrozenLedger.all {
            let runner = try opened(ledger)
            let script = """
                ledger export events -o all.jsonl && rm -r ledger \
                && ledger import events all.jsonl
                """
            let result = try runner.shell(script)
            #expect(result.code == 0, "\(ledger): \(result.errors)")
            try expectSame(ledger, runner)
        }
    }

    @Test("hold every version of every event that there is") func everyVersion() throws {
        var known: Set<String> = []
        var found: Set<String> = []
        for ledger in FrozenLedger.all {
            let list = try opened(ledger).shell("ledger schema list -O json").output
            for row in JSONValue(parsing: list)?["rows"]?.array ?? [] {
                let name = "\(row["name"]?.string ?? "") \(row["version"]?.integer ?? 0)"
                if row["events"]?.integer ?? 0 > 0 { found.insert(name) }
                known.insert(name)
            }
        }
        #expect(found.count >= 37)
        // A version that is new needs a ledger more in Fixtures/log-v1; these are never changed.
        // Budgets, what comes again, prices, merges, devices, types of accounts, marks and goals
        // are younger than all of them: BudgetTests, RepeatTests, PriceTests, MergeTests,
        // DeviceTests, MarkTests, GoalTests, AttachmentTests and Samples hold these.
        let younger = [
            "budgetSet 1", "budgetEnded 1", "budgetWithdrawn 1", "budgetRestored 1",
            "repeatAdded 1", "repeatSkipped 1", "repeatWithdrawn 1", "repeatRestored 1",
            "taskTimed 1", "taskLinked 1", "taskStarted 1", "taskStopped 1", "taskFinished 1",
            "priceSet 1", "priceWithdrawn 1", "priceRestored 1", "commitSetAside 1",
            "branchMerged 1", "taskValued 1", "taskAttributeDeclared 1", "accountTyped 1",
            "lineMarked 1", "goalSet 1", "fileAttached 1", "deviceAdded 1", "deviceRevoked 1",
            "commitSigned 1", "commitsVouched 1",
        ]
        #expect(known == found.union(younger))
    }

    @Test("keep what was signed of them", .enabled(if: PythonTool.isThere)) func signed() throws {
        let household = try #require(FrozenLedger.all.first { $0.name == "household" })
        let runner = try opened(household)
        let tool = SourceTree.fullPath("tools/verify-proof")
        let script = """
            set -e
            for file in early late; do
                ledger verify --against $file.checkpoint --key "$(cat key)"
                \(tool) log ledger/log $file.checkpoint --key "$(cat key)"
            done
            ledger verify --receipt report.receipt --key "$(cat key)"
            \(tool) receipt report.receipt --key "$(cat key)"
            for file in bicycle account; do
                \(tool) proof $file.tlog-proof --key "$(cat key)"
            done
            """
        let result = try runner.shell("export PYTHONDONTWRITEBYTECODE=1\n\(script)")
        let told = try #require(try household.told("verified.csv"))
        let end = try #require(counted(told).first.flatMap { Int($0) }) - 1
        // Made anew, with another key, they are the same but for the signature.
        let anew = """
            ledger key new
            for proof in '15 bicycle' '5 account --with-text'; do
                set -- $proof
                ledger prove $1 --at \(end) $3 | sed '$d' >anew
                sed '$d' $2.tlog-proof | cmp - anew || exit 1
            done
            """
        let proved = try runner.shell(anew)
        #expect(proved.code == 0, "\(proved.output)\(proved.errors)")
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        #expect(result.output.matches(of: /agrees with the ledger/).count >= 2)
    }

    @Test("go on: what is recorded behind them is hashed onto what was there")
    func goesOn() throws {
        for ledger in FrozenLedger.all where ledger.name != "events" {
            let runner = try opened(ledger)
            let script = """
                ledger add 5 Tea --now 2026-07-01 --accept-clock && ledger projections check \
                && ledger verify && ledger undo --now 2026-07-01 --accept-clock
                """
            #expect(try runner.shell(script).code == 0)
            for (file, command) in ledger.requests where command.hasPrefix("report") {
                let result = try ledger.tell(command, runner)
                #expect(try result.output == ledger.told("\(file).csv"), "\(ledger): \(command)")
            }
        }
    }
}
