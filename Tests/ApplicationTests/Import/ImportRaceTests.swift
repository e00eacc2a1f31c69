import Application
import EventLog
import Foundation
import Ledger
import Support
import Synchronization
import Testing

/// An import beside others who record whenever they are let.
@Suite("Importing while others record")
struct ImportRaceTests {
    /// What became of those others, and of the import.
    private struct Counts: Sendable {
        var decided = 0
        var begun = 0
        var recorded = 0
        var kept = 0
    }

    @Test("is decided three times at most, however often others record", arguments: [40, 6_000])
    func ends(rows: Int) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "race-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        let env = try opened { $0.home = FileHome(folder) }
        let other = env.with { $0.home = FileHome(folder) }
        let counts = Mutex(Counts())
        // Somebody else records one thing, unless he would have to wait.
        let disturb: @Sendable () -> Void = {
            let lock = try? DiskStorage(path: "\(folder)/log").lock(wait: .zero, owner: "test")
            lock?.release()
            let isFree = lock != nil
            if isFree { _ = try? other.add("1.25", "Tea") }
            counts.withLock { if isFree { $0.recorded += 1 } else { $0.kept += 1 } }
        }
        let importing = env.with { copy in
            copy.newCommitID = {
                counts.withLock { $0.decided += 1 }
                disturb()
                return env.newCommitID()
            }
            copy.progress = { _ in
                counts.withLock { $0.begun += 1 }
                disturb()
            }
        }
        let lines = (0..<rows).map { "2026-01-\($0 % 20 + 10),\($0 + 2).50,Row \($0)" }
        let text = (["Date,Amount,Title"] + lines).joined(separator: "\n")
        let input = ImportCSV.Input(file: FileBytes(bytes(text)), fileName: "a.csv")
        let receipt = try ImportCSV.run(input, in: importing).receipt
        let found = counts.withLock { $0 }
        #expect(receipt.new == UInt64(rows))
        #expect((1...3).contains(found.decided))
        #expect(found.kept > 0, "in the end the others wait")
        #expect(found.recorded > 0)
        #expect(found.begun <= 7, "it is encoded anew that often at most")
        let sums = try other.sums().map { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(sums == [rows + found.recorded])
        #expect(try VerifyLog.run(VerifyLog.Input(), in: other).events == env.events())
    }
}
