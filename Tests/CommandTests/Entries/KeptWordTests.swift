import Support
import Testing

@Suite("Words that an erasure does not take")
struct KeptWordTests {
    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger account open cash >/dev/null
            \(script)
            """)
    }

    @Test(
        "are listed where nothing else has them",
        arguments: [
            ("account open geheimkonto", "name, event 3: geheimkonto"),
            ("unit add Geheimkonto", "name, event 3: Geheimkonto"),
            ("currency add GEHEIMKONTO", "currency, event 3: GEHEIMKONTO"),
            ("goal set 300 geheimkonto --account cash", "name, event 3: geheimkonto"),
            ("add 5 Tea --key geheimkonto", "key, event 3: geheimkonto"),
        ])
    func listed(command: String, place: String) throws {
        let result = try run(
            """
            ledger \(command) >/dev/null
            ledger erase --where geheimkonto --yes
            """)
        #expect(result.code == 1)
        #expect(result.errors.contains("What stays:\n    \(place)"), "\(result.errors)")
        #expect(!result.errors.contains("nothing has these words"))
        #expect(result.errors.contains("  try: ledger "))
    }

    @Test("and can be called something else, as the advice says") func renamed() throws {
        let result = try run(
            """
            ledger account open geheim >/dev/null; ledger unit add Geheim >/dev/null
            ledger add 5 Tea -c geheim:x >/dev/null; ledger erase --where geheim --yes >/dev/null
            for turn in 1 2 3; do
                ledger erase --where geheim --yes 2>&1 | grep -m 1 'try: ledger' |
                    sed 's/.*try: ledger //' > line
                cat line; eval "ledger $(cat line)" >/dev/null || echo failed
            done
            ledger erase --where geheim --yes 2>&1 | grep -cE 'rename|edit'
            """)
        #expect(
            result.output == """
                account edit geheim --name OTHER
                category rename geheim:x OTHER
                unit rename Geheim OTHER
                0

                """, "\(result.errors)")
    }

    @Test("in files are told by rehearsals, too") func rehearsed() throws {
        let result = try run(
            """
            ledger add 5 geheim >/dev/null; ledger log --reader geheim >/dev/null
            echo geheim > ledger/notes.txt
            stays() { grep -oE 'readers/geheim.place|notes.txt' | sort | tr '\\n' ' '; echo; }
            ledger what-if 'erase --where geheim --yes' | stays
            ledger erase --where geheim --dry-run | stays
            ls ledger/readers; cat ledger/notes.txt
            ledger erase --where geheim --yes | stays
            """)
        let found = "notes.txt readers/geheim.place "
        #expect(
            result.output.split(separator: "\n")
                == [found, found, "geheim.place", "geheim", found].map { $0[...] })
    }
}
