import Foundation
import SharedLog
import Support
import Testing

/// Files of entries and tasks go through the server, too.
@Suite("Files on a team", .needsServer)
struct TeamFileTests {
    private static let ledger = """
        set -e
        on() { local folder=$1; shift; ledger "$@" --ledger "$folder"; }
        files() { ls "$1"/files 2>/dev/null | wc -l | tr -d ' '; }
        id() { ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/'; }
        sql() { psql -qXAt "$ADDRESS" -c "$1"; }
        ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
        ledger add 980 Rent -c home --new >/dev/null
        ledger add 5 Tea -c food --new >/dev/null
        printf 'a contract of %s\\n' "$WORD" > contract.pdf
        head -c 3000000 /dev/urandom > receipt.jpg
        ledger attach rent contract.pdf >/dev/null
        ledger attach tea receipt.jpg >/dev/null

        """

    private func run(_ options: String, _ script: String) throws -> CommandResult {
        let address = try #require(TestServer.shared).address
        let runner = try CommandRunner([
            "ADDRESS": address, "WORD": "lodger\(UInt32.random(in: 0 ... .max))",
        ])
        return try runner.shell(
            TeamFileTests.ledger + "ledger remote add \"$ADDRESS\" \(options) >/dev/null\n"
                + "id=$(id)\n" + script)
    }

