import Support
import Testing

/// `tools/verify-proof` holds the signatures of witnesses by their document alone.
@Suite("What witnesses signed, others can check", .enabled(if: PythonTool.isThere))
struct CosignedProofTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger add 1 Tea >/dev/null; ledger key new >/dev/null
        key=$(ledger key show)
        ledger checkpoint --sign -o plain >/dev/null
        for n in 1 2; do
            ledger clone "$LEDGER_HOME" copy$n >/dev/null
            ledger witness new example.com/w$n --ledger copy$n >/dev/null
        done
        one=$(ledger witness show --ledger copy1); two=$(ledger witness show --ledger copy2)
        ledger witness sign plain --key "$key" --ledger copy1 -o once >/dev/null
        ledger witness sign once --key "$key" --ledger copy2 -o twice >/dev/null
        verify() { "$TOOL" "$@" 2>&1; echo "[$?]"; }

        """

    private func run(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        return try runner.shell(CosignedProofTests.ledger + script)
    }

    @Test("each that is named must have signed, and is told with its time") func named() throws {
        let result = try run(
            """
            verify checkpoint twice --key "$key" --witness "$one" --witness "$two"
            verify checkpoint twice --key "$key" --key "$two" | tail -1
            verify checkpoint once --key "$key" | tail -1
            verify checkpoint once --key "$key" --witness "$two"
            verify checkpoint plain --key "$key" --witness "$one"
            verify checkpoint once --witness "$one" | tail -2
            verify log "$LEDGER_HOME" twice --key "$key" --witness "$one" | tail -1
            ledger checkpoint -o bare >/dev/null; verify checkpoint bare --witness "$one" | tail -1
            verify checkpoint once --witness "$key" | tail -1
            """)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 15, "\(result.output)")
        #expect(lines[0].hasPrefix("witnessed by example.com/w1 at 20"))
        #expect(lines[1].hasPrefix("witnessed by example.com/w2 at 20"))
        #expect(Array(lines[3...5]) == ["[0]", "[0]", "[0]"])
        #expect(lines[6] == "does not hold: the witness example.com/w2 did not sign it")
        #expect(lines[8] == "does not hold: the witness example.com/w1 did not sign it")
        #expect(lines[10].contains("only the witnesses vouch"))
        #expect(Array(lines[11...]) == ["[0]", "[0]", "[2]", "[2]"])
    }

    @Test("no byte of one can be changed, and the program finds the same") func broken() throws {
        let result = try run(
            """
            cat > bend.py <<'END'
            import base64, sys
            how, (head, tail) = sys.argv[1], open("once").read().split("\\n\\n")
            own, line = tail.splitlines()
            mark, name, text = line.split(" ")
            data = bytearray(base64.b64decode(text))
            if how == "time": data[11] ^= 1
            if how == "far": data[4] |= 0x80
            if how == "signature": data[40] ^= 1
            if how == "short": data = data[:-1]
            if how == "long": data.append(0)
            if how == "note": data = data[:4] + data[12:]
            lines = [own, " ".join([mark, name, base64.b64encode(data).decode()])]
            if how == "size": head = head.replace("\\n3\\n", "\\n2\\n")
            if how == "again": lines.append(lines[1])
            print(head + "\\n\\n" + "\\n".join(lines))
            END
            for how in none time far signature short long note size again; do
                python3 bend.py $how >bent
                "$TOOL" checkpoint bent --witness "$one" >/dev/null 2>&1; theirs=$?
                ledger verify --against bent --key "$one" >/dev/null 2>&1; ours=$?
                echo $how $theirs $((ours > 0))
            done
            """)
        let broken = ["time", "far", "signature", "short", "long", "note", "size", "again"]
        let lines = ["none 0 0"] + broken.map { "\($0) 1 1" }
        #expect(
            result.output == lines.joined(separator: "\n") + "\n",
            "\(result.output)\(result.errors)")
    }
}
