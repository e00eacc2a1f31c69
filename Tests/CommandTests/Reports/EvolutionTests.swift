import Foundation
import Support
import Testing

/// A ledger that version 1 of lines wrote, opened by this program; see Fixtures/README.md.
@Suite("A ledger of an older program")
struct EvolutionTests {
    private static let folder = SourceTree.fullPath("Fixtures/ledgers/title-v1")

    /// The root that the older program printed.
    private static let root = "d8fda994f12e5fac7e801f4ea97c2ed02a74d4f41d100004b79976b396a17da5"

    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner(["OLD": EvolutionTests.folder])
        #expect(try runner.shell("cp -r \"$OLD\" ledger").code == 0)
        return runner
    }

    /// What the older program printed, and the command that it was asked with.
    private static let requests: [(file: String, command: String)] = [
        ("list", "list --all --voided"), ("report", "report -M --by category"),
        ("report-account", "report -D --by account"), ("tasks", "task list --all"),
        ("balance", "balance"), ("find", "find market"), ("history", "history 4"),
    ]

    private func expectSame(_ runner: CommandRunner, _ place: String = "ledger") throws {
        for (file, command) in EvolutionTests.requests {
            let result = try runner.shell(
                "ledger \(command) --ledger \(place) --now 2026-04-01 -O csv")
            let expected = try String(
                contentsOfFile: "\(EvolutionTests.folder)/\(file).csv", encoding: .utf8)
            #expect(OlderTable(expected).isTold(by: result.output), "\(command)")
            #expect(result.errors == "")
        }
    }

    @Test("lists, reports and histories are those that the older program printed")
    func readsTheSame() throws {
        let runner = try opened()
        try expectSame(runner)
        let verified = try runner.shell("ledger verify -O json")
        #expect(JSONValue(parsing: verified.output)?["root"]?.string == EvolutionTests.root)
        #expect(JSONValue(parsing: verified.output)?["events"]?.integer == 342)
        // Sealed anew, copied and restored it reads the same.
        #expect(try runner.shell("ledger seal").code == 0)
        try expectSame(runner)
        #expect(try runner.shell("ledger backup copy && ledger restore copy --into new").code == 0)
        try expectSame(runner, "copy")
        try expectSame(runner, "new")
    }

    @Test("SQL sees the titles that the older program showed")
    func tellsSQLTheSame() throws {
        let runner = try opened()
        let found = try runner.shell(
            "ledger sql 'SELECT title FROM expense WHERE position IN (3, 4, 5) ORDER BY position' "
                + "-O csv")
        #expect(found.output == "title\nLandlord | Rent\nApples\nMarket | Milk | 2 l\n")
        #expect(try runner.shell("ledger projections check").code == 0)
        // What follows is hashed onto what was stored: nothing has to be built anew.
        #expect(try runner.shell("ledger add 3 'Shop | Tea' --now 2026-04-01").code == 0)
        let after = try runner.shell(
            "ledger sql 'SELECT title FROM expense WHERE position = 342' -O csv")
        #expect(after.output == "title\nShop | Tea\n")
        #expect(after.errors == "")
        #expect(try runner.shell("ledger projections check").code == 0)
    }

    private func declarations(_ runner: CommandRunner) throws -> Set<String> {
        let list = try runner.shell("ledger schema list -O json")
        let rows = JSONValue(parsing: list.output)?["rows"]?.array ?? []
        return Set(rows.compactMap { $0["declared"]?.integer.map(String.init) })
    }

    @Test("the first commit of this program says what its events look like, no other does")
    func declaresOnce() throws {
        let runner = try opened()
        #expect(try declarations(runner) == [])
        let rehearsal = "ledger add 3 Tea --dry-run --now 2026-04-01"
        #expect(try runner.shell(rehearsal).code == 0)
        #expect(try declarations(runner) == [])
        let added = try runner.shell("ledger add 3 'Shop | Tea' --now 2026-04-01 -O json")
        let written = JSONValue(parsing: added.output)
        #expect(written?["id"]?.integer == 342)
        #expect(written?["position"]?.integer == 343)
        #expect(try declarations(runner) == ["343"])
        let again = try runner.shell("ledger add 4 Tea --now 2026-04-01 -O json")
        #expect(JSONValue(parsing: again.output)?["id"]?.integer == 344)
        #expect(JSONValue(parsing: again.output)?["position"]?.integer == 344)
        // The declaration is nothing that could be undone, and hinders nothing.
        #expect(try runner.shell("ledger undo 342 --now 2026-04-02").code == 0)
        let shown = try runner.shell("ledger list 'title:Shop' --voided -O csv --now 2026-04-02")
        #expect(shown.output.contains("342,"))
        #expect(shown.output.contains("Shop | Tea"))
        #expect(try runner.shell("ledger verify").code == 0)
    }

    @Test(
        "a log with what only a newer program may leave out can be checked, copied and carried on")
    func checksTheUnknown() throws {
        let runner = try CommandRunner()
        let source = SourceTree.fullPath("Fixtures/ledgers/unknown-critical")
        #expect(try runner.shell("cp -r \(source) ledger").code == 0)
        for command in ["verify", "info", "backup copy", "export events"] {
            let result = try runner.shell("ledger \(command)")
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        #expect(try runner.shell("ledger report").code == 3)
    }

    @Test("what was recorded under a key stays one thing for the program that comes after")
    func repeatsKeys() throws {
        let runner = try opened()
        let script = "ledger add 11 'Cinema | Film' --tag fun --key film"
        let result = try runner.shell("\(script) --now 2026-04-01 -O json")
        #expect(result.errors == "")
        #expect(JSONValue(parsing: result.output)?["id"]?.integer == 337)
        #expect(try declarations(runner) == [])
        let first = "ledger add 5 Tea --key tea --now 2026-04-01 -O json"
        let ids = try (0..<2).map { _ in
            JSONValue(parsing: try runner.shell(first).output)?["id"]?.integer
        }
        #expect(ids == [342, 342])
        #expect(try runner.shell("ledger add 6 Tea --key tea --now 2026-04-01").code == 1)
    }

    @Test("rows that the older program imported are known again")
    func reimports() throws {
        let runner = try opened()
        let bank =
            "Date,Amount,Payee,Description\\n2026-03-20,-12.50,Bakery | West,Rolls | six\\n"
            + "2026-03-21,-8.00,Bus,\\n"
        let other = "Date,Amount,Title\\n2026-03-22,-9.99,Shop | Socks\\n2026-03-23,-1.00,Tram\\n"
        for (text, options) in [(bank, "--account =bank"), (other, "")] {
            let result = try runner.shell(
                "printf '\(text)' > file.csv\nledger import file.csv --sign spend \(options) "
                    + "--now 2026-04-01 -O json")
            let receipt = JSONValue(parsing: result.output)
            #expect(receipt?["new"]?.integer == 0, "\(result.output)\(result.errors)")
            #expect(receipt?["known"]?.integer == 2, "\(result.output)")
        }
    }

    @Test("a build that says the same passes, and one that does not is told of, cell by cell")
    func checks() throws {
        let runner = try opened()
        // Whoever copies a log holds its lock.
        let files = "find ledger -type f ! -name lock | sort | xargs cksum"
        let before = try runner.shell(files).output
        let same = try runner.shell(
            "ledger schema check --against \"$LEDGER_PROGRAM\" --now 2026-04-01 -O json")
        #expect(same.code == 0, "\(same.errors)")
        let reports = JSONValue(parsing: same.output)?["reports"]?.array ?? []
        #expect(reports.count == 14)
        #expect(reports.allSatisfy { $0["differing"]?.integer == 0 && $0["refusal"] == nil })
        #expect(
            reports.first { $0["name"]?.string == "list --all --voided" }?["rows"]?.integer == 316)
        let script = """
            cat > newer <<'END'
            #!/bin/sh
            case "$*" in
            *list*) "$LEDGER_PROGRAM" "$@" | sed s/Apples/Pears/ ;;
            *balance*) echo 'newer: no balance today' >&2; exit 3 ;;
            *) "$LEDGER_PROGRAM" "$@" ;;
            esac
            END
            chmod +x newer
            ledger schema check --against newer --now 2026-04-01
            """
        let other = try runner.shell(script)
        #expect(other.code == 1)
        #expect(
            other.errors.contains(
                "list --all --voided: 4 340 2026-03-02: title is Apples here, Pears there"))
        #expect(other.errors.contains("balance: newer: no balance today"))
        let csv = try runner.shell(
            "ledger schema check --against ./newer --now 2026-04-01 -O csv 2>/dev/null | grep Pears"
        )
        #expect(
            csv.output == "list --all --voided,316,1,4 340 2026-03-02,title,Apples,Pears\n")
        // Nothing of the ledger was touched, and nothing is left behind.
        #expect(try runner.shell(files).output == before)
        let own = try CommandRunner(["OLD": EvolutionTests.folder, "TMPDIR": "."])
        let left = try own.shell(
            "cp -r \"$OLD\" ledger\n"
                + "ledger schema check --against \"$LEDGER_PROGRAM\" >/dev/null\nls")
        #expect(left.output == "ledger\n")
    }
}
