import EventLog
import Foundation
import Ledger
import Support
import Testing

/// What the README shows to users of the libraries.
@Suite("The README's example of the library")
struct LibraryExampleTests {
    @Test("records a line and reads it back") func example() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { TestFolder.remove(folder) }
        let id = CommitID(high: 1, low: 1)
        let new = try FileEventStore.create(at: "\(folder)/log", id: id)
        let opening = NewCommit(
            id: id, recordedAt: Timestamp(millisecondsSince1970: 0), events: Given.ledger)
        _ = try new.append(opening)
        let read = try record(
            in: folder, Given.euros(1_250), on: Given.day(0),
            now: Timestamp(millisecondsSince1970: 1_000))
        #expect(read == ["2026-01-01 1250 EUR"])
    }

    private func record(
        in folder: String, _ amount: Money, on day: Day, now: Timestamp
    ) throws -> [String] {
        let store = try FileEventStore.open(at: "\(folder)/log")
        let line = LineAdded(
            facts: LineFacts(kind: .expense, amount: amount, day: day),
            details: LineDetails(title: "Lunch"))
        let id = CommitID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
        _ = try store.append(
            NewCommit(id: id, recordedAt: now, actor: .position(1), events: [.lineAdded(line)]))
        let spending = try LedgerSnapshot(store: store).spending()
        let sums = spending.entries.map { "\($0.day) \($0.cell.sum) \($0.group.currency)" }
        return sums
    }

    @Test(
        "is what the pages show",
        arguments: ["README.md", "Sources/Ledger/Ledger.docc/Ledger.md"])
    func isShown(page: String) throws {
        let shownText = try #require(try SourceTree.file(page)).text
        let path = "Tests/LedgerTests/Stores/LibraryExampleTests.swift"
        let code = try #require(try SourceTree.file(path)).text
        let start = try #require(code.range(of: "        let store = try FileEventStore.open"))
        let end = try #require(code.range(of: "        return sums"))
        let shown = code[start.lowerBound..<end.lowerBound].split(separator: "\n")
            .map { $0.dropFirst(8) }.joined(separator: "\n")
        #expect(shownText.contains(shown))
    }
}
