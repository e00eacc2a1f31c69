import EventLog
import Ledger
import Support
import Testing

@Suite("Reconciliation")
struct ReconciliationTests {
    private func line(
        _ cents: Int64, day: Int32, kind: EntryKind = .expense, account: UInt64 = 3,
        flags: LineFlags = [], entry: UInt64? = nil
    ) -> Event {
        .lineAdded(
            Given.line(
                cents, "\(cents)", day: day, kind: kind, account: account, flags: flags,
                entry: entry))
    }

    private func statement(_ cents: Int64, day: Int32, account: UInt64 = 3) -> Event {
        .statementAsserted(
            StatementAsserted(
                account: .position(account), balance: Given.euros(cents), day: Given.day(day)))
    }

    /// Typed events, then an import of some, then more that are typed.
    private func snapshot(_ typed: [Event], imported: [Event], then more: [Event]) throws
        -> LedgerSnapshot
    {
        let store = try Given.store([Given.ledger, typed].filter { !$0.isEmpty })
        var first = store.head().count
        let started = Event.batchStarted(BatchStarted(origin: "import"))
        for (events, origin) in [(imported, started), (more, nil)] where !events.isEmpty {
            let commit = NewCommit(
                id: CommitID(high: 2, low: first),
                recordedAt: Timestamp(millisecondsSince1970: 1_767_225_700_000),
                actor: .position(1),
                batch: origin == nil ? nil : .inThisCommit(0),
                events: (origin.map { [$0] } ?? []) + events)
            _ = try store.append(commit, expecting: nil)
            first = store.head().count
        }
        return try LedgerSnapshot(store: store)
    }

    private func found(
        _ snapshot: LedgerSnapshot, _ account: UInt64? = nil, limit: Int? = nil
    ) throws -> Reconciliation {
        try snapshot.reconciliation(of: account, limit: limit)
    }

    /// `id effect twin void`, or `-` for none.
    private func rows(_ found: Reconciliation) -> [String] {
        found.rows.map { row in
            let twin = row.twin.map { "\($0)" } ?? "-"
            return "\(row.id) \(row.effect) \(twin) \(row.void.map { "\($0)" } ?? "-")"
        }
    }

    @Test("typed lines after the last statement that agrees") func open() throws {
        let snapshot = try snapshot(
            [
                line(100, day: 1), line(200, day: 5), line(300, day: 6, kind: .income),
                statement(-100, day: 1), statement(-300, day: 5), statement(0, day: 6),
            ], imported: [line(5_000, day: 6)],
            then: [line(40, day: 20), line(9, day: 20, account: 2)])
        let all = try found(snapshot)
        // 4 and 5 lie before what agrees on day 5; 12 is Cash, which no statement ever saw.
        #expect(rows(all) == ["6 3.00 - -", "12 -0.40 - -"])
        let bank = try #require(all.accounts.first)
        #expect(all.accounts.count == 1)
        #expect(bank.agreedOn == Given.day(5))
        #expect(bank.sum == "2.60")
        // −1 − 2 + 3 − 50 on day 6, and the statement says 0.
        #expect(bank.statement?.computed == "-50.00")
        #expect(bank.statement?.difference == "50.00")
        #expect(try rows(found(snapshot, 2)) == ["13 -0.09 - -"])
        let first = try found(snapshot, limit: 1)
        #expect(rows(first) == ["6 3.00 - -"])
        #expect(first.more)
        #expect(first.accounts == all.accounts)
        #expect(!all.more)
    }

    @Test("pairs of one payment: nearest first, each once, at most 3 days apart")
    func twins() throws {
        let snapshot = try snapshot(
            [
                line(100, day: 10), line(100, day: 12), line(500, day: 10), line(700, day: 10),
                line(700, day: 10, kind: .income), line(30, day: 10, account: 2),
            ],
            imported: [
                line(100, day: 13), line(100, day: 30), line(500, day: 14), line(700, day: 7),
                line(30, day: 10),
            ], then: [])
        // The import's batch is 10. 5 is nearer to 11 than 4; 6 and 13 are 4 days apart.
        #expect(
            try rows(found(snapshot, 3)) == [
                "4 -1.00 - -", "6 -5.00 - -", "7 -7.00 14 7", "8 7.00 - -", "5 -1.00 11 5",
            ])
    }

    @Test("of a transfer typed and imported, the imported line is to be voided")
    func transfers() throws {
        let snapshot = try snapshot(
            [
                line(100, day: 1, kind: .transfer),
                line(
                    100, day: 1, kind: .transfer, account: 2, flags: [.incoming, .counterpart],
                    entry: 4),
            ], imported: [line(100, day: 2)], then: [])
        #expect(try rows(found(snapshot, 3)) == ["4 -1.00 7 7"])
    }

    @Test("says which line is the difference") func explains() throws {
        let snapshot = try snapshot(
            [
                line(100, day: 1), line(250, day: 2), line(250, day: 3),
                statement(-100, day: 1), statement(-350, day: 2), statement(-350, day: 3),
                line(250, day: 4),
            ], imported: [], then: [])
        // On day 2 −3.50 agrees; on day 3 the ledger has 2.50 less, which is line 6.
        let found = try found(snapshot, 3)
        #expect(found.rows.map { "\($0.id) \($0.explains)" } == ["6 true", "10 false"])
    }

    @Test("voided lines, and those that an opening balance contains, are not open")
    func left() throws {
        let opened = AccountOpened(name: "Visa", opening: Given.euros(-5), day: Given.day(10))
        let gone = Given.line(100, "gone", day: 12, account: 4)
        let snapshot = try snapshot(
            [
                .accountOpened(opened), line(7, day: 9, account: 4), line(8, day: 10, account: 4),
                .lineAdded(gone),
                .lineVoided(
                    LineVoided(
                        target: .position(7), previous: .position(7), replaced: gone.facts)),
            ], imported: [], then: [])
        #expect(try rows(found(snapshot, 4)) == ["6 -0.08 - -"])
        #expect(try found(snapshot).accounts.isEmpty)
    }

    @Test("an amended line that was imported is still imported") func amended() throws {
        let imported = Given.line(100, "x", day: 1, account: 3)
        var facts = imported.facts
        facts.amount = Given.euros(120)
        let amended = LineAmended(
            target: .position(5), previous: .position(5), facts: facts, replaced: imported.facts,
            changes: .amount)
        let snapshot = try snapshot(
            [], imported: [.lineAdded(imported)],
            then: [.lineAmended(amended), line(120, day: 1)])
        #expect(try rows(found(snapshot)) == ["7 -1.20 5 7"])
    }
}
