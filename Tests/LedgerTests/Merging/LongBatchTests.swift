import EventLog
import Foundation
import Ledger
import LedgerTesting
import Support
import Testing

/// A batch of several commits, such as a very long import, of which some rows contradict.
@Suite("Merging a batch of several commits")
struct LongBatchTests {
    private static let start: Int64 = 1_767_225_600_000

    /// A line of an account with an id of the bank.
    private static func row(_ id: String, _ cents: Int64) -> Event {
        var line = Given.line(cents, id)
        line.facts.account = .position(2)
        line.details.externalID = id
        return .lineAdded(line)
    }

    private static func append(
        _ events: [Event], to store: FileEventStore, id: UInt64, batch: Reference? = nil
    ) throws {
        let commit = NewCommit(
            id: CommitID(high: 9, low: id),
            recordedAt: Timestamp(millisecondsSince1970: start + Int64(id) * 1_000),
            actor: id == 0 ? nil : .position(1), batch: batch, events: events)
        _ = try store.append(commit, expecting: nil)
    }

    /// Two copies: here has rows of the bank with other amounts, there a batch of three commits.
    private func merge(
        contradicting ids: Set<Int>
    ) throws -> MergePlan {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "batches-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        let here = try FileEventStore.create(
            at: "\(folder)/here", id: CommitID(high: 1, low: 2))
        try LongBatchTests.append(Given.ledger, to: here, id: 0)
        try here.copy(to: "\(folder)/there").release()
        let there = try FileEventStore.open(at: "\(folder)/there")
        let begin = Event.batchStarted(BatchStarted(origin: "import", fileName: "here.csv"))
        let other = ids.sorted().map { LongBatchTests.row("r\($0)", 999) }
        try LongBatchTests.append([begin] + other, to: here, id: 1, batch: .inThisCommit(0))
        // The longer copy is the one that stays.
        for number in 0..<9 {
            try LongBatchTests.append(
                [.lineAdded(Given.line(100, "Tea \(number)"))], to: here, id: 10 + UInt64(number))
        }
        for number in 0..<3 {
            let rows = (1...2).map { row in
                LongBatchTests.row("r\(2 * number + row)", Int64(2 * number + row))
            }
            let started = Event.batchStarted(BatchStarted(origin: "import", fileName: "there.csv"))
            try LongBatchTests.append(
                number == 0 ? [started] + rows : rows, to: there, id: 20 + UInt64(number),
                batch: number == 0 ? .inThisCommit(0) : .position(4))
        }
        return try #require(
            try here.mergePlan(
                with: there, at: Timestamp(millisecondsSince1970: LongBatchTests.start),
                id: { CommitID.random() }))
    }

    @Test(
        "only the rows that contradict stay aside, and the rest is one batch",
        arguments: [[3], [1, 2], [3, 4], [1, 2, 4], [1, 6]])
    func parted(_ ids: [Int]) throws {
        guard case .merge(let merge) = try merge(contradicting: Set(ids)).step else {
            Issue.record("nothing to merge")
            return
        }
        var titles: [String] = []
        var batches: Set<Reference?> = []
        for commit in merge.commits {
            batches.insert(commit.batch)
            for case .lineAdded(let line) in commit.events { titles.append(line.details.title) }
        }
        let wanted = (1...6).filter { !ids.contains($0) }.map { "r\($0)" }
        #expect(titles == wanted)
        // The batch is where its first commit comes to stand.
        #expect(batches.count == 1 && !batches.contains(nil))
        let aside = merge.outcomes.flatMap { $0.aside.keys }
        #expect(aside.count == ids.count)
        #expect(merge.outcomes.flatMap { merge.words(of: $0) }.count == ids.count)
    }
}
