import Support
import Testing

/// Files of entries and tasks, from the command line to the folder.
@Suite("Files belong to entries and tasks") struct AttachmentTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger add 980 Rent -c home --new >/dev/null
        ledger add 5 Tea -c food --new >/dev/null
        ledger task add Paint >/dev/null
        printf 'a contract\\n' > contract.pdf
        printf 'a receipt' > receipt.jpg
        files() { ls ledger/files 2>/dev/null | wc -l | tr -d ' '; }
        rows() { ledger attachments "$@" -O csv | tail -n +2 | cut -d, -f1,2,4; }

        """

    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            Self.ledger.replacing("ledger/files", with: "\"$LEDGER_HOME\"/files")
                + script.replacing("ledger/files", with: "\"$LEDGER_HOME\"/files"))
    }

    @Test("they lie under their hashes, and come out as they went in") func kept() throws {
        let result = try shell(
            """
            ledger attach rent contract.pdf receipt.jpg >/dev/null
            ledger attach paint receipt.jpg --name wall.jpg >/dev/null
            rows; rows paint; files
            ledger attachment rent contract.pdf | cmp - contract.pdf && echo same
            ledger attachment paint -o wall.jpg && cmp wall.jpg receipt.jpg && echo same
            sha256sum contract.pdf receipt.jpg | cut -c1-64 | sort > hashes
            ls ledger/files | sort | cmp - hashes && echo hashes
            stat -c %a ledger/files ledger/files/* | sort -u | tr '\\n' ' '
            """)
        #expect(
            result.output == """
                2,contract.pdf,11
                2,receipt.jpg,9
                4,wall.jpg,9
                4,wall.jpg,9
                2
                same
                same
                hashes
                600 700\u{20}
                """, "\(result.output)\(result.errors)")
    }

    @Test("what is no entry and no task has no files to list") func stranger() throws {
        let result = try shell("ledger attach rent contract.pdf >/dev/null; ledger attachments 0")
        #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
        #expect(result.errors.contains("event 0 is no line and no task"), "\(result.errors)")
    }

    @Test("undo, redo and detach change what belongs to what") func undone() throws {
        let result = try shell(
            """
            ledger attach rent contract.pdf receipt.jpg >/dev/null; rows | wc -l | tr -d ' '
            ledger undo >/dev/null; rows | wc -l | tr -d ' '
            ledger redo >/dev/null; rows | wc -l | tr -d ' '
            ledger detach rent contract.pdf >/dev/null; rows
            ledger undo >/dev/null; rows
            ledger detach rent >/dev/null; rows | wc -l | tr -d ' '
            ledger attach rent contract.pdf >/dev/null; rows
            ledger history rent -O json | grep -o '"action":"[a-z]*tached"' | wc -l | tr -d ' '
            ledger verify | grep -c '1 file of entries'
            """)
        #expect(
            result.output == """
                2
                0
                2
                2,receipt.jpg,9
                2,receipt.jpg,9
                2,contract.pdf,11
                0
                2,contract.pdf,11
                11
                1

                """, "\(result.output)\(result.errors)")
    }

    @Test("both lines of a transfer have the same files") func transfers() throws {
        let result = try shell(
            """
            ledger add 50 Cash --transfer bank wallet >/dev/null
            ids=$(ledger list cash -O csv | tail -n +2 | cut -d, -f1)
            last=$(echo "$ids" | sort -n | tail -1)
            ledger attach $last receipt.jpg >/dev/null
            for id in $ids; do ledger attachments $id -O csv | tail -n +2 | wc -l; done | tr -d ' '
            """)
        #expect(result.output == "1\n1\n", "\(result.output)\(result.errors)")
    }

    @Test("what is refused leaves no file behind") func refused() throws {
        let result = try shell(
            """
            ledger attach 1 contract.pdf; echo $?
            ledger attach nothing contract.pdf; echo $?
            ledger attach rent missing.pdf; echo $?
            ledger attach rent contract.pdf --dry-run >/dev/null; echo $?
            files
            ledger attach rent contract.pdf >/dev/null
            ledger attach rent contract.pdf; echo $?
            ledger attachment rent other.pdf; echo $?
            """)
        #expect(result.output == "2\n2\n3\n0\n0\n1\n2\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("missing.pdf"), "\(result.errors)")
    }

    @Test("verify finds what is missing or was changed") func verified() throws {
        let result = try shell(
            """
            ledger attach rent contract.pdf >/dev/null
            for file in ledger/files/*; do printf x >> "$file"; done
            ledger verify; echo $?
            rows
            ledger attachment rent; echo $?
            rm ledger/files/*
            ledger verify >/dev/null; echo $?
            ledger attach tea contract.pdf >/dev/null; ledger verify >/dev/null; echo $?
            """)
        #expect(result.output.hasSuffix("1\n2,contract.pdf,\n3\n1\n0\n"), "\(result.output)")
        #expect(result.errors.contains("contract.pdf of 2: was changed"), "\(result.errors)")
        #expect(result.errors.contains("contract.pdf of 2: is missing"), "\(result.errors)")
    }

    @Test("an erasure takes name, hash and file away, and leaves those of others") func erased()
        throws
    {
        let result = try shell(
            """
            ledger attach rent contract.pdf receipt.jpg >/dev/null
            ledger attach tea receipt.jpg >/dev/null
            ledger backup copy >/dev/null
            ledger erase rent --dry-run | grep -c 'files/'
            ledger erase rent --yes >/dev/null; rows; files
            grep -rc contract.pdf "$LEDGER_HOME" | grep -cv ':0$'
            ledger verify >/dev/null; echo $?
            ledger backup copy >/dev/null; ls copy/files | wc -l | tr -d ' '
            ledger erase tea --yes >/dev/null; rows; files
            """)
        #expect(
            result.output == "1\n3,receipt.jpg,9\n1\n0\n0\n1\n0\n",
            """
            \(result.output)\(result.errors)
            """)
    }

    @Test("a backup and what is restored of it have them") func backedUp() throws {
        let result = try shell(
            """
            ledger attach rent contract.pdf >/dev/null
            ledger backup copy >/dev/null
            ledger attach tea receipt.jpg >/dev/null
            ledger backup copy >/dev/null; ls copy/files | wc -l | tr -d ' '
            ledger restore copy --into new >/dev/null
            for home in copy new; do
                LEDGER_HOME=$PWD/$home ledger verify | grep -c '2 files of entries'
                LEDGER_HOME=$PWD/$home ledger attachment rent | cmp - contract.pdf; echo $?
            done
            """)
        #expect(result.output == "2\n1\n0\n1\n0\n", "\(result.output)\(result.errors)")
    }

    @Test("a merge and a clone of a folder bring them") func merged() throws {
        let result = try shell(
            """
            cp -r "$LEDGER_HOME" other
            LEDGER_HOME=$PWD/other ledger attach rent contract.pdf >/dev/null
            ledger add 1 More -c food >/dev/null
            ledger attach tea receipt.jpg >/dev/null
            ledger merge other --both >/dev/null; files; ls other/files | wc -l | tr -d ' '
            ledger verify >/dev/null; echo $?
            ledger clone "$LEDGER_HOME" new >/dev/null; LEDGER_HOME=$PWD/new ledger verify \
                | grep -c '2 files'
            """)
        #expect(result.output == "2\n2\n0\n1\n", "\(result.output)\(result.errors)")
    }

    @Test("another name is a change, and two of one name are told apart") func named() throws {
        let result = try shell(
            """
            ledger attach rent contract.pdf >/dev/null
            ledger attach rent contract.pdf --name lease.pdf; rows
            ledger undo >/dev/null; rows
            ledger attach rent receipt.jpg --name contract.pdf >/dev/null
            ledger attachment rent contract.pdf >/dev/null; echo $?
            hash=$(sha256sum receipt.jpg | cut -c1-12)
            ledger attachment rent $hash | cmp - receipt.jpg; echo $?
            ledger detach rent >/dev/null; rows | wc -l | tr -d ' '
            ledger detach rent x; echo $?
            """)
        #expect(
            result.output.hasSuffix(
                "2,lease.pdf,11\n2,contract.pdf,11\n2\n0\n0\n2\n"),
            "\(result.output)\(result.errors)")
        let hash = try shell("sha256sum receipt.jpg | cut -c1-12").output
        #expect(result.errors.contains(hash.dropLast()), "\(result.errors)")
        #expect(result.errors.contains("2 has no files"), "\(result.errors)")
    }

    @Test("a file that is too large, missing or changed is called so") func faults() throws {
        let result = try shell(
            """
            truncate -s 67108865 movie.mp4
            ledger attach rent movie.mp4; echo $?
            ledger attach rent contract.pdf >/dev/null
            printf x >> "$(echo "$LEDGER_HOME"/files/*)"
            ledger attachment rent; echo $?
            rm "$LEDGER_HOME"/files/*
            ledger attachment rent; echo $?
            """)
        #expect(result.output == "2\n3\n3\n", "\(result.output)\(result.errors)")
        for words in [
            "67,108,865 bytes; a file of an entry has at most 67,108,864",
            "contract.pdf of 2 is not what was attached", "contract.pdf of 2 is missing",
            "try: ledger attach 2 contract.pdf",
        ] { #expect(result.errors.contains(words), "\(result.errors)") }
    }

    @Test("undone step by step, all that was said of a file is gone") func stepByStep() throws {
        for script in [
            "ledger detach tea", "ledger attach tea receipt.jpg --name new.jpg",
            "ledger undo; ledger redo",
        ] {
            let result = try shell(
                """
                ledger attach tea receipt.jpg >/dev/null
                { \(script); } >/dev/null
                undo() { ledger undo >/dev/null; rows | wc -l | tr -d ' '; }
                undo; undo; ledger redo >/dev/null; rows
                """)
            let expected = script.contains("redo") ? "0\n" : "1\n0\n3,receipt.jpg,9\n"
            #expect(result.output.hasPrefix(expected), "\(script) \(result.output)\(result.errors)")
        }
    }

    @Test("what a hook refuses leaves no file behind") func refusedByHook() throws {
        let result = try shell(
            """
            mkdir -p .config/ledger/hooks; hook=.config/ledger/hooks/before-record
            printf '#!/bin/sh\\nexit 1\\n' > $hook; chmod 755 $hook
            ledger attach tea receipt.jpg; echo $?; files
            ln -sf /nowhere $hook; ledger attach tea receipt.jpg; echo $?; files
            """)
        #expect(result.output == "1\n0\n1\n0\n", "\(result.output)\(result.errors)")
    }

    @Test("of what has none nothing is detached, and doctor vouches for nothing it cannot read")
    func nothingThere() throws {
        let result = try shell(
            """
            ledger detach 3; echo $?
            ledger attach tea receipt.jpg >/dev/null; ledger add 6 Last -c food >/dev/null
            rm "$LEDGER_HOME"/files/*; damage "$LEDGER_HOME"
            ledger doctor -O csv | grep '^files,' | cut -d, -f3
            """)
        #expect(result.output == "2\nnot looked at\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("3 has no files"), "\(result.errors)")
    }
}
