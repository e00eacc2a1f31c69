import Support
import Testing

/// What is said of files that were attached, renamed and detached, and of their names.
@Suite("Words about files of entries") struct AttachmentWordsTests {
    private static let start = """
        { ledger init --currency EUR --zone UTC --owner Ada
          ledger add 980 Rent -c home --new; echo a > a.pdf; echo c > c.pdf
          ledger attach rent a.pdf; ledger attach rent a.pdf --name b.pdf
          ledger detach rent b.pdf; ledger attach rent a.pdf c.pdf; } >/dev/null

        """

    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(AttachmentWordsTests.start + script)
    }

    @Test("attaching, renaming and detaching are three words, each with the name") func words()
        throws
    {
        let result = try shell(
            """
            deeds() { grep -oE '"deed":"[a-z]+"' | cut -d'"' -f4 | tr '\\n' ' '; echo; }
            ledger log --kind file | grep ' file ' | sed 's/.*Ada  //'
            ledger log --kind file -O json | deeds
            ledger log --kind renamed -O json | deeds
            ledger log --kind file-detached --kind attached -O json | deeds
            ledger log --kind file -O csv | tail -n +2 | cut -d, -f 5,8
            ledger undo --list | grep Rent | sed 's/.*UTC  //'
            ledger history rent | grep -E '^event|file' | sed 's/event [0-9]* · //; s/ 20.*//'
            """)
        #expect(
            result.output == """
                file attached 2 Rent: c.pdf
                file attached 2 Rent: a.pdf
                file detached 2 Rent: b.pdf
                file renamed 2 Rent: a.pdf → b.pdf
                file attached 2 Rent: a.pdf
                attached attached detached renamed attached \n\
                renamed \n\
                attached attached detached attached \n\
                attached,file:  → c.pdf
                attached,file:  → a.pdf
                detached,"file: b.pdf → "
                renamed,file: a.pdf → b.pdf
                attached,file:  → a.pdf
                attach a.pdf and 1 more to Rent
                detach b.pdf from Rent
                rename a file of Rent to b.pdf
                attach a.pdf to Rent
                add Rent 980.00 EUR
                added
                attached
                  file  (none) → a.pdf
                renamed
                  file  a.pdf → b.pdf
                detached
                  file  b.pdf → (none)
                attached
                  file  (none) → a.pdf
                attached
                  file  (none) → c.pdf

                """, "\(result.output)\(result.errors)")
    }

    @Test("a hook is told the deed and the name") func hook() throws {
        let result = try CommandRunner().shell(
            AttachmentWordsTests.start + """
                export XDG_CONFIG_HOME="$PWD/config"; mkdir -p config/ledger/hooks
                printf '#!/bin/sh\\ncat >> %s/told\\n' "$PWD" > config/ledger/hooks/after-record
                chmod 700 config config/ledger config/ledger/hooks config/ledger/hooks/after-record
                ledger detach rent c.pdf >/dev/null; ledger undo >/dev/null
                grep -oE '"deed":"(at|de)tached"|"now":"[a-z]+.pdf"|"was":"[a-z]+.pdf"' told
                """)
        #expect(
            result.output == """
                "was":"c.pdf"
                "deed":"detached"
                "now":"c.pdf"
                "deed":"attached"

                """, "\(result.output)\(result.errors)")
    }

    @Test("an erasure takes the names away, and undo passes over what was said of them")
    func erased() throws {
        let result = try shell(
            """
            ledger add 5 Tea -c food --new >/dev/null
            ledger attach tea c.pdf --name t.pdf >/dev/null
            ledger add 6 Milk -c food >/dev/null; ledger attach tea a.pdf >/dev/null
            ledger erase tea --yes >/dev/null
            ledger log --kind file | grep -cE '[at].pdf$'
            ledger undo --list | grep -c '(erased, stays) attach a file'
            ledger undo --list -O json | grep -cE 't[.]pdf'
            ledger undo 11 >/dev/null 2>&1; echo "exit $?"
            ledger undo | grep -E '^Undid|passed over' | sed 's/ *20[0-9-]* .*//'
            """)
        #expect(
            result.output == """
                2
                2
                0
                exit 1
                Undid 10: add Milk 6.00 EUR
                note: passed over event 12: nothing brings back text that was erased
                note: passed over event 11: nothing brings back text that was erased

                """, "\(result.output)\(result.errors)")
    }

    @Test("a name is at most 255 bytes and has no control characters; the advice works")
    func names() throws {
        let result = try shell(
            """
            long=$(head -c 300 /dev/zero | tr '\\0' x)
            ledger attach rent c.pdf --name "$long" 2> told; echo "exit $?"
            bash -c "$(grep -o 'ledger attach.*' told | sed "s|ledger|$LEDGER_PROGRAM|")" >/dev/null
            ledger attachments rent -O csv | cut -d, -f 2- | grep -oE 'x+' \
              | head -1 | tr -d '\\n' | wc -c
            ledger attach rent a.pdf --name "$(printf 'a\\nb.pdf')" 2>&1 | tail -1
            touch "$(printf 'c\\td.pdf')"; ledger attach rent c*d.pdf 2>&1 | tail -1
            """)
        #expect(
            result.output == """
                exit 2
                255
                  try: ledger attach rent a.pdf --name ab.pdf
                  try: ledger attach rent FILE --name cd.pdf

                """, "\(result.output)\(result.errors)")
    }

    @Test("a file comes out as of then") func past() throws {
        let result = try shell(
            """
            ledger attachment rent b.pdf --as-of 4 -o one; cat one
            ledger attachment rent a.pdf --at 3; echo "exit $?"
            ledger attachment rent b.pdf 2>/dev/null; echo "exit $?"
            ledger attachment rent a.pdf --receipt x 2>/dev/null; echo "exit $?"
            """)
        #expect(
            result.output == "a\na\nexit 0\nexit 2\nexit 2\n", "\(result.output)\(result.errors)")
    }
}
