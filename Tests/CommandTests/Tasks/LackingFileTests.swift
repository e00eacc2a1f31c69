import Support
import Testing

/// `ledger sync` with files that lack what they had.
@Suite("ledger sync, of files that lack what they had")
struct LackingFileTests {
    private func output(_ script: String) throws -> String {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-03-01; }
            ledger init --currency EUR --zone UTC >/dev/null
            open() { ledger task list -O json | grep -o '"title":"[^"]*"' | wc -l; }
            sync() {
                ledger sync "$@" > told 2>&1; echo "$?"
                grep -o '[0-9]* of [0-9]* open tasks* that\\|wrote [0-9]* tasks* into' told
                return 0
            }
            tried() {
                sed -n "s/^  try: ledger //p" told | sed -n "s/ --now 2026-03-01//;$1p"
            }
            \(script)
            """)
        #expect(done.errors.isEmpty, "\(done.errors)")
        return done.output
    }

    @Test(
        "an empty or missing file drops nothing unless that is said",
        arguments: ["todo.txt", "taskwarrior", "ics"])
    func empty(_ form: String) throws {
        let empty = form == "taskwarrior" ? "echo '[]' > f" : ": > f"
        let done = try output(
            """
            ledger task add Tea >/dev/null; ledger task add Bread >/dev/null
            sync \(form) f
            cp f kept
            # What was written was read.
            sed -i 's/"description":"Tea"/"description":"Cocoa"/' f
            sync \(form) f >/dev/null
            rm f
            sync \(form) f
            ls f 2>/dev/null | wc -l; open
            \(empty)
            sync \(form) f --dry-run >/dev/null; open
            sync \(form) f >/dev/null; tried 1; tried 2
            ledger $(tried 1) >/dev/null; echo $?
            grep -c 'Bread' f; open
            sync \(form) f
            \(empty)
            sync \(form) f --missing gone; open
            sync \(form) f --missing some
            """)
        let refusal =
            form == "taskwarrior" ? "wrote 2 tasks into" : "2 of 2 open tasks that"
        #expect(
            done.replacing("wrote 2 tasks into", with: refusal) == """
                0
                1
                \(refusal)
                0
                2
                2
                sync \(form) f --missing again
                sync \(form) f --missing gone
                0
                1
                2
                0
                0
                0
                2

                """, "\(form): \(done)")
    }

    @Test("more than half of ten tasks or more are dropped only where that is said")
    func most() throws {
        let done = try output(
            """
            seq 1 10 | sed 's/^/Call /' > todo.txt
            sync todo.txt todo.txt
            cp todo.txt kept
            tail -n 4 kept > todo.txt
            sync todo.txt todo.txt; open
            ledger $(tried 1) >/dev/null; wc -l < todo.txt; open
            tail -n 5 kept > todo.txt
            sync todo.txt todo.txt; open
            head -n 1 todo.txt > one; mv one todo.txt
            sync todo.txt todo.txt; open
            """)
        #expect(
            done == """
                0
                1
                6 of 10 open tasks that
                10
                10
                10
                0
                5
                0
                1

                """, "\(done)")
    }

    @Test("what Taskwarrior was never told is not taken back")
    func forgotten() throws {
        let id = "11111111-1111-4111-8111-111111111111"
        let theirs = """
            [{"id":1,"uuid":"\(id)","description":"Tea","status":"pending","urgency":1.5}]
            """
        let done = try output(
            """
            export_() { echo '\(theirs)' > t.json; }
            export_; sync taskwarrior t.json
            ledger task edit Tea --due 2026-04-01 >/dev/null; ledger task add Bread >/dev/null
            export_; sync taskwarrior t.json
            export_; sed -i 's/1\\.5/1.7/' t.json; sync taskwarrior t.json; open
            ledger task list -O json | grep -c 2026-04-01
            ledger $(tried 1) >/dev/null; echo $?; grep -c 20260401 t.json; grep -c Bread t.json
            sync taskwarrior t.json
            # It was imported, and something was changed there.
            sed -i 's/"Tea"/"Cocoa"/' t.json; sync taskwarrior t.json
            export_; sync taskwarrior t.json --missing gone; open
            ledger task list -O json | grep -c 2026-04-01
            """)
        #expect(
            done == """
                0
                0
                1
                wrote 2 tasks into
                2
                1
                0
                1
                1
                0
                0
                0
                1
                0

                """, "\(done)")
    }
}
