import Foundation
import Support
import Testing

private let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

/// What is typed at the list of persons; `script` makes the terminal.
@Suite("Picking persons", .enabled(if: hasTerminals, "there is no script(1) here"))
struct PickTests {
    private let runner: CommandRunner

    /// Ada 1, and in Sales Bob 3, Cid 5 and Dora 7: numbers 1 … 4 of the list.
    init() throws {
        runner = try CommandRunner()
        let start = """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger unit add Sales >/dev/null
            for name in Bob Cid Dora; do ledger people add $name --unit Sales >/dev/null; done
            """
        try #require(try runner.shell(start).errors == "")
    }

    /// The ids that come of some lines, and the exit code.
    private func picked(_ lines: String, _ options: String = "") throws -> String {
        let ended = try terminal(
            lines, "ledger people --pick \(options) >ids; echo code \\$? >>ids")
        #expect(ended.contains("chosen · "))
        return try runner.shell("tr '\\n' ' ' <ids").output
    }

    private func terminal(_ lines: String, _ command: String) throws -> String {
        try runner.shell(
            """
            mkdir -p bin; ln -sf "$LEDGER_PROGRAM" bin/ledger
            printf '\(lines)' | PATH="$PWD/bin:$PATH" TERM=xterm NO_COLOR=1 \
            script -qec "stty -echo cols 80; \(command)" /dev/null
            """
        ).output.replacing("\r\n", with: "\n")
    }

    @Test(
        "ids come in the order in which they were chosen",
        arguments: [
            ("2\\n\\n", "3 code 0 "), ("4 1\\n\\n", "7 1 code 0 "), ("2-4\\n\\n", "3 5 7 code 0 "),
            // A number again leaves out what is chosen.
            ("2-4\\n3\\n\\n", "3 7 code 0 "), ("all\\n\\n", "1 3 5 7 code 0 "),
            ("/sales c\\nall\\n\\n", "5 code 0 "),
            ("/sales\\nall\\n/\\n1\\n\\n", "3 5 7 1 code 0 "),
            ("all\\nnone\\n3\\n\\n", "5 code 0 "),
            // Nothing is confirmed that is not there, and no mistake chooses anything.
            ("9\\n0\\nx\\n3-2\\n\\n2\\n\\n", "3 code 0 "),
            ("2\\nq\\n", "code 1 "), ("\\nq\\n", "code 1 "),
        ])
    func picks(_ lines: String, _ expected: String) throws {
        #expect(try picked(lines) == expected)
    }

    @Test(
        "no more than the limit",
        arguments: [
            ("2-4\\n2\\n\\n", "2", "3 code 0 "), ("all\\nq\\n", "3", "code 1 "),
            // Of one, the last word holds.
            ("2\\n3\\n\\n", "1", "5 code 0 "),
        ])
    func limits(_ lines: String, _ limit: String, _ expected: String) throws {
        #expect(try picked(lines, "--max \(limit)") == expected)
    }

    @Test("whoever asks gets them") func asks() throws {
        _ = try terminal("3\\n\\n", "ledger task add Call --assignee -")
        #expect(try runner.run("task", "list", "-O", "csv").output.contains(",Cid,"))
        // Cid, whom a task names, is the first now, before Ada, Bob and Dora.
        _ = try terminal("3 4\\n\\n", "ledger permit - read")
        #expect(try runner.run("can", "bob", "read").code == 0)
        #expect(try runner.run("can", "dora", "read").code == 0)
        #expect(try runner.run("can", "cid", "read").code == 1)
        // What is cancelled records nothing.
        let before = try runner.run("log", "-n", "1", "-O", "csv").output
        _ = try terminal("2\\nq\\n", "ledger permit - write")
        #expect(try runner.run("log", "-n", "1", "-O", "csv").output == before)
    }

    @Test("the list is told") func shows() throws {
        let text = try terminal("2\\nq\\n", "ledger people --pick --unit sales")
        #expect(
            text.contains(
                """
                      Name  Unit   Post
                """))
        #expect(text.contains("   1  Bob   Sales\n") && text.contains("*  2  Cid   Sales\n"))
        #expect(text.contains("1 chosen · "))
    }
}
