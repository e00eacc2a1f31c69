import LedgerCLI
import Support
import Testing

/// A command that is a program of its own.
@Suite struct SiblingTests {
    /// Makes a program that says its folder and its words.
    private static let making = """
        make() { mkdir -p "$1"; printf '#!/bin/sh\\necho "$0 $# $*"\\n' >"$1/ledger-$2"
        chmod +x "$1/ledger-$2"; }
        make near foo; make far foo; make far bar; ln -s "$LEDGER_PROGRAM" near/ledger
        PATH=relative:$PWD/far:$PATH

        """

    @Test func isFoundBesideTheProgramThenOnThePath() throws {
        let runner = try CommandRunner()
        let near = try runner.shell(SiblingTests.making + "near/ledger foo 'a b' --port 1")
        #expect(near.output == "near/ledger-foo 3 a b --port 1\n", "\(near.errors)")
        let far = try runner.shell(SiblingTests.making + "near/ledger bar")
        #expect(far.output.hasSuffix("/far/ledger-bar 0 \n"))
        let none = try runner.shell(SiblingTests.making + "near/ledger baz")
        #expect(none.code == 2 && none.errors.contains("there is no command 'baz'"))
    }

    @Test(arguments: ["serve", "remote"]) func saysWhereItIs(name: String) throws {
        // A copy in a folder of its own, for the other one may be built beside the program.
        let none = try CommandRunner().shell(
            "cp \"$LEDGER_PROGRAM\" copy; PATH=/nowhere; ./copy \(name)")
        #expect(
            none.code == 2 && none.errors.hasSuffix("\n  try: tools/\(name)\n"), "\(none.errors)")
    }

    @Test(arguments: ["", "-foo", "../foo", "a/b", "Foo", "foo bar", "foo\0"])
    func hasAPlainName(name: String) {
        #expect(SiblingProgram.path(of: name, beside: "/bin/ledger", ["PATH": "/bin"]) == nil)
    }
}
