import Support
import Testing

/// The program ended by force at random moments: the ledger opens, holds whole commits only, and
/// every acknowledged one among them.
@Suite("Killed by force", .serialized)
struct KillTests {
    /// Random moments, from a small generator, within about the time that a program takes: it
    /// grows while programs do not get to their end, and shrinks while they do.
    struct Moments: RandomNumberGenerator {
        var state: UInt64
        private var microseconds = 12_000

        init(state: UInt64) { self.state = state }

        /// How long the next program lives.
        mutating func life() -> Duration {
            .microseconds(Int.random(in: 0..<microseconds, using: &self))
        }

        /// Takes in how the last one fared.
        mutating func note(_ wasAcknowledged: Bool) {
            microseconds = max(1_000, microseconds / 10 * (wasAcknowledged ? 9 : 11))
        }

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    static let rounds = 200

    /// The titles of all live lines, oldest first.
    private func titles(_ runner: CommandRunner) throws -> [String] {
        let list = try runner.run("list", "--all", "--format", "json")
        #expect(list.code == 0, "\(list.errors)")
        let rows = JSONValue(parsing: list.output)?["rows"]?.array ?? []
        return rows.compactMap { $0["title"]?.string }.reversed()
    }

    @Test("200 adds, one by one")
    func adds() async throws {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        var moments = Moments(state: 20_261_121)
        var acknowledged: Set<String> = []
        for number in 0..<KillTests.rounds {
            let title = "entry \(number)"
            let command = try runner.start(["add", "\(number + 1)", title])
            try await Task.sleep(for: moments.life())
            command.killNow()
            let isAcknowledged = try command.finish().output.contains("Recorded")
            if isAcknowledged { acknowledged.insert(title) }
            moments.note(isAcknowledged)
            guard number % 20 == 19 else { continue }
            let found = try titles(runner)
            #expect(Set(found).count == found.count, "an entry is there twice")
            #expect(acknowledged.isSubset(of: found), "an acknowledged entry is missing")
        }
        #expect(!acknowledged.isEmpty && acknowledged.count < KillTests.rounds)
        #expect(try runner.run("verify").code == 0)
        #expect(try runner.run("add", "1", "after").code == 0)
        #expect(try runner.run("replay").code == 0)
    }

    @Test("200 imports of 150 rows")
    func imports() async throws {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        var moments = Moments(state: 4_711)
        var acknowledged: Set<Int> = []
        for number in 0..<KillTests.rounds {
            // No amount comes twice: a file of the same ones would be held back as another export.
            let rows = (0..<150).map {
                "2026-01-\($0 % 9 + 10),\(number * 150 + $0 + 1).50,i\(number) r\($0)"
            }
            let text = (["Date,Amount,Title"] + rows).joined(separator: "\n")
            let script = "cat > file-\(number).csv <<'END'\n\(text)\nEND"
            #expect(try runner.shell(script).code == 0)
            let command = try runner.start(["import", "file-\(number).csv"])
            try await Task.sleep(for: moments.life())
            command.killNow()
            let isAcknowledged = try command.finish().output.contains("Recorded")
            if isAcknowledged { acknowledged.insert(number) }
            moments.note(isAcknowledged)
            guard number % 20 == 19 else { continue }
            try checkWhole(try titles(runner), acknowledged)
        }
        #expect(!acknowledged.isEmpty && acknowledged.count < KillTests.rounds)
        #expect(try runner.run("verify").code == 0)
        #expect(try runner.run("import", "file-0.csv").code == 0)
        try checkWhole(try titles(runner), acknowledged.union([0]))
    }

    private func checkWhole(_ titles: [String], _ acknowledged: Set<Int>) throws {
        var counts: [Int: Int] = [:]
        for title in titles {
            let word = title.split(separator: " ").first ?? ""
            let number = try #require(Int(word.dropFirst()))
            counts[number, default: 0] += 1
        }
        #expect(counts.values.allSatisfy { $0 == 150 }, "an import is there in part")
        #expect(acknowledged.isSubset(of: counts.keys), "an acknowledged import is missing")
    }
}
