import Support
import Testing

/// Nothing undoes a declaration, and what came before it is not what was recorded last.
@Suite("A declaration is not passed over by undo") struct UndoneDeclarationTests {
    @Test("the end of a goal, a budget and a rule is called one") func ends() throws {
        let result = try CommandRunner().shell(
            """
            run() { ledger "$@" --now 2026-03-02; }
            run init --currency EUR --zone UTC --owner Ada >/dev/null
            run account open Bank >/dev/null; run goal set 30 Bike --account Bank >/dev/null
            run budget set fun 4 >/dev/null; run repeat add 9 Gym --every friday >/dev/null
            run repeat stop gym 2026-04-01 >/dev/null
            run budget remove fun >/dev/null; run goal remove bike >/dev/null
            run undo --list -n 3; run undo | head -1
            """)
        let told = result.output + result.errors
        for words in ["goal Bike from 2026-03-02", "budget fun EUR from 2026-03-01"] {
            #expect(told.contains("  end \(words)\n"), "\(told)")
        }
        #expect(told.contains("  stop Gym from 2026-04-01\n"), "\(told)")
        #expect(told.contains(": end goal Bike from 2026-03-02  "), "\(told)")
    }

    @Test(
        "what came before stays, and is taken back by its id",
        arguments: [
            ("currency add HOURS", "a currency that was declared stays known"),
            ("task attribute size number", "an attribute that was declared stays known"),
            ("people add Bo", "a person who was added stays known"),
        ])
    func stays(_ command: String, _ words: String) throws {
        let result = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger add 5 Tea -c food >/dev/null
            ledger \(command) >/dev/null
            ledger undo; echo "code $?"
            ledger list -O csv | grep -c Tea
            ledger undo --list -O csv | cut -d, -f1 | tail -1
            ledger undo 2 >/dev/null; ledger list -O csv | grep -c Tea
            """)
        #expect(result.output == "code 1\n1\n2\n0\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.contains("try: ledger undo --list"), "\(result.errors)")
    }
}
