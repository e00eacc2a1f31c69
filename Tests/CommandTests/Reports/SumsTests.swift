import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Sums beside the log, made and used by the program.
@Suite("Sums are made behind an answer")
struct SumsTests {
    private static let name = "000000262144.sums"

    /// A ledger in which one more event fills the first file of the log.
    private func almostFull() throws -> CommandRunner {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        let store = try FileEventStore.open(at: "\(runner.home)/log")
        let count = Int(Limit.segmentEvents) - 1 - Int(try store.head().count)
        let euro = try #require(Currency.iso("EUR"))
        let category = try CategoryPath("food")
        let lines = (0..<count).map { (index: Int) -> Event in
            let facts = LineFacts(
                kind: .expense, amount: Money(minor: Int64(1 + index % 97), currency: euro),
                day: Day(daysSince1970: 20_000 + Int32(index % 500)),
                category: index % 3 == 0 ? nil : category)
            let title = index == 7 ? "Dr. Moss | visit" : "Shop \(index % 40)"
            let details = LineDetails(title: title, tags: index % 5 == 0 ? ["trip:rome"] : [])
            return .lineAdded(LineAdded(facts: facts, details: details))
        }
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 4, low: 4),
                recordedAt: Timestamp(millisecondsSince1970: 1_790_000_000_000),
                actor: .position(1), events: lines))
        return runner
    }

    /// The bytes of the sums; `nil` where there are none.
    private func sums(_ runner: CommandRunner) -> Data? {
        FileManager.default.contents(atPath: "\(runner.home)/log/\(SumsTests.name)")
    }

    private func reports(_ runner: CommandRunner) throws -> [String] {
        let questions = [
            ["report", "-M", "--by", "category"], ["report", "-W"], ["report"],
            ["report", "-M", "--by", "payee"], ["report", "--by", "tag:trip"],
            ["report", "-Y", "--by", "tag", "-e", "2025-03-10"], ["payees"], ["tags"],
        ]
        return try questions.map { words in
            let run = try runner.start(words + ["-O", "json"]).finish()
            #expect(run.code == 0, "\(run.errors)")
            return run.output
        }
    }

    @Test("used, found wrong, made anew, and gone with an erasure") func life() throws {
        let runner = try almostFull()
        #expect(sums(runner) == nil)
        #expect(try runner.run("replay").code == 0)
        #expect(sums(runner) == nil)
        // This one fills the file.
        #expect(try runner.run("add", "4.20", "Coffee", "--accept-clock").code == 0)
        let made = try #require(sums(runner))
        #expect(made.count > 1_000)
        let summed = try reports(runner)
        let meant = "no line has 'shpo'; did you mean 'Shop'?\n"
        #expect(try runner.run("find", "shpo").output.contains(meant))
        let path = URL(filePath: "\(runner.home)/log/\(SumsTests.name)")
        try FileManager.default.removeItem(at: path)
        // Nobody looks at every line of a large log for what may be meant.
        let unnamed = try runner.run("find", "shpo").output
        #expect(unnamed.contains("No lines match.") && !unnamed.contains("shpo"), "\(unnamed)")
        // No report makes any.
        #expect(try reports(runner) == summed)
        #expect(sums(runner) == nil)
        #expect(try runner.run("seal").code == 0)
        #expect(sums(runner) == made)
        for (command, code) in [("doctor", Int32(1)), ("verify", 0)] {
            var wrong = made
            wrong[wrong.count / 2] ^= 1
            try wrong.write(to: path)
            #expect(try reports(runner) == summed)
            let found = try runner.run(command)
            #expect(found.output.contains(SumsTests.name), "\(found.output)")
            #expect(found.code == code, "\(command): \(found.output)")
            #expect(sums(runner) == nil)
            #expect(try runner.run("replay").code == 0)
            #expect(sums(runner) == made)
            #expect(try !runner.run(command).output.contains(SumsTests.name))
        }
        let line = 7 + 2
        #expect(try runner.run("erase", "\(line)", "--yes").code == 0)
        // It is made anew behind the answer, without the name.
        let name = Data("Dr. Moss".utf8)
        let anew = try #require(sums(runner))
        #expect(made.range(of: name) != nil && anew.range(of: name) == nil)
        let named = try reports(runner)
        #expect(!named.contains { $0.contains("Dr. Moss") })
        try FileManager.default.removeItem(at: path)
        #expect(try reports(runner) == named)
        // Who puts the old file back is not believed.
        try made.write(to: path)
        #expect(try reports(runner) == named)
        #expect(try runner.run("replay").code == 0)
        #expect(try runner.run("verify").code == 0)
    }

    @Test("of many that are found wrong some are named, and the others counted")
    func many() throws {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        let log = "\(runner.home)/log"
        for number in 1...20 {
            let digits = "\(262_144 * number)"
            let name = String(repeating: "0", count: 12 - digits.count) + digits + ".sums"
            #expect(FileManager.default.createFile(atPath: "\(log)/\(name)", contents: Data([1])))
        }
        let run = try runner.run("verify")
        #expect(run.code == 0 && run.output.contains("\n  and 8 other files\n"), "\(run.output)")
        #expect(run.output.components(separatedBy: ".sums\n").count == 13)
        let left = try FileManager.default.contentsOfDirectory(atPath: log)
        #expect(left.allSatisfy { !$0.hasSuffix(".sums") })
    }
}
