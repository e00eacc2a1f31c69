import Foundation
import Support
import Testing

/// Files of tasks that are not in UTF-8.
@Suite("Tasks in other encodings")
struct SyncEncodingTests {
    private func out(_ script: String) throws -> String {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-11-26; }
            titles() {
                ledger task list --all -O json | grep -o '"title":"[^"]*"' | cut -d'"' -f4 | sort
            }
            ledger init --currency EUR --zone Europe/Berlin --owner Ada >/dev/null
            \(script)
            """)
        #expect(result.errors.isEmpty, "\(script): \(result.errors)")
        return result.output
    }

    /// What makes a file of a text in an encoding, and how `iconv` reads it back.
    private static let encodings = [("cp1252", "cp1252"), ("utf-16", "utf-16")]

    @Test("a file that is not UTF-8 is refused with the command that helps", arguments: encodings)
    func refused(_ encoding: String, _ told: String) throws {
        let text = try out(
            """
            printf 'Tea\\nK\\303\\244se kaufen\\n' | iconv -f utf-8 -t \(encoding) > todo.txt
            cp todo.txt first; ledger info -O json | grep '"root"' > root
            ledger sync todo.txt todo.txt >/dev/null 2> told; echo $?
            cmp todo.txt first; ledger info -O json | grep '"root"' | cmp - root
            ls "$LEDGER_HOME" | grep -c sync-
            head -1 told; sed -n 's/^  try: //p' told
            sed -n 's/^  try: //p' told > try; sh try
            ledger sync todo.txt todo.txt | head -1; titles
            cut -d' ' -f 1-2 todo.txt | cut -c 1-5
            """)
        let line = encoding == "cp1252" ? 2 : 1
        #expect(
            text == """
                1
                0
                ledger: nothing was written; line \(line) of todo.txt has bytes that are not UTF-8
                iconv -f \(told) -t utf-8 todo.txt > todo.txt.utf8 && mv todo.txt.utf8 todo.txt
                todo.txt: 2 in, 0 out
                Käse kaufen
                Tea
                Tea l
                Käse

                """, "\(text)")
    }

    @Test(
        "so are calendars and lists of Taskwarrior",
        arguments: [
            ("ics", "BEGIN:VCALENDAR\\nBEGIN:VTODO\\nUID:a\\nSUMMARY:K\\344se\\nEND:VTODO\\n", 4),
            ("taskwarrior", "[\\n{\\\"description\\\":\\\"K\\344se\\\"}]\\n", 2),
        ])
    func others(_ form: String, _ file: String, _ line: Int) throws {
        let text = try out(
            """
            printf "\(file)" > f; test \(form) = ics && echo END:VCALENDAR >> f
            cp f first
            ledger sync \(form) f >/dev/null 2> told; echo $?
            cmp f first; titles; head -1 told
            """)
        #expect(
            text == """
                1
                ledger: nothing was written; line \(line) of f has bytes that are not UTF-8

                """, "\(text)")
    }

    @Test("a calendar may be folded inside of letters, and stays as it is")
    func folded() throws {
        // RFC 5545, section 3.1: lines are folded by octets.
        let text = try out(
            """
            printf 'BEGIN:VCALENDAR\\r\\nBEGIN:VTODO\\r\\nUID:a\\r\\nSUMMARY:K\\303\\r\\n' > a.ics
            printf ' \\244se\\r\\nX-A:\\303\\r\\n \\244\\r\\nBEGIN:VALARM\\r\\nX-B:\\303' >> a.ics
            printf '\\r\\n \\244\\r\\nEND:VALARM\\r\\nEND:VTODO\\r\\nEND:VCALENDAR\\r\\n' >> a.ics
            cp a.ics first
            ledger sync ics a.ics | head -1; cmp a.ics first; titles
            ledger sync ics a.ics | head -1; cmp a.ics first
            ledger task edit 3 --priority 1 >/dev/null
            ledger sync ics a.ics | head -1
            tr -d '\\r' < a.ics | sed -n '/^X-A/,/^END:VALARM/p' | od -An -tx1 | tr -d ' \\n'
            echo
            ledger sync ics a.ics | head -1
            cp first first.ics; export LEDGER_HOME="$PWD/other"
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger import first.ics >/dev/null; titles
            """)
        // `X-A:ä`, whole because the ledger keeps it; in the alarm the letter is in two still.
        let kept =
            "582d413ac3a40a424547494e3a56414c41524d0a"
            + "582d423ac30a20a40a454e443a56414c41524d0a"
        #expect(
            text == """
                a.ics: 1 in, 0 out
                Käse
                a.ics: both sides say the same.
                a.ics: 0 in, 1 out
                \(kept)
                a.ics: both sides say the same.
                Käse

                """, "\(text)")
    }

    @Test("an import in an encoding that was said is right to the letter, or refused")
    func imported() throws {
        let text = try out(
            """
            printf 'Tea\\n(A) K\\344se\\n' > todo.txt
            ledger import todo.txt 2>&1 >/dev/null | grep -c -- '--encoding cp1252'
            ledger import todo.txt --encoding utf-8 2>&1 >/dev/null | head -1
            titles
            printf 'Tea\\n\\201\\n' > broken.todo.txt
            ledger import broken.todo.txt --encoding cp1252 2>&1 >/dev/null | head -1
            titles
            ledger import todo.txt --encoding cp1252 >/dev/null; titles
            """)
        #expect(
            text == """
                1
                ledger: nothing was written; line 2 has bytes that are no utf-8
                ledger: nothing was written; line 2 has bytes that are no cp1252
                Käse
                Tea

                """, "\(text)")
    }
}
