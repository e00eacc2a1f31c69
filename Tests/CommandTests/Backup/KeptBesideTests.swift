import Support
import Testing

/// Rules, profiles, contexts and weights are beside the log: which copies have them is told.
@Suite("What is kept beside the log") struct KeptBesideTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger add 5 Tea >/dev/null

        """

    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(Self.ledger + script)
    }

    @Test("clones and bundles say what stays behind, and backups have it") func told() throws {
        let result = try shell(
            """
            ledger clone "$LEDGER_HOME" bare | grep -c 'stay behind'
            ledger task context define work project:work >/dev/null
            ledger clone "$LEDGER_HOME" one | grep 'stay behind' | grep -o '^The [a-z ,]* of'
            ledger rules add r --where tea -c food >/dev/null
            ledger task urgency due 15 >/dev/null
            ledger bundle two | grep 'stay behind'
            ledger bundle three -O json | grep -o '"staysBehind":\\[[^]]*\\]'
            ledger clone two four | grep -c 'stay behind'
            ledger rules list --ledger one -O csv | wc -l | tr -d ' '
            ledger backup five >/dev/null
            ledger rules list --ledger five -O csv | wc -l | tr -d ' '
            ledger task context --ledger five -O csv | tail -1
            """)
        #expect(
            result.output == """
                0
                The contexts of
                The rules, contexts and weights of this copy stay behind: they are beside the log, \
                not in it
                "staysBehind":["rules","contexts","weights"]
                0
                1
                2
                work,project:work,false

                """, "\(result.output)\(result.errors)")
    }

    @Test("what was saved aside from the log's end is in no copy, and in none that erased text")
    func savedAside() throws {
        let result = try shell(
            """
            set -e
            on() { ledger "$@" --ledger stick; }
            tail() { printf LGFR >$1/log/torn-00000000009$2-1.bin; }
            tails() { ls $1/log | sed -n 's/torn-0*\\([0-9]*\\)-1.bin/\\1/p' | xargs; }
            ledger backup stick >/dev/null
            tail ledger 9; tail stick 8
            on add 6 Milk >/dev/null
            # The other log comes in the place of this one, and this one's end stays.
            ledger merge stick >/dev/null
            tails ledger
            ledger backup copy >/dev/null
            tails copy
            ledger erase tea --yes >/dev/null
            tails ledger
            tail ledger 9; mv ledger/log/torn-000000000099-1.bin ledger/log/torn-000000000001-1.bin
            tail ledger 9
            on add 7 Bread >/dev/null
            # What is older than the erasure goes, what is newer stays.
            ledger merge stick >/dev/null
            tails ledger
            on erase milk --yes >/dev/null
            ledger merge stick >/dev/null
            tails ledger
            ledger verify >/dev/null
            """)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output == "99\n\n\n99\n\n", "\(result.output)")
    }

    @Test("help says so where they are set") func help() throws {
        for command in ["task context", "rules", "profile", "clone", "backup"] {
            let page = try shell("ledger \(command) --help | tr -s ' \\n' ' '").output
            #expect(page.contains("beside the log"), "\(command)")
        }
    }
}
