import Foundation
import Support
import Testing

/// The file is asked by Python's sqlite3, which is no part of the program.
@Suite("ledger export sqlite")
struct ExportSQLiteTests {
    @Test("another program finds the figures in the file, and what tables and columns mean")
    func figures() throws {
        let done = try CommandRunner().shell(
            """
            set -e
            ledger demo ledger >/dev/null
            echo old > out.sqlite
            ledger export sqlite -o out.sqlite
            cat > ask.py <<'END'
            import sqlite3
            db = sqlite3.connect("out.sqlite")
            print(db.execute("pragma integrity_check").fetchone()[0])
            print(db.execute("pragma application_id").fetchone()[0])
            print(*db.execute("select events, root from ledger").fetchone())
            sql = db.execute("select group_concat(sql, ' ') from sqlite_schema").fetchone()[0]
            print(sql.count("--") > 30)
            END
            python3 ask.py > found
            head -2 found
            ledger info -O json | head -c 400 | grep -oE '"(events|root)":"?[0-9a-f]*' \\
                | cut -d: -f2 | tr -d '"' | tr '\\n' ' '
            echo
            sed -n 3p found
            tail -1 found
            ls out.sqlite* | tr '\\n' ' '
            """)
        let lines = done.output.split(separator: "\n").map(String.init)
        #expect(done.code == 0, "\(done.errors)")
        #expect(lines.count == 6 && lines.first == "ok")
        #expect(lines[3].split(separator: " ") == lines[2].split(separator: " "), "\(lines)")
        #expect(lines[4] == "True" && lines[5].hasPrefix("out.sqlite "))
    }

    @Test("sums of the file are those of the report") func sums() throws {
        let done = try CommandRunner().shell(
            """
            set -e
            ledger init --currency EUR --zone UTC >/dev/null
            ledger add 12.50 Lunch -c food --on 2026-03-05 >/dev/null
            ledger add 3.00 Tea -c food:tea --on 2026-03-06 >/dev/null
            ledger add 8.00 Old -c fun --on 2026-04-06 >/dev/null
            ledger void old >/dev/null
            ledger export sqlite -o a.sqlite
            python3 -c "
            import sqlite3
            db = sqlite3.connect('a.sqlite')
            sql = 'select month, category, amount from monthly_report order by 1, 2'
            for row in db.execute(sql):
                print(*row)
            "
            ledger export sqlite 2>&1 | head -1
            ledger export sqlite -o "$LEDGER_HOME/log/x" 2>&1 | grep -c 'own folder'
            ledger export sqlite -o nosuch/x.sqlite 2>&1 | head -1
            """)
        #expect(
            done.output == """
                2026-03-01 food 1250
                2026-03-01 food:tea 300
                ledger: no file is named: ledger export sqlite -o ledger.sqlite
                1
                ledger: nosuch: No such file or directory

                """,
            "\(done.output)\(done.errors)")
    }

    @Test("what is no file is left alone, a link is followed, and nobody else reads it")
    func targets() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            ledger add 12.50 Lunch -c food >/dev/null
            mkfifo pipe; ledger export sqlite -o pipe >/dev/null 2>&1; echo "$?"
            [ -p pipe ] && echo 'a pipe'
            touch real.sqlite; ln -s real.sqlite link
            ledger export sqlite -o link >/dev/null 2>&1; echo "$?"
            [ -L link ] && [ -s real.sqlite ] && stat -c %a real.sqlite
            """)
        let lines = done.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0] != "0", "\(done.output)\(done.errors)")
        #expect(Array(lines.dropFirst()) == ["a pipe", "0", "600"], "\(done.output)")
    }
}
