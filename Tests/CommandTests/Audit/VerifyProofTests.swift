import EventLog
import Foundation
import Support
import Testing

/// `tools/verify-proof` knows checkpoints and proofs from their documents alone; so do the types of
/// `EventLog`, which are asked here as a stranger would.
@Suite("What the program proves, others can check", .enabled(if: PythonTool.isThere))
struct VerifyProofTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food --note 'with Bo' --on 2026-04-09 --now 2026-04-09 >/dev/null
        ledger add 4 Milk + 3 Soap --on 2026-04-09 --now 2026-04-09 >/dev/null
        ledger amend lunch --amount 13 --reason 'the tip' --now 2026-04-09 >/dev/null
        ledger key new >/dev/null
        key=$(ledger key show)
        verify() { "$TOOL" "$@"; echo "[$?]"; }

        """

    private func run(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        return try runner.shell(VerifyProofTests.ledger + script)
    }

    @Test("the facts of an expense, its text hidden") func facts() throws {
        let result = try run("ledger prove 2 -o p >/dev/null; verify proof p --key \"$key\"; cat p")
        for line in ["amount: 1250", "day: 2026-04-09", "category: \"food\"", "text: hidden"] {
            #expect(result.output.contains("  \(line)"), "\(line)")
        }
        #expect(result.output.contains("\n[0]\n"))
        for word in ["Lunch", "with Bo"] { #expect(!result.output.contains(word)) }
        let lines = result.output.split(separator: "\n")
        let extra = try #require(lines.first { $0.hasPrefix("extra ") }?.dropFirst(6))
        let shown = try #require(Data(base64Encoded: String(extra)))
        #expect(shown.range(of: Data("Lunch".utf8)) == nil)
        #expect(shown.range(of: Data("food".utf8)) != nil)
    }

    @Test("its text, too, where it is asked for") func texts() throws {
        let result = try run(
            """
            ledger prove 2 --with-text -o p >/dev/null; verify proof p --key "$key"
            ledger prove 5 --with-text -o q; verify proof q --key "$key"
            """)
        for line in ["title: \"Lunch\"", "note: \"with Bo\"", "reason: \"the tip\""] {
            #expect(result.output.contains("  \(line)"), "\(line)")
        }
        #expect(result.output.contains("  former amount: 1250\n"))
        #expect(result.output.components(separatedBy: "[0]").count == 3)
    }

    @Test("as JSON, too, of which nothing may say something else") func json() throws {
        let result = try run(
            """
            ledger prove 2 --with-text -o p.json; verify proof p.json --key "$key" | tail -3
            ledger prove --consistency 2 5 -o c.json; ledger checkpoint --sign -o k.json
            ledger checkpoint --at 2 --sign -o old.json
            verify consistency c.json --old old.json --key "$key"
            verify checkpoint k.json --key "$key"
            sed 's/"id":2/"id":3/' p.json >other.json; verify proof other.json --key "$key"
            sed 's/"proof"/"prove"/' p.json >none.json; verify proof none.json --key "$key"
            sed 's/"events":[0-9]*/"events":99/' k.json >more.json
            verify checkpoint more.json --key "$key"
            ledger prove 2 -o p.csv; verify proof p.csv --key "$key"
            """)
        let ends = result.output.split(separator: "\n").filter { $0.hasPrefix("[") }
        #expect(ends == ["[0]", "[0]", "[0]", "[1]", "[2]", "[1]", "[2]"], "\(result.output)")
        #expect(result.errors.contains("the file says id 3, and its proof 2"), "\(result.errors)")
        #expect(result.errors.contains("-o FILE.proof"), "\(result.errors)")
    }

    @Test("every event under every checkpoint, by this library") func everyEvent() throws {
        let result = try run(
            """
            echo "$key"
            for id in 0 1 2 3 4 5; do
              for at in $(seq $id 5); do ledger prove $id --at $at -o p.json; cat p.json; done
            done
            """)
        var lines = result.output.split(separator: "\n").map(String.init)
        let key = try #require(NoteVerifier(lines.removeFirst()))
        #expect(lines.count == 21)
        for line in lines {
            let answer = try #require(JSONValue(parsing: line))
            let text = try #require(answer["proof"]?.string)
            let proof = try TlogProof(parsing: Array(text.utf8))
            #expect(Int(proof.index) == answer["id"]?.integer)
            let extra = try #require(proof.extra)
            let leaf = try #require(LeafDisclosure(extra)?.leaf)
            let checkpoint = try proof.verify(leaf: leaf, keys: [key])
            #expect(checkpoint.origin == key.name)
            #expect(Int(checkpoint.size) == (answer["position"]?.integer).map { $0 + 1 })
            #expect(checkpoint.root?.hex == answer["root"]?.string)
        }
    }

    @Test("that each state continues each earlier one") func consistency() throws {
        let result = try run(
            """
            for old in 0 1 2 3 4 5; do
              ledger checkpoint --at $old --sign -o old >/dev/null
              for new in $(seq $old 5); do
                ledger prove --consistency $old $new -o c >/dev/null
                verify consistency c --old old --key "$key"
              done
            done
            """)
        #expect(result.output.components(separatedBy: "continues").count == 22)
        #expect(result.output.components(separatedBy: "[0]").count == 22)
    }

    @Test("nothing that was changed, and nothing of another ledger") func changed() throws {
        let result = try run(
            """
            ledger prove 2 --with-text -o p >/dev/null
            ledger prove --consistency 2 5 -o c >/dev/null
            ledger checkpoint --sign -o k >/dev/null
            sed 's/^index 2/index 3/' p > p1; verify proof p1 --key "$key"
            sed 's/^6$/7/' p > p2; verify proof p2 --key "$key"
            sed '4d' p > p3; verify proof p3 --key "$key"
            sed 's/^extra .*/extra AAAA/' p > p4; verify proof p4 --key "$key"
            sed 's/^old 3/old 2/' c > c1; verify consistency c1 --key "$key"
            sed 's/^6$/5/' k > k1; verify checkpoint k1 --key "$key"
            ledger demo sample >/dev/null; ledger key new --ledger sample >/dev/null
            other=$(ledger key show --ledger sample)
            verify proof p --key "$other"; verify log ledger k --key "$key"
            verify log sample k --key "$key"
            """)
        let codes = result.output.split(separator: "\n").filter { $0.hasPrefix("[") }
        #expect(codes == ["[1]", "[1]", "[1]", "[2]", "[1]", "[1]", "[1]", "[0]", "[1]"])
        #expect(result.output.contains("agrees with k"))
        #expect(result.errors.contains("k: another ledger"))
    }

    @Test("there was nothing to prove before the first event") func before() throws {
        let result = try run(
            """
            ledger checkpoint --at 1999-01-01; ledger checkpoint --at 1999-01-01 --sign
            ledger report --as-of 1999-01-01 --receipt r; ledger checkpoint --at 6
            """)
        let starts = result.errors.split(separator: "\n").filter { $0.hasPrefix("ledger: ") }
        let none = "ledger: nothing had been recorded by then"
        #expect(
            starts == [
                none[...], none[...], none[...], "ledger: there is no event 6; the last one is 5",
            ])
        #expect(result.output == "")
    }

    @Test("the public vectors, by the tool's own arithmetic")
    func notes() throws {
        // c2sp.org/signed-note, the example.
        let result = try run(
            """
            printf '%s\\n\\n%s\\n' 'This is an example message.' '— example.com/foo \
            Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72\
            IneyaQM=' > note
            key=example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k
            verify checkpoint note --key $key
            sed 's/example m/exbmple m/' note > other; verify checkpoint other --key $key
            """)
        // Its signature holds, its text is no checkpoint; the changed one is not even signed.
        #expect(result.output == "[2]\n[1]\n")
        #expect(result.errors.contains("cannot be read: checkpoint"))
        #expect(result.errors.contains("the signature of example.com/foo is wrong"))
    }
}

/// Whether the tools in Python can run.
enum PythonTool {
    static let isThere: Bool = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/python3")
        }
    }()
}
