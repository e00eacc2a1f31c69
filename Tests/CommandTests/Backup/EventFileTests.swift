import Foundation
import Support
import Testing

/// Events as lines of JSON, and back.
@Suite("Files of events")
struct EventFileTests {
    /// Leaves out of a file what follows from the secrets of blocks: they differ in the begun one.
    static let plain = """
        plain() {
            sed -E '/^[{]"block":/d; s/"salt":[{]"hex":"[0-9a-f]{64}"[}],//
                s/,"salt":[{]"hex":"[0-9a-f]{64}"[}]//'
        }

        """

    /// Exports, makes a ledger of it, and exports that again.
    private static let roundTrip =
        plain + """
            set -e
            ledger export events -o one.jsonl
            ledger import events one.jsonl --ledger new >/dev/null
            ledger export events --ledger new >two.jsonl
            plain <one.jsonl >one.plain; plain <two.jsonl | cmp - one.plain
            ledger verify --ledger new >/dev/null
            ledger info -O json
            ledger info -O json --ledger new
            """

    private func expectSameRoot(_ runner: CommandRunner, events: Int) throws {
        let done = try runner.shell(EventFileTests.roundTrip)
        #expect(done.code == 0, "\(done.errors)")
        let infos = done.output.split(separator: "\n").map { JSONValue(parsing: Array($0.utf8)) }
        #expect(infos.count == 2)
        #expect(infos.first??["events"]?.integer == events)
        #expect(infos.first??["root"]?.string == infos.last??["root"]?.string)
        let head = try runner.shell("head -n 1 one.jsonl; rm -r new").output
        let header = JSONValue(parsing: Array(head.utf8))
        #expect(header?["root"]?.string == infos.first??["root"]?.string)
    }

    @Test("a ledger of all that a household does comes back under its root, sealed or not")
    func demo() throws {
        let runner = try CommandRunner()
        #expect(try runner.run("demo", runner.home, "--now", "2025-12-31").code == 0)
        try expectSameRoot(runner, events: 460)
        let more = "ledger void 16 && ledger amend 19 --note 'a\u{1}b\"\\' && ledger seal"
        #expect(try runner.shell(more).code == 0)
        try expectSameRoot(runner, events: 462)
    }

    @Test(
        "events of older and of newer programs come back as they were stored",
        arguments: [("title-v1", 342), ("unknown", 10), ("unknown-critical", 11)])
    func fixtures(_ name: String, _ events: Int) throws {
        let runner = try CommandRunner(["FIXTURES": SourceTree.fullPath("Fixtures")])
        #expect(try runner.shell("cp -r $FIXTURES/ledgers/\(name) ledger").code == 0)
        try expectSameRoot(runner, events: events)
    }

    @Test("more events than a frame takes, in one commit") func manyEvents() throws {
        let runner = try CommandRunner()
        let rows = (0..<70_000).map { "2026-01-\($0 % 20 + 10),\($0 % 90 + 1).50,row \($0)" }
        try runner.write(
            Array((["Date,Amount,Title"] + rows).joined(separator: "\n").utf8), to: "bank.csv")
        let made = "ledger init --currency EUR --zone UTC && ledger import bank.csv"
        #expect(try runner.shell(made).code == 0)
        try expectSameRoot(runner, events: 70_003)
    }

    @Test("the ledger that is made goes on with secrets of its own, under the same root")
    func ownSecrets() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            seeds() { ledger export events "$@" | grep '^{"block":'; }
            ledger init --currency EUR --zone UTC --now 2026-01-01 >/dev/null
            ledger add 5 Tea --now 2026-01-02 >/dev/null
            ledger export events -o e.jsonl
            ledger import events e.jsonl --ledger new >/dev/null
            seeds >one; seeds --ledger new >two
            grep -c . one; grep -c . two; cmp -s one two || echo others
            root() { ledger verify -O json "$@" | grep -o '"root":"[0-9a-f]*"'; }
            [ "$(root)" = "$(root --ledger new)" ] && echo same
            for into in ledger new; do
                ledger add 6 Milk --now 2026-01-03 --ledger $into >/dev/null
                ledger verify --ledger $into >/dev/null && echo whole
            done
            """)
        #expect(done.output == "1\n1\nothers\nsame\nwhole\nwhole\n", "\(done.errors)")
    }

    /// Every cut leaves less than the file says there is; the last line end may be missing.
    @Test("a file that was cut at any byte makes no ledger") func cuts() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --now 2026-01-01
            ledger add 5 Tea -c food --now 2026-01-02
            ledger export events -o e.jsonl
            """)
        #expect(made.code == 0)
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(runner.folder)/e.jsonl")))
        let step = max(1, bytes.count / 40)
        for count in Array(stride(from: 0, to: bytes.count, by: step)) + [bytes.count - 2] {
            try runner.write(Array(bytes.prefix(count)), to: "cut.jsonl")
            let result = try runner.run("import", "events", "cut.jsonl", "--ledger", "new")
            #expect(result.code == 3 || result.code == 2, "\(count): \(result.errors)")
            #expect(try runner.shell("ls -d new*").code != 0)
        }
        try runner.write(Array(bytes.dropLast()), to: "cut.jsonl")
        #expect(try runner.run("import", "events", "cut.jsonl", "--ledger", "new").code == 0)
    }

    @Test("a column that stands in a line under two names is refused") func twoNames() throws {
        let runner = try CommandRunner()
        let script = """
            ledger demo "$LEDGER_HOME" >/dev/null
            ledger export events | python3 -c 'import json,sys
            lines = [json.loads(line) for line in sys.stdin]
            number = lines[0]["names"]["columns"]["title"]
            for line in lines:
                if "title" in line.get("columns", {}):
                    line["columns"][f"0x{number:02X}"] = line["columns"]["title"]
                    break
            for line in lines: print(json.dumps(line))' > e.jsonl
            ledger import events e.jsonl --ledger new
            """
        let done = try runner.shell(script)
        #expect(done.code == 3)
        #expect(done.errors.contains("field 'columns':"), "\(done.errors)")
        #expect(try runner.shell("ls -d new*").code != 0)
    }

    @Test("what jq makes of the lines is read all the same") func rewritten() throws {
        let runner = try CommandRunner()
        let script = """
            set -e
            ledger demo "$LEDGER_HOME" >/dev/null
            ledger export events | python3 -c 'import json,sys
            for line in sys.stdin: print(json.dumps(json.loads(line), indent=None))' > e.jsonl
            ledger import events e.jsonl --ledger new --dry-run -O json
            test ! -e new
            ledger import events e.jsonl --ledger new -O json
            ledger info -O json
            """
        let done = try runner.shell(script)
        #expect(done.code == 0, "\(done.errors)")
        let roots = done.output.split(separator: "\n").map {
            JSONValue(parsing: Array($0.utf8))?["root"]?.string
        }
        #expect(roots.count == 3 && Set(roots).count == 1)
    }
}
