import Foundation
import Support
import Testing

/// `ledger sync`, with files as other programs write them.
@Suite("ledger sync")
struct SyncCommandTests {
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
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-03-01; }
            plain() { sed -E 's/ledger-id:[0-9a-f-]{36}/ID/' "$1"; }
            titles() {
                ledger task list --all -O json | grep -o '"title":"[^"]*"' | cut -d'"' -f4 | sort
            }
            \(script)
            """)
        #expect(result.errors.isEmpty, "\(script): \(result.errors)")
        return result.output
    }

    private static let file = """
        # Mine

        (B) 2026-01-02 Call @phone Ann  t:2026-02-01 +home h:1
        x 2026-01-05 2026-01-02 Old thing\r
        Plain

        """

    @Test("lines stay as they are but for what they are known by, and where something changed")
    func todo() throws {
        let runner = try runner()
        try runner.write(Array(SyncCommandTests.file.utf8), to: "todo.txt")
        let text = try out(
            runner,
            """
            chmod 640 todo.txt; mkdir at; mv todo.txt at; ln -s at/todo.txt todo.txt
            cp at/todo.txt first
            ledger sync todo.txt todo.txt --dry-run | head -1
            cmp todo.txt first && titles
            ledger sync todo.txt todo.txt | head -1
            plain todo.txt
            stat -c '%a %F' at/todo.txt; stat -c %F todo.txt
            cp -p todo.txt kept; ls -i at > inode
            ledger sync todo.txt todo.txt | head -1
            cmp todo.txt kept; ls -i at | cmp - inode
            """)
        #expect(
            text == """
                todo.txt: 3 in, 0 out
                todo.txt: 3 in, 0 out
                # Mine

                (B) 2026-01-02 Call @phone Ann  t:2026-02-01 +home h:1 ID
                x 2026-01-05 2026-01-02 Old thing ID\r
                Plain ID
                640 regular file
                symbolic link
                todo.txt: both sides say the same.

                """, "\(text)")
        let later = try out(
            runner,
            """
            ledger task edit Plain --due 2026-04-01 >/dev/null
            ledger task add New >/dev/null
            sed -i '1s/Mine/Mine, too/; s/Call @phone/Phone @phone/' at/todo.txt
            ledger sync todo.txt todo.txt -O csv | cut -d, -f 1,3-
            plain todo.txt
            ledger undo >/dev/null; titles
            ledger sync todo.txt todo.txt -O csv | cut -d, -f 1,3-
            """)
        #expect(
            later == """
                side,title,action,field,ours,theirs
                in,Call Ann t:2026-02-01 h:1,changed,title,Call Ann t:2026-02-01 h:1,\
                Phone Ann t:2026-02-01 h:1
                out,Plain,changed,deadline,2026-04-01,
                out,New,new,,,
                # Mine, too

                (B) 2026-01-02 Phone @phone Ann  t:2026-02-01 +home h:1 ID
                x 2026-01-05 2026-01-02 Old thing ID\r
                2026-03-01 Plain due:2026-04-01 ID
                2026-03-01 New ID
                Call Ann t:2026-02-01 h:1
                New
                Old thing
                Plain
                side,title,action,field,ours,theirs
                out,Call Ann t:2026-02-01 h:1,changed,title,Call Ann t:2026-02-01 h:1,\
                Phone Ann t:2026-02-01 h:1

                """, "\(later)")
    }

    @Test("what both sides changed is told, with exit 1, until one side counts")
    func conflicts() throws {
        let runner = try runner()
        try runner.write(Array("Tea\nBread\n".utf8), to: "todo.txt")
        let text = try out(
            runner,
            """
            ledger sync todo.txt todo.txt >/dev/null
            ledger task edit Tea --title Coffee >/dev/null
            ledger task drop Bread >/dev/null
            sed -i 's/^Tea/Cocoa/; s/^Bread/(A) Bread/' todo.txt
            cp todo.txt kept
            ledger sync todo.txt todo.txt > told; echo $?; grep -v '^as of' told
            cmp todo.txt kept; titles
            ledger sync todo.txt todo.txt --prefer theirs >/dev/null; echo $?
            titles; cmp todo.txt kept
            ledger task edit Cocoa --title Milk >/dev/null
            sed -i 's/^Cocoa/Water/' todo.txt
            ledger sync todo.txt todo.txt --prefer ours -O csv | cut -d, -f 1,3-
            plain todo.txt
            ledger sync todo.txt todo.txt --prefer mine >/dev/null 2>&1; echo $?
            """)
        #expect(
            text == """
                1
                todo.txt: 0 in, 0 out, 2 changed on both sides
                Changed on both sides, and left alone:
                  3  Cocoa
                    title: here Coffee, there Cocoa
                  4  Bread
                    status: here dropped, there open
                    priority: here none, there 1
                  let one side count: --prefer ours, or --prefer theirs
                Bread
                Coffee
                0
                Bread
                Cocoa
                side,title,action,field,ours,theirs
                out,Milk,changed,title,Milk,Water
                2026-03-01 Milk ID
                (A) Bread ID
                2

                """, "\(text)")
    }

    @Test("without what both sides said before, nothing doubles and nothing goes")
    func forgotten() throws {
        let runner = try runner()
        try runner.write(Array("Tea\nBread\n".utf8), to: "todo.txt")
        let text = try out(
            runner,
            """
            ledger sync todo.txt todo.txt >/dev/null
            ledger task edit Tea --due 2026-04-01 >/dev/null
            sed -i '/Bread/d' todo.txt
            rm "$LEDGER_HOME"/sync-*.json
            ledger sync todo.txt todo.txt -O csv | cut -d, -f 1,3-
            plain todo.txt; titles
            ledger erase Tea --yes >/dev/null 2>&1 || ledger erase Tea >/dev/null
            ls "$LEDGER_HOME" | grep -c sync- || true
            """)
        #expect(
            text == """
                side,title,action,field,ours,theirs
                out,Bread,new,,,
                both,Tea,,deadline,2026-04-01,
                Tea ID
                2026-03-01 Bread ID
                Bread
                Tea
                0

                """, "\(text)")
    }

    @Test("what a calendar has besides stays, and what was done is done there")
    func calendar() throws {
        let runner = try runner()
        let file = """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:e1
            SUMMARY:Party
            END:VEVENT
            BEGIN:VTODO
            UID:t1
            SUMMARY:Paint
            X-COLOUR;X-A=b:a long text that is folded at the seventy-fifth octet of its li
             ne\\, as the standard has it
            BEGIN:VALARM
            TRIGGER:-PT5M
            END:VALARM
            END:VTODO
            END:VCALENDAR

            """.replacing("\n", with: "\r\n")
        try runner.write(Array(file.utf8), to: "a.ics")
        let text = try out(
            runner,
            """
            cp a.ics first
            ledger sync ics a.ics | head -1; cmp a.ics first
            ledger task done Paint >/dev/null; ledger task add 'Wall, white' --priority 1 >/dev/null
            ledger sync ics a.ics -O csv | cut -d, -f 1,3-
            tr -d '\\r' < a.ics | grep -vE '^(UID:[0-9a-f]{8}-|DTSTAMP|CREATED|COMPLETED)'
            ledger sync ics a.ics | head -1
            """)
        #expect(
            text == """
                a.ics: 1 in, 0 out
                side,title,action,field,ours,theirs
                out,Paint,completed,status,completed,open
                out,"Wall, white",new,,,
                BEGIN:VCALENDAR
                VERSION:2.0
                BEGIN:VEVENT
                UID:e1
                SUMMARY:Party
                END:VEVENT
                BEGIN:VTODO
                UID:t1
                SUMMARY:Paint
                STATUS:COMPLETED
                X-COLOUR;X-A=b:a long text that is folded at the seventy-fifth octet of its
                  line\\, as the standard has it
                BEGIN:VALARM
                TRIGGER:-PT5M
                END:VALARM
                END:VTODO
                BEGIN:VTODO
                SUMMARY:Wall\\, white
                PRIORITY:1
                END:VTODO
                END:VCALENDAR
                a.ics: both sides say the same.

                """, "\(text)")
    }

    @Test("a file that cannot be read is left as it is, and so is the ledger")
    func refused() throws {
        let runner = try runner()
        try runner.write(Array("[{\"description\":\"a\",\"uuid\":\"x\"}]".utf8), to: "t.json")
        try runner.write(Array("Tea ledger-id:1\nBread ledger-id:1\n".utf8), to: "todo.txt")
        let text = try out(
            runner,
            """
            cp t.json k.json; cp todo.txt k.txt
            ledger sync taskwarrior t.json >/dev/null 2>&1; echo $?
            ledger sync todo.txt todo.txt >/dev/null 2>&1; echo $?
            ledger sync ics todo.txt >/dev/null 2>&1; echo $?
            ledger sync csv todo.txt >/dev/null 2>&1; echo $?
            ledger sync todo.txt . >/dev/null 2>&1; echo $?
            cmp t.json k.json; cmp todo.txt k.txt; titles; ls "$LEDGER_HOME" | grep -c sync-
            """)
        #expect(text.split(separator: "\n").allSatisfy { "123".contains($0) || $0 == "0" })
        #expect(text.hasSuffix("\n0\n") && text.count == 12, "\(text)")
    }

    @Test(
        "with Taskwarrior itself, again and again",
        .enabled(
            if: ExportTaskTests.hasTask,
            "Taskwarrior is not installed: apt-get install taskwarrior"))
    func taskwarrior() throws {
        let runner = try runner()
        let text = try out(
            runner,
            """
            mkdir data
            printf 'data.location=%s\\nconfirmation=no\\nverbose=nothing\\n' "$PWD/data" > taskrc
            printf 'uda.size.type=numeric\\nuda.mood.type=string\\n' >> taskrc
            export TASKRC="$PWD/taskrc" TASKDATA="$PWD/data" TZ=Europe/Berlin
            t() { task rc.bulk=0 rc.recurrence.confirmation=no "$@" >/dev/null 2>&1 </dev/null; }
            sync() {
                task rc.json.array=on export 2>/dev/null > t.json
                ledger sync taskwarrior t.json "$@" -O csv | cut -d, -f 1,3- | tail -n +2
                task import t.json >/dev/null 2>&1
            }
            there() {
                task rc.json.array=on export 2>/dev/null | python3 -c 'import json,sys
            for task in sorted(json.load(sys.stdin), key=lambda t: t["description"]):
                print(task["description"], task["status"], task.get("due", "-"),
                      task.get("size", "-"), task.get("mood", "-"), sorted(task.get("tags", [])))'
            }
            ledger task attribute size number >/dev/null
            ledger task add Ours size:2 --due 2037-04-01 --tag a >/dev/null
            t add Theirs mood:blue size:3 +b due:2037-05-02
            t add Waits depends:1
            t add Daily due:2037-05-01 recur:yearly
            sync; there; echo --
            ledger task edit Ours --title Own >/dev/null; ledger task edit Theirs size:5 >/dev/null
            t /Theirs/ annotate 'a note'; t /Waits/ done
            sync; there; echo --
            ledger task done Own >/dev/null; t /Theirs/ delete
            sync; sync; there
            titles | sort | uniq -c | grep -v ' 1 '
            """)
        #expect(
            text.contains(
                """
                out,Ours,new,,,
                """), "\(text)")
        let parts = text.components(separatedBy: "--\n")
        try #require(parts.count == 3, "\(text)")
        #expect(
            parts[0].contains("Ours pending 20370331T220000Z 2.0 - ['a']")
                && parts[0].contains("Theirs pending 20370501T220000Z 3.0 blue ['b']")
                && parts[0].contains("Waits pending"), "\(text)")
        #expect(
            parts[1].contains("Own pending 20370331T220000Z 2.0 - ['a']")
                && parts[1].contains("Theirs pending 20370501T220000Z 5.0 blue ['b']")
                && parts[1].contains("Waits completed"), "\(text)")
        #expect(
            parts[2].contains("Own completed") && parts[2].contains("Theirs deleted"), "\(text)")
        #expect(!parts[2].contains("both,"), "\(text)")
    }
}
