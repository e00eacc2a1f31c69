import EventLog
import Foundation
import Support
import Testing

/// `tools/check-logs`, which every log that tests leave has to pass.
@Suite("Logs are held against another reader", .enabled(if: PythonTool.isThere))
struct CheckLogsTests {
    /// Three ledgers with two different logs, and one more that is damaged.
    private static let logs = """
        export PYTHONDONTWRITEBYTECODE=1
        mkdir -p logs/whole logs/broken
        ledger init --ledger made --currency EUR --zone UTC --owner Ada >/dev/null
        cp -r made/log logs/broken; cp -r logs/broken logs/copied
        ledger add 3 Tea --ledger made >/dev/null; cp -r made/log logs/whole
        printf xxxxxxxx | dd of=logs/broken/log/000000000000-0000.log bs=1 seek=12392 \\
            conv=notrunc 2>/dev/null
        cp -r logs/broken logs/again

        """

    private func run(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/check-logs")])
        return try runner.shell(CheckLogsTests.logs + script)
    }

    @Test("all the same") func agrees() throws {
        let result = try run(
            """
            check() { "$TOOL" logs --program "$LEDGER_PROGRAM" "$@"; echo "[$?]"; }
            check; check --bytes-max 1000; check --at-least 5
            """)
        let lines = result.output.split(separator: "\n")
        #expect(result.output.components(separatedBy: "\n[0]\n").count == 3)
        #expect(lines.last == "[1]")
        #expect(
            lines.first?.hasPrefix(
                "4 logs: 2 with the root that verify-proof finds, 0 whole in form with events that "
                    + "break a rule of the ledger, 1 refused by both; 1 are copies of others, 0 "
                    + "are left out as larger than 1048576 bytes") == true)
        #expect(lines.dropFirst(2).first?.contains("4 are left out as larger than 1000") == true)
        #expect(result.errors == "failed: only 4 logs of 5\n")
    }

    @Test("a log whose maker was ended before its first commit is no ledger to both")
    func begun() throws {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/check-logs")])
        let storage = try DiskStorage.create(path: "\(runner.folder)/logs/begun/log")
        _ = try Log.create(in: storage, id: CommitID(high: 1, low: 2))
        let result = try runner.shell(#""$TOOL" logs --program "$LEDGER_PROGRAM""#)
        #expect(result.code == 0)
        #expect(
            result.output.hasPrefix(
                "1 logs: 0 with the root that verify-proof finds, 0 whole in form with events that "
                    + "break a rule of the ledger, 1 refused by both;"))
    }

    @Test("logs with events that no ledger records have the same root, and are counted apart")
    func brokenRules() throws {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/check-logs")])
        let time = Field(ColumnID(rawValue: 0x51), .integer(1))
        let rows = [
            // It opens a ledger and says nothing of it.
            Row(type: 1, schema: 1, isCritical: true, fields: []),
            // A line with a time and without a zone.
            Row(type: 8, schema: 1, isCritical: true, fields: [time]),
        ]
        for (number, row) in rows.enumerated() {
            let storage = try DiskStorage.create(path: "\(runner.folder)/logs/\(number)/log")
            let log = try Log.create(in: storage, id: CommitID(high: 1, low: 2))
            _ = try log.append(
                CommitDraft(id: CommitID(high: 3, low: 4), recordedAt: 0, rows: [row]))
        }
        let result = try runner.shell(
            """
            "$TOOL" logs --program "$LEDGER_PROGRAM" &&
                for log in logs/*; do LEDGER_HOME=$log ledger verify >/dev/null; echo "[$?]"; done
            """)
        let lines = result.output.split(separator: "\n")
        #expect(
            lines.first?.hasPrefix(
                "2 logs: 0 with the root that verify-proof finds, 2 whole in form with events that "
                    + "break a rule of the ledger, 0 refused by both;") == true)
        #expect(lines.dropFirst() == ["[3]", "[3]"])
        #expect(result.errors.components(separatedBy: "event 0 cannot be read").count == 3)
    }

    @Test("a program that finds another root, no damage, or nothing") func differs() throws {
        let result = try run(
            """
            other() {
                printf '#!/bin/bash\\nset -o pipefail\\n%s\\n' "$1" > other; chmod +x other
                "$TOOL" logs --program ./other 2>&1 | grep '^failed: logs/'
                echo "[${PIPESTATUS[0]}]"
            }
            other '"$LEDGER_PROGRAM" "$@" | sed "s/root\\":\\"./root\\":\\"g/"'
            other 'echo "{\\"events\\":3,\\"root\\":\\"00\\"}"'
            other 'exit 0'
            other '"$LEDGER_PROGRAM" "$@" | sed "s/events\\":3/events\\":2/"'
            """)
        let counts = result.output.split(separator: "[1]\n", omittingEmptySubsequences: false)
            .map { $0.split(separator: "\n").count }
        // What both refuse is wrong only where the program finds something in it, or says nothing.
        #expect(counts == [2, 3, 3, 1, 0])
    }

    @Test("logs of folders that are removed are handed over") func kept() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            mkdir -p a/b/log a/c; touch a/b/log/000000000000-0000.log a/b/log/lock a/c/x.log
            """)
        #expect(result.code == 0)
        TestFolder.remove("\(runner.folder)/a", keepingLogsIn: "\(runner.folder)/kept")
        let left = try runner.shell("ls; ls kept/*; ls kept/*/log; rm -r kept")
        #expect(left.output == "kept\nlog\n000000000000-0000.log\nlock\n")
        TestFolder.remove("\(runner.folder)/never", keepingLogsIn: "\(runner.folder)/kept")
        #expect(try runner.shell("ls").output == "")
    }
}
