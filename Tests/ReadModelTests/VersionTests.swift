import EventLog
import Ledger
import ReadModels
import Support
import Testing

/// A projection whose meaning a newer program changes.
@Suite struct VersionTests {
    /// What each category cost.
    private enum First: SummedModel {
        static let name = "cost"
        static let version = 1
        static let tables = [table([])]
        static let views = [
            ModelView(
                name: "dear", meaning: "what cost more than 10",
                query: "SELECT * FROM cost WHERE amount > 1000")
        ]
        static let terms: ModelTerms = .categories

        static func table(_ more: [ModelTable.Column]) -> ModelTable {
            ModelTable(
                name: "cost", meaning: "what each category cost",
                columns: [.text("category", "its name"), .integer("amount", "in minor units")]
                    + more, key: ["category"])
        }

        static func rows(of fold: SpendingTable, named names: ModelNames) -> [[SQLValue]] {
            fold.entries.map {
                [
                    .text(names.category($0.group.category)),
                    .integer(Int64(clamping: $0.cell.sum)),
                ]
            }
        }
    }

    /// Income counts against it, lines are counted, and there is no view any more.
    private enum Second: SummedModel {
        static let name = "cost"
        static let version = 2
        static let tables = [First.table([.integer("count", "of lines")])]
        static let terms: ModelTerms = .categories

        static func rows(of fold: SpendingTable, named names: ModelNames) -> [[SQLValue]] {
            fold.entries.map { entry in
                let sum = Int64(clamping: entry.cell.sum)
                return [
                    .text(names.category(entry.group.category)),
                    .integer(entry.group.kind == .income ? -sum : sum),
                    .integer(entry.cell.count),
                ]
            }
        }
    }

    private func append(_ line: LineAdded, to store: MemoryEventStore) throws {
        let commit = NewCommit(
            id: .init(high: 7, low: store.head().count),
            recordedAt: Timestamp(millisecondsSince1970: 0), events: [.lineAdded(line)])
        _ = try store.append(commit, expecting: nil)
    }

    @Test func anotherProgram() throws {
        let store = try Given.store([
            Given.ledger,
            [
                .lineAdded(Given.line(1_250, category: "food")),
                .lineAdded(Given.line(250, category: "food", kind: .income)),
                .lineAdded(Given.line(900, category: "home")),
            ],
        ])
        let folder = try Folder()
        let old = ModelDatabase(folder, store, models: [First.self])
        #expect(try old.rows("SELECT * FROM cost") == ["food|1500", "home|900"])
        #expect(try old.rows("SELECT * FROM dear") == ["food|1500"])
        try append(Given.line(50, category: "food"), to: store)
        // The new program cannot carry on what the old one began; both say up to where it goes.
        let new = ModelDatabase(folder, store, models: [Second.self])
        let outcome = try #require(try new.catchUp().first)
        #expect(outcome.outdated == .program && outcome.position == 6 && outcome.events == 0)
        #expect(try new.rows("SELECT * FROM cost") == ["food|1500", "home|900"])
        #expect(try new.list().first?.state == .outdated)
        #expect(try new.list().first?.lag == 1)
        #expect(throws: ModelError.outdated("cost")) { try new.check() }
        // What differs is what the version changes, not what happened since.
        let upgrade = try #require(try new.prepareUpgrade(listing: true).first)
        #expect(upgrade.old == 1 && upgrade.new == 2 && upgrade.position == 6)
        #expect(upgrade.changes.map(\.key) == ["food"])
        #expect(upgrade.changes.first?.old == "amount 1500")
        #expect(upgrade.changes.first?.new == "amount 1000")
        #expect(try new.rows("SELECT * FROM cost") == ["food|1500", "home|900"])
        // Whoever still has the old program goes on with it.
        #expect(try old.rows("SELECT * FROM cost") == ["food|1550", "home|900"])
        _ = try new.prepareUpgrade()
        #expect(try new.acceptUpgrade() == ["cost"])
        #expect(try new.rows("SELECT * FROM cost") == ["food|1050|3", "home|900|1"])
        #expect(
            try new.rows("SELECT name FROM sqlite_schema WHERE type <> 'index' ORDER BY 1")
                == ["chart", "cost", "projection"])
        #expect(try new.check().allSatisfy { $0.differing == 0 })
        // And the old program finds rows that it did not make.
        #expect(try old.catchUp().first?.outdated == .program)
    }

    /// A sum in which nothing is left is no row.
    @Test func zeroes() throws {
        let line = Given.line(1_250, category: "food")
        let store = try Given.store([Given.ledger, [.lineAdded(line)]])
        let models = ModelDatabase(try Folder(), store, models: [Second.self])
        #expect(try models.rows("SELECT * FROM cost") == ["food|1250|1"])
        let commit = NewCommit(
            id: .init(high: 7, low: 1), recordedAt: Timestamp(millisecondsSince1970: 0),
            events: [
                .lineVoided(
                    LineVoided(
                        target: .position(4), previous: .position(4), replaced: line.facts))
            ])
        _ = try store.append(commit, expecting: nil)
        #expect(try models.rows("SELECT * FROM cost") == [])
        #expect(try models.check().allSatisfy { $0.differing == 0 })
    }

    /// A projection that gives up while it is built.
    private enum Failing: ReadModel {
        struct Reason: Error {}
        static let name = "cost"
        static let version = 3
        static let tables = First.tables

        static func apply(
            _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
        ) throws {
            try writer.insertion(tables[0]).run([.text("half"), .integer(1)])
            throw Reason()
        }
    }

    @Test func givesUp() throws {
        let store = try Given.store([
            Given.ledger, [.lineAdded(Given.line(1_250, category: "food"))],
        ])
        let folder = try Folder()
        let old = ModelDatabase(folder, store, models: [First.self])
        _ = try old.catchUp()
        let failing = ModelDatabase(folder, store, models: [Failing.self])
        #expect(throws: ModelError.failed("Reason()")) { try failing.prepareUpgrade() }
        #expect(throws: ModelError.failed("Reason()")) { try failing.catchUp(rebuilding: true) }
        #expect(try old.rows("SELECT * FROM cost") == ["food|1250"])
        #expect(try old.check().allSatisfy { $0.differing == 0 })
        #expect(try old.list().allSatisfy { !$0.prepared })
    }
}
