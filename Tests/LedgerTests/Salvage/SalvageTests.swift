import EventLog
import Ledger
import Support
import Synchronization
import Testing

/// What is left of damaged ledgers, held against plain bookkeeping over the events that must be
/// readable.
@Suite("Salvage")
struct SalvageTests {
    private static let commits = Atomic<UInt64>(0)

    static let options = Salvage.Options(
        logID: CommitID(high: 9, low: 9),
        newCommitID: {
            let number = commits.wrappingAdd(1, ordering: .relaxed).newValue
            return CommitID(high: 8, low: number)
        },
        makeSeed: StoreKind.fixedSeed,
        opening: LedgerOpened(
            ledgerID: Array(repeating: 7, count: 16), settings: Given.settings))

    /// Whether an event says enough without its details.
    private static func isKept(_ event: Event, _ rest: DamagedLog.Rest) -> Bool {
        switch (rest, event) {
        case (.nothing, _): false
        case (.whole, _), (.withoutText, _): true
        case (_, .lineAdded), (_, .lineVoided), (_, .lineRestored), (_, .personAdded): true
        default: false
        }
    }

    /// What the last version of every line comes to, added up one by one.
    private static func totals(_ events: [(UInt64, Event)]) -> [String: SpendingTable.Cell] {
        var lines: [UInt64: LineFacts] = [:]
        for (position, event) in events {
            switch event {
            case .lineAdded(let line): lines[position] = line.facts
            case .lineAmended(let line): lines[line.target.position ?? 0] = line.facts
            case .lineVoided(let line): lines[line.target.position ?? 0] = nil
            case .lineRestored(let line): lines[line.target.position ?? 0] = line.facts
            default: continue
            }
        }
        var totals: [String: SpendingTable.Cell] = [:]
        for facts in lines.values where !facts.flags.contains(.counterpart) {
            let key = RandomHistory.key(
                facts.day, facts.kind, facts.amount.currency, facts.category,
                facts.account?.position)
            totals[key, default: .zero].sum += Int128(facts.amount.minor)
            totals[key, default: .zero].count += 1
        }
        return totals
    }

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

    @Test("random damage of random ledgers", arguments: 0..<400 as Range<UInt64>)
    func random(_ seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 700)
        let ledger = try DamagedLog(history, seed: seed)
        let target = MemoryStorage()
        let before = ledger.damaged.bytes(of: DamagedLog.file)
        let salvage = try Salvage(of: [ledger.damaged], SalvageTests.options)
        let account = try salvage.write(to: target) { _ in }
        #expect(ledger.damaged.bytes(of: DamagedLog.file) == before)

        let kept = ledger.rests.enumerated().filter {
            SalvageTests.isKept(history.events[$0.offset], $0.element)
        }.map { (UInt64($0.offset), history.events[$0.offset]) }
        #expect(account.events == UInt64(ledger.count))
        #expect(account.kept == UInt64(kept.count))
        #expect(account.lost == UInt64(ledger.count - kept.count))
        let missing = account.missing.flatMap { Array($0.first...$0.last) }
        #expect(Set(missing).isDisjoint(with: kept.map(\.0)))
        #expect(missing.count == ledger.count - kept.count)
        for (what, rests) in [
            ("text", [DamagedLog.Rest.withoutText, .withoutBoth]),
            ("details", [.withoutDetails, .withoutBoth]),
        ] {
            let found = account.partial.filter { $0.lost == what }.reduce(0) { $0 + $1.events }
            #expect(found == UInt64(kept.count { rests.contains(ledger.rests[Int($0.0)]) }))
        }

        let store = FileEventStore(try Log.open(in: target))
        #expect(try store.verify().root.hex == account.root)
        let all = 0..<account.events
        let table = try store.project(all, as: SpendingTable.self)
        #expect(SalvageTests.totals(table) == SalvageTests.totals(kept))
        try expectSame(ledger, store, kept, account)
        // The next event can be recorded.
        let line = NewCommit(
            id: CommitID(high: 4, low: 4), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: .position(1), events: [.lineAdded(Given.line(500))])
        #expect(try store.append(line, expecting: account.events).positions.count == 1)
    }

    /// Whole events are as they were, in the same commits; roots are, as far as is claimed.
    private func expectSame(
        _ ledger: DamagedLog, _ store: FileEventStore, _ kept: [(UInt64, Event)],
        _ account: SalvageAccount
    ) throws {
        let old = try store.events(in: 0..<account.events)
        let was = try FileEventStore(ledger.log).events(in: 0 ..< .max)
        for (position, _) in kept where ledger.rests[Int(position)] == .whole {
            #expect(old[Int(position)] == was[Int(position)])
        }
        let first = ledger.rests.firstIndex { $0 != .whole } ?? ledger.count
        #expect(account.proved <= UInt64(first))
        let root = try ledger.log.root(at: account.proved).hex
        #expect(account.proved == 0 || account.provedRoot == root)
        let head = try store.head()
        if account.proved == head.count { #expect(account.root == root) }
        let clocks = old.map(\.commit.logClock)
        #expect(clocks == clocks.sorted())
    }
}
