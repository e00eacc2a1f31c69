import EventLog
import Ledger
import Support
import Testing

@Suite("Spending table")
struct SpendingTableTests {
    private static func totals(_ table: SpendingTable) -> [String: SpendingTable.Cell] {
        var totals: [String: SpendingTable.Cell] = [:]
        for entry in table.entries {
            let group = entry.group
            let key = RandomHistory.key(
                entry.day, group.kind, group.currency, group.category, group.account)
            totals[key] = entry.cell
        }
        return totals
    }

    @Test("equals plain bookkeeping", arguments: 0..<20 as Range<UInt64>, [false, true])
    func equalsBookkeeping(_ seed: UInt64, _ isWild: Bool) throws {
        let history = RandomHistory(seed: seed, count: 400, isWild: isWild)
        let store = try Given.store([history.events])
        let table = try store.project(0..<400, as: SpendingTable.self)
        #expect(SpendingTableTests.totals(table) == history.totals)
    }

    @Test("is a monoid over any cut", arguments: 0..<20 as Range<UInt64>)
    func isMonoid(_ seed: UInt64) throws {
        let count: UInt64 = 300
        let store = try Given.store([RandomHistory(seed: seed, count: 300).events])
        var random = SeededRandom(seed: seed)
        let whole = try store.project(0..<count, as: SpendingTable.self)
        let referenceData = try store.project(0..<count, as: ReferenceData.self)
        let categories = try store.project(0..<count, as: CategoryIndex.self)
        for _ in 0..<10 {
            let cuts = (0..<5).map { _ in UInt64.random(in: 0...count, using: &random) }.sorted()
            var tables = SpendingTable()
            var charts = ReferenceData()
            var indexes = CategoryIndex()
            for (start, end) in zip([0] + cuts, cuts + [count]) {
                tables.merge(try store.project(start..<end))
                charts.merge(try store.project(start..<end))
                indexes.merge(try store.project(start..<end))
            }
            #expect(tables == whole)
            #expect(charts == referenceData)
            #expect(indexes == categories)
        }
        // Associative: the right half merged first comes to the same.
        var right: SpendingTable = try store.project(100..<200)
        right.merge(try store.project(200..<count))
        var left: SpendingTable = try store.project(0..<100)
        left.merge(right)
        #expect(left == whole)
    }

    @Test("batch boundaries do not matter", arguments: [1, 2, 7, 50] as [UInt64])
    func ignoresBatchBoundaries(_ size: UInt64) throws {
        let store = try Given.store([RandomHistory(seed: 1, count: 300).events])
        var table = SpendingTable()
        for start in stride(from: UInt64(0), to: 300, by: Int(size)) {
            let end = start + size
            try store.read(start..<end, SpendingTable.sections) { batch throws(StoreError) in
                try table.apply(batch)
                return .next
            }
        }
        #expect(try table == store.project(0..<300))
    }

    @Test func sumsBeyond64Bits() throws {
        let line = Event.lineAdded(Given.line(.max, category: "a"))
        let store = try Given.store([Given.ledger + Array(repeating: line, count: 10)])
        let table: SpendingTable = try store.project(0..<14)
        for entry in table.entries {
            // 10 × (2^63 − 1)
            #expect(entry.cell.sum.description == "92233720368547758070")
            #expect(entry.cell.count == 10)
        }
        #expect(table.count == 1)
    }

    @Test func forgetsWhatIsVoided() throws {
        let line = Given.line(5, category: "a")
        let void = LineVoided(target: .position(4), previous: .position(4), replaced: line.facts)
        let store = try Given.store([Given.ledger + [.lineAdded(line)], [.lineVoided(void)]])
        let table: SpendingTable = try store.project(0..<6)
        #expect(table.isEmpty)
        #expect(table == SpendingTable())
        #expect(table.days == nil)
        let tail: SpendingTable = try store.project(5..<6)
        #expect(tail.entries.map(\.cell) == [SpendingTable.Cell(sum: -5, count: -1)])
    }

