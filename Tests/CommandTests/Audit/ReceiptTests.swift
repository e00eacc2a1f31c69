import EventLog
import Foundation
import Support
import Testing

@Suite("A receipt says what a report was made of")
struct ReceiptTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food -a cash --on 2026-04-09 --now 2026-04-09 >/dev/null
        ledger add 4 Milk + 3 Soap -a cash --on 2026-04-09 --now 2026-04-09 >/dev/null
        ledger task add 'Pay rent' --now 2026-04-09 >/dev/null
        ledger key new >/dev/null

        """

    private func run(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        return try runner.shell(ReceiptTests.ledger + script)
    }

    @Test(
        "of every report and list, and holds after more was recorded",
        arguments: [
            "report -M --by category", "report -p 'last month'", "list --all", "find lunch",
            "show lunch", "history lunch", "balance", "account list", "account history cash",
            "reconcile", "log", "config", "task list", "task find rent", "task show rent", "due",
        ])
    func everyReport(command: String) throws {
        let result = try run(
            """
            ledger \(command) --receipt r >/dev/null || echo failed
            ledger add 99 Late -c food -a cash --on 2026-04-02 >/dev/null
            ledger task done rent >/dev/null
            ledger verify --quick --receipt r >/dev/null && echo holds
            """)
        #expect(result.output == "holds\n", "\(result.errors)")
    }

    @Test("its hash is that of the report as JSON") func digest() throws {
        let result = try run(
            """
            ledger report -M -O json --receipt r --now 2026-05-01 -o report.json
            cat r; base64 -w 0 report.json
            """)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        let report = try #require(lines.last.flatMap { Data(base64Encoded: String($0)) })
        #expect(lines.contains("sha256 \(SHA256.hash([UInt8](report)).base64)"))
        #expect(lines.contains("now 2026-05-01T12:00:00Z"))
        #expect(lines.contains("report report"))
        #expect(lines.contains(#"options {"period":"monthly"}"#))
    }

    @Test("checked without the program", .enabled(if: PythonTool.isThere)) func python() throws {
        let result = try run(
            """
            key=$(ledger key show)
            verify() { "$TOOL" receipt r --key "$key" "$@" >/dev/null; echo "[$?]"; }
            ledger report -M -O json --receipt r -o report.json
            ledger add 99 Late --on 2026-04-02 >/dev/null
            verify --report report.json --log ledger
            ledger report -M -O json -o other.json; verify --report other.json
            ledger demo sample >/dev/null; verify --log sample
            sed -i 's/^events 7/events 6/' r; verify
            """)
        #expect(result.output == "[0]\n[1]\n[1]\n[1]\n")
    }

    @Test("one that asks for something to be recorded is refused") func writing() throws {
        let result = try run(
            """
            ledger list --receipt r >/dev/null
            rm -r ledger/keys
            sed -i 's/^report .*/report void/; s/^options .*/options {"ids":["2"]}/' r
            ledger verify --quick --receipt r
            ledger info -O json | grep -o '"events":[0-9]*'
            """)
        #expect(result.errors.contains("there is no request 'void'"))
        #expect(result.output == "\"events\":7\n")
    }

    @Test("of a ledger that was written anew since") func forked() throws {
        let result = try run(
            """
            cp -r ledger/log old
            ledger add 5 Tea --on 2026-04-10 >/dev/null
            ledger report --receipt r >/dev/null
            rm -r ledger/log ledger/verified.json 2>/dev/null; cp -r old ledger/log
            ledger verify --receipt r >/dev/null
            ledger add 6 Tea --on 2026-04-10 >/dev/null
            ledger verify --receipt r >/dev/null
            """)
        let starts = result.errors.split(separator: "\n").filter { $0.hasPrefix("ledger: ") }
        #expect(starts.map { String($0.split(separator: ":")[1]) } == [" rolled back", " forked"])
    }
}