    @Test(
        "a file comes to every device, and goes when its entry is erased",
        arguments: ["", "--encrypt text --no-recovery", "--encrypt all --no-recovery"])
    func lives(_ options: String) throws {
        let done = try run(
            options,
            """
            ledger remote status | grep files
            ledger remote sync | grep files
            ledger remote clone "$ADDRESS" other --id $id | grep file
            files other
            on other attachment tea | cmp - receipt.jpg && echo same
            sql "SELECT count(*) FROM ledger.files WHERE ledger = '$id'"
            ledger erase rent --yes >/dev/null
            ledger remote sync | grep 'of which nothing is said'
            sql "SELECT count(*) FROM ledger.files WHERE ledger = '$id'"
            on other remote sync >/dev/null
            files other
            ledger remote verify --whole | grep file
            """)
        #expect(
            done.output == """
                files    2 files, 2 not on the server
                Sent 2 files.
                Fetched 2 files.
                2
                same
                2
                Took 1 file from the server, of which nothing is said any more.
                1
                1
                1 file is there as attached.

                """, "\(done.output)\(done.errors)")
    }

    @Test("of an encrypted ledger the server has neither the bytes of a file nor its hash")
    func hidden() throws {
        let done = try run(
            "--encrypt text --no-recovery",
            """
            ledger remote sync >/dev/null
            hash=$(sha256sum contract.pdf | cut -d' ' -f1)
            sql "SELECT count(*) FROM ledger.files WHERE ledger = '$id'"
            sql "SELECT count(*) FROM ledger.files WHERE ledger = '$id' AND (name = '$hash'
                OR position(convert_to('$WORD', 'UTF8') IN content) > 0)"
            """)
        #expect(done.output == "2\n0\n", "\(done.output)\(done.errors)")
    }

    @Test("a file that the server changed, swapped or lost is named, and can be given back")
    func damaged() throws {
        let done = try run(
            "--encrypt all --no-recovery",
            """
            ledger remote sync >/dev/null
            sql "UPDATE ledger.files SET content = set_byte(content, 60, get_byte(content, 60) # 1)
                WHERE ledger = '$id' AND octet_length(content) > 1000"
            ledger remote clone "$ADDRESS" other --id $id | grep -c 'not what was attached'
            files other
            ledger remote verify --whole 2>&1 | grep -o 'not what was attached'
            on other remote status | grep files
            ledger remote sync --push-missing | grep Sent
            on other remote sync | grep Fetched
            sql "UPDATE ledger.files f SET content = o.content FROM ledger.files o
                WHERE f.ledger = '$id' AND o.ledger = '$id' AND f.name <> o.name
                AND octet_length(f.content) > 1000"
            ledger remote verify --whole 2>&1 | grep -o 'not what was attached'
            sql "DELETE FROM ledger.files WHERE ledger = '$id'"
            rm other/files/*
            on other remote sync | grep -c 'neither here nor on the server'
            on other remote status | grep files
            ledger remote sync | grep Sent
            on other remote sync | grep Fetched
            """)
        #expect(
            done.output == """
                1
                1
                not what was attached
                files    2 files, 1 not here
                Sent 1 file.
                Fetched 1 file.
                not what was attached
                2
                files    2 files, 2 neither here nor there
                Sent 2 files.
                Fetched 2 files.

                """, "\(done.output)\(done.errors)")
    }

    @Test(
        "what is kept of a branch that a merge replaced comes to every device that it proves to",
        arguments: ["", "--encrypt text --no-recovery", "--encrypt all --no-recovery"])
    func branches(_ options: String) throws {
        let done = try run(
            options,
            """
            ledger remote sync >/dev/null
            ledger remote clone "$ADDRESS" other --id $id >/dev/null
            ledger key new >/dev/null; key=$(ledger key show)
            ledger add 3 Ham -c food >/dev/null
            ledger checkpoint --sign -o kept >/dev/null
            branch=$(ledger info -O json | sed 's/.*"root":"\\([0-9a-f]*\\)".*/\\1/')
            on other add 4 Bus -c food >/dev/null
            on other remote sync >/dev/null
            ledger remote sync | grep '1 branch'
            on other remote sync | grep '1 branch'
            ledger remote clone "$ADDRESS" third --id $id | grep '1 branch'
            for folder in ledger other third; do
                on $folder verify --against kept --key "$key" >said
                grep -c 'the last one stands at' said
                stat -c %a $folder/branches/$branch.branch
                on $folder remote sync | grep branch || true
            done
            # What was damaged here comes again.
            file=third/branches/$branch.branch
            printf XXXX |
                dd of=$file bs=1 seek=$(($(stat -c %s $file) - 20)) conv=notrunc 2>/dev/null
            cmp -s $file ledger/branches/$branch.branch || echo damaged
            on third remote sync | grep '1 branch'
            cmp $file ledger/branches/$branch.branch && echo mended
            # The server changes it: nobody takes it, and whoever has it gives it again.
            sql "UPDATE ledger.files SET content = set_byte(content, octet_length(content) - 1,
                get_byte(content, octet_length(content) - 1) # 1)
                WHERE ledger = '$id' AND octet_length(content) BETWEEN 150 AND 2000"
            rm -r third/branches
            on third remote sync | grep -e branch -e 'nothing is said'
            ledger remote sync | grep branch
            on third remote sync | grep branch
            on third remote verify --whole | grep file
            """)
        let brought = "Brought the hashes of 1 branch along that a merge replaced."
        #expect(
            done.output == """
                \(brought)
                \(brought)
                \(brought)
                1
                600
                1
                600
                1
                600
                damaged
                \(brought)
                mended
                Took 1 file from the server, of which nothing is said any more.
                \(brought)
                \(brought)
                2 files are there as attached.

                """, "\(done.output)\(done.errors)")
    }

    @Test("a branch of another ledger proves nothing, and is not kept")
    func strangeBranch() throws {
        let done = try run(
            "",
            """
            ledger remote sync >/dev/null
            ledger remote clone "$ADDRESS" other --id $id >/dev/null
            ledger add 3 Ham -c food >/dev/null
            on other add 4 Bus -c food >/dev/null
            on other remote sync >/dev/null
            ledger remote sync >/dev/null
            on two init --currency EUR --zone UTC --week-start monday --owner Bo >/dev/null
            on two remote add "$ADDRESS" >/dev/null
            on two remote sync >/dev/null
            sql "INSERT INTO ledger.files SELECT '$(LEDGER_HOME=$PWD/two id)', name, content
                FROM ledger.files
                WHERE ledger = '$id' AND octet_length(content) BETWEEN 150 AND 2000"
            on two remote sync | grep 'nothing is said'
            ls two/branches 2>/dev/null || echo none
            """)
        #expect(
            done.output == """
                Took 1 file from the server, of which nothing is said any more.
                none

                """, "\(done.output)\(done.errors)")
    }
}
