import EventLog
import Foundation
import Support
import Testing

/// Keys, notes and checkpoints that are broken in one way each: this library and
/// `tools/verify-proof`, which share no code, refuse the same.
@Suite("Broken proofs", .enabled(if: PythonTool.isThere))
struct BrokenProofTests {
    private static let ledger = String(repeating: "0a", count: 16)
    private static let root = Base64Text.encode([UInt8](repeating: 7, count: 32))

    private static func signer(_ name: String = ledger, secret: UInt8 = 1) throws -> NoteSigner {
        try #require(NoteSigner(name: name, secret: Array(repeating: secret, count: 32)))
    }

    private static func note(_ text: String, by signer: NoteSigner) throws -> [UInt8] {
        try #require(Note(text, signedBy: signer)).bytes
    }

    /// Whether this library takes a checkpoint that a key has to have signed.
    private func takes(_ bytes: [UInt8], _ key: String) -> Bool {
        guard let key = NoteVerifier(key), let note = try? Note(parsing: bytes),
            let signers = try? note.signers(among: [key]),
            let checkpoint = try? Checkpoint(parsing: note.text), checkpoint.root != nil
        else { return false }
        return signers.contains { $0.name == checkpoint.origin }
    }

    /// What both say of files: the library, and the exit code of the tool.
    private func verdicts(
        _ files: [(name: String, bytes: [UInt8], key: String)]
    ) throws -> [String: (library: Bool, tool: String)] {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        var script = "export PYTHONDONTWRITEBYTECODE=1\n"
        for (number, file) in files.enumerated() {
            try runner.write(file.bytes, to: "\(number)")
            try runner.write(Array(file.key.utf8), to: "\(number).key")
            script += """
                "$TOOL" checkpoint \(number) --key "$(cat \(number).key)" >/dev/null 2>errors
                echo $?; grep -c Traceback errors

                """
        }
        let lines = try runner.shell(script).output.split(separator: "\n").map(String.init)
        try #require(lines.count == 2 * files.count)
        var found: [String: (library: Bool, tool: String)] = [:]
        for (number, file) in files.enumerated() {
            #expect(lines[2 * number + 1] == "0", "\(file.name): a traceback")
            found[file.name] = (takes(file.bytes, file.key), lines[2 * number])
        }
        return found
    }

    @Test("checkpoints and notes") func checkpoints() throws {
        let (ledger, root) = (Self.ledger, Self.root)
        let signer = try Self.signer()
        let texts = [
            "sound": "\(ledger)\n5\n\(root)\n", "more lines": "\(ledger)\n5\n\(root)\nmore\n",
            "another ledger": "\(String(repeating: "0b", count: 16))\n5\n\(root)\n",
            "no ledger": "\n5\n\(root)\n", "leading zero": "\(ledger)\n05\n\(root)\n",
            "a sign": "\(ledger)\n+5\n\(root)\n", "negative": "\(ledger)\n-5\n\(root)\n",
            "too many events": "\(ledger)\n18446744073709551616\n\(root)\n",
            "no number": "\(ledger)\n\n\(root)\n", "short root": "\(ledger)\n5\nBwc=\n",
            "no root": "\(ledger)\n5\n\n", "loose base 64": "\(ledger)\n5\n \(root)\n",
            "two lines": "\(ledger)\n5\n",
        ]
        var files = try texts.map { ($0.key, try Self.note($0.value, by: signer), signer) }
        let sound = try Self.note(texts["sound"] ?? "", by: signer)
        let whole = String(decoding: sound, as: UTF8.self)
        let other = try Self.signer(secret: 2)
        let named = try Self.signer(String(repeating: "0c", count: 16))
        files.append(("another key", sound, other))
        let foreign = try Self.note(texts["sound"] ?? "", by: named)
        files.append(("a key of another name", foreign, named))
        let changed = whole.replacing("\n5\n", with: "\n6\n")
        files.append(("changed", Array(changed.utf8), signer))
        files.append(("no signature", Array((texts["sound"] ?? "").utf8), signer))
        files.append(("no empty line", Array(whole.replacing("\n\n", with: "\n").utf8), signer))
        files.append(("no last newline", sound.dropLast(), signer))
        files.append(("a control character", [0x1B] + sound, signer))
        files.append(("not UTF-8", [0xFF] + sound, signer))
        let found = try verdicts(files.map { ($0.0, Array($0.1), $0.2.verifier.text) })
        for (name, verdict) in found {
            let isSound = ["sound", "more lines"].contains(name)
            #expect(verdict.library == isSound, "the library on: \(name)")
            #expect((verdict.tool == "0") == isSound, "the tool on: \(name)")
            #expect(["0", "1", "2"].contains(verdict.tool), "\(name)")
        }
    }

