import EventLog
import Ledger
import Support
import Testing

/// What `decide` makes breaks no rule; what was appended past it does, and is told by its position.
@Suite("Rules of a ledger")
struct LedgerRuleTests {
    private static let line = Given.line(100, "Tea", day: 3)
    private static let closed = BooksClosed(
        days: DayRange(start: Given.day(0), end: Given.day(10)),
        digest: Array(repeating: 1, count: 32), root: Array(repeating: 2, count: 32), pinned: 4)

    private static func voided(
        _ target: UInt64 = 4, _ previous: UInt64 = 4, _ facts: LineFacts = line.facts
    ) -> Event {
        .lineVoided(
            LineVoided(target: .position(target), previous: .position(previous), replaced: facts))
    }

    private static func correction(_ closing: UInt64) -> Event {
        .booksReopened(
            BooksReopened(target: .position(closing), isCorrection: true, reason: "late"))
    }

    /// Position 4 is a line, 5 a task; a commit for each list of events, by the owner.
    private func broken(_ commits: [[Event]]) throws -> [BrokenRule] {
        let given: [[Event]] = [
            Given.ledger,
            [
                .lineAdded(LedgerRuleTests.line),
                .taskAdded(TaskAdded(facts: TodoFacts(title: "t"))),
            ],
        ]
        return try LedgerSnapshot(store: Given.store(given + commits)).brokenRules()
    }

    @Test("every rule is broken by some event, and told by its position")
    func breaks() throws {
        let other = Given.line(99_900, "Forged", day: 3)
        let task = TaskChange(target: .position(5), previous: .position(5))
        let cases: [(commits: [[Event]], rule: LedgerRule, position: UInt64)] = [
            ([[Given.ledger[0]]], .openedOnce, 6),
            ([[.lineAdded(Given.line(0, "Nothing"))]], .amount, 6),
            ([[LedgerRuleTests.voided(4, 4, other.facts)]], .takenBack, 6),
            ([[LedgerRuleTests.voided(5, 5)]], .version, 6),
            (
                [[.taskCompleted(TaskChange(target: .position(5), previous: .position(4)))]],
                .version, 6
            ),
            (
                [
                    [
                        .lineRestored(
                            LineRestored(
                                target: .position(4), previous: .position(4),
                                facts: LedgerRuleTests.line.facts))
                    ]
                ], .version, 6
            ),
            ([[.taskCompleted(task)], [.taskDropped(task)]], .versionOnce, 5),
            ([[.booksClosed(LedgerRuleTests.closed)], [.lineAdded(other)]], .closedDays, 7),
            (
                [
                    [.booksClosed(LedgerRuleTests.closed)], [LedgerRuleTests.correction(6)],
                    [LedgerRuleTests.voided()],
                ], .closedDays, 8
            ),
        ]
        for (commits, rule, position) in cases {
            #expect(try broken(commits) == [BrokenRule(rule, at: position)], "\(rule)")
        }
        let told = Set(cases.map(\.rule)).union([.actor, .readable])
        #expect(told == Set(LedgerRule.allCases))
    }

    @Test("who acts is said from the first person on")
    func actor() throws {
        let store = try Given.store([Given.ledger])
        let commit = NewCommit(
            id: CommitID(high: 2, low: 2), recordedAt: Timestamp(millisecondsSince1970: 0),
            events: [.lineAdded(LedgerRuleTests.line)])
        _ = try store.append(commit, expecting: nil)
        #expect(try LedgerSnapshot(store: store).brokenRules() == [BrokenRule(.actor, at: 4)])
    }

    @Test("what may be is no broken rule")
    func allows() throws {
        #expect(try broken([]).isEmpty)
        #expect(try broken([[LedgerRuleTests.voided()]]).isEmpty)
        let closed = Event.booksClosed(LedgerRuleTests.closed)
        #expect(
            try broken([[closed], [LedgerRuleTests.voided(), LedgerRuleTests.correction(6)]])
                .isEmpty)
        let reopened = Event.booksReopened(BooksReopened(target: .position(6), reason: "why"))
        #expect(try broken([[closed], [reopened], [LedgerRuleTests.voided()]]).isEmpty)
        #expect(try broken([[closed], [.lineAdded(Given.line(5, day: 10))]]).isEmpty)
    }

    @Test("a line appended into closed days breaks the closing")
    func closing() throws {
        let store = try Given.store([
            Given.ledger, [.lineAdded(LedgerRuleTests.line)],
        ])
        var snapshot = try LedgerSnapshot(store: store)
        let days = LedgerRuleTests.closed.days
        let pin = try snapshot.pin(of: days)
        func append(_ events: [Event]) throws {
            let count = store.head().count
            let commit = NewCommit(
                id: CommitID(high: 3, low: count), recordedAt: Timestamp(millisecondsSince1970: 0),
                actor: .position(1), events: events)
            _ = try store.append(commit, expecting: count)
        }
        try append([
            .booksClosed(
                BooksClosed(days: days, digest: pin.digest, root: pin.root, pinned: 4))
        ])
        snapshot = try LedgerSnapshot(store: store)
        #expect(try snapshot.closingList().rows.map(\.holds) == [true])
        try append([.lineAdded(Given.line(99_900, "Forged", day: 3))])
        snapshot = try LedgerSnapshot(store: store)
        let row = try #require(try snapshot.closingList().rows.first)
        #expect(!row.holds && row.unrecorded == [6] && row.corrections.isEmpty)
        #expect(try snapshot.brokenRules() == [BrokenRule(.closedDays, at: 6)])
    }

    @Test("whatever is decided breaks none", arguments: 0..<4 as Range<UInt64>)
    func holds(_ seed: UInt64) throws {
        for splits in [false, true] {
            var program = try RandomProgram(seed: 700 + seed, on: .memory, splits: splits)
            for step in 0..<40 {
                try program.step()
                if step % 5 == 4 { _ = try program.undo(.newest) }
                if step % 15 == 14 { _ = try program.undo(.newestUndo) }
            }
            #expect(program.recorded == 40 && program.refused > 0)
            #expect(try program.snapshot.brokenRules().isEmpty, "\(seed) \(splits)")
        }
        var program = try OrganisationProgram(seed: 700 + seed, on: .memory)
        for _ in 0..<30 { try program.step() }
        #expect(try program.snapshot.brokenRules().isEmpty, "\(seed)")
    }

    @Test("events that do not say what their types need are told by their positions")
    func unreadable() throws {
        let row = Row(type: 12, schema: 1, isCritical: true, fields: [])
        let store = try Given.store([
            Given.ledger, [.unknown(row)], [.lineAdded(LedgerRuleTests.line)], [.unknown(row)],
            [Given.ledger[0]],
        ])
        let broken = [
            BrokenRule(.readable, at: 4), BrokenRule(.readable, at: 6),
            BrokenRule(.openedOnce, at: 7),
        ]
        #expect(try LedgerSnapshot(store: store).brokenRules() == broken)
        #expect(try store.brokenRules(upTo: 7) == Array(broken.prefix(2)))
    }

    @Test("what is told of a ledger that another program wrote has an end")
    func most() throws {
        let lines = (0..<300).map { _ in Event.lineAdded(Given.line(0, "Nothing")) }
        let broken = try broken([lines])
        #expect(broken == (6..<106 as Range<UInt64>).map { BrokenRule(.amount, at: $0) })
    }
}
