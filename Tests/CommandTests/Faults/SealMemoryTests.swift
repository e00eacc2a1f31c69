import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Memory while files of the log are written anew, measured from outside.
@Suite("Memory of sealing and erasing", .enabled(if: PythonTool.isThere, "no python3"))
struct SealMemoryTests {
    /// What a file of the log has here, and what a program may have of it at a time: twice the
    /// values of the largest frame that is written, and the program itself.
    private static let bytes = 96 << 20
    private static let peakMegabytes = 260

    /// Adds long notes to a ledger, a hundred at a time, until there are so many bytes of them; no
    /// two that LZ4 can see at once are alike.
    private func fill(_ runner: CommandRunner, events: Int) throws {
        let store = try FileEventStore.open(at: "\(runner.home)/log")
        var random = SeededRandom(seed: 57)
        let letters = Array("abcdefghijklmnopqrstuvwxyz012345".utf8)
        let pool = random.bytes(1 << 20).map { letters[Int($0 % 32)] }
        let length = SealMemoryTests.bytes / events
        let euro = try #require(Currency.iso("EUR"))
        let facts = LineFacts(
            kind: .expense, amount: Money(minor: 100, currency: euro),
            day: Day(daysSince1970: 20_000))
        for number in 0..<(events / 100) {
            let lines = (0..<100).map { index in
                let start = (number * 100 + index) * 7_919 % (pool.count - length)
                let note = String(decoding: pool[start..<(start + length)], as: UTF8.self)
                return Event.lineAdded(
                    LineAdded(facts: facts, details: LineDetails(title: "Long", note: note)))
            }
            _ = try store.append(
                NewCommit(
                    id: CommitID(high: 57, low: UInt64(number)),
                    recordedAt: Timestamp(millisecondsSince1970: 1_790_000_000_000),
                    actor: .position(1), events: lines))
        }
    }

    /// Runs the program; the most memory that it had, in megabytes.
    private func peak(_ runner: CommandRunner, _ arguments: String) throws -> Int {
        let script = """
            import resource, subprocess, sys
            code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
            print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
            """
        let result = try runner.shell(
            "python3 -c '\(script)' \"$LEDGER_PROGRAM\" \(arguments)")
        let words = result.output.split(whereSeparator: \.isWhitespace)
        #expect(words.first == "0", "\(arguments): \(result.errors)")
        return try #require(words.last.flatMap { Int($0) })
    }

    @Test("a file of 96 MiB is sealed, and loses a text, in a part of that")
    func peaks() throws {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        try fill(runner, events: 4_300)
        let sealing = try peak(runner, "seal")
        let erasing = try peak(runner, "erase 1000 --yes")
        print("megabytes while sealing: \(sealing), while erasing: \(erasing)")
        #expect(sealing < SealMemoryTests.peakMegabytes)
        #expect(erasing < SealMemoryTests.peakMegabytes)
        #expect(try runner.run("verify").code == 0)
    }
}
