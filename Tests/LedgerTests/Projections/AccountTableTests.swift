import EventLog
import Ledger
import Support
import Testing

@Suite("Account table")
struct AccountTableTests {
    private static func effects(_ table: AccountTable) -> [String: Int128] {
        var effects: [String: Int128] = [:]
        for entry in table.entries {
            let group = entry.group
            let key = "\(entry.day.daysSince1970) \(group.account) \(group.currency.code)"
            effects[key, default: 0] += group.isOutgoing ? 0 - entry.cell.sum : entry.cell.sum
        }
        return effects.filter { $0.value != 0 }
    }

    @Test("equals plain bookkeeping", arguments: 0..<20 as Range<UInt64>, [false, true])
    func equalsBookkeeping(_ seed: UInt64, _ isWild: Bool) throws {
        let history = RandomHistory(seed: seed, count: 400, isWild: isWild)
        let store = try Given.store([history.events])
        let table: AccountTable = try store.project(0..<400)
        #expect(AccountTableTests.effects(table) == history.effects)
        #expect(!history.effects.isEmpty)
    }

    @Test("is a monoid over any cut", arguments: 0..<20 as Range<UInt64>)
    func isMonoid(_ seed: UInt64) throws {
        let count: UInt64 = 300
        var events = RandomHistory(seed: seed, count: 290).events
        for day in 0..<5 as Range<Int32> {
            let asserted = StatementAsserted(
                account: .position(2), balance: Given.euros(5), day: Given.day(day))
            events.append(.statementAsserted(asserted))
            events.append(
                .assertionWithdrawn(
                    AssertionWithdrawn(target: .position(290 + UInt64(day) / 2))))
        }
        let store = try Given.store([events])
        var random = SeededRandom(seed: seed)
        let whole: AccountTable = try store.project(0..<count)
        let book: StatementBook = try store.project(0..<count)
        for _ in 0..<10 {
            let cuts = (0..<5).map { _ in UInt64.random(in: 0...count, using: &random) }.sorted()
            var tables = AccountTable()
            var snapshot = StatementBook()
            for (start, end) in zip([0] + cuts, cuts + [count]) {
                tables.merge(try store.project(start..<end))
                snapshot.merge(try store.project(start..<end))
            }
            #expect(tables == whole)
            #expect(snapshot == book)
        }
        var right: AccountTable = try store.project(100..<200)
        right.merge(try store.project(200..<count))
        var left: AccountTable = try store.project(0..<100)
        left.merge(right)
        #expect(left == whole)
    }

    @Test("stops at what only a newer program knows") func stopsAtNewer() throws {
        let row = Row(type: 900, schema: 3, isCritical: true, fields: [])
        let store = try Given.store([Given.ledger + [.unknown(row)]])
        let error = StoreError.needsNewerVersion(position: 4, type: 900, schema: 3)
        #expect(throws: error) { try store.project(0..<5, as: AccountTable.self) }
    }
}
