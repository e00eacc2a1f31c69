import Foundation
import Support
import Testing

/// When tasks of files were done.
@Suite("Days on which tasks were done")
struct SyncDateTests {
    private func out(_ runner: CommandRunner, _ script: String) throws -> String {
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-11-26; }
            plain() { sed -E 's/ledger-id:[0-9a-f-]{36}/ID/' "$@"; }
            done_on() {
                ledger task list --all "done:$1" -O json | grep -o '"title":"[^"]*"' | cut -d'"' -f4
            }
            \(script)
            """)
        #expect(result.errors.isEmpty, "\(script): \(result.errors)")
        return result.output
    }

    private func runner() throws -> CommandRunner {
        let runner = try CommandRunner()
        let zone = "--zone Europe/Berlin"
        _ = try out(runner, "ledger init --currency EUR \(zone) --owner Ada >/dev/null")
        return runner
    }

    @Test("a line of todo.txt keeps its day, whatever else changes of it")
    func todo() throws {
        let text = try out(
            runner(),
            """
            printf '2026-11-01 Buy milk\\nx 2026-11-20 2026-11-01 Sweep\\n' > todo.txt
            echo 2026-11-02 Sow >> todo.txt
            ledger sync todo.txt todo.txt >/dev/null
            sed -i 's/^2026-11-01 Buy/x 2026-11-21 2026-11-01 Buy/' todo.txt
            sed -i 's/^2026-11-02 Sow/x 2026-11-26 2026-11-02 Sow/' todo.txt
            cp todo.txt kept; ledger sync todo.txt todo.txt >/dev/null; cmp todo.txt kept
            done_on 2026-11-20; done_on 2026-11-21; done_on 2026-11-26
            ledger task edit 'Buy milk' --title 'Buy oats' >/dev/null
            ledger task edit Sweep --priority 2 >/dev/null
            ledger sync todo.txt todo.txt | head -1; plain todo.txt
            ledger export todo.txt | plain
            sed -i 's/^x 2026-11-21/x 2026-11-19/' todo.txt
            ledger task edit 'Buy oats' --title 'Buy rice' >/dev/null
            ledger sync todo.txt todo.txt | head -1; plain todo.txt | head -1
            """)
        #expect(
            text == """
                Sweep
                Buy milk
                Sow
                todo.txt: 0 in, 2 out
                x 2026-11-21 2026-11-01 Buy oats ID
                x 2026-11-20 2026-11-01 Sweep pri:B ID
                x 2026-11-26 2026-11-02 Sow ID
                x 2026-11-21 2026-11-01 Buy oats ID
                x 2026-11-20 2026-11-01 Sweep pri:B ID
                x 2026-11-26 2026-11-02 Sow ID
                todo.txt: 1 in, 1 out
                x 2026-11-19 2026-11-01 Buy rice ID

                """, "\(text)")
    }

    private static let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VTODO
        UID:a
        SUMMARY:Paint
        STATUS:COMPLETED
        COMPLETED:20261120T101500Z
        END:VTODO
        BEGIN:VTODO
        UID:b
        SUMMARY:Sand
        END:VTODO
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")

    @Test("a component of a calendar keeps its moment")
    func calendar() throws {
        let runner = try runner()
        try runner.write(Array(SyncDateTests.calendar.utf8), to: "a.ics")
        let text = try out(
            runner,
            """
            ledger sync ics a.ics >/dev/null; done_on 2026-11-20
            done='STATUS:COMPLETED\\r\\nCOMPLETED:20261121T090000Z\\r'
            sed -i "s/^SUMMARY:Sand\\r/&\\n$done/" a.ics
            ledger sync ics a.ics >/dev/null; done_on 2026-11-21
            ledger task edit Paint --priority 2 >/dev/null
            ledger task edit Sand --priority 3 >/dev/null
            ledger sync ics a.ics | head -1; tr -d '\\r' < a.ics | grep COMPLETED:
            """)
        #expect(
            text == """
                Paint
                Sand
                a.ics: 0 in, 2 out
                COMPLETED:20261120T101500Z
                COMPLETED:20261121T090000Z

                """, "\(text)")
    }

    @Test("a task of Taskwarrior keeps its end, and one that is done anew has a new one")
    func taskwarrior() throws {
        let runner = try runner()
        let ids = (1...3).map { "aaaaaaaa-0000-4000-8000-00000000000\($0)" }
        try runner.write(
            Array(
                """
                [
                {"description":"Sand","status":"pending","uuid":"\(ids[0])"},
                {"description":"Gone","status":"deleted","end":"20261119T100000Z",\
                "uuid":"\(ids[1])"},
                {"description":"Paint","status":"completed","end":"20261120T101500Z",\
                "uuid":"\(ids[2])"}
                ]

                """.utf8), to: "t.json")
        let text = try out(
            runner,
            """
            ends() { grep -o '"end":"[^"]*"' "$@" | cut -d'"' -f4; }
            ledger sync taskwarrior t.json >/dev/null; done_on 2026-11-20
            sed -i '/Sand/s/"pending"/"completed","end":"20261121T090000Z"/' t.json
            ledger sync taskwarrior t.json >/dev/null; done_on 2026-11-21
            for task in Sand Gone Paint; do ledger task edit $task --priority 1 >/dev/null; done
            ledger sync taskwarrior t.json | head -1; ends t.json
            ledger export taskwarrior -o out.json >/dev/null; ends out.json
            ledger task reopen Paint >/dev/null; ledger task done Paint >/dev/null
            ledger export taskwarrior | ends | tail -1
            """)
        // Noon in Berlin is 11:00 in UTC.
        #expect(
            text == """
                Paint
                Sand
                t.json: 0 in, 3 out
                20261121T090000Z
                20261119T100000Z
                20261120T101500Z
                20261121T090000Z
                20261119T100000Z
                20261120T101500Z
                20261126T110000Z

                """, "\(text)")
    }

    @Test("a task that is called x does not become one that is done") func calledX() throws {
        let result = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            printf 'Good one\\nx\\n' > todo.txt
            for time in 1 2; do ledger sync todo.txt todo.txt >/dev/null; echo $?; done
            ledger task list -O csv | tail -n +2 | wc -l | tr -d ' '
            """)
        #expect(result.output == "0\n0\n2\n", "\(result.output)\(result.errors)")
    }
}
