import EventLog
import Foundation
import Ledger
import LedgerTesting
import Support
import Testing

/// Ledgers as if some of what was recorded had never been.
@Suite("A ledger without some events") struct AlternateHistoryTests {
    /// What was spent, in cents.
    private func expenses(_ store: any EventStore) throws -> Int128 {
        let table = try store.project(0..<(try store.head().count), as: SpendingTable.self)
        return table.entries.filter { $0.group.kind == .expense }
            .reduce(0) { $0 + $1.cell.sum }
    }

    @Test("an entry goes with all that goes on from it, and the rest adds up") func entry() throws {
        let store = try Given.store(Given.household)
        let other = try AlternateHistory(of: store, without: [7])
        #expect(other.leftOut.map(\.position) == [7])
        #expect(other.leftOut.allSatisfy { $0.reason == "leftOut" })
        #expect(other.leftOut[0].words.contains("Lunch"))
        #expect(other.impossible.map(\.position) == [8])
        #expect(other.impossible.map(\.reason) == ["baseless"])
        #expect(try expenses(store) == 103_420)
        #expect(try expenses(other.store) == 103_420 - 1_300)
        // What comes behind has other positions, and goes on from these.
        #expect(other.position(of: 6) == 6 && other.position(of: 7) == nil)
        #expect(other.position(of: 9) == 7 && other.position(of: 10) == 8)
        #expect(try other.store.head().count == 9)
        #expect(store.head().count == 11)
        #expect(try LedgerSnapshot(store: other.store).brokenRules().isEmpty)
    }

    @Test("a change alone goes, and its entry is as it was") func change() throws {
        let store = try Given.store(Given.household)
        let amended = try AlternateHistory(of: store, without: [8])
        #expect(amended.impossible.isEmpty)
        #expect(try expenses(amended.store) == 103_420 - 1_300 + 1_250)
        let voided = try AlternateHistory(of: store, without: [10])
        #expect(try expenses(voided.store) == 103_420 + 700)
    }

    @Test("nothing but the opening is needed; it cannot go") func opening() throws {
        let store = try Given.store(Given.household)
        for position in 0..<UInt64(4) {
            #expect(throws: AlternateHistoryError.opening(position: position)) {
                _ = try AlternateHistory(of: store, without: [position, 9])
            }
        }
        let none = try AlternateHistory(of: store, without: [99])
        #expect(none.leftOut.isEmpty && none.impossible.isEmpty)
        #expect(try none.store.head().root == store.head().root)
        let past = try AlternateHistory(of: store, without: [4], upTo: 6)
        #expect(try past.store.head().count == 5)
        #expect(try expenses(past.store) == 98_000)
    }

    @Test("without each commit in turn the rest is a whole ledger") func eachCommit() throws {
        let store = try Given.store(Given.household)
        // By hand: 980.00, 41.20, 13.00; 7.00 was taken back.
        let spent: [UInt64: Int128] = [
            4: 103_420, 5: 5_420, 6: 99_300, 7: 102_120, 8: 103_370, 9: 103_420, 10: 104_120,
        ]
        for (position, sum) in spent {
            let other = try AlternateHistory(of: store, without: [position])
            #expect(try expenses(other.store) == sum, "event \(position)")
            #expect(try LedgerSnapshot(store: other.store).brokenRules().isEmpty)
            let gone = UInt64((other.leftOut + other.impossible).count)
            #expect(try other.store.head().count + gone == 11)
        }
    }

    @Test("of an import single rows go, and all of it by its own id") func batches() throws {
        let begin = Event.batchStarted(BatchStarted(origin: "import", fileName: "bank.csv"))
        let rows = (1...3).map { Event.lineAdded(Given.line(Int64($0) * 100, "Row \($0)")) }
        let store = MemoryEventStore(makeSeed: Seeds.fixed)
        func append(_ events: [Event], _ id: UInt64, batch: Reference? = nil) throws {
            let commit = NewCommit(
                id: CommitID(high: 3, low: id),
                recordedAt: Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(id)),
                actor: id == 0 ? nil : .position(1), batch: batch, events: events)
            _ = try store.append(commit)
        }
        try append(Given.ledger, 0)
        try append([begin] + rows, 1, batch: .inThisCommit(0))
        try append([.lineAdded(Given.line(50, "Tea"))], 2)
        let row = try AlternateHistory(of: store, without: [6])
        #expect(row.leftOut.map(\.position) == [6] && row.impossible.isEmpty)
        #expect(try expenses(row.store) == 450)
        let whole = try AlternateHistory(of: store, without: [4])
        #expect(whole.leftOut.map(\.position) == [4, 5, 6, 7] && whole.impossible.isEmpty)
        #expect(try expenses(whole.store) == 50)
    }

    @Test("the signature of a commit is left out with the commit") func signature() throws {
        let store = try Given.store(Given.household)
        let laptop = try TestDevice("laptop", 1)
        try laptop.join(store, 1)
        try laptop.record([.lineAdded(Given.line(700, "milk", account: 2))], 2, in: store)
        let last = store.head().count - 1
        let other = try AlternateHistory(of: store, without: [last])
        #expect(other.leftOut.map(\.position) == [last - 1])
        #expect(try expenses(other.store) == 103_420)
    }

    @Test("a ledger on disk answers as one in memory, and stays as it is") func files() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "without-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        let files = try FileEventStore.create(at: folder, id: CommitID(high: 1, low: 2))
        for (index, events) in Given.household.enumerated() {
            let time = 1_767_225_600_000 + Int64(index) * 1_000
            _ = try files.append(
                NewCommit(
                    id: CommitID(high: 1, low: UInt64(index)),
                    recordedAt: Timestamp(millisecondsSince1970: time),
                    actor: index > 0 ? .position(1) : nil, events: events), expecting: nil)
        }
        let before = try files.head()
        let memory = try Given.store(Given.household)
        for position in UInt64(4)..<11 {
            let one = try AlternateHistory(of: files, without: [position])
            let other = try AlternateHistory(of: memory, without: [position])
            #expect(one.leftOut == other.leftOut && one.impossible == other.impossible)
            #expect(try expenses(one.store) == expenses(other.store))
        }
        #expect(try files.head() == before)
    }
}
