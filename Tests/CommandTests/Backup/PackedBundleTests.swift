import EventLog
import Foundation
import Support
import Testing

/// Bundles of everything hold the log, packed.
@Suite("Packed bundles")
struct PackedBundleTests {
    private func runner() throws -> CommandRunner {
        let runner = try CommandRunner()
        var rows = "Date,Amount,Title,Category\n"
        for number in 0..<20_000 {
            let (day, minor) = (1 + number % 28, 100 + number * 7_919 % 9_900)
            let cents = minor % 100
            rows += "2026-01-\(day < 10 ? "0" : "")\(day),"
            rows += "-\(minor / 100).\(cents < 10 ? "0" : "")\(cents),Shop \(number % 11),food\n"
        }
        try runner.write(Array(rows.utf8), to: "bank.csv")
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada
            ledger import bank.csv --sign spend || ledger import bank.csv
            ledger add 5 Tea -c food; echo a > a.pdf; ledger attach tea a.pdf; ledger seal
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test("one is at most twice as large as the sealed log, and says the same")
    func size() throws {
        let runner = try runner()
        let done = try runner.shell(
            """
            root() { ledger info -O json --ledger "$1" | grep -o '"root":"[0-9a-f]*"'; }
            ledger bundle all.bundle >/dev/null
            log=$(ledger info -O json | grep -o '"bytes":[0-9]*' | cut -d: -f2)
            [ "$(stat -c %s all.bundle)" -lt $((2 * log + 8192)) ] && echo small
            ledger clone all.bundle copy >/dev/null
            root ledger > a; root copy | cmp - a && echo same
            ledger verify --ledger copy >/dev/null && ledger attachment tea --ledger copy
            ledger merge all.bundle
            """)
        #expect(
            done.output.hasPrefix("small\nsame\na\nAll that all.bundle has is here."),
            "\(done.output)\(done.errors)")
    }

    @Test("one of an earlier program, with its events as lines, is read as before")
    func earlier() throws {
        let runner = try runner()
        let made = try runner.shell(
            "ledger bundle all.bundle >/dev/null; ledger export events -o events.jsonl >/dev/null")
        try #require(made.code == 0, "\(made.errors)")
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: "\(runner.folder)/\(name)")))
        }
        let head = String(decoding: try bytes("all.bundle").prefix { $0 != 0x0A }, as: UTF8.self)
        #expect(head.contains("\"version\":2"))
        var bundle = Array(head.replacing("\"version\":2", with: "\"version\":1").utf8) + [0x0A]
        var rest = try bytes("events.jsonl")[...]
        let events = rest
        while !rest.isEmpty {
            let piece = Array(rest.prefix(1 << 20))
            rest = rest.dropFirst(piece.count)
            let block = LZ4.compress(piece)
            for number in [UInt32(piece.count), UInt32(block.count), CRC32C.checksum(block)] {
                for byte in 0..<4 { bundle.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
            }
            bundle += block
        }
        bundle += [UInt8](repeating: 0, count: 24)
        #expect(bundle.count < events.count)
        try runner.write(bundle, to: "old.bundle")
        let done = try runner.shell(
            """
            root() { ledger info -O json --ledger "$1" | grep -o '"root":"[0-9a-f]*"'; }
            ledger clone old.bundle copy >/dev/null
            root ledger > a; root copy | cmp - a && echo same
            ledger merge old.bundle | head -1
            """)
        #expect(
            done.output == "same\nAll that old.bundle has is here.\n",
            "\(done.output)\(done.errors)")
    }

    @Test("a log in one that is not what its root says is refused") func forged() throws {
        let runner = try runner()
        let done = try runner.shell(
            """
            ledger bundle all.bundle >/dev/null; ledger add 6 Milk -c food >/dev/null
            ledger bundle more.bundle >/dev/null
            { head -1 all.bundle; tail -n +2 more.bundle; } > forged.bundle
            ledger clone forged.bundle copy; echo "exit $?"; ls -d copy copy.unfinished 2>/dev/null
            """)
        #expect(done.output == "exit 3\n", "\(done.output)")
        #expect(done.errors.contains("try: "), "\(done.errors)")
    }
}
