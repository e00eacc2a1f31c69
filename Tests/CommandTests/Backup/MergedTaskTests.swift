import Foundation
import Support
import Testing

/// Two copies of a ledger that got the same tasks from files, put together.
@Suite("Merging tasks of files")
struct MergedTaskTests {
    /// A ledger and a copy of it in `stick`, in which `on COMMAND …` does something.
    private func out(_ script: String) throws -> String {
        let runner = try CommandRunner()
        let id = "aaaaaaaa-0000-4000-8000-00000000000"
        try runner.write(
            Array(
                """
                [
                {"description":"Tea","status":"pending","due":"20260501T100000Z",\
                "entry":"20260301T000000Z","own":"kept","uuid":"\(id)1"},
                {"description":"Done","status":"completed","end":"20260315T101500Z",\
                "entry":"20260301T000000Z","uuid":"\(id)2"},
                {"description":"Bread","status":"pending","depends":["\(id)1"],"uuid":"\(id)3"}
                ]

                """.utf8), to: "t.json")
        try runner.write(
            Array(
                """
                2026-03-01 Tea due:2026-05-01
                x 2026-03-15 2026-03-01 Done
                Bread @shop
                Bread @shop

                """.utf8), to: "todo.txt")
        try runner.write(Array(Self.calendar.utf8), to: "a.ics")
        let result = try runner.shell(
            """
            set -e
            on() { ledger "$@" --ledger stick; }
            tasks() {
                "$@" task list --all -O json |
                    grep -o '"\\(title\\|status\\)":"[^"]*"' | cut -d'"' -f4 |
                    LC_ALL=C sort | uniq -c | sed 's/^ *//'
            }
            more() { for n in $(seq 9); do "$@" add $n Bus --now 2026-04-02 >/dev/null; done; }
            file() { case $1 in taskwarrior) echo t.json;; ics) echo a.ics;; *) echo $1;; esac; }
            merge() { ledger merge stick --both --now 2026-04-09 "$@"; }
            root() { "$@" info -O json | grep -o '"root":"[^"]*"'; }
            titled() {
                ledger task list --all -O json | grep -o '"title":"\\('"$1"'\\)"' | wc -l
            }
            same() {
                test "$(root ledger)" = "$(root on)"
                ledger verify >/dev/null && on verify >/dev/null
            }
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger backup stick >/dev/null
            \(script)
            """)
        #expect(result.code == 0 && result.errors.isEmpty, "\(script): \(result.errors)")
        return result.output
    }

    private static let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VTODO
        UID:Tea@x
        SUMMARY:Tea
        X-OWN:kept
        END:VTODO
        BEGIN:VTODO
        UID:done@x
        SUMMARY:Done
        STATUS:COMPLETED
        COMPLETED:20260315T101500Z
        END:VTODO
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")

    /// The titles and states of the tasks of a file, each with how many there are.
    private static let counts = [
        "taskwarrior": "1 Bread\n1 Done\n1 Tea\n1 completed\n2 open\n",
        "todo.txt": "2 Bread\n1 Done\n1 Tea\n1 completed\n3 open\n",
        "ics": "1 Done\n1 Tea\n1 completed\n1 open\n",
    ]