    @Test("stops at what only a newer program knows")
    func stopsAtNewer() throws {
        let row = Row(type: 900, schema: 3, isCritical: true, fields: [])
        let store = try Given.store([Given.ledger + [.unknown(row)]])
        let error = StoreError.needsNewerVersion(position: 4, type: 900, schema: 3)
        #expect(throws: error) { try store.project(0..<5, as: SpendingTable.self) }
        #expect(throws: error) { try store.project(0..<5, as: ReferenceData.self) }
        #expect(throws: error) { try store.project(0..<5, as: CategoryIndex.self) }
        #expect(throws: error) { try LedgerSnapshot(store: store) }
        #expect(try LedgerSnapshot(store: store, upTo: 4).referenceData.accounts.count == 2)
    }

    @Test("passes over what it may ignore")
    func ignoresUncritical() throws {
        let row = Row(
            type: 900, schema: 3, isCritical: false,
            fields: [Field(ColumnID.amount, .integer(5)), Field(ColumnID.day, .integer(5))])
        let store = try Given.store([Given.ledger + [.unknown(row), .lineAdded(Given.line(1))]])
        let table: SpendingTable = try store.project(0..<6)
        #expect(table.count == 1)
    }

    @Test("names the column that is missing", arguments: [ColumnID.kind, .currency, .day, .amount])
    func namesMissingColumn(_ column: ColumnID) throws {
        var builder = BatchBuilder(firstPosition: 7, sections: .report)
        builder.append(Event.lineAdded(Given.line(1, category: "a", account: 2)).row)
        var row = Event.lineAdded(Given.line(1, category: "b", account: 3)).row
        row[column] = nil
        builder.append(row)
        var table = SpendingTable()
        #expect(throws: StoreError.undecodable(position: 8, column: column)) {
            try table.apply(builder.finish())
        }
    }

    @Test func refusesADayThatIsNone() throws {
        var row = Event.lineAdded(Given.line(1)).row
        row[.day] = .integer(1 << 40)
        var builder = BatchBuilder(firstPosition: 7, sections: .report)
        builder.append(Event.lineAdded(Given.line(1)).row)
        builder.append(row)
        var table = SpendingTable()
        #expect(throws: StoreError.undecodable(position: 8, column: .day)) {
            try table.apply(builder.finish())
        }
    }
}

@Suite("Chart and categories")
struct ChartTests {
    @Test func keepsWhatIsInForce() throws {
        let store = try Given.store([
            Given.ledger,
            [
                .settingsChanged(SettingsChanged(weekStart: .sunday)),
                .personAdded(PersonAdded(name: "Bo")),
                .settingsChanged(SettingsChanged(zoneName: "Asia/Kolkata")),
            ],
        ])
        let referenceData: ReferenceData = try store.project(0..<7)
        #expect(
            referenceData.settings
                == Settings(
                    baseCurrency: Given.currency("EUR"), zoneName: "Asia/Kolkata",
                    weekStart: .sunday))
        #expect(referenceData.settingsInForce?.since == 6)
        #expect(referenceData.owner?.position == 1)
        #expect(referenceData.person(at: 5)?.name == "Bo")
        #expect(referenceData.person(at: 4) == nil)
        #expect(referenceData.account(at: 3)?.facts.name == "Bank")
        #expect(referenceData.account(named: "BANK")?.position == 3)
        #expect(referenceData.currency(code: "JPY")?.exponent == 0)
        #expect(referenceData.currency(code: "NOPE") == nil)
        #expect(ReferenceData().settings == nil)
    }

    @Test("renames in the order of the log")
    func renames() throws {
        func rename(_ from: String, _ to: String) throws -> Event {
            .categoryRenamed(
                CategoryRenamed(from: try CategoryPath(from), to: try CategoryPath(to)))
        }
        let store = try Given.store([
            Given.ledger, [rename("food", "meals"), rename("meals:out", "fun")],
        ])
        let referenceData: ReferenceData = try store.project(0..<6)
        for (old, new) in [
            ("food", "meals"), ("food:out:late", "fun:late"), ("foodstuff", "foodstuff"),
            ("meals:out", "fun"), ("Food", "Food"),
        ] {
            #expect(try referenceData.renamed(CategoryPath(old)) == CategoryPath(new))
        }
    }
}
