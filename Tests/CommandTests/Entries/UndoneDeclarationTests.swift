import Support
import Testing

/// Nothing undoes a declaration, and what came before it is not what was recorded last.
@Suite("A declaration is not passed over by undo") struct UndoneDeclarationTests {
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