    @Test(
        "a file that both imported is there once, whichever copy stays as it is",
        arguments: ["taskwarrior", "todo.txt", "ics"], ["ledger", "on"])
    func imported(_ form: String, _ longer: String) throws {
        let text = try out(
            """
            ledger import $(file \(form)) --now 2026-04-02 >/dev/null
            on import $(file \(form)) --now 2026-04-03 >/dev/null
            more \(longer)
            merge | grep -c 'Set aside' || true
            tasks ledger; tasks on; same
            ledger import $(file \(form)) --dry-run | grep 'new  '
            ledger sync \(form) $(file \(form)) >/dev/null
            on sync \(form) $(file \(form)) >/dev/null
            tasks ledger; tasks on
            ledger merge stick | head -1
            """)
        let counts = try #require(MergedTaskTests.counts[form])
        #expect(
            text == "0\n" + counts + counts + "  new            0\n" + counts + counts
                + "All that stick has is here.\n", "\(text)")
    }

    @Test(
        "a file that both keep together with their tasks, or copies of it, is there once",
        arguments: ["taskwarrior", "todo.txt", "ics"], ["ledger", "on"])
    func synced(_ form: String, _ longer: String) throws {
        for isCopy in [false, true] {
            let text = try out(
                """
                file=$(file \(form)); copy=$file
                \(isCopy ? "copy=copy.$file; cp $file $copy" : "")
                ledger sync \(form) $file --now 2026-04-02 >/dev/null
                on sync \(form) $copy --now 2026-04-03 >/dev/null
                cmp $file $copy; cp $file kept
                more \(longer)
                merge | grep -c 'Set aside' || true
                tasks ledger; tasks on; same
                for n in 1 2; do
                    ledger sync \(form) $file >/dev/null; on sync \(form) $copy >/dev/null
                done
                tasks ledger; tasks on; cmp kept $file; cmp kept $copy
                """)
            let counts = try #require(MergedTaskTests.counts[form])
            #expect(text == "0\n" + counts + counts + counts + counts, "\(isCopy): \(text)")
        }
    }

    @Test("what was recorded on one copy and came to the other in a file is there once")
    func byHand() throws {
        for (longer, form) in [("ledger", "todo.txt"), ("on", "todo.txt"), ("on", "taskwarrior")] {
            let text = try out(
                """
                ledger task add Own --priority 2 --now 2026-04-02 >/dev/null
                ledger sync \(form) f --now 2026-04-02 >/dev/null
                on sync \(form) f --now 2026-04-03 >/dev/null
                more \(longer)
                merge | grep -c 'Set aside' || true
                tasks ledger; tasks on; same; cp f kept
                ledger sync \(form) f >/dev/null; on sync \(form) f >/dev/null; cmp f kept
                tasks ledger; tasks on
                """)
            let counts = "1 Own\n1 open\n"
            #expect(text == "0\n" + counts + counts + counts + counts, "\(longer): \(text)")
        }
    }

    @Test("what each copy did with the tasks afterwards is kept, and what contradicts set aside")
    func afterwards() throws {
        for longer in ["ledger", "on"] {
            let text = try out(
                """
                ledger import t.json --now 2026-04-02 >/dev/null
                on import t.json --now 2026-04-02 >/dev/null
                ledger task done Tea --now 2026-04-03 >/dev/null
                on task edit Bread --title Rolls --now 2026-04-03 >/dev/null
                on task done Rolls --now 2026-04-03 >/dev/null
                more \(longer)
                merge | grep -c 'Set aside' || true
                tasks ledger; same
                ledger task edit Rolls --title Cake --now 2026-04-04 >/dev/null
                on task edit Rolls --title Pie --now 2026-04-04 >/dev/null
                more \(longer)
                merge | grep -c 'Set aside' || true
                same; titled 'Cake\\|Pie'
                """)
            #expect(text == "0\n1 Done\n1 Rolls\n1 Tea\n3 completed\n1\n1\n", "\(longer): \(text)")
        }
    }

    @Test("a later version of a file is the same task: what it says otherwise is set aside")
    func changed() throws {
        for longer in ["ledger", "on"] {
            let text = try out(
                """
                ledger import t.json --now 2026-04-02 >/dev/null
                sed 's/"Tea"/"Coffee"/' t.json > later.json
                on import later.json --now 2026-04-03 >/dev/null
                on task start Coffee --now 2026-04-03 >/dev/null
                on task add Other --now 2026-04-03 >/dev/null
                more \(longer)
                merge > told; grep -c 'Set aside' told
                titled 'Tea\\|Coffee'
                ledger log --kind commit-set-aside -O json \\
                    | grep -c 'task-added .*\\(Tea\\|Coffee\\)'
                ledger task list -O json | grep -c '"startedAt":"2026-04-03'
                tasks on | grep Other; same
                ledger merge stick | head -1
                """)
            #expect(
                text == "1\n1\n1\n1\n1 Other\nAll that stick has is here.\n",
                "\(longer): \(text)")
        }
    }

    @Test("a copy that was not changed by the merge before goes on with the task that stayed")
    func oneSided() throws {
        let text = try out(
            """
            more ledger
            ledger import t.json --now 2026-04-02 >/dev/null
            more='{"description":"Extra","uuid":"aaaaaaaa-0000-4000-8000-000000000009"}'
            sed "s/\\"Tea\\"/\\"Coffee\\"/; s/^]/,$more]/" t.json > later.json
            on import later.json --now 2026-04-03 >/dev/null
            ledger merge stick --now 2026-04-04 >/dev/null
            on task done Coffee --now 2026-04-05 >/dev/null
            ledger merge stick --now 2026-04-06 | grep -c 'Set aside' || true
            tasks ledger
            """)
        #expect(text == "0\n1 Bread\n1 Done\n1 Extra\n1 Tea\n2 completed\n2 open\n", "\(text)")
    }

    @Test("a note that somebody typed makes no two tasks one")
    func typed() throws {
        let text = try out(
            """
            note=$(printf '[taskwarrior]\\nuuid: aaaaaaaa-0000-4000-8000-000000000001')
            ledger task add Mine --note "$note" --now 2026-04-02 >/dev/null
            on task add Yours --note "$note" --now 2026-04-02 >/dev/null
            on import t.json --now 2026-04-03 >/dev/null
            merge | grep -c 'Set aside' || true
            tasks ledger
            """)
        #expect(
            text == "0\n1 Bread\n1 Done\n1 Mine\n1 Tea\n1 Yours\n1 completed\n4 open\n", "\(text)")
    }

    @Test("two ledgers that are joined have a task once by its id, and not by its words")
    func joined() throws {
        let text = try out(
            """
            export LEDGER_HOME="$PWD/other"
            ledger init --currency EUR --zone UTC --owner Bo --now 2026-04-01 >/dev/null
            ledger import t.json --now 2026-04-02 >/dev/null
            ledger import todo.txt --now 2026-04-02 >/dev/null
            third() { ledger "$@" --ledger third; }
            third init --currency EUR --zone UTC --owner Bo --now 2026-04-01 >/dev/null
            third import t.json --now 2026-04-02 >/dev/null
            third import todo.txt --now 2026-04-02 >/dev/null
            ledger join third --same Bo --now 2026-04-03 >/dev/null
            tasks ledger; ledger verify >/dev/null
            ledger join third --same Bo --now 2026-04-04 | head -1
            tasks ledger | head -1
            """)
        // Of t.json each once, of todo.txt each twice.
        #expect(
            text.hasPrefix("5 Bread\n3 Done\n3 Tea\n3 completed\n8 open\n")
                && text.hasSuffix("\n5 Bread\n"), "\(text)")
    }
}
