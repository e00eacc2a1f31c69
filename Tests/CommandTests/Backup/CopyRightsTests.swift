import Support
import Testing

/// Who may not read a ledger takes no copy of it along.
@Suite("Copies and the right to read")
struct CopyRightsTests {
    @Test("every command that copies or shows the log needs the right to read")
    func refused() throws {
        let runner = try CommandRunner()
        let commands = """
            backup b1
            bundle b.bundle
            clone $LEDGER_HOME c1
            export journal
            export todo.txt
            export sqlite -o x.db
            export events -o e.jsonl
            export tiles t1
            log
            log --reader mail
            show 2
            list
            attachments
            salvage s1
            verify
            sql SELECT_1
            merge $LEDGER_HOME
            join $LEDGER_HOME
            restore $LEDGER_HOME --into r1
            call log
            """
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@"; }
            { ledger init --currency EUR --owner Ada; ledger add 5 Secret; ledger people add Bob
              ledger permit Bob create; ledger login Bob; } >/dev/null
            ls > before
            while read -r line; do
                ledger $(eval echo "$line") </dev/null > out 2> errors; code=$?
                if [ $code = 0 ] || grep -q Secret out errors || ! grep -q 'may not' errors; then
                    echo "$line: $code $(head -1 errors)"
                fi
            done <<'END'
            \(commands)
            END
            rm -f out errors; ls | grep -v before | diff - <(grep -v before before) && echo none
            """)
        #expect(result.output == "none\n", "\(result.output)\(result.errors)")
    }

    @Test("a ledger of one's own is no way round it") func fromElsewhere() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@"; }
            { ledger init --currency EUR --owner Ada; ledger add 5 Secret; ledger people add Bob
              ledger backup kept; ledger permit Bob create; ledger login Bob; } >/dev/null
            other() { ledger --ledger own "$@" >/dev/null 2> errors; echo $?; cat errors; }
            other init --currency EUR
            other clone ledger c1
            other join ledger
            other restore ledger --into r1
            ls -d c1 r1 2>/dev/null
            other clone kept c2; ledger logout >/dev/null; other clone ledger c3; ls -d c2 c3
            """)
        let refused = ["clone", "join", "backup/restore"].map { path in
            """
            1
            ledger: 'Bob' may not read in the whole ledger of 'ledger', which '\(path)' needs; \
            an owner can grant it
              try: ledger permit Bob read --ledger ledger
              try: ledger can Bob read --why --ledger ledger

            """
        }
        #expect(
            result.output == "0\n" + refused.joined() + "0\n0\nc2\nc3\n",
            "\(result.output)\(result.errors)")
    }

    @Test("an empty home is no way round it, and a folder in which nobody is logged in its owner's")
    func intoEmpty() throws {
        let result = try CommandRunner().shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@"; }
            { ledger init --currency EUR --owner Ada; ledger add 5 Secret; ledger people add Bob
              ledger backup kept; ledger bundle all.bundle; ledger permit Bob create
              ledger login Bob; } >/dev/null
            into() { LEDGER_HOME=$PWD/$1 "$LEDGER_PROGRAM" clone $2 >/dev/null 2>errors; echo $?; }
            into c1 ledger; grep -c "may not read in the whole ledger of 'ledger'" errors
            into c2 kept; into c3 all.bundle
            ledger logout >/dev/null; into c4 ledger
            ls -d c?
            """)
        #expect(result.output == "1\n1\n0\n0\n0\nc2\nc3\nc4\n", "\(result.output)")
    }
}
