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

    /// Every command that knows `--receipt` but those that refuse it, each as it is typed.
    private static let commands = [
        "report -M --by category", "report -p 'last month'", "report --compare", "report --budget",
        "report --by tag -O csv", "chart", "chart -W --by category", "period 'last month'",
        "explain 2026-04", "goal list", "budget list", "stats", "config", "closings", "whoami",
        "list --all", "find lunch", "show lunch", "history lunch", "balance",
        "balance -M", "bs", "account list", "account history cash", "category list", "payee",
        "tag", "reconcile", "task list", "task find rent", "task show rent", "task next",
        "task explain rent", "task time", "task projects", "task agenda", "task calendar",
        "task burndown", "task review", "next", "agenda", "due", "repeat list",
        "repeat show Internet", "price list", "prices", "currency list", "people list",
        "people show Ada", "people balance", "unit tree", "unit chain Home", "can Ada read", "log",
        "assert --list",
    ]

    @Test(
        "beside any form, and is of what -O json prints of the same events at that moment",
        .enabled(if: PythonTool.isThere), arguments: commands)
    func everyReport(command: String) throws {
        let json = command.replacing(" -O csv", with: "")
        let result = try run(
            """
            ledger repeat add 30 Internet --every 'month on the 1st' --now 2026-04-09 >/dev/null
            ledger unit add Home >/dev/null
            ledger \(command) --receipt r >/dev/null || echo failed
            field() { sed -n "s/^$1 //p" r; }
            past=(--as-of $(($(field events) - 1)) --now "$(field now)")
            ledger add 99 Late -c food -a cash --on 2026-04-02 >/dev/null
            ledger task done rent >/dev/null
            grep -q '"verified":true' r && past+=(--verified)
            ledger \(json) -O json "${past[@]}" > report.json
            "$TOOL" receipt r --report report.json --log ledger --key "$(ledger key show)" \\
                >/dev/null && echo accepted
            ledger call "$(field report)" "$(field options)" "${past[@]:0:4}" |
                cmp - report.json && echo same
            ledger verify --quick --receipt r >/dev/null && echo holds
            """)
        #expect(result.output == "accepted\nsame\nholds\n", "\(result.errors)")
    }

    @Test("that there is no other command") func everyCommand() throws {
        struct Help: Decodable { let command: Command }
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?

            /// Those with a receipt, each as it is typed.
            func signing(below path: [String] = []) -> [String] {
                let own = arguments?.contains { argument in
                    argument.names?.contains { $0.name == "receipt" } ?? false
                }
                let below = (subcommands ?? []).flatMap {
                    $0.signing(below: path + [$0.commandName])
                }
                return (own == true ? [path.joined(separator: " ")] : []) + below
            }
        }
        struct Argument: Decodable { let names: [Name]? }
        struct Name: Decodable { let name: String }
        let text = try CommandRunner().run("--experimental-dump-help").output
        let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
        let apart: Set = ["attachment", "attachments", "call", "today", "verify"]
        let signing = help.command.signing().filter { !apart.contains($0) }
        #expect(signing.count > 45)
        for command in signing {
            let isTried = ReceiptTests.commands.contains {
                $0 == command || $0.hasPrefix("\(command) ")
            }
            #expect(isTried, "\(command)")
        }
    }

    @Test(
        "what is no one answer is refused before anything is shown",
        arguments: [
            "task list --sort title --columns title", "explain 2026-04 --proofs folder",
            "show nothing", "attachment lunch bill.pdf", "log --follow",
        ])
    func refused(command: String) throws {
        let result = try run(
            """
            ledger task add 'Buy milk' --now 2026-04-09 >/dev/null
            ledger \(command) --receipt r && echo shown; ls r folder 2>/dev/null
            """)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("ledger: "))
        #expect(result.errors.contains("  try: ledger "))
        #expect(!result.errors.contains("there is no request"))
    }

    @Test("what weights of one's own make of it is not signed, as nobody else can make it again")
    func weights() throws {
        let result = try run(
            """
            ledger next --receipt r >/dev/null; echo $?
            ledger task urgency age 50 >/dev/null
            ledger verify --receipt r >/dev/null; echo $?
            ledger next --receipt s; echo $?; ls s 2>/dev/null
            ledger report -M --receipt s >/dev/null; echo $?
            """)
        #expect(result.output == "0\n0\n1\n0\n", "\(result.output)\(result.errors)")
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
        #expect(lines.contains(#"options {"period":"monthly","verified":true}"#))
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
        #expect(result.errors.contains("answer of the ledger that only reads, and 'void'"))
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