    @Test("keys") func keys() throws {
        let signer = try Self.signer()
        let text = "\(Self.ledger)\n5\n\(Self.root)\n"
        let sound = try Self.note(text, by: signer)
        let whole = signer.verifier.text
        let parts = whole.split(separator: "+", maxSplits: 2).map(String.init)
        let key = signer.verifier.publicKey
        let start = "\(parts[0])+\(parts[1])+"
        var keys = [
            "sound": whole, "another id": "\(parts[0])+00000000+\(parts[2])",
            "upper case": "\(parts[0])+\(parts[1].uppercased())+\(parts[2])",
            "no name": "+\(parts[1])+\(parts[2])", "two parts": "\(parts[0])+\(parts[1])",
            "another algorithm": start + Base64Text.encode([2] + key),
            "a byte less": start + Base64Text.encode([1] + key.dropLast()),
            "a blank": "a b+\(parts[1])+\(parts[2])",
        ]
        if parts[1].uppercased() == parts[1] { keys["upper case"] = nil }
        var files = keys.map { (name: $0.key, bytes: sound, key: $0.value) }
        // Everybody can sign for a key of small order: R is a multiple of the base, S the number.
        let base: [UInt8] = [0x58] + Array(repeating: 0x66, count: 31)
        let one: [UInt8] = [1] + Array(repeating: 0, count: 31)
        let small: [String: [UInt8]] = [
            "the neutral key": one, "with a sign": one.dropLast() + [0x80],
            "its other form": [0xEE] + Array(repeating: 0xFF, count: 30) + [0x7F],
            "both": [0xEE] + Array(repeating: 0xFF, count: 31),
        ]
        for (name, key) in small {
            let verifier = try #require(NoteVerifier(name: Self.ledger, publicKey: key))
            let id = (0..<4).map { UInt8(truncatingIfNeeded: verifier.id >> UInt32(24 - 8 * $0)) }
            let line = "\u{2014} \(Self.ledger) \(Base64Text.encode(id + base + one))\n"
            files.append((name, Array("\(text)\n\(line)".utf8), verifier.text))
        }
        for (name, verdict) in try verdicts(files) {
            #expect(verdict.library == (name == "sound"), "the library on: \(name)")
            #expect((verdict.tool == "0") == (name == "sound"), "the tool on: \(name)")
        }
    }

    @Test("what a file says is printed without what a terminal would obey") func escapes() throws {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        let text = "a\u{9B}31m\u{202E}b\n5\n\(Self.root)\n"
        try runner.write(Array(text.utf8), to: "checkpoint")
        let result = try runner.shell("\"$TOOL\" checkpoint checkpoint")
        #expect(result.code == 0)
        #expect(result.output.contains("ledger a\\x9b31m\\u202eb: 5 events"))
        #expect(!result.output.unicodeScalars.contains { $0.value == 0x9B || $0.value == 0x202E })
    }

    @Test(
        "signatures of Project Wycheproof",
        .enabled(if: SharedData.has(wycheproof), "shared/data/ed25519-wycheproof is not there"))
    func vectors() throws {
        let vectors = try #require(SharedData.json(Self.wycheproof))
        var program: [String] = []
        var count = 0
        for group in vectors["testGroups"]?.array ?? [] {
            let key = try #require(Self.bytes(group["publicKey"]?["pk"]))
            let verifier = try #require(NoteVerifier(name: "t", publicKey: key))
            for test in group["tests"]?.array ?? [] {
                let signature = try #require(Self.bytes(test["sig"]))
                let message = try #require(Self.bytes(test["msg"]))
                let isTaken = verifier.verifies(signature, of: message)
                #expect(isTaken == (test["result"]?.string == "valid"), "\(test)")
                program.append("\(test["tcId"]?.integer ?? 0) \(isTaken)")
                count += 1
            }
        }
        #expect(count >= 150)
        let runner = try CommandRunner([
            "TOOL": SourceTree.fullPath("tools/verify-proof"),
            "VECTORS": try #require(SharedData.url(Self.wycheproof)),
        ])
        let result = try runner.shell(
            """
            python3 - <<'END'
            import importlib.machinery, json, os, sys, types
            sys.dont_write_bytecode = True
            tool = types.ModuleType("tool")
            importlib.machinery.SourceFileLoader("tool", os.environ["TOOL"]).exec_module(tool)
            for group in json.load(open(os.environ["VECTORS"]))["testGroups"]:
                key = bytes.fromhex(group["publicKey"]["pk"])
                for test in group["tests"]:
                    taken = tool.signed(key, *map(bytes.fromhex, (test["sig"], test["msg"])))
                    print(test["tcId"], str(taken).lower())
            END
            """)
        #expect(result.output.split(separator: "\n").map(String.init) == program)
    }

    private static let wycheproof = "ed25519-wycheproof/ed25519_test.json"

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let digits = value?.string.map({ Array($0.utf8) }), digits.count % 2 == 0 else {
            return nil
        }
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
        }
    }
}

private enum Base64Text {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
    }
}
