import Support
import Testing

/// Texts that break programs go through the whole one, import to list, byte for byte.
@Suite("Naughty texts")
struct NaughtyTextTests {
    /// A statement with every text as title and note, newest first so that the list has its order.
    private func statement(_ texts: [[UInt8]]) -> [UInt8] {
        var bytes = Array("Date,Amount,Title,Note\n".utf8)
        for text in texts {
            var quoted: [UInt8] = [0x22]
            for byte in text {
                if byte == 0x22 { quoted.append(0x22) }
                quoted.append(byte)
            }
            quoted.append(0x22)
            bytes += Array("2026-03-04,1.00,".utf8)
            bytes += quoted
            bytes.append(0x2C)
            bytes += quoted
            bytes.append(0x0A)
        }
        return bytes
    }

    private func listed(_ runner: CommandRunner) throws -> [(title: String, note: String)] {
        let list = try runner.run("list", "--all", "--format", "json")
        #expect(list.code == 0)
        let rows = JSONValue(parsing: list.output)?["rows"]?.array ?? []
        // The newest position comes first.
        return try rows.reversed().map { row in
            (try #require(row["title"]?.string), try #require(row["note"]?.string))
        }
    }

    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        return runner
    }

    @Test(.enabled(if: SharedData.has("naughty-blns"), "naughty-blns is not there"))
    func everyNaughtyString() throws {
        let strings = try #require(SharedData.json("naughty-blns/blns.json")?.array)
        let texts = try strings.map { Array(try #require($0.string).utf8) }
        let runner = try ledger()
        try runner.write(statement(texts), to: "naughty.csv")
        let imported = try runner.run("import", "naughty.csv")
        #expect(imported.code == 0, "\(imported.errors)")
        let rows = try listed(runner)
        #expect(rows.count == 515)
        #expect(rows.map { Array($0.title.utf8) } == texts)
        #expect(rows.map { Array($0.note.utf8) } == texts)
        #expect(try runner.run("verify").code == 0)
    }

    @Test(.enabled(if: SharedData.has("naughty-utf8-kuhn"), "naughty-utf8-kuhn is not there"))
    func validLinesComeBackAndOthersAreNamed() throws {
        let figures = try #require(SharedData.json("naughty-utf8-kuhn/expected.json"))
        let invalid = try #require(figures["lines_that_are_not_valid_utf8"]?.array)
            .compactMap(\.integer)
        let bytes = try #require(SharedData.bytes("naughty-utf8-kuhn/UTF-8-test.txt"))
        let count = try #require(figures["lines"]?.integer)
        let written = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .prefix(count).map(Array.init)
        let runner = try ledger()
        // One of them has a byte of 0, which no text has.
        let zero = try #require(written.firstIndex { $0.contains(0) })
        try runner.write(statement(written), to: "zero.csv")
        let none = try runner.run("import", "zero.csv", "--encoding", "utf-8")
        #expect(none.code == 1 && none.errors.contains("line \(zero + 2) "), "\(none.errors)")
        let lines = written.map { $0.filter { $0 != 0 } }
        try runner.write(statement(lines), to: "all.csv")
        // What is not all UTF-8 has to be named.
        #expect(try runner.run("import", "all.csv").code == 1)
        let refused = try runner.run(
            "import", "all.csv", "--encoding", "utf-8", "--format", "json")
        #expect(refused.code == 1)
        // The header is line 1, so line n of the text is line n + 1 of the statement.
        let named = JSONValue(parsing: refused.output)?["refused"]?.array ?? []
        #expect(named.compactMap { $0["line"]?.integer } == invalid.map { $0 + 1 })
        #expect(try listed(runner).isEmpty)

        let valid = lines.indices.filter { !invalid.contains($0 + 1) }.map { lines[$0] }
        try runner.write(statement(valid), to: "valid.csv")
        #expect(try runner.run("import", "valid.csv").code == 0)
        #expect(try listed(runner).map { Array($0.title.utf8) } == valid)
    }
}
