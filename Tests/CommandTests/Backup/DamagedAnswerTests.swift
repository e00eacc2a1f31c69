import Support
import Testing

/// Of a log that is damaged behind some event, reports and lists tell what is whole, and say so.
@Suite("Answers of a damaged log") struct DamagedAnswerTests {
    /// Bo is event 2, then come four lines; the third of them is damaged.
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger people add Bo >/dev/null
        for line in '5 Tea' '7 Milk' '9 Bread' '11 Jam'; do
            ledger add $line --on 2026-01-05 --accept-clock >/dev/null
        done
        cp -r "$LEDGER_HOME" copy
        damage "$LEDGER_HOME" 5

        """

    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(Self.ledger + script)
    }

    @Test("end before the damage, with its words and exit code 3") func cut() throws {
        let result = try shell(
            """
            ledger list -O csv > rows; echo $?; tail -n +2 rows | grep -c 2026
            ledger report -M -O json > report; echo $?; grep -o '"position":[0-9]*' report | tail -1
            ledger balance >/dev/null; echo $?; ledger task >/dev/null; echo $?
            ledger log -n 1 -O csv | cut -d, -f1 | tail -1
            ledger report -M --as-of 4 -O csv --ledger copy > before
            ledger report -M -O csv | cmp - before && echo same
            """)
        #expect(
            result.output == "3\n2\n3\n\"position\":4\n3\n3\n4\nsame\n",
            "\(result.output)\(result.errors)")
        #expect(
            result.errors.contains(
                "ledger: what is shown ends with event 4, the last one before the damage\n"
                    + "ledger: 000000000000-0000.log is damaged at byte "), "\(result.errors)")
        #expect(result.errors.contains("\n  try: ledger salvage RESCUED\n"))
    }

    @Test("are whole about the past before it") func past() throws {
        let result = try shell(
            """
            for position in 3 4; do
                ledger report -M --as-of $position -O csv > one; echo $?
                ledger report -M --as-of $position -O csv --ledger copy | cmp - one && echo same
            done
            ledger list --as-of 5; echo $?
            """)
        #expect(result.output == "0\nsame\n0\nsame\n3\n", "\(result.output)\(result.errors)")
        #expect(
            result.errors.contains(
                "the log is damaged behind event 4, which changes nothing here\n"
                    + "  try: ledger salvage RESCUED\n"), "\(result.errors)")
    }

    @Test("are whole about states before it that options of commands say") func states() throws {
        let commands = [
            "diff --from 2 --to 3 -O csv", "diff --from 3 --to 4 -M --by category -O csv",
            "checkpoint --at 4", "checkpoint --at 0", "export hledger --at 4",
            "export beancount --at 3", "export journal --at 4", "export todo.txt --at 4",
            "export taskwarrior --at 4", "export ics --at 4",
        ]
        for command in commands {
            let result = try shell(
                """
                ledger \(command) >one; echo $?
                ledger \(command) --ledger copy | cmp - one && echo same
                """)
            #expect(
                result.output == "0\nsame\n", "\(command): \(result.output)\(result.errors)")
            #expect(
                result.errors.hasPrefix("ledger: the log is damaged behind event 4"), "\(command)")
        }
    }

    @Test("compare with what is whole, and say so") func compared() throws {
        let result = try shell(
            """
            ledger diff --from 3 -O csv >one; echo $?
            ledger diff --from 3 --to 4 -O csv --ledger copy | cmp - one && echo same
            """)
        #expect(result.output == "3\nsame\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("what is shown ends with event 4"), "\(result.errors)")
    }

    @Test("hash what a checkpoint says, and sign nothing") func hashed() throws {
        let result = try shell(
            """
            ledger key new --ledger copy >/dev/null; cp -r copy/keys "$LEDGER_HOME"
            for typed in 'checkpoint' 'checkpoint --at 5' 'checkpoint --at 4 --sign' \
                'checkpoint --at 2026-01-05' 'prove 3 --at 4' 'prove --consistency 2 4' \
                'export hledger' 'diff --from 2 --to 5' 'export todo.txt --at 5'; do
                ledger $typed >out; echo $? $(wc -c <out)
            done
            cp -r copy bent; damage bent 5; BYTE=90 damage bent 3
            ledger checkpoint --at 4 --ledger bent >/dev/null; echo $?
            """)
        let codes = String(repeating: "3 0\n", count: 9)
        #expect(result.output == codes + "3\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("ledger salvage RESCUED"))
    }

    @Test("are none where something is recorded, signed, followed or asked by somebody else")
    func refused() throws {
        let result = try shell(
            """
            before=$(cat "$LEDGER_HOME"/log/*.log | sha256sum)
            for typed in 'add 3 Salt' 'amend tea --amount 6' 'log --follow' 'log --reader mail' \\
                'list --as Bo' 'show 6' 'verify'; do
                ledger $typed; echo $?
            done
            ledger report -M --verified; echo $?
            [ "$before" = "$(cat "$LEDGER_HOME"/log/*.log | sha256sum)" ] && echo unchanged
            damage "$LEDGER_HOME" 1; ledger list; echo $?
            """)
        let codes = String(repeating: "3\n", count: 8)
        #expect(result.output == codes + "unchanged\n3\n", "\(result.output)\(result.errors)")
    }
}
