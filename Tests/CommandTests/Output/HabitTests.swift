import Foundation
import Support
import Testing

@Suite("What fingers and scripts rely on")
struct HabitTests {
    private func opened(
        _ variables: [String: String] = [:], now: String? = nil
    ) throws -> CommandRunner {
        let runner = try CommandRunner(variables)
        let arguments = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        let clock = now.map { ["--now", $0] } ?? []
        try #require(try runner.start(arguments + clock).finish().code == 0)
        return runner
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("a negative number is an argument") func negative() throws {
        let runner = try opened()
        #expect(try runner.run("add", "-12.50", "refund", "--on", "2026-04-09").code == 0)
        #expect(try runner.run("add", "-,5", "half", "--on", "2026-04-09").code == 0)
        let result = try runner.run("report", "--format", "csv")
        #expect(result.output.contains(",expense,,EUR,-13.00,2\n"))
    }

    @Test("-2 is a depth of reports") func depth() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "x", "-c", "a:b:c", "--on", "2026-04-09")
        let result = try runner.run("report", "-2", "-O", "csv")
        #expect(result.output.contains(",expense,a:b,EUR,1.00,1\n"))
    }

    @Test("writers answer id, position and root") func written() throws {
        let runner = try opened()
        let added = try object(
            try runner.run("add", "4.20", "Milk", "+", "3", "Soap", "--format", "json").output)
        #expect(added["id"] as? Int == 2)
        #expect(added["position"] as? Int == 3)
        #expect((added["root"] as? String)?.count == 64)
        let voided = try object(try runner.run("void", "milk", "--format", "json").output)
        #expect(voided["id"] as? Int == 2)
        #expect(voided["position"] as? Int == 5)
    }

    @Test("a report in JSON has rows, position, root, start, end and settings") func report() throws
    {
        let runner = try opened()
        _ = try runner.run("add", "4.20", "Milk", "-c", "food", "--on", "2026-04-09")
        _ = try runner.run("add", "3000", "Salary", "--income", "--on", "2026-03-31")
        let report = try object(
            try runner.run(
                "report", "-M", "-b", "2026-03-15", "--to", "2026-04", "--now", "2026-04-20", "-O",
                "json"
            ).output)
        #expect(report["start"] as? String == "2026-03-15")
        #expect(report["end"] as? String == "2026-05-01")
        #expect(report["position"] as? Int == 3)
        #expect((report["settings"] as? [String: String])?["zone"] == "UTC")
        let rows = try #require(report["rows"] as? [[String: Any]])
        try #require(rows.count == 2)
        #expect(rows[0]["kind"] as? String == "income")
        #expect(rows[0]["start"] as? String == "2026-03-01")
        #expect(rows[0]["end"] as? String == "2026-04-01")
        #expect(rows[0]["partial"] as? Bool == true)
        #expect(rows[1]["sum"] as? String == "4.20")
        #expect(rows[1]["running"] as? Bool == true)
        #expect(rows[1]["count"] as? Int == 1)
        #expect(rows[1]["category"] is NSNull)
    }

    @Test("info in JSON has the seven keys") func info() throws {
        let info = try object(try opened().run("info", "--format", "json").output)
        #expect(
            info.keys.sorted() == [
                "bytes", "commits", "events", "frames", "ledger", "root", "segments",
            ])
        #expect(info["events"] as? Int == 2)
    }

    @Test("a pipe that is closed early is no error") func closedPipe() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "x", "--on", "2026-04-09")
        let result = try runner.shell(
            "for i in 1 2 3; do (sleep 0.2; ledger list; echo $? >&2) | true; done; sleep 1")
        #expect(result.errors == "0\n0\n0\n")
    }

    @Test("escapes go to terminals only, unless asked for") func colours() throws {
        let plain = try opened()
        #expect(try !plain.run("list").output.contains("\u{1B}"))
        #expect(try plain.run("list", "--color", "always").output.contains("\u{1B}"))
        let forced = try opened(["CLICOLOR_FORCE": "1"])
        #expect(try forced.run("info").output.contains("\u{1B}") == false)
        #expect(try forced.run("list").output.contains("\u{1B}"))
        let both = try opened(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
        #expect(try !both.run("list").output.contains("\u{1B}"))
    }

    @Test(
        "titles come back byte for byte",
        arguments: [
            "-1", "\u{2212}5", "e\u{301}", "\u{E9}", "  two  blanks  ", "\u{FEFF}x", "\u{202E}abc",
            "'; DROP TABLE x", "$HOME", "\u{1F468}\u{200D}\u{1F469}", "x\r\n",
        ])
    func bytes(_ title: String) throws {
        let runner = try opened()
        let result = try runner.run("add", "1", title)
        try #require(result.code == 0, "\(result.errors)")
        let list = JSONValue(parsing: try runner.run("list", "-O", "json").output)
        let found = list?["rows"]?.array?.first?["title"]?.string
        #expect(found.map { Array($0.utf8) } == Array(title.utf8))
    }

    @Test("a title cannot steer the terminal") func control() throws {
        let runner = try opened()
        let added = try runner.run("add", "1", "a\u{1B}[31mb\nc", "--on", "2026-04-09")
        #expect(added.output.contains("a␛[31mb␊c"))
        #expect(try runner.run("list", "-O", "csv").output.contains("\"a\u{1B}[31mb\nc\""))
    }

    @Test("two processes that add at once both succeed") func concurrent() throws {
        let runner = try opened()
        let runs = try (1...6).map {
            try runner.start(["add", "\($0)", "x", "--on", "2026-04-09"])
        }
        for run in runs {
            let result = try run.finish()
            #expect(result.code == 0, "\(result.errors)")
        }
        #expect(try runner.run("report", "-O", "csv").output.contains(",21.00,6\n"))
    }

    @Test("a dry run writes nothing") func dryRun() throws {
        let runner = try opened()
        let root = try object(try runner.run("info", "-O", "json").output)["root"] as? String
        #expect(try runner.run("add", "1", "x", "--dry-run").code == 0)
        #expect(try object(try runner.run("info", "-O", "json").output)["root"] as? String == root)
        let nothing = try CommandRunner()
        #expect(try nothing.run("init", "--zone", "UTC", "--dry-run").code == 0)
        #expect(!FileManager.default.fileExists(atPath: nothing.home))
    }

    @Test("-o writes a file in the format of its ending") func outputFile() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "x", "--on", "2026-04-09")
        let result = try runner.run("report", "-o", "report.csv")
        #expect(result.output.isEmpty)
        let text = try String(contentsOfFile: "\(runner.folder)/report.csv", encoding: .utf8)
        #expect(text.hasPrefix("start,end,partial,running,kind,category,currency,sum,count\n"))
    }

    @Test("damage is exit 3 for whoever reads", arguments: ["list", "replay", "verify", "report"])
    func damage(_ command: String) throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "x", "--on", "2026-04-09")
        let result = try runner.shell("damage ledger; ledger \(command)")
        #expect(result.code == 3)
        #expect(result.errors.contains(".log is damaged at byte 14,"))
        #expect(result.errors.contains("\n  try: ledger replay --to 1\n"))
        let whole = try runner.run("replay", "--to", "1", "-O", "json")
        #expect(whole.code == 0)
        #expect(try object(whole.output)["events"] as? Int == 2)
    }

    @Test(
        "what comes before damage can be replayed, whatever byte of a frame is hurt",
        arguments: [0, 3, 4, 8, 12, 16, 18, 20, 22, 24, 32, 40, 72, 88, 92, 96])
    func beforeDamage(_ byte: Int) throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "x", "--on", "2026-04-09")
        let result = try runner.shell("BYTE=\(byte); damage ledger; ledger list")
        #expect(result.code == 3)
        #expect(result.errors.contains("\n  try: ledger replay --to 1\n"))
        let whole = try runner.run("replay", "--to", "1", "-O", "json")
        #expect(whole.code == 0, "\(whole.errors)")
        #expect(try object(whole.output)["events"] as? Int == 2)
    }

    @Test("the past can be seen and reported") func past() throws {
        let runner = try opened(now: "2026-04-09")
        _ = try runner.run("add", "1", "x", "--now", "2026-04-09")
        let then = try runner.run("report", "-M", "-O", "json", "--now", "2026-04-11").output
        _ = try runner.run("add", "2", "y", "--now", "2026-04-10")
        let again = try runner.run(
            "report", "-M", "-O", "json", "--now", "2026-04-11", "--as-of", "2026-04-09")
        #expect(again.output == then)
        let position = try runner.run(
            "report", "-M", "-O", "json", "--now", "2026-04-11", "--as-of", "2")
        #expect(position.output == then)
    }

    @Test("the same key twice records once") func keys() throws {
        let runner = try opened()
        let first = try runner.run("add", "1", "x", "--key", "k", "-O", "json")
        let second = try runner.run("add", "1", "x", "--key", "k", "-O", "json")
        #expect(first.output == second.output)
    }

    @Test("a repeat under a key shows what was recorded, and that it changed since")
    func repeated() throws {
        let runner = try opened(now: "2026-01-05")
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-01-06; }
            ledger add 5 Tea --key k; ledger task add Milk --key t
            ledger account open box --opening 10 --key b
            ledger add 5 Tea --key k
            ledger amend tea --amount 6 >/dev/null; ledger task drop milk >/dev/null
            ledger account edit box --name Chest >/dev/null
            ledger add 5 Tea --key k; ledger task add Milk --key t
            ledger account open box --opening 10 --key b
            """)
        let tea = "Recorded 2: 2026-01-06  5.00 EUR  Tea\n"
        let milk = "Recorded 3: Milk\n"
        let box = "Opened account 4: box  10.00 EUR at the start of 2026-01-06\n"
        let note = "note: that was recorded before, and changed since: ledger"
        let back = "  take it back: ledger"
        let (void, drop, close) = (
            "\(back) void 2\n", "\(back) task drop 3\n", "\(back) undo 4\n"
        )
        #expect(result.errors == "")
        #expect(
            result.output == tea + void + milk + drop + box + close + tea + void
                + "\(tea)\(note) history 2\n\(void)" + "\(milk)\(note) history 3\n\(drop)"
                + "\(box)\(note) account history 4\n\(close)")
    }

    @Test("add without a ledger creates nothing") func createsNothing() throws {
        let runner = try CommandRunner()
        #expect(try runner.run("add", "1", "x").code == 3)
        #expect(!FileManager.default.fileExists(atPath: runner.home))
    }
}
