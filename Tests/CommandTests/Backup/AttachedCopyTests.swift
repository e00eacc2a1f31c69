import Support
import Testing

/// Files of entries and tasks in what copies a ledger: each copy has them, or says that it has not.
@Suite("Files of entries go where the entries go") struct AttachedCopyTests {
    private static let ledger = """
        on() { local folder=$1; shift; ledger "$@" --ledger "$folder"; }
        files() { ls "$1"/files 2>/dev/null | wc -l | tr -d ' '; }
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger add 980 Rent -c home --new >/dev/null
        ledger add 5 Tea -c food --new >/dev/null
        printf 'a contract\\n' > contract.pdf
        head -c 3000000 /dev/urandom > receipt.jpg
        ledger attach rent contract.pdf >/dev/null

        """

    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(Self.ledger + script)
    }

    @Test("bundles bring them, each held against its hash") func bundled() throws {
        let result = try shell(
            """
            ledger bundle all.bundle | grep -o '1 file of entries and tasks goes along'
            ledger clone all.bundle laptop >/dev/null; files laptop
            ledger attach tea receipt.jpg >/dev/null
            ledger bundle new.bundle --since 4 >/dev/null
            head -c -40 new.bundle > cut.bundle
            on laptop merge cut.bundle; echo $?; files laptop
            on laptop merge new.bundle >/dev/null; files laptop
            on laptop attachment tea | cmp - receipt.jpg && echo same
            on laptop verify | grep -c '2 files of entries'
            rm "$LEDGER_HOME"/files/*
            ledger bundle poor.bundle | grep -A 2 '2 files'
            ledger clone poor.bundle poor | grep -o '2 files.*'
            ledger bundle new.bundle --for laptop >/dev/null; echo $?
            """)
        #expect(
            result.output == """
                1 file of entries and tasks goes along
                1
                3
                1
                2
                same
                1
                2 files of entries and tasks do not go along:
                    contract.pdf of 2
                    receipt.jpg of 3
                2 files of entries and tasks are not in poor.bundle as they were:
                0

                """, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("cut.bundle ends before its end"), "\(result.errors)")
    }

    @Test("an erasure in one copy reaches the files of another, by folder and by bundle")
    func erased() throws {
        let result = try shell(
            """
            ledger attach tea receipt.jpg >/dev/null
            ledger bundle all.bundle >/dev/null
            for copy in one two; do ledger clone all.bundle $copy >/dev/null; done
            last=$(ledger info -O json | grep -o '"events":[0-9]*' | cut -d: -f2)
            ledger erase rent --yes | grep -A 9 'What stays' | grep -c files/
            on one merge "$LEDGER_HOME" >/dev/null; files one
            ledger bundle new.bundle --since $((last - 1)) >/dev/null
            on two merge new.bundle >/dev/null; echo $?
            ledger bundle all.bundle >/dev/null
            on two merge all.bundle >/dev/null; files two
            for copy in one two; do
                grep -rlF contract $copy | wc -l | tr -d ' '
                on $copy verify >/dev/null; echo $?
            done
            """)
        #expect(result.output == "0\n1\n0\n1\n0\n0\n0\n0\n", "\(result.output)\(result.errors)")
    }

    @Test("what was set aside keeps its file, and what belongs to nothing is named")
    func setAside() throws {
        let result = try shell(
            """
            ledger backup copy >/dev/null
            ledger void tea --reason twice >/dev/null
            on copy attach tea receipt.jpg >/dev/null
            ledger merge copy --both >/dev/null; files "$LEDGER_HOME"; files copy
            ledger verify | grep -c 'belong'
            printf lost > "$LEDGER_HOME"/files/$(printf lost | sha256sum | cut -c1-64)
            ledger verify | grep -o '1 file beside them belongs to nothing'
            ledger doctor -O csv | grep '^files,' | cut -d, -f2-3
            ledger merge copy >/dev/null; ledger doctor -O csv | grep '^files,' | cut -d, -f2-3
            """)
        #expect(
            result.output.hasSuffix(
                """
                0
                1 file beside them belongs to nothing
                false,1 file of nothing
                true,all there

                """), "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("2\n2\n"), "\(result.output)\(result.errors)")
    }

    @Test("a salvage takes them of the ledger and of a backup, and says which are lost")
    func salvaged() throws {
        let result = try shell(
            """
            ledger attach tea receipt.jpg >/dev/null
            ledger backup copy >/dev/null
            ledger salvage one | head -1 | grep -o 'nothing is lost'; files one
            hash=$(sha256sum receipt.jpg | cut -c1-64)
            rm "$LEDGER_HOME"/files/$hash
            ledger salvage two | grep -o -e 'no event is lost, but 1 file' -e 'receipt.jpg of 3'
            ledger salvage three --with copy | head -1 | grep -o 'nothing is lost'; files three
            """)
        #expect(
            result.output == """
                nothing is lost
                2
                no event is lost, but 1 file
                receipt.jpg of 3
                nothing is lost
                2

                """, "\(result.output)\(result.errors)")
    }

    @Test("a backup without one is none, and attaching the same bytes again mends it")
    func mended() throws {
        let result = try shell(
            """
            for file in "$LEDGER_HOME"/files/*; do printf x >> "$file"; done
            ledger backup copy | head -1; echo ${PIPESTATUS[0]}
            rm "$LEDGER_HOME"/files/*
            ledger backup copy >/dev/null 2>&1; echo $?
            ledger doctor -O csv | grep '^files,' | cut -d, -f2-3
            ledger attachments | grep -c missing
            ledger attach rent contract.pdf
            ledger backup copy | head -1
            ledger attach rent contract.pdf >/dev/null 2>&1; echo $?
            ledger export events -o all.jsonl >/dev/null
            on new import events all.jsonl | grep -A 1 'do not come along'
            ledger restore copy --into restored | grep -c 'as they were'; files restored
            """)
        #expect(
            result.output == """
                Copied 5 events to copy; the copy has every event.
                1
                1
                false,1 file of entries missing
                1
                Put back the bytes of files of 2
                copy has everything already, and is whole.
                1
                1 file of entries and tasks do not come along with events:
                    contract.pdf of 2
                0
                1

                """, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("contract.pdf of 2: was changed"), "\(result.errors)")
    }
}
