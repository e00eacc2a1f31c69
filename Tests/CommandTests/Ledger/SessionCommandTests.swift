import Foundation
import Support
import Testing

private let hasStrace = (try? CommandRunner().shell("command -v strace").code) == 0

/// Who acts, from one run of the program to the next.
@Suite("Sessions of the program")
struct SessionCommandTests {
    /// A ledger of Ada's in which Bo is known.
    private func ready() throws -> CommandRunner {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 &&
            ledger add 30 Cinema --payer Bo --now 2026-03-02
            """)
        try #require(result.errors == "")
        return runner
    }

    private func name(_ runner: CommandRunner, _ options: String = "") throws -> String {
        let result = try runner.shell("ledger whoami \(options) -O json")
        return JSONValue(parsing: result.output)?["name"]?.string ?? result.errors
    }

    @Test("a login lasts, --as does not")
    func lasts() throws {
        let runner = try ready()
        #expect(try name(runner) == "Ada")
        #expect(try name(runner, "--as bo") == "Bo")
        #expect(try name(runner) == "Ada")
        #expect(try runner.run("login", "BO").output == "Bo (2) acts from now on.\n")
        #expect(try name(runner) == "Bo")
        #expect(try name(runner, "--as ada") == "Ada")
        #expect(try runner.run("add", "4", "Popcorn", "--now", "2026-03-03").code == 0)
        #expect(try runner.run("add", "5", "Tea", "--as", "1", "--now", "2026-03-03").code == 0)
        let log = try runner.shell("ledger log -n 2 -O csv | cut -d, -f3").output
        #expect(log == "actor\nAda\nBo\n")
        #expect(try runner.run("logout").code == 0)
        #expect(try name(runner) == "Ada")
    }

    @Test("nothing but login and logout writes the settings")
    func savesNothingElse() throws {
        let runner = try ready()
        try #require(try runner.run("login", "bo").code == 0)
        let file = "\(runner.home)/settings.json"
        func state() throws -> [String] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            return [
                try String(contentsOfFile: file, encoding: .utf8),
                "\(attributes[.systemFileNumber] ?? 0) \(attributes[.modificationDate] ?? 0)",
            ]
        }
        let before = try state()
        let script = """
            ledger whoami --as ada; ledger add 5 Tea --as ada --now 2026-03-03; ledger list --as ada
            ledger add 6 Bun --dry-run --now 2026-03-03; ledger report --at 2026-03-02
            ledger config --zone Asia/Tokyo --now 2026-03-04; ledger config; ledger list --as-of 2
            ledger undo --now 2026-03-05; ledger call whoami; ledger routes; ledger verify
            """
        let result = try runner.shell("set -e\n\(script)")
        #expect((result.code, result.errors) == (0, ""))
        #expect(try state() == before)
        #expect(try name(runner) == "Bo")
    }

    @Test("what was shown to somebody else is forgotten")
    func forgetsTheList() throws {
        let runner = try ready()
        _ = try runner.run("list")
        #expect(try runner.run("show", ".1").code == 0)
        _ = try runner.run("login", "bo")
        let result = try runner.run("show", ".1")
        #expect(result.code == 2)
        #expect(result.errors.contains("the last list was empty, or none was shown yet"))
    }

    /// Between the new file beside the old one and its renaming.
    @Test(
        "a crash leaves the session as it was",
        .enabled(if: hasStrace, "no strace"),
        arguments: ["fsync", "rename"])
    func crash(call: String) throws {
        let runner = try ready()
        try #require(try runner.run("login", "bo").code == 0)
        let calls = call == "rename" ? "rename,renameat,renameat2" : call
        let result = try runner.shell(
            "strace -f -qq -o trace -e trace=\(calls) -e inject=\(calls):signal=KILL:when=1 "
                + "\"$LEDGER_PROGRAM\" logout")
        #expect(result.code != 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: runner.home)
        #expect(left.contains { $0.hasPrefix("settings.json.") })
        #expect(try name(runner) == "Bo")
        #expect(try runner.run("logout").code == 0)
        #expect(try name(runner) == "Ada")
    }
}
