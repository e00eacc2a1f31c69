import Support
import Testing

/// What is advised next is about the ledger that was typed, not the usual one.
@Suite("Next commands about another ledger") struct NextCommandTests {
    private func copied() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --now 2026-03-01
            ledger add 7 Lunch --on 2026-03-02 --now 2026-03-02
            ledger backup 'the copy'
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test(
        "what takes something back does it there",
        arguments: [
            "add 4 Rum", "void 2", "undo", "price EUR USD 1.08", "task add Call",
        ])
    func takenBack(_ typed: String) throws {
        let done = try copied().shell(
            """
            set -e
            events() { ledger "$@" info -O json | sed 's/.*"events":\\([0-9]*\\).*/\\1/'; }
            here=$(events)
            ledger -f 'the copy' \(typed) --now 2026-03-03 >said
            there=$(events -f 'the copy')
            back=$(sed -n 's/.*take it back: ledger //p' said)
            eval "ledger $back --now 2026-03-03" >/dev/null
            echo $(($(events) - here)) $(($(events -f 'the copy') > there))
            """)
        // More is there than what was typed recorded, and nothing here.
        #expect(done.output == "0 1\n", "\(done.errors)")
    }

    @Test(
        "advice looks there",
        arguments: [
            ("show 99", "ledger -f 'the copy' list"),
            ("report --by payees", "ledger report --by category --ledger 'the copy'"),
            ("list 'food:'", "ledger list '\"food:\"' --ledger 'the copy'"),
        ])
    func advised(_ typed: String, _ expected: String) throws {
        let done = try copied().shell("ledger \(typed) --ledger 'the copy'")
        #expect(done.code != 0)
        let tries = done.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
        #expect(tries.first == "  try: \(expected)", "\(done.errors)")
    }

    @Test(
        "however it was typed which ledger is meant",
        arguments: ["-f 'the copy'", "--ledger 'the copy'", "--ledger='the copy'"])
    func named(_ option: String) throws {
        let done = try copied().shell("ledger \(option) show 99")
        let tries = done.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
        #expect(tries == ["  try: ledger -f 'the copy' list"], "\(done.errors)")
    }

    @Test("what is told beside an answer is told by the program")
    func told() throws {
        let done = try copied().shell(
            """
            ledger -f 'the copy' sql 'SELECT 1' >/dev/null 2>&1
            head -c 3000 /dev/zero | tr '\\0' x >'the copy/models.sqlite'
            ledger -f 'the copy' sql 'SELECT 1' 2>&1 >/dev/null | sed 's/ built.*//'
            """)
        #expect(done.output == "ledger:\n", "\(done.output)\(done.errors)")
    }

    @Test("a file of a watched folder that cannot be read is advised about there")
    func watched() throws {
        let done = try copied().shell(
            """
            mkdir in && printf 'Date,Payee,Amount\\n2026-03-01,Bakery,-3.20\\n' >in/new.csv
            ledger -f 'the copy' import in/new.csv --sign account --save-profile giro >/dev/null
            printf '2026-13-03,Shop,-9.00\\n' >>in/new.csv
            ledger -f 'the copy' watch in --once 2>&1 >/dev/null | grep 'try: ledger'
            """)
        #expect(done.output.contains("'the copy'"), "\(done.output)\(done.errors)")
    }

    @Test(
        "a list that is empty, and a look at the log, say what to type there",
        arguments: [
            ("rules", ": ledger -f 'the copy' rules add"),
            ("profiles", ": ledger -f 'the copy' import FILE"),
            ("doctor", "for every byte: ledger -f 'the copy' verify"),
        ])
    func looked(_ typed: String, _ expected: String) throws {
        let done = try copied().shell("ledger -f 'the copy' \(typed)")
        #expect(done.output.contains(expected), "\(done.output)\(done.errors)")
    }

    @Test("a copy that was made where commands look is gone on with there")
    func cloned() throws {
        let done = try copied().shell(
            """
            ledger clone 'the copy' --ledger other |
                grep -c '  merge with it later: ledger -f other merge$'
            """)
        #expect(done.output == "1\n", "\(done.output)\(done.errors)")
    }

    @Test("an older file in a copy is taken away there")
    func olderFile() throws {
        let done = try copied().shell(
            """
            cp 'the copy/log/000000000000-0000.log' old
            ledger erase 2 --yes >/dev/null && ledger backup 'the copy' >/dev/null
            cp old 'the copy/log/000000000000-0000.log'
            ledger verify --ledger 'the copy' 2>said >/dev/null && exit 5
            eval "$(sed -n 's/  try: //p' said | head -n 1) --yes" >/dev/null
            ledger verify --ledger 'the copy' >/dev/null && ls 'the copy/log' | grep -c 'log$'
            """)
        #expect(done.output == "1\n", "\(done.errors)")
    }
}
