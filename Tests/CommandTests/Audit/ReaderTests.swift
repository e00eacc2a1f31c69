import Foundation
import Support
import Testing

/// Programs that read the log under a name, and go on where they were.
@Suite("Readers of the log", .serialized) struct ReaderTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger add 1 Old >/dev/null
        positions() { grep -o '"position":[0-9]*' | cut -d: -f2 | tr '\\n' ' '; echo; }

        """

    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(Self.ledger + script)
    }

    @Test("get every event once they keep up, each name its own, and go on where they were")
    func goOn() throws {
        let result = try shell(
            """
            ledger log --reader mail | positions
            ledger log --reader mail | positions
            ledger add 5 Tea >/dev/null; ledger void tea >/dev/null
            ledger log --reader audit --kind voided | positions
            ledger log --reader mail | positions
            ledger log --reader mail -O csv | wc -l | tr -d ' '
            ledger reader -O csv | cut -d, -f1-4
            stat -c %a "$LEDGER_HOME/readers" "$LEDGER_HOME/readers/mail.place"
            ledger reader move mail --from 3 | head -1
            ledger log --reader mail | positions
            ledger reader move mail --new >/dev/null; ledger log --reader mail | positions
            ledger reader rm audit | head -1; ledger reader -O csv | wc -l | tr -d ' '
            """)
        #expect(
            result.output == """
                0 1 2\u{20}

                4\u{20}
                3 4\u{20}
                1
                name,events,behind,state
                audit,5,0,ready
                mail,5,0,ready
                700
                600
                mail goes on with event 3; 2 events are there for it
                3 4\u{20}

                Removed the reader audit
                2

                """, "\(result.output)\(result.errors)")
    }

    @Test("keep no place for what could not be written") func unwritten() throws {
        let result = try shell(
            """
            ledger log --reader mail > /dev/full; echo $?
            ledger log --reader mail | positions
            """)
        #expect(result.output == "3\n0 1 2 \n", "\(result.output)\(result.errors)")
    }

    @Test("keep no place where nobody can get anything") func unheard() throws {
        let result = try shell(
            """
            ledger log --reader mail >&-; echo $?
            ledger log --reader mail 1</dev/null; echo $?
            ledger log --reader mail --follow >&-; echo $?
            ls "$LEDGER_HOME/readers" 2>/dev/null | wc -l | tr -d ' '
            ledger log --reader mail | positions
            """)
        #expect(result.output == "3\n3\n3\n0\n0 1 2 \n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("standard output is closed"))
        #expect(result.errors.contains("  try: ledger log --reader mail --follow\n"))
    }

    @Test("are shown beside one whose place is damaged, which can be moved and removed")
    func damaged() throws {
        let result = try shell(
            """
            ledger log --reader mail >/dev/null
            cd "$LEDGER_HOME/readers"; echo bad >bad.place; mkdir odd.place; : >void.place
            ledger reader -O csv | cut -d, -f1-4
            ledger reader | grep 'say where'
            ledger reader rm void | tail -1
            ledger reader move bad --from 2 | head -1; ledger log --reader bad | positions
            ledger reader move odd --new; echo $?
            rmdir odd.place; ledger reader -O csv | cut -d, -f1-4
            """)
        #expect(
            result.output == """
                name,events,behind,state
                bad,0,3,damaged
                mail,3,0,ready
                odd,0,3,damaged
                void,0,3,damaged
                  say where it goes on: ledger reader move bad --from 0
                  say where it goes on: ledger reader move odd --from 0
                  say where it goes on: ledger reader move void --from 0
                  begin anew: ledger log --reader void
                bad goes on with event 2; 1 event is there for it
                2\u{20}
                3
                name,events,behind,state
                bad,3,0,ready
                mail,3,0,ready

                """, "\(result.output)\(result.errors)")
    }

    @Test("miss nothing when they are killed") func killed() throws {
        let result = try shell(
            """
            "$LEDGER_PROGRAM" log --reader mail --follow > one & follower=$!
            for n in 1 2 3; do ledger add $n "New $n" > /dev/null; done
            for try in $(seq 200); do
                [ "$(wc -l < one)" -ge 6 ] && break; sleep 0.05
            done
            kill -9 $follower; wait $follower 2>/dev/null
            ledger add 9 Last >/dev/null
            ledger log --reader mail > two
            cat one two | grep -o '"position":[0-9]*' | cut -d: -f2 | sort -n -u | tr '\\n' ' '
            tail -1 two | grep -c Last
            """)
        #expect(result.output == "0 1 2 3 4 5 6 1\n", "\(result.output)\(result.errors)")
    }

    @Test("are asked where the log is another one, and never skip") func replaced() throws {
        let result = try shell(
            """
            cp -r "$LEDGER_HOME/log" old; ledger add 4 Milk >/dev/null
            ledger log --reader mail >/dev/null
            rm -r "$LEDGER_HOME/log"; mv old "$LEDGER_HOME/log"
            ledger log --reader mail; echo $?
            ledger reader -O csv | tail -1 | cut -d, -f1-4
            ledger add 5 Bread >/dev/null
            ledger log --reader mail; echo $?
            ledger reader -O csv | tail -1 | cut -d, -f1-4
            ledger reader move mail --from 0 >/dev/null; ledger log --reader mail | positions
            """)
        #expect(
            result.output == "1\nmail,4,0,cut\n1\nmail,4,0,replaced\n0 1 2 3 \n",
            "\(result.output)\(result.errors)")
        #expect(result.errors.contains("ledger reader move mail --from 0"))
    }

    @Test("take options that make sense only") func refused() throws {
        for option in ["--skip 1", "--as-of 1", "--until now", "-o seen.txt", "--all", "-n 3"] {
            let result = try shell("ledger log --reader mail \(option)")
            #expect(result.code == 2 && result.errors.contains("--reader"), "\(option)")
        }
        for typed in ["move mail", "move mail --from 1 --new", "move 'a b' --new"] {
            #expect(try shell("ledger reader \(typed)").code == 2, "\(typed)")
        }
        #expect(try shell("ledger reader move mail --from 99").code == 2)
    }

    @Test("are not in copies, and an erasure leaves their places") func copies() throws {
        let result = try shell(
            """
            ledger log --reader mail >/dev/null
            ledger backup copy >/dev/null; ls copy | grep -c readers
            ledger erase old --yes >/dev/null; echo $?
            ledger log --reader mail | positions
            """)
        #expect(result.output == "0\n0\n3 \n", "\(result.output)\(result.errors)")
    }
}
