import Foundation
import Support
import Testing

/// Days and titles that go to a file of another program and come back.
@Suite("ledger sync, days and titles")
struct SyncedWordsTests {
    private func runner() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.run(
            "init", "--currency", "EUR", "--zone", "Europe/Berlin", "--owner", "Ada", "--now",
            "2026-03-01")
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private func out(_ runner: CommandRunner, _ script: String) throws -> String {
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-03-10; }
            titles() {
                ledger task list --all -O json | grep -o '"title":"[^"]*"' | cut -d'"' -f4
            }
            \(script)
            """)
        #expect(result.errors.isEmpty, "\(script): \(result.errors)")
        return result.output
    }

    private static let files = [
        "todo.txt": "x 2026-03-05 2026-03-01 Tea ledger-id:t1\n",
        "taskwarrior":
            "[{\"description\":\"Tea\",\"uuid\":\"aaaaaaaa-0000-4000-8000-000000000001\","
            + "\"entry\":\"20260301T000000Z\",\"status\":\"completed\","
            + "\"end\":\"20260305T120000Z\"}]\n",
        "ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:t1\r\nSUMMARY:Tea\r\n"
            + "STATUS:COMPLETED\r\nCOMPLETED:20260305T120000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
    ]

    @Test(
        "what is done on both sides was done on the day of the file, also when that changes",
        arguments: ["todo.txt", "taskwarrior", "ics"])
    func days(_ form: String) throws {
        let runner = try runner()
        try runner.write(Array((SyncedWordsTests.files[form] ?? "").utf8), to: "tasks")
        let text = try out(
            runner,
            """
            days() { ledger task list --all -O json | grep -oE '"completedLocal":"[^"]{10}'; }
            ledger sync \(form) tasks | head -1; days
            sed -i 's/2026-03-05/2026-03-03/; s/20260305/20260303/' tasks
            ledger sync \(form) tasks --dry-run -O csv | cut -d, -f 1,3-5
            ledger sync \(form) tasks >/dev/null; days; cp tasks kept
            ledger sync \(form) tasks | head -1; cmp tasks kept
            ledger undo >/dev/null; days
            ledger sync \(form) tasks -O csv | cut -d, -f 1,3-5; grep -cE '2026-?03-?05' tasks
            ledger sync \(form) tasks | head -1
            """)
        #expect(
            text == """
                tasks: 1 in, 0 out
                "completedLocal":"2026-03-05
                side,title,action,field
                in,Tea,changed,completed
                "completedLocal":"2026-03-03
                tasks: both sides say the same.
                "completedLocal":"2026-03-05
                side,title,action,field
                out,Tea,changed,completed
                1
                tasks: both sides say the same.

                """, "\(text)")
    }

    @Test("titles that look like more than words come back as the same, and nothing doubles")
    func titles() throws {
        let runner = try runner()
        let text = try out(
            runner,
            #"""
            ledger task attribute size number >/dev/null
            while IFS= read -r title; do
                "$LEDGER_PROGRAM" task add --now 2026-03-10 -- "$title" >/dev/null
            done > told 2>&1 <<'END'
            Read ledger-id:abc twice
            Add +b to c
            Call @home now
            Rate pri:A bonds
            (A) list
            Say due:2026-05-01 aloud
            See at:14:30 due:2026-05-01
            Box size:3 cm
            \@home and \\+b and \ alone
            x 2026-01-01 marks
            2026-01-01 party
            # heading
            END
            cat told
            "$LEDGER_PROGRAM" task add --now 2026-03-10 --project e --tag f --due 2026-06-01 \
                -- "Both +c of +d" >/dev/null
            titles | sort > first
            ledger sync todo.txt todo.txt >/dev/null; cp todo.txt kept
            sed -i 's/$/ @more/' todo.txt
            ledger sync todo.txt todo.txt -O csv | tail -n +2 | cut -d, -f 1,4,5 | sort | uniq -c
            titles | sort | cmp - first
            ledger sync todo.txt todo.txt | head -1
            ledger task list --all -O json \
                | grep -oE '"(project|deadline|priority|size)":"?[^,"}]+' \
                | grep -v null | sort | uniq -c
            grep -E 'bonds|Both' kept | sed -E 's/ledger-id:[0-9a-f-]{36}/ID/'
            ledger export todo.txt > o.todo.txt
            export LEDGER_HOME="$PWD/second"
            ledger init --currency EUR >/dev/null; ledger import o.todo.txt >/dev/null
            titles | sort | cmp - first
            """#)
        #expect(
            text == #"""
                     13 in,changed,tags
                todo.txt: both sides say the same.
                      1 "deadline":"2026-06-01
                      1 "project":"e
                2026-03-10 Rate \pri:A bonds ID
                2026-03-10 +e Both +c of +d @f due:2026-06-01 ID

                """#, "\(text)")
    }
}
