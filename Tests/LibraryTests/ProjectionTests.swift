import EventLog
import Foundation
import Ledger
import LedgerTesting
import Testing

/// Folds of one's own, and those that reports are made of.
@Suite("Projections")
struct ProjectionTests {
    @Test("typed events add up, from any number of parts") func typed() throws {
        let lines = [
            Given.line(250, "Bakery"), Given.line(1_000, "Rent"), Given.line(120, "Bakery"),
        ]
        let store = try Given.store([Given.ledger, lines.map { .lineAdded($0) }])
        let whole = try store.project(0..<7, as: TitleTotals.self)
        #expect(whole.totals == ["Bakery": ["EUR": 370], "Rent": ["EUR": 1_000]])
        for cut in 0...7 as ClosedRange<UInt64> {
            var left = try store.project(0..<cut, as: TitleTotals.self)
            left.merge(try store.project(cut..<7))
            #expect(left == whole)
        }
    }

    @Test("a fold goes on where it stopped") func goingOn() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "projected-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let new = try FileEventStore.create(at: path)
        for (index, events) in Given.household.enumerated() {
            let actor: Reference? = index > 0 ? .position(1) : nil
            _ = try new.append(
                NewCommit(id: .random(), recordedAt: .now, actor: actor, events: events))
        }
        let store = try FileEventStore.open(at: path)
        let end = try store.head().count
        var totals = try store.project(0..<end, as: TitleTotals.self)
        let lunch: Event = .lineAdded(Given.line(1_250, "Lunch"))
        _ = try store.append(
            NewCommit(id: .random(), recordedAt: .now, actor: .position(1), events: [lunch]))
        totals.merge(try store.project(end..<(try store.head().count)))
        #expect(totals.totals["Lunch"] == ["EUR": 2_500])
    }

    @Test("columns are folded without a look at single events") func columns() throws {
        let store = try Given.store(Given.household)
        let counts = try store.project(0..<11, as: TypeCounts.self, threads: 2)
        #expect(counts.counts[EventType.lineAdded.rawValue] == 5)
        #expect(counts.counts[EventType.lineVoided.rawValue] == 1)
    }

    @Test("reports are made of folds that anybody may use") func tables() throws {
        let store = try Given.store(Given.household)
        let table = try store.project(0..<11, as: SpendingTable.self, threads: 2)
        #expect(table == (try LedgerSnapshot(store: store).spending()))
        let food = try CategoryPath("food:market")
        let sums = table.entries.filter { $0.group.category == food }.map(\.cell.sum)
        #expect(sums == [4_120])
        let categories = try store.project(0..<11, as: CategoryIndex.self)
        #expect(categories.count(of: food) == 1)
    }
}

/// How often each type of event occurs.
private struct TypeCounts: Projection {
    static let name = "type-counts"
    static let version = 1
    static let sections: Sections = .hot

    private(set) var counts: [UInt16: Int] = [:]

    mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        let types = batch.keys.map { (key: GroupKey) in key.type }
        for code in batch.keyCodes { counts[types[Int(code)], default: 0] += 1 }
    }

    // The same as leaving it out: what is stored by day and key comes as a batch, too.
    mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers) -> Bool {
        false
    }

    mutating func merge(_ other: TypeCounts) { counts.merge(other.counts, uniquingKeysWith: +) }
}
